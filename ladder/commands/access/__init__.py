"""Owners and tokens, and the arenas that this user knows."""
