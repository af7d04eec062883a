"""What the order of the same results does to a rating: nothing to the estimate, much to the folded Elo."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from serai.ladder.model.facts import Entrant, Fact
from serai.ladder.ratings.elo import fold
from serai.ladder.ratings.estimate import estimate
from serai.ladder.ratings.fold import blocks_of, run
from serai.ladder.ratings.outcomes import Outcomes
from simulate.events import KINDS, event, generator


@dataclass(frozen=True, slots=True)
class Shuffles:
    """Over all orders: the largest difference of an estimate and of an Elo, and how many bots stood first by each."""

    kind: str
    estimate: float
    elo: float
    elo_deviation: float
    first: int
    elo_first: int


def measure(name: str, times: int, seed: int) -> Shuffles:
    """Return what shuffling the blocks of one event so many times does."""
    luck = generator(name, seed)
    blocks = list(blocks_of(event(KINDS[name], luck)))
    orders = [[fact for at in luck.permutation(len(blocks)) for fact in blocks[at]] for _ in range(times)]
    estimates, elos = zip(*map(_both, orders), strict=True)
    everybody = sorted(estimates[0])
    rated, folded = (np.array([[found[who] for who in everybody] for found in many]) for many in (estimates, elos))
    return Shuffles(
        name,
        float(np.ptp(rated, axis=0).max()),
        float(np.ptp(folded, axis=0).max()),
        float(folded.std(axis=0).mean()),
        len(set(rated.round(6).argmax(axis=1))),
        len(set(folded.argmax(axis=1))),
    )


def _both(facts: list[Fact]) -> tuple[dict[Entrant, float], dict[Entrant, float]]:
    found = estimate(run(Outcomes(), facts))
    elo = {who: rating.elo for who, rating in fold(facts).ratings().items()}
    return dict(zip(found.entrants, found.strengths.tolist(), strict=True)), elo
