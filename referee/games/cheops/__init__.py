"""Cheops, a scenario of the Catan family."""
