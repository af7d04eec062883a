"""Attempts to get out of the sandbox, by real programs inside it: `./dev escapes` makes all and prints a table."""
