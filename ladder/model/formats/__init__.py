"""Formats whose schedule grows: what the next round is, as pure functions of the rounds before and their results."""
