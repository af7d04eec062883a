"""How much one caller may ask: so many calls a second, with a burst, and so many open at once. Told the time."""

from __future__ import annotations

from collections import Counter, OrderedDict
from dataclasses import dataclass

from serai.ladder.access.refusal import Exhausted

BURST_SECONDS = 10.0  # a caller who was silent may make the calls of so many seconds at once
_MOST_CALLERS = 10_000  # remembered; whoever has been silent longest is forgotten
_OPEN_WAIT = 1.0


@dataclass(slots=True)
class _Bucket:
    left: float
    at: float


class Limits:
    """The limits of callers by name. `rate` is calls a second, `most_open` the calls of one caller at a time."""

    def __init__(self, rate: float, most_open: int) -> None:
        self._rate = rate
        self._most_open = most_open
        self._buckets: OrderedDict[str, _Bucket] = OrderedDict()
        self._open = Counter[str]()

    def take(self, caller: str, now: float) -> None:
        """Count a call; Exhausted if the caller has to wait."""
        bucket = self._bucket(caller, now)
        if bucket.left < 1:
            wait = (1 - bucket.left) / self._rate
            raise Exhausted(f"too many calls: {self._rate:g} a second are let through; wait {wait:.2f} s", wait)
        bucket.left -= 1

    def _bucket(self, caller: str, now: float) -> _Bucket:
        most = max(1.0, self._rate * BURST_SECONDS)
        bucket = self._buckets.pop(caller, None) or _Bucket(most, now)
        bucket.left, bucket.at = min(most, bucket.left + (now - bucket.at) * self._rate), now
        self._buckets[caller] = bucket
        if len(self._buckets) > _MOST_CALLERS:
            self._buckets.popitem(last=False)
        return bucket

    def enter(self, caller: str) -> None:
        """Count a call as open until the caller leaves; Exhausted if there are too many."""
        if self._open[caller] >= self._most_open:
            line = f"too many calls at once: {self._most_open} may be open; wait until one of them ends"
            raise Exhausted(line, _OPEN_WAIT)
        self._open[caller] += 1

    def leave(self, caller: str) -> None:
        self._open[caller] -= 1
        if not self._open[caller]:
            del self._open[caller]
