"""Tournaments, facts, ratings and the command line."""
