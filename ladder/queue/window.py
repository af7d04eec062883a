"""How many blocks are begun at a time: about 2 to 5 seconds of work, so that a stop loses little and takes seconds."""

from __future__ import annotations

SHORT = 3.0  # seconds from the begin of a block to its end below which more blocks are begun at a time
LONG = 5.0  # seconds above which fewer are begun
_AIM = (SHORT + LONG) / 2


class Window:
    """A number of blocks between 1 and `most`, which follows how long they take.

    Blocks that share the bots' time take longer the more they are, at worst in proportion. So what a block took, and
    how many it shared with, says how many will do: the first one that is over lets as many begin as are safe.
    """

    def __init__(self, most: int) -> None:
        self.size = 1
        self._most = most

    def over(self, seconds: float, together: int) -> None:
        """A block is over, so many seconds after it began as one of so many that were played together."""
        fitting = min(self._most, int(together * _AIM / max(seconds, 1e-3)))
        if seconds < SHORT:
            self.size = max(self.size, fitting)
        elif seconds > LONG:
            self.size = max(1, min(self.size, fitting))
