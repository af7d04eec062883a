"""What can go wrong that is nobody's fault at the table."""

from serai.referee.match import Fault


class PlatformError(Exception):
    """The referee itself failed: the game is void and has to be played again."""


class BotKilled(PlatformError):
    """A bot process was ended by neither the bot nor us: its games do not count, and nobody is charged with it (D2)."""


class BotAbsent(Exception):
    """A remote bot cannot begin a game: it is not there (cause `absent`), or says that it does not play it."""

    def __init__(self, name: str, fault: Fault) -> None:
        super().__init__(f"{name}: {fault.text}")
        self.name = name
        self.fault = fault
