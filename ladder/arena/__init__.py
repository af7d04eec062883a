"""Bots that run elsewhere: they connect to the arena, which joins them with the workers that play their games."""
