"""`./dev mutate`: break the rules of a game in one place at a time and see whether a test of that game notices."""
