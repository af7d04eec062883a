"""What viewers are given: rows of data, and the same over gRPC."""
