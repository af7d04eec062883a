"""How many questions a bot may have open: what it has shown it can answer in a moment. The others wait, unsent."""

from __future__ import annotations

MOST = 1024  # questions open on one stream
MOMENT = 0.25  # seconds in which all that is open should be answered
SHARE = 1 / 8  # of the least time that an open question has, where that is shorter
HALF = 0.5 ** (1 / 64)  # how a slow answer is forgotten: after 64 others it counts half


class Window:
    """Starts at one question, doubles with every message of answers, shrinks at once when answers get slow."""

    __slots__ = ("_slowest", "size")

    def __init__(self) -> None:
        self.size = 1
        self._slowest = 0.0

    def answered(self, answers: int, seconds: float) -> None:
        """Note a message of answers, and the seconds they took together."""
        self._slowest = max(seconds / answers, self._slowest * HALF**answers)
        self.size = max(1, min(2 * self.size, MOST, int(MOMENT / max(self._slowest, MOMENT / MOST))))

    def room(self, is_open: int, least: float) -> int:
        """Return how many more questions may be open beside so many; the one with the least time has `least` seconds.

        It may be less than none; where nothing is open it is at least one.
        """
        most = min(self.size, least * SHARE / self._slowest) if self._slowest else self.size
        return max(1, int(most)) - is_open
