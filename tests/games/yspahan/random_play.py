"""Whole games in random play, for what must hold at every decision."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

from serai.referee.core.agenda import Action, options, over, push, waiting
from serai.referee.core.luck import Luck
from serai.referee.games.yspahan.state import Yspahan
from tests.games.yspahan.table import YSPAHAN

SEATS = (2, 3, 4)
VARIANT = {2: {"two_players": "on"}, 3: {}, 4: {}}


class Moment(NamedTuple):
    """A decision that is about to be answered."""

    state: Yspahan
    seat: int
    action: Action


def begin(seats: int, deal: int) -> Yspahan:
    return YSPAHAN.start(seats, Luck(deal.to_bytes(32, "big")), YSPAHAN.complete(seats, VARIANT[seats]))  # type: ignore[no-any-return]  # start is any game\'s


def moments(state: Yspahan, seed: int = 0) -> Iterator[Moment]:
    """Every decision of the game, with the answer that is given to it next."""
    choose = random.Random(seed)
    while not over(state):
        seat = choose.choice(waiting(state))
        action = choose.choice(options(state, seat))
        yield Moment(state, seat, action)
        push(state, seat, action)


def all_moments(seats: int, games: int = 4) -> Iterator[Moment]:
    """The decisions of several games."""
    for deal in range(games):
        yield from moments(begin(seats, deal), deal)
