"""Jobs, workers and their supervisor."""
