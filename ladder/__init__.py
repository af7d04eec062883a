"""Tournaments, facts, ratings and the command line; errors.py and suggest.py are for all rooms."""
