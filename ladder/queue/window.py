"""How many blocks are begun at a time: so many that a block takes about 8 seconds.

At any moment what is being played is half done on average, so it is played out in about 4 seconds: a stop loses little.
More blocks at a time are played faster, for a message with many questions costs little more than one with few.
"""

from __future__ import annotations

SHORT = 6.0  # seconds that a game takes below which more blocks are begun at a time
LONG = 10.0  # seconds above which fewer are begun
_AIM = (SHORT + LONG) / 2


class Window:
    """A number of blocks between 1 and `most`, which follows how long their games take.

    The games of a block are played side by side, so a block takes as long as one of them. Those that share the bots'
    time take longer the more they are, at worst in proportion. So what a game took, and how many blocks it shared
    with, says how many will do: the first one that is over lets as many begin as are safe, while other bots of its
    block may still be starting. From then on it is known how many decisions a game has, and the pace at which they are
    made says the same long before the next is over.
    """

    def __init__(self, most: int) -> None:
        self.size = 1
        self.seconds_a_block: float | None = None  # at the best pace so far; None while that is not known
        self._most = most
        self._decisions = 0  # of the longest game so far

    @property
    def knows_pace(self) -> bool:
        """Whether a game was over already."""
        return self._decisions > 0

    def over(self, seconds: float, together: int, decisions: int) -> None:
        """A game of so many decisions is over after so many seconds; its block was one of so many played together."""
        self._decisions = max(self._decisions, decisions, 1)
        self._note(seconds / together)
        if seconds > LONG:
            self.size = max(1, min(self.size, self._fitting(seconds, together)))
        else:
            self._grow(seconds, together)

    def paced(self, seconds: float, decisions: int, games: int, together: int) -> None:
        """In so many games of so many blocks, so many decisions were made in so many seconds."""
        if decisions and self.knows_pace:
            a_game = seconds * self._decisions * games / decisions
            self._note(a_game / together)
            self._grow(a_game, together)

    def _note(self, seconds_a_block: float) -> None:
        self.seconds_a_block = min(self.seconds_a_block or seconds_a_block, seconds_a_block)

    def _grow(self, seconds: float, together: int) -> None:
        """Let more begin if a game takes less than it might."""
        if seconds < SHORT:
            self.size = max(self.size, self._fitting(seconds, together))

    def _fitting(self, seconds: float, together: int) -> int:
        return min(self._most, int(together * _AIM / max(seconds, 1e-3)))
