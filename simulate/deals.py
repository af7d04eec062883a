"""What shared deals are worth: how much wider intervals get when every game of a block has a deal of its own.

Blocks are played with shared deals only. Games of one rotation in different blocks have nothing in common, so the
variance of a block whose games have deals of their own follows from those of its rotations.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from math import sqrt
from statistics import mean, variance
from typing import Any

import serai
from serai.referee.games import GAMES
from tests.event_coverage import Greedy
from tests.sample_bots.arena import block, deal


class Careless(Greedy):
    """Greedy, but every tenth answer is any. With other names they have other luck: they are as strong, not alike."""

    def __init__(self, name: str) -> None:
        self.called = name

    @property
    def name(self) -> str:
        return self.called

    def choose(self, table: serai.Table, view: Any, options: Sequence[Any]) -> int:
        return table.luck.below(len(options)) if table.luck.below(10) == 0 else super().choose(table, view, options)


# Each with the bot that is looked at first.
LINE_UPS: dict[str, tuple[serai.Bot, ...]] = {
    "three as strong": (Careless("a"), Careless("b"), Careless("c")),
    "one better": (Greedy(), Careless("b"), Careless("c")),
}


@dataclass(frozen=True, slots=True)
class Row:
    """What came out in the blocks of a line-up, in points of the first bot: 1 for a won pair, 1/2 for a shared one."""

    game: str
    line_up: str
    blocks: int
    shared: float  # the standard deviation of a block
    own: float

    @property
    def wider(self) -> float:
        """Return how many times wider an interval is without shared deals."""
        return self.own / self.shared


def measure_all(games: Sequence[str], blocks: int, seed: int, processes: int) -> Iterator[Row]:
    """Yield a row for each game and line-up."""
    with ProcessPoolExecutor(processes) as pool:
        for game in games:
            for line_up in LINE_UPS:
                numbers = range(seed * blocks, (seed + 1) * blocks)
                points = list(pool.map(_points, *zip(*((game, line_up, n) for n in numbers), strict=True), chunksize=4))
                shared, own = spreads(points)
                yield Row(game, line_up, blocks, shared, own)


def spreads(points: Sequence[Sequence[float]]) -> tuple[float, float]:
    """Return the standard deviations of a block's mean, with shared deals and with own ones."""
    rotations = len(points[0])
    own = sum(variance(rotation) for rotation in zip(*points, strict=True)) / rotations**2
    return sqrt(variance(mean(games) for games in points)), sqrt(own)


def _points(game: str, line_up: str, number: int) -> list[float]:
    """Play a block and return what the first bot got in each of its games."""
    bots = LINE_UPS[line_up]
    options = dict(choice.split("=") for choice in GAMES[game].all_seat_counts()[len(bots)][:1])
    ranks = ([outcome.rank for outcome in outcomes] for outcomes in block(game, bots, deal(number), options))
    return [mean((first < other) + (first == other) / 2 for other in others) for first, *others in ranks]
