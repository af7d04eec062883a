"""How often the 95 % intervals hold what they promise: of ratings, of differences, and of the folded Elo beside them.

Where rankings follow the model, the truth are the strengths that results were drawn with. Shared luck, shared places
and retirements bring results closer together; there the truth is what all events of the kind together say.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import combinations, repeat

import numpy as np

from serai.ladder.model.facts import Entrant, Fact
from serai.ladder.ratings.comparison import Comparison
from serai.ladder.ratings.elo import START, Rating, fold
from serai.ladder.ratings.estimate import estimate
from serai.ladder.ratings.fold import blocks_of, run
from serai.ladder.ratings.outcomes import Outcomes
from simulate.events import KINDS, Kind, event, generator

Truth = dict[Entrant, float]


@dataclass(frozen=True, slots=True)
class Coverage:
    """Shares of intervals that hold the truth, and the error (root of the mean square): of the estimate and of Elo."""

    kind: str
    blocks: int
    ratings: float
    differences: float
    error: float
    elo_ratings: float
    elo_differences: float
    elo_error: float


def measure_all(names: Sequence[str], events: int, seed: int, processes: int) -> Iterator[Coverage]:
    """Yield the coverage over so many events of each kind."""
    with ProcessPoolExecutor(processes) as pool:
        yield from pool.map(measure, names, repeat(events), repeat(seed))


def measure(name: str, events: int, seed: int) -> Coverage:
    """Return the coverage over so many events of one kind; the same events for the same seed."""
    kind, luck = KINDS[name], generator(name, seed)
    played = [event(kind, luck) for _ in range(events)]
    truth = _truth(kind, played)
    results = [_checked(facts, truth) for facts in played]
    means = np.array([result[:4] for result in results]).mean(axis=0)
    error, elo_error = (math.sqrt(np.mean([result[at] for result in results])) for at in (4, 5))
    blocks = sum(1 for _ in blocks_of(played[0]))
    return Coverage(name, blocks, means[0], means[1], error, means[2], means[3], elo_error)


def _truth(kind: Kind, played: Sequence[Sequence[Fact]]) -> Truth:
    if kind.follows_the_model:
        return {Entrant(f"bot-{bot}", "1"): START + points for bot, points in enumerate(kind.strengths())}
    everything = Outcomes()
    for facts in played:
        run(everything, facts)
    found = estimate(everything)
    return {who: START + points for who, points in zip(found.entrants, found.strengths, strict=True)}


def _checked(facts: Sequence[Fact], truth: Truth) -> tuple[float, ...]:
    """Return the shares that hold (ratings, differences, the same of Elo) and the mean squares of both errors."""
    compared = Comparison(estimate(run(Outcomes(), facts)))
    elo = fold(facts).ratings()
    rated = {row.entrant: row for row in compared.rated()}
    return (
        float(np.mean([rated[who].low <= truth[who] <= rated[who].high for who in truth])),
        float(np.mean([_is_between(compared, truth, *pair) for pair in combinations(truth, 2)])),
        float(np.mean([_holds(elo[who], truth[who]) for who in truth])),
        float(np.mean([_holds_between(elo, truth, *pair) for pair in combinations(truth, 2)])),
        float(np.mean([(rated[who].rating - truth[who]) ** 2 for who in truth])),
        float(np.mean([(elo[who].elo - truth[who]) ** 2 for who in truth])),
    )


def _is_between(compared: Comparison, truth: Truth, one: Entrant, other: Entrant) -> bool:
    by = compared.difference(one, other)
    return by.low <= truth[one] - truth[other] <= by.high


def _holds(rating: Rating, true: float) -> bool:
    return rating.low is not None and rating.high is not None and rating.low <= true <= rating.high


def _holds_between(elo: dict[Entrant, Rating], truth: Truth, one: Entrant, other: Entrant) -> bool:
    """Return whether the difference holds, with the margins of both added as if they were independent."""
    margins = [((elo[who].high or 0) - (elo[who].low or 0)) / 2 for who in (one, other)]
    return abs(elo[one].elo - elo[other].elo - truth[one] + truth[other]) <= math.hypot(*margins)
