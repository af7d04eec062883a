"""How much one owner may practise: so many games in an hour, in so many calls at once. Told the time."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator
from contextlib import contextmanager

from serai.ladder.access.refusal import Exhausted, Forbidden

HOUR = 3600.0
MOST_CALLS = 2
_OPEN_WAIT = 5.0


class PracticeQuota:
    """The practice of owners by name. `games` is how many each may begin in an hour."""

    def __init__(self, games: int) -> None:
        self._most = games
        self._begun: dict[str, deque[tuple[float, int]]] = {}
        self._open = Counter[str]()

    @contextmanager
    def taken(self, owner: str, games: int, now: float) -> Iterator[None]:
        """Count games that an owner asks for, in a call that is open while the block runs; Exhausted if they have to
        wait, Forbidden if that would not help.
        """
        self._check(owner, games, now)
        self._begun.setdefault(owner, deque()).append((now, games))
        self._open[owner] += 1
        try:
            yield
        finally:
            self._open[owner] -= 1

    def _check(self, owner: str, games: int, now: float) -> None:
        if games > self._most:
            raise Forbidden(f"{games} games are too many: this arena allows {self._most} for practice in an hour")
        if self._open[owner] >= MOST_CALLS:
            raise Exhausted(f"{owner} practises {MOST_CALLS} times at once already; wait until one is over", _OPEN_WAIT)
        self._forget(now)
        wait = self._wait(owner, games, now)
        if wait > 0:
            line = f"{owner} may begin {self._most} games for practice in an hour; wait {wait:.0f} s for {games} more"
            raise Exhausted(line, wait)

    def _wait(self, owner: str, games: int, now: float) -> float:
        """Return after how many seconds so many games may begin."""
        begun = self._begun.get(owner, ())
        over, wait = sum(count for _, count in begun) + games - self._most, 0.0
        for when, count in begun:
            if over <= 0:
                break
            over, wait = over - count, when + HOUR - now
        return wait

    def _forget(self, now: float) -> None:
        """Forget what was begun more than an hour ago."""
        for owner, begun in list(self._begun.items()):
            while begun and begun[0][0] + HOUR <= now:
                begun.popleft()
            if not begun:
                del self._begun[owner]
