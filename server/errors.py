"""What can go wrong that is nobody's fault at the table."""


class PlatformError(Exception):
    """The referee itself failed: the game is void and has to be played again."""
