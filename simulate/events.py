"""Events that nobody played: bots of known strengths, whose results are drawn.

A seat's performance is its bot's strength, a term of the seat and Gumbel's noise; so rankings follow Plackett and Luce.
On top come what real events have: places that are shared, seats that are retired, and luck of a bot with a deal that
all games of the block share.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from serai.ladder.model.facts import Fact
from serai.ladder.ratings.estimate import PER_LOGIT

_SPREAD = 120.0
_SEAT_ADVANTAGE = 100.0
_RETIRED = -1e9


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of event: bots, seats, blocks for each line-up, and what is special about it.

    `apart` divides the bots into two classes so far apart; without it strengths are spread normally. `luck` is the
    spread of a bot's luck with a deal, in points; `tie` how close performances are taken for equal; `retired` how
    often the last bot is retired, the others less; `unequal` lets some line-ups meet eight times as often as others.
    """

    bots: int
    seats: int
    blocks: int
    apart: float = 0.0
    luck: float = 0.0
    tie: float = 0.0
    retired: float = 0.0
    unequal: bool = False

    @property
    def follows_the_model(self) -> bool:
        """Return True if rankings follow the model with the strengths themselves."""
        return not (self.luck or self.tie or self.retired)

    def strengths(self) -> NDArray[np.float64]:
        """Return the strengths in points, around 0."""
        if self.apart:
            return np.where(np.arange(self.bots) < self.bots / 2, -self.apart / 2, self.apart / 2)
        normal = NormalDist(0, _SPREAD)
        return np.array([normal.inv_cdf((bot + 0.5) / self.bots) for bot in range(self.bots)])

    def line_ups(self) -> Iterator[tuple[int, ...]]:
        for line_up in combinations(range(self.bots), self.seats):
            times = self.blocks
            if self.unequal:
                times = self.blocks * (
                    1 if 0 in line_up else 2 if 1 in line_up else 8 if self.bots - 1 in line_up else 4
                )
            yield from [line_up] * times


KINDS = {
    "2 seats": Kind(6, 2, 4),
    "3 seats": Kind(6, 3, 3),
    "4 seats": Kind(6, 4, 4),
    "2 seats, shared places": Kind(6, 2, 4, tie=250),
    "3 seats, shared places": Kind(6, 3, 3, tie=200),
    "4 seats, retirements": Kind(6, 4, 4, retired=0.25),
    "2 seats, shared luck": Kind(6, 2, 6, luck=260),
    "3 seats, shared luck": Kind(6, 3, 3, luck=260),
    "4 seats, shared luck": Kind(6, 4, 4, luck=260),
    "3 seats, unequal games": Kind(6, 3, 1, unequal=True),
    "2 seats, 400 apart, few blocks": Kind(6, 2, 2, apart=400),
    "3 seats, 400 apart, few blocks": Kind(6, 3, 1, apart=400),
    "4 seats, 400 apart, few blocks": Kind(6, 4, 1, apart=400),
    "4 seats, 400 apart, shared luck": Kind(6, 4, 2, apart=400, luck=170),
    "2 seats, 2 bots, 12 blocks": Kind(2, 2, 12),
    "4 seats, 4 bots, 8 blocks, luck": Kind(4, 4, 8, luck=170),
}


def generator(name: str, seed: int) -> np.random.Generator:
    """Return the luck of all events of a kind."""
    return np.random.default_rng([seed, *name.encode()])


def event(kind: Kind, luck: np.random.Generator) -> list[Fact]:
    """Return the facts of one event of a kind, in schedule order."""
    line_ups = np.array([luck.permutation(line_up) for line_up in kind.line_ups()])
    seated = np.stack([np.roll(line_ups, -rotation, axis=1) for rotation in range(kind.seats)], axis=1)
    ranks = _ranks(_performances(kind, seated, luck))
    order = luck.permutation(len(line_ups))
    return [
        _fact(block, rotation, seated[at, rotation], ranks[at, rotation])
        for block, at in enumerate(order)
        for rotation in range(kind.seats)
    ]


def _performances(kind: Kind, seated: NDArray[np.int64], luck: np.random.Generator) -> NDArray[np.float64]:
    seats = np.linspace(_SEAT_ADVANTAGE / 2, -_SEAT_ADVANTAGE / 2, kind.seats)
    found = kind.strengths()[seated] + seats + PER_LOGIT * luck.gumbel(size=seated.shape)
    by_bot = kind.luck * luck.normal(size=(len(seated), 1, kind.bots))
    found += np.take_along_axis(np.broadcast_to(by_bot, (*seated.shape[:2], kind.bots)), seated, axis=2)
    if kind.tie:
        found = np.floor(found / kind.tie + luck.random((*seated.shape[:2], 1)))
    chance = kind.retired * np.arange(kind.bots) / max(1, kind.bots - 1)
    return np.where(luck.random(seated.shape) < chance[seated], _RETIRED, found)


def _ranks(performances: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return the ranks in every game; equal performances share a place."""
    ahead = performances[..., None, :] > performances[..., :, None]
    return np.asarray(1 + ahead.sum(axis=-1), dtype=np.int64)


def _fact(block: int, rotation: int, seated: NDArray[np.int64], ranks: NDArray[np.int64]) -> Fact:
    return {
        "game_id": f"{block}-{rotation}",
        "tournament": "simulated",
        "block": block,
        "rotation": rotation,
        "game": "simulated",
        "epoch": 1,
        "options": {},
        "seats": [
            {"bot": f"bot-{bot}", "version": "1", "points": 0, "rank": rank, "ending": "played", "cause": None}
            for bot, rank in zip(seated.tolist(), ranks.tolist(), strict=True)
        ],
        "commitment": "",
        "deal": "",
        "decisions": 0,
        "digest": "",
        "times": {"started": "", "seconds": 0.0},
    }
