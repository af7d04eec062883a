"""`serai report`: an event as pages that need no server."""
