"""Student's t: the spread of a mean in units of its own estimated error. Exact to six digits and more."""

from __future__ import annotations

import math
from functools import cache
from statistics import NormalDist

_PRECISION = 1e-12
# Some twenty do for few degrees of freedom, and a thousand for a million.
_MOST_TERMS = 10_000


def chance_below(value: float, freedom: float) -> float:
    """Return the chance that a value of Student's t with so many degrees of freedom is below this one."""
    tail = _beta_share(freedom / (freedom + value * value), freedom / 2, 0.5) / 2
    return tail if value < 0 else 1 - tail


@cache
def bound(chance: float, freedom: float) -> float:
    """Return the value below which Student's t is with this chance, which is above one half.

    The normal bound is below it, and from there on the curve bends down: Newton's steps come closer and never go past.
    """
    value = step = NormalDist().inv_cdf(chance)
    while step > _PRECISION * value:
        step = (chance - chance_below(value, freedom)) / _density(value, freedom)
        value += step
    return value


def _density(value: float, freedom: float) -> float:
    logs = math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2) - math.log(freedom * math.pi) / 2
    return math.exp(logs - (freedom + 1) / 2 * math.log1p(value * value / freedom))


def _beta_share(x: float, a: float, b: float) -> float:
    """Return the regularised incomplete beta function, by its continued fraction."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - _beta_share(1 - x, b, a)
    logs = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)
    return math.exp(logs) / (a * _fraction(x, a, b))


def _fraction(x: float, a: float, b: float) -> float:
    """Return the continued fraction 1 + d1 x / (1 + d2 x / (1 + …)), from its beginning until nothing changes."""
    found = above = 1.0
    below = 0.0
    for k in range(1, _MOST_TERMS):
        half = k // 2
        if k % 2:
            term = -(a + half) * (a + b + half) / ((a + k - 1) * (a + k))
        else:
            term = half * (b - half) / ((a + k - 1) * (a + k))
        above, below = 1 + term * x / above, 1 / (1 + term * x * below)
        found *= above * below
        if abs(above * below - 1) < _PRECISION:
            break
    return found
