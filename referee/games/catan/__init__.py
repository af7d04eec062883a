"""Catan, the classic game."""
