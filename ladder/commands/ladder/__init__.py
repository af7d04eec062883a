"""`serai ladder`."""
