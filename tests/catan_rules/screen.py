"""Does a text board fit the screen, in all parts of random games?"""

from __future__ import annotations

import random

from serai.referee.core.agenda import over
from serai.referee.core.picture import UNNAMED
from tests.random_play import Case, decide


def widest_and_longest(case: Case, number: int) -> tuple[int, int]:
    """The most columns and lines of any picture, for a seat and for the public."""
    state = case.begin(number)
    chance = random.Random(number)
    columns = lines = place = 0
    while not over(state):
        if place % 17 == 0:
            for viewer in (None, place % case.seats):
                text = str(case.game.picture(case.game.view(state, viewer), UNNAMED))
                assert text.isascii()
                columns = max(columns, *map(len, text.splitlines()))
                lines = max(lines, len(text.splitlines()))
        decide(state, chance)
        place += 1
    return columns, lines
