"""How often the A/B test errs: runs at both of its hypotheses and between them, with blocks of several kinds.

The shares of a block are drawn from a distribution made by playing many blocks of equal bots, tilted so that the mean
is exactly what the true difference says.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from serai.ladder.ratings.elo import expected
from serai.ladder.ratings.sprt import Hypotheses, log_ratio

Array = NDArray[np.float64]

_POOL = 200_000
_MOST_BLOCKS = 60_000
# Name, seats, the spread of a bot's luck that a block shares (in logits), and how often a comparison is a tie.
BLOCKS = {
    "2 seats": (2, 0.0, 0.0),
    "2 seats, shared luck": (2, 1.5, 0.0),
    "2 seats, half of games tied": (2, 0.0, 0.5),
    "3 seats, one field bot": (3, 0.5, 0.05),
    "4 seats, two field bots": (4, 0.5, 0.05),
}


@dataclass(frozen=True, slots=True)
class Errors:
    """Runs of blocks of one kind at one true difference: how many ended as better, as not better, and mean blocks."""

    kind: str
    elo: float
    better: float
    not_better: float
    blocks: float


def measure(kind: str, elo: float, of: Hypotheses, runs: int, seed: int) -> Errors:
    """Return how so many runs end if the new version is truly so much stronger; the same runs for the same seed."""
    luck = np.random.default_rng([seed, *kind.encode(), round(elo * 10)])
    ended, length = _run(*_distribution(kind, elo, luck), of, runs, luck)
    return Errors(kind, elo, float((ended > 0).mean()), float((ended < 0).mean()), float(length.mean()))


def _distribution(kind: str, elo: float, luck: np.random.Generator) -> tuple[Array, Array]:
    """Return the shares a block can have and their chances, with the mean that the difference says."""
    seats, spread, ties = BLOCKS[kind]
    chance = 1 / (1 + np.exp(-spread * np.sqrt(2) * luck.normal(size=(_POOL, 1))))
    games = (luck.random((_POOL, seats)) < chance).astype(np.float64)
    games[luck.random(games.shape) < ties] = 0.5
    values, counts = np.unique(games.mean(axis=1).round(6), return_counts=True)
    low, high = -20.0, 20.0
    for _ in range(100):
        tilt = (low + high) / 2
        weights = counts * np.exp(tilt * (values - 0.5))
        low, high = (tilt, high) if (weights @ values) / weights.sum() < expected(elo, 0) else (low, tilt)
    return values, weights / weights.sum()


def _run(values: Array, chances: Array, of: Hypotheses, runs: int, luck: np.random.Generator) -> tuple[Array, Array]:
    """Return how each run ended (1 better, -1 not better, 0 neither) and after how many blocks."""
    low, high = of.bounds()
    ended, length = np.zeros(runs), np.full(runs, float(_MOST_BLOCKS))
    going, total, squares = np.arange(runs), np.zeros(runs), np.zeros(runs)
    edges = np.cumsum(chances)[:-1]
    for blocks in range(1, _MOST_BLOCKS + 1):
        share = values[np.searchsorted(edges, luck.random(len(going)), side="right")]
        total += share
        squares += share * share
        ratio = log_ratio(blocks, total, squares, of)
        over = (ratio >= high) | (ratio <= low)
        if over.any():
            ended[going[over]], length[going[over]] = np.sign(ratio[over]), blocks
            going, total, squares = going[~over], total[~over], squares[~over]
            if not len(going):
                break
    return ended, length
