"""Redis, the embedded server, locks and folders."""
