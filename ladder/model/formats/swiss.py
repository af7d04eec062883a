"""Swiss: in every round those who stand alike meet, and nobody meets again whom he need not meet again.

A bot's score is the sum over rounds of the share it won of all comparisons in its blocks: 1 for winning everything. Who
has a bye is given one half, for nobody was beaten. Byes go to those who had fewest, of these to the lowest score. Then
tables are filled in order of score, and bots are exchanged between tables until no exchange makes rematches fewer or,
with as many rematches, brings those at a table closer together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from math import ceil, log

from serai.ladder.model.formats.results import LineUp, NextRound, Stage

BYE = 0.5
# Up to so many bots every exchange is looked at; with more, those of bots that stand at most so far apart.
_ALL = 64
_APART = 24
_STEPS = 20_000


def usual_rounds(bots: int, seats: int) -> int:
    """Return how many rounds separate so many bots: as many as a knockout would have, and two more."""
    return ceil(log(max(bots, 2), seats)) + 2


def next_round(bots: Sequence[int], seats: int, rounds: int, blocks: int, made: Sequence[Stage]) -> NextRound | None:
    """Return the next round of the bots that still play, None if there is none."""
    if len(made) >= rounds or len(bots) < seats:
        return None
    points = scores(bots, made)
    byes = _byes(bots, seats, points, made)
    order = sorted((bot for bot in bots if bot not in byes), key=lambda bot: (-points[bot], bot))
    return NextRound(f"round {len(made) + 1} of {rounds}", tuple(tables(order, seats, met(made))), blocks, byes)


def scores(bots: Sequence[int], made: Sequence[Stage]) -> dict[int, float]:
    """Return the score of each bot."""
    points = dict.fromkeys(bots, 0.0)
    for stage in made:
        shares: dict[int, list[float]] = {}
        for result in stage.results:
            for bot in result.halves:
                shares.setdefault(bot, []).append(result.share(bot))
        for bot in points.keys() & (shares.keys() | set(stage.byes)):
            points[bot] += sum(shares[bot]) / len(shares[bot]) if bot in shares else BYE
    # Equal sums of other summands differ in their last bits.
    return {bot: round(score, 9) for bot, score in points.items()}


def met(made: Sequence[Stage]) -> Counter[tuple[int, int]]:
    """Return in how many rounds any two sat at one table."""
    return Counter(pair for stage in made for table in stage.tables for pair in combinations(sorted(table), 2))


def _byes(bots: Sequence[int], seats: int, points: dict[int, float], made: Sequence[Stage]) -> tuple[int, ...]:
    had = Counter(bot for stage in made for bot in stage.byes)
    return tuple(sorted(sorted(bots, key=lambda bot: (had[bot], points[bot], -bot))[: len(bots) % seats]))


def tables(order: Sequence[int], seats: int, meetings: Counter[tuple[int, int]]) -> list[LineUp]:
    """Return tables of bots that are given best first; their number goes up in seats."""
    found = _unmet_pairs(order, meetings) if seats == 2 else None
    filled = found or [list(order[start : start + seats]) for start in range(0, len(order), seats)]
    places = {bot: place for place, bot in enumerate(order)}
    _Exchange(filled, places, meetings).run()
    return [tuple(sorted(table)) for table in sorted(filled, key=lambda table: min(places[bot] for bot in table))]


def _unmet_pairs(order: Sequence[int], meetings: Counter[tuple[int, int]]) -> list[list[int]] | None:
    """Return pairs that never met, those that stand alike first; None if there are none, or they are hard to find."""
    steps = 0

    def pair(left: tuple[int, ...]) -> list[list[int]] | None:
        nonlocal steps
        if not left:
            return []
        steps += 1
        first = left[0]
        for at in range(1, len(left)):
            if steps > _STEPS:
                return None
            if not meetings[min(first, left[at]), max(first, left[at])]:
                rest = pair(left[1:at] + left[at + 1 :])
                if rest is not None:
                    return [[first, left[at]], *rest]
        return None

    return pair(tuple(order)) if len(order) < _ALL * 4 else None


class _Exchange:
    """Exchanges bots between tables as long as that helps."""

    def __init__(self, filled: list[list[int]], places: dict[int, int], meetings: Counter[tuple[int, int]]) -> None:
        self._tables = filled
        self._places = places
        self._meetings = meetings
        self._apart = len(places) if len(places) <= _ALL else _APART

    def run(self) -> None:
        while any(self._improve(one, other) for one, other in combinations(range(len(self._tables)), 2)):
            pass

    def _improve(self, one: int, other: int) -> bool:
        """Exchange two bots of two tables if it helps; return whether it did."""
        first, second = self._tables[one], self._tables[other]
        before = self._cost(first, second)
        for at in range(len(first)):
            for to in range(len(second)):
                if abs(self._places[first[at]] - self._places[second[to]]) > self._apart:
                    continue
                first[at], second[to] = second[to], first[at]
                if self._cost(first, second) < before:
                    return True
                first[at], second[to] = second[to], first[at]
        return False

    def _cost(self, *filled: list[int]) -> tuple[int, int]:
        """Return the squares of how often pairs have met, and of how far apart they stand."""
        pairs = [pair for table in filled for pair in combinations(sorted(table), 2)]
        again = sum(self._meetings[pair] ** 2 for pair in pairs)
        return again, sum((self._places[one] - self._places[other]) ** 2 for one, other in pairs)
