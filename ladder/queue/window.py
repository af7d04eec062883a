"""How many blocks are begun at a time: about 2 to 5 seconds of work, so that a stop loses little and takes seconds."""

from __future__ import annotations

SHORT = 3.0  # seconds from the begin of a block to its end below which more blocks are begun at a time
LONG = 5.0  # seconds above which fewer are begun
_AIM = (SHORT + LONG) / 2


class Window:
    """A number of blocks between 1 and `most`, which follows how long they take.

    Each short block lets one more begin, so that the number doubles with every generation. A long one cuts it to what
    would have taken the right time; those that had begun before the cut say nothing new.
    """

    def __init__(self, most: int) -> None:
        self.size = 1
        self._most = most
        self._ignored = 0

    def over(self, seconds: float) -> None:
        """A block is over, so many seconds after it began."""
        if self._ignored:
            self._ignored -= 1
        elif seconds < SHORT:
            self.size = min(self._most, self.size + 1)
        elif seconds > LONG and self.size > 1:
            self._ignored = self.size - 1
            self.size = max(1, int(self.size * _AIM / seconds))
