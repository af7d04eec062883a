"""How many blocks are begun at a time: about 2 to 5 seconds of work, so that a stop loses little and takes seconds."""

from __future__ import annotations

SHORT = 3.0  # seconds that a game takes below which more blocks are begun at a time
LONG = 5.0  # seconds above which fewer are begun
_AIM = (SHORT + LONG) / 2


class Window:
    """A number of blocks between 1 and `most`, which follows how long their games take.

    The games of a block are played side by side, so a block takes as long as one of them. Those that share the bots'
    time take longer the more they are, at worst in proportion. So what a game took, and how many blocks it shared
    with, says how many will do: the first one that is over lets as many begin as are safe, while other bots of its
    block may still be starting.
    """

    def __init__(self, most: int) -> None:
        self.size = 1
        self.knows_pace = False
        self._most = most

    def over(self, seconds: float, together: int) -> None:
        """A game is over, so many seconds after it began; its block was one of so many that were played together."""
        self.knows_pace = True
        fitting = min(self._most, int(together * _AIM / max(seconds, 1e-3)))
        if seconds < SHORT:
            self.size = max(self.size, fitting)
        elif seconds > LONG:
            self.size = max(1, min(self.size, fitting))
