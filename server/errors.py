"""What can go wrong that is nobody's fault at the table."""


class PlatformError(Exception):
    """The referee itself failed: the game is void and has to be played again."""


class BotKilled(PlatformError):
    """A bot process was ended by neither the bot nor us: its games do not count, and nobody is charged with it (D2)."""
