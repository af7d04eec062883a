"""What an estimate says about entrants and between them: intervals, ranks, groups that cannot be told apart."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from serai.ladder.model.facts import Entrant
from serai.ladder.ratings.elo import START, expected
from serai.ladder.ratings.estimate import Estimate
from serai.ladder.ratings.plackett_luce import Array
from serai.ladder.ratings.rated import Rated, group_names
from serai.ladder.ratings.student import bound, chance_below

# Of an interval of 95 %: what lies below its upper end.
_BELOW = 0.975
_DIGITS = 6
_FINE, _COARSE = 100, 2


class Difference(NamedTuple):
    """How far one is above another, with the 95 % interval and what follows from it.

    `superiority` is the chance that the one is the stronger of the two, `score` its expected share against the other.
    """

    points: float
    low: float
    high: float
    superiority: float
    score: float


class Comparison:
    """An estimate on the scale that tables print: the mean of all is 1500, or that of some is what is asked for."""

    def __init__(self, estimate: Estimate, anchors: Mapping[Entrant, float] | None = None) -> None:
        self._estimate = estimate
        self._number = {who: number for number, who in enumerate(estimate.entrants)}
        weights = np.zeros(len(estimate.entrants))
        chosen = [self._number[who] for who in anchors or estimate.entrants]
        weights[chosen] = 1 / max(1, len(chosen))
        level = START if not anchors else sum(anchors.values()) / len(anchors)
        self._bounds = np.array([bound(_BELOW, _rounded(freedom)) for freedom in estimate.freedom])
        # What is measured from references is known no better than they are.
        self._bounds_of_ratings = np.maximum(self._bounds, self._bounds[chosen].max()) if anchors else self._bounds
        self.ratings: Array = estimate.strengths - weights @ estimate.strengths + level
        # The variance of a strength less that of the anchors: a mean of strengths with these weights.
        anchor = estimate.covariance @ weights
        variances = np.diag(estimate.covariance) - 2 * anchor + weights @ anchor
        self._errors = np.sqrt(np.maximum(0.0, variances))

    def rated(self, only: Collection[Entrant] | None = None) -> list[Rated]:
        """Return everybody, or only some, the best first. Ranks and groups are among those who are returned."""
        wanted = [who for who in self._number if only is None or who in only]
        # Equal results give strengths that are equal but for the last bits.
        order = sorted(wanted, key=lambda who: (-round(self.ratings[self._number[who]], _DIGITS), who))
        places = [self._number[who] for who in order]
        apart = self._apart()[np.ix_(places, places)]
        groups = group_names((~apart).tolist())
        return [
            self._rated(number, 1 + int(apart[at, :at].sum()), len(order) - int(apart[at, at:].sum()), groups[at])
            for at, number in enumerate(places)
        ]

    def _rated(self, number: int, best: int, worst: int, group: str) -> Rated:
        """Return a rating to the millionth: what lies below depends on the machine it is worked out on."""
        rating, margin = self.ratings[number], self._bounds_of_ratings[number] * self._errors[number]
        middle, low, high = (round(float(value), _DIGITS) for value in (rating, rating - margin, rating + margin))
        who, part = self._estimate.entrants[number], self._estimate.parts[number]
        return Rated(who, middle, low, high, best, worst, group, part)

    def _apart(self) -> NDArray[np.bool_]:
        """Return for every two whether the 95 % interval of their difference leaves out 0."""
        strengths = self._estimate.strengths
        margins = np.maximum(self._bounds[:, None], self._bounds) * self._errors_between()
        return np.asarray(np.abs(strengths[:, None] - strengths) > margins)

    def _errors_between(self) -> Array:
        covariance = self._estimate.covariance
        variance = np.diag(covariance)
        return np.sqrt(np.maximum(0.0, variance[:, None] + variance - 2 * covariance))

    def difference(self, one: Entrant, other: Entrant) -> Difference:
        """Return how far one is above another; KeyError if one of them is not rated."""
        first, second = self._number[one], self._number[other]
        covariance, freedom = self._estimate.covariance, self._estimate.freedom
        points = float(self.ratings[first] - self.ratings[second])
        variance = covariance[first, first] + covariance[second, second] - 2 * covariance[first, second]
        error = math.sqrt(max(0.0, float(variance)))
        margin = error * float(max(self._bounds[first], self._bounds[second]))
        scale = points / error if error else 0.0
        superiority = chance_below(scale, _rounded(min(freedom[first], freedom[second])))
        return Difference(points, points - margin, points + margin, superiority, expected(points, 0))


def _rounded(freedom: float) -> float:
    """Return degrees of freedom so that few numbers are left to work out bounds for; a little less, never more."""
    if freedom < _FINE:
        return math.floor(10 * freedom) / 10
    digits = 10 ** (int(math.log10(freedom)) + 1 - _COARSE)
    return float(math.floor(freedom / digits) * digits)
