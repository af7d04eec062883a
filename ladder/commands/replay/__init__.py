"""`serai replay`."""
