"""Tournaments, schedules and the facts of their games: plain values, no I/O."""
