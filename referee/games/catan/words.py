"""The names that numbers stand for in the text form of Catan's actions and events."""

from __future__ import annotations

from serai.referee.catan_rules.components import RESOURCE_NAMES, TERRAINS
from serai.referee.catan_rules.events import ENDINGS
from serai.referee.catan_rules.state import Settlers
from serai.referee.catan_rules.words import spoken_of, words_of
from serai.referee.core.telling import Spoken
from serai.referee.games.catan.board import GRID
from serai.referee.games.catan.rules import RULES

WORDS = words_of(RULES, GRID, ENDINGS)


def spoken(state: Settlers) -> Spoken:
    return spoken_of(state.layout, TERRAINS, RESOURCE_NAMES)
