"""Random and mutated input for everything that strangers can reach."""
