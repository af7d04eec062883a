"""Plackett and Luce's model of rankings: whoever is left takes the next place with odds of its strength.

A seat's strength is its bot's plus a term of the seat. A shared place counts as all orders of those who share it, each
with the same weight; between two it is half a win, as in Elo. Strengths are natural logarithms of odds.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Numbers = NDArray[np.int64]

# The odds of a seat that is further below the best of its game are taken for these: not 0, or a set could have none.
_LEAST_LOG = -600.0


@cache
def members(seats: int) -> Array:
    """Return for each set of seats, numbered by its bits from 1 on, which seats are in it, as 0 and 1."""
    return np.array([[left >> seat & 1 for seat in range(seats)] for left in range(1, 1 << seats)], dtype=np.float64)


@cache
def stages(ranks: str) -> tuple[tuple[int, float], ...]:
    """Return the sets of seats among which a place was decided, by their row in `members`, each with its weight."""
    weights: dict[int, float] = {}
    below = 0
    for rank in sorted(set(ranks), reverse=True):
        group = [1 << seat for seat, own in enumerate(ranks) if own == rank]
        for size in range(1, len(group) + 1):
            for some in combinations(group, size):
                row = (below | sum(some)) - 1
                weights[row] = weights.get(row, 0.0) + 1 / comb(len(group), size)
        below |= sum(group)
    return tuple(sorted(weights.items()))


def chances(logs: Array) -> Array:
    """Return the chance of each seat to take the next place, for every game and set; 0 for those who are not in it.

    What comes before the seats in `logs`, shapes and games, comes before them in what is returned.
    """
    below = np.maximum(logs - logs.max(axis=-1, keepdims=True), _LEAST_LOG)
    odds = np.exp(below)[..., None, :] * members(logs.shape[-1])
    return np.asarray(odds / odds.sum(axis=-1, keepdims=True))


def information(chance: Array, decided: Array) -> Array:
    """Return minus the second derivatives by the strengths of the seats, a matrix for each game."""
    weighted = decided[..., None] * chance
    found = -(weighted.swapaxes(-1, -2) @ chance)
    seat = np.arange(chance.shape[-1])
    found[..., seat, seat] += weighted.sum(axis=-2)
    return np.asarray(found)


def stage_weights(patterns: Sequence[str]) -> Array:
    """Return a row for each pattern of ranks: how much each set of seats decided in it."""
    found = np.zeros((len(patterns), (1 << len(patterns[0])) - 1))
    for row, ranks in enumerate(patterns):
        for at, weight in stages(ranks):
            found[row, at] = weight
    return found
