"""`serai tournament`."""
