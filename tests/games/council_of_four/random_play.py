"""Games of random answers, for what must hold whatever is decided."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

from serai.referee.core.agenda import options, over, push, waiting
from serai.referee.games.council_of_four.board import REGIONS
from serai.referee.games.council_of_four.state import Council
from tests.games.council_of_four.test_setup import begin

SEATS = (2, 3, 4)
BOARDS = [dict(zip(REGIONS, sides, strict=True)) for sides in product("AB", repeat=len(REGIONS))]


def moments(seats: int, deal: int, **chosen: str) -> Iterator[Council]:
    """A random game: the state at every decision, and once more when the game is over."""
    chance = random.Random(f"{seats} {deal}")
    state = begin(seats, deal, **chosen)
    while not over(state):
        yield state
        push(state, waiting(state)[0], chance.choice(options(state, waiting(state)[0])))
    yield state
