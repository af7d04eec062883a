"""How strong a bot is and how sure that is: what the standing ladder asks of ratings."""

from __future__ import annotations

import math
from collections.abc import Sequence

from serai.ladder.model.facts import Entrant, Fact
from serai.ladder.model.formats.standing import UNKNOWN_RATING, Strength
from serai.ladder.ratings.outcomes import Outcomes


class Strengths:
    """The strengths of everybody in the blocks that were taken in, under one set of rules."""

    def __init__(self) -> None:
        self._outcomes = Outcomes()

    def take(self, block: Sequence[Fact]) -> None:
        """Take in the facts of a block."""
        self._outcomes.step(block)

    def known(self) -> dict[Entrant, Strength]:
        """Return how strong everybody is who played, in whole points: what lies below is rounding."""
        from serai.ladder.ratings.estimate import estimate

        found = estimate(self._outcomes)
        errors = [math.sqrt(variance) for variance in found.covariance.diagonal().tolist()]
        return {
            who: Strength(float(round(UNKNOWN_RATING + strength)), float(round(error)))
            for who, strength, error in zip(found.entrants, found.strengths.tolist(), errors, strict=True)
        }
