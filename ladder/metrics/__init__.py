"""Numbers for Prometheus: what workers and arenas count, what Redis knows, and where it is read."""
