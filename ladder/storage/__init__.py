"""The store and the tournaments in it, the connection to Redis, the embedded server, locks and folders."""
