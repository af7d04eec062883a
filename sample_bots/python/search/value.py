"""What a position is worth to a seat: how many of the others it will probably leave behind, from 0 to 1.

Whether one seat comes out ahead of another is guessed from what tells them apart (features.py), each with its weight.
training/evaluation.py finds the weights in games of greedy.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from math import exp
from pathlib import Path

from serai.sample_bots.python.search.features import FEATURES, Features, of_points
from serai.sample_bots.python.search.greedy_seats import GreedySeats
from serai.sim import World

WEIGHTS = Path(__file__).with_name("weights.json")
OF_POINTS = (0.2,)  # for a game that was not learned
AT_THE_START = 0.4  # how much features say then, of what they say at the end
MOST = 30.0  # beyond it nobody can tell the difference


def values(greedy: GreedySeats, world: World) -> list[float]:
    """Return for each seat the share of the others that it leaves behind, or will."""
    if world.over:
        return shares([-MOST * rank for rank in world.score().ranks])
    return shares([strength(weights_of(world.game), features) for features in features_of(greedy, world)])


def shares(ahead: Sequence[float]) -> list[float]:
    """Return the share of the others that each leaves behind, if they are so far ahead."""
    # Everybody is as good as himself, which is half a seat too much.
    return [(sum(chance(mine - each) for each in ahead) - 0.5) / (len(ahead) - 1) for mine in ahead]


def features_of(greedy: GreedySeats, world: World) -> list[Features]:
    """Return what tells the seats apart, each as it sees itself."""
    points = world.score().points
    describe = FEATURES.get(world.game, of_points)
    return [describe(table, world.view(table.seat), points) for table in greedy.tables]


def strength(weights: Sequence[float], features: Features) -> float:
    """Return what the features come to; early in a game all of it says less about the end."""
    total = sum(weight * each for weight, each in zip(weights, features.values, strict=True))
    return sharpness(features.done) * total


def sharpness(done: float) -> float:
    return AT_THE_START + (1.0 - AT_THE_START) * done


def chance(lead: float) -> float:
    return 1.0 / (1.0 + exp(-max(-MOST, min(MOST, lead))))


@cache
def weights_of(game: str) -> tuple[float, ...]:
    return tuple(json.loads(WEIGHTS.read_text(encoding="utf-8")).get(game, OF_POINTS))
