"""The names that numbers stand for in the text form of the actions and events of Cheops."""

from __future__ import annotations

from serai.referee.catan_rules.state import Settlers
from serai.referee.catan_rules.words import spoken_of, words_of
from serai.referee.core.telling import Spoken
from serai.referee.games.cheops.board import GOODS, GRID, PORTS, TERRAINS
from serai.referee.games.cheops.events import ENDINGS
from serai.referee.games.cheops.rules import RULES

WORDS = {**words_of(RULES, GRID, ENDINGS), "port": tuple(port.id for port in PORTS)}


def spoken(state: Settlers) -> Spoken:
    return spoken_of(state.layout, TERRAINS, GOODS)
