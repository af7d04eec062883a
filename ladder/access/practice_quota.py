"""How much one owner may practise: so many games in an hour at all arenas, in so many calls at once at each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from serai.ladder.access.quotas import Quota, Quotas
from serai.ladder.access.refusal import Exhausted, Forbidden

HOUR = 3600.0
MOST_CALLS = 2
_OPEN_WAIT = 5.0


class PracticeQuota:
    """The practice of owners by name. `games` is how many each may begin in an hour."""

    def __init__(self, quotas: Quotas, games: int) -> None:
        self._quotas = quotas
        self._hour = Quota("practice games", games, HOUR)
        self._open = Counter[str]()

    @contextmanager
    def call(self, owner: str) -> Iterator[None]:
        """Count a call of an owner that is open while the block runs; Exhausted if there are enough of them."""
        if self._open[owner] >= MOST_CALLS:
            raise Exhausted(f"{owner} practises {MOST_CALLS} times at once already; wait until one is over", _OPEN_WAIT)
        self._open[owner] += 1
        try:
            yield
        finally:
            self._open[owner] -= 1

    def begin(self, owner: str, games: int) -> None:
        """Count games that an owner asks for; Exhausted if they have to wait, Forbidden if that would not help."""
        if games > self._hour.most:
            raise Forbidden(f"{games} games are too many: this arena allows {self._hour.most} for practice in an hour")
        self._quotas.take(self._hour, owner, games)
