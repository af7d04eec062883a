"""The sequential test whether a new version is stronger: as few blocks as the answer takes, with bounded errors.

The unit is the block: the share of the new version against the old one over all rotations, which share their luck. Of
two hypotheses, a difference of `elo0` and one of `elo1`, the logarithm of the likelihood ratio is that of a normal mean
with the variance the blocks show. When it leaves its bounds the test is over (the generalised sequential test).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeVar

from serai.ladder.model.facts import Fact
from serai.ladder.ratings.elo import expected

if TYPE_CHECKING:
    from serai.ladder.ratings.plackett_luce import Array

# One test, or an array of many.
Number = TypeVar("Number", float, "Array")
Verdict = Literal["better", "not better", "undecided"]

# To what blocks show, so many are added that spread as widely as shares can: a few blocks that came out alike are no
# proof. Chosen by simulation.
_WIDE_BLOCKS = 4.0
_WIDEST = 0.25
_NORMAL_95 = 1.96


class Hypotheses(NamedTuple):
    """What is tested: at `elo0` it is called better with a chance of at most alpha, at `elo1` not with at most beta."""

    elo0: float
    elo1: float
    alpha: float
    beta: float

    def scores(self) -> tuple[float, float]:
        """Return the expected shares under both."""
        return expected(self.elo0, 0), expected(self.elo1, 0)

    def bounds(self) -> tuple[float, float]:
        """Return where the test ends: not better, better.

        With Wald's inequalities, which bound each error by itself; his approximations bound their sum only.
        """
        return math.log(self.beta), -math.log(self.alpha)


class Sprt:
    """A test under way. `blocks` counts them."""

    def __init__(self, hypotheses: Hypotheses) -> None:
        self.hypotheses = hypotheses
        self.blocks = 0
        self._sum = self._squares = 0.0

    def add(self, score: float) -> None:
        """Take in the share of the new version in one block."""
        self.blocks += 1
        self._sum += score
        self._squares += score * score

    @property
    def score(self) -> float:
        """Return the mean share over all blocks."""
        return self._sum / self.blocks

    @property
    def ratio(self) -> float:
        """Return the logarithm of the likelihood ratio so far."""
        return log_ratio(self.blocks, self._sum, self._squares, self.hypotheses) if self.blocks else 0.0

    @property
    def verdict(self) -> Verdict:
        low, high = self.hypotheses.bounds()
        return "better" if self.ratio >= high else "not better" if self.ratio <= low else "undecided"

    def interval(self) -> tuple[float, float, float]:
        """Return the difference in points of Elo that the mean share stands for, and its 95 % interval.

        The interval is that of a test which was to end after so many blocks, whatever they said.
        """
        error = math.sqrt(variance(self.blocks, self._sum, self._squares) / self.blocks)
        low, middle, high = (_points(self.score + side * _NORMAL_95 * error) for side in (-1, 0, 1))
        return middle, low, high


def variance(blocks: int, total: Number, squares: Number) -> Number:
    """Return the variance of a block's share, rather too large than too small."""
    return (squares - total * total / blocks + _WIDE_BLOCKS * _WIDEST) / blocks


def log_ratio(blocks: int, total: Number, squares: Number, of: Hypotheses) -> Number:
    """Return the logarithm of the likelihood ratio."""
    first, second = of.scores()
    mean = total / blocks
    return blocks * (second - first) * (2 * mean - first - second) / (2 * variance(blocks, total, squares))


def block_score(block: Sequence[Fact], seatings: Sequence[Sequence[int]]) -> float:
    """Return the share of bot 0 against bot 1 in the games of a block; a shared place is half.

    `seatings` say by rotation which bot sat where: the same version may fill a further seat.
    """
    shares = [_share(fact, seatings[fact["rotation"]]) for fact in block]
    return sum(shares) / len(shares)


def _share(fact: Fact, seating: Sequence[int]) -> float:
    new, old = (fact["seats"][seating.index(bot)]["rank"] for bot in (0, 1))
    return 0.5 if new == old else float(new < old)


def _points(share: float) -> float:
    """Return the difference at which a share is expected; shares of 0 and 1 are taken for nearly so."""
    inside = min(max(share, 1e-4), 1 - 1e-4)
    return 400 * math.log10(inside / (1 - inside))
