"""`serai bot`."""
