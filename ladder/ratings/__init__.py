"""Ratings and standings, computed from facts alone."""
