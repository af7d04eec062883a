"""Alexander the Great, a scenario of the Catan family."""
