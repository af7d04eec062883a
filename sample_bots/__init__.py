"""Bots to read, to play against and to start from."""
