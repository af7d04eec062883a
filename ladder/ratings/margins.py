"""How far one bot is ahead of another in some games, with an interval: by blocks, for the games of one are alike."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from math import sqrt
from statistics import fmean, stdev
from typing import NamedTuple

from serai.ladder.model.facts import Fact
from serai.ladder.ratings.student import bound

_BELOW = 0.975  # of an interval of 95 %: what lies below its upper end


class Margin(NamedTuple):
    """A mean and its 95 % interval."""

    mean: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.mean:+.2f} [{self.low:+.2f}, {self.high:+.2f}]"


class Lead(NamedTuple):
    """How far one bot is ahead of another: in points, and in places (fewer are better), over so many blocks."""

    other: str
    points: Margin
    places: Margin
    blocks: int


def leads(facts: Iterable[Fact], bot: str) -> list[Lead]:
    """Return how far a bot is ahead of each of the others, in games whose facts come block by block.

    Nothing where there are fewer than two blocks: one says nothing of how far others lie apart.
    """
    points: dict[str, list[float]] = {}
    places: dict[str, list[float]] = {}
    for _, block in groupby(facts, key=lambda fact: fact["block"]):
        games = list(block)
        for other in sorted({seat["bot"] for fact in games for seat in fact["seats"]} - {bot}):
            points.setdefault(other, []).append(_difference(games, bot, other, "points"))
            places.setdefault(other, []).append(_difference(games, bot, other, "rank"))
    return [
        Lead(other, _margin(points[other]), _margin(places[other]), len(points[other]))
        for other in points
        if len(points[other]) > 1
    ]


def _difference(games: Sequence[Fact], bot: str, other: str, what: str) -> float:
    """The mean of one less that of the other over the games of a block."""
    one, two = (
        fmean(float(seat[what]) for fact in games for seat in fact["seats"] if seat["bot"] == who)  # type: ignore[literal-required]  # points or rank
        for who in (bot, other)
    )
    return one - two


def _margin(values: Sequence[float]) -> Margin:
    mean = fmean(values)
    half = bound(_BELOW, len(values) - 1) * stdev(values) / sqrt(len(values))
    return Margin(mean, mean - half, mean + half)
