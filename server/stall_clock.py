"""The referee's clock: monotonic, and it gives back the time in which the platform itself stood still."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

BEAT = 0.05  # seconds between two beats of a healthy event loop
TOLERANCE = 0.05  # seconds a beat may be late before it counts as a stall


class StallClock:
    """A clock that stands still while the platform does: while a beat of the event loop is overdue.

    `latest` is the time it last gave: good enough where a message is being handled.
    """

    def __init__(self, time: Callable[[], float] = monotonic) -> None:
        self._time = time
        self._due = time() + BEAT
        self.stalled = 0.0
        self.latest = time()

    def now(self) -> float:
        """Seconds, less what the platform has stalled so far."""
        time = self._time()
        if time > self._due + TOLERANCE:
            self.stalled += time - self._due
            self._due = time + BEAT
        self.latest = time - self.stalled
        return self.latest

    def beat(self) -> float:
        """Note that the event loop is alive: the next beat is due in a moment."""
        now = self.now()
        self._due = now + self.stalled + BEAT
        return now
