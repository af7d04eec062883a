"""The names that numbers stand for in the text form of the actions and events of Alexander the Great."""

from __future__ import annotations

from serai.referee.catan_rules.state import Settlers
from serai.referee.catan_rules.words import spoken_of, words_of
from serai.referee.core.telling import Spoken
from serai.referee.games.alexander.board import ADVISERS, EVENT_NAMES, GOODS, GRID, TERRAINS
from serai.referee.games.alexander.events import ENDINGS
from serai.referee.games.alexander.rules import RULES

WORDS = {
    **words_of(RULES, GRID, ENDINGS),
    "event": EVENT_NAMES,
    "adviser": tuple(adviser.id for adviser in ADVISERS),
}


def spoken(state: Settlers) -> Spoken:
    return spoken_of(state.layout, TERRAINS, GOODS)
