"""Numbers as pictures in SVG: intervals, ratings over time, and the colours of a cross table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import cycle

from serai.ladder.ratings.history import History, Point

# Told apart by most who do not see red and green.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8c564b", "#666666")
_WIDTH, _HEIGHT, _MARGIN = 720, 280, 44
_LINES = 5  # across a chart, with a number each


@dataclass(frozen=True, slots=True)
class Scale:
    """Where values lie in a picture: `low` at `start`, `high` at `end`."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        share = (value - self.low) / (self.high - self.low or 1)
        return round(self.start + share * (self.end - self.start), 1)

    def steps(self, count: int) -> list[float]:
        """Return so many values from low to high."""
        return [self.low + (self.high - self.low) * step / (count - 1) for step in range(count)]


@dataclass(frozen=True, slots=True)
class Curve:
    """The rating of a bot over time: a line, and the band of its interval."""

    name: str
    colour: str
    line: str
    band: str


@dataclass(frozen=True, slots=True)
class Chart:
    """All curves of an event in one picture, with the lines behind them as (place, number)."""

    width: int
    height: int
    margin: int
    curves: Sequence[Curve]
    ratings: Sequence[tuple[float, str]]
    games: Sequence[tuple[float, str]]


def chart(histories: Sequence[History]) -> Chart:
    """Draw ratings after each game of their bots."""
    points = [point for history in histories for point in history.points]
    across = Scale(0, max(point.games for point in points), _MARGIN, _WIDTH - 8)
    bounds = [bound for point in points for bound in _bounds(point)]
    upwards = Scale(min(bounds), max(bounds), _HEIGHT - _MARGIN / 2, 8)
    curves = [
        Curve(
            history.entrant.bot,
            colour,
            " ".join(f"{across(point.games)},{upwards(point.rating.elo)}" for point in history.points),
            " ".join(_band(history.points, across, upwards)),
        )
        for history, colour in zip(histories, cycle(COLOURS), strict=False)
    ]
    return Chart(
        *(_WIDTH, _HEIGHT, _MARGIN, curves),
        [(upwards(value), f"{value:.0f}") for value in upwards.steps(_LINES)],
        [(across(value), f"{value:.0f}") for value in across.steps(_LINES)],
    )


def _bounds(point: Point) -> tuple[float, float]:
    """Return the interval of a rating; one that has none yet is a point."""
    rating = point.rating
    return rating.elo if rating.low is None else rating.low, rating.elo if rating.high is None else rating.high


def _band(points: Sequence[Point], across: Scale, upwards: Scale) -> list[str]:
    """Return the corners of the interval, forth along the upper and back along the lower bound."""
    known = [(across(point.games), *_bounds(point)) for point in points if point.rating.low is not None]
    upper = [f"{x},{upwards(high)}" for x, _, high in known]
    return upper + [f"{x},{upwards(low)}" for x, low, _ in reversed(known)]


def heat(score: float) -> str:
    """Return the colour of a score: orange below a half, none at it, blue above."""
    hue = 205 if score >= 0.5 else 28
    return f"hsl({hue} 75% 50% / {abs(score - 0.5) * 1.4:.2f})"
