"""The set-up of Catan (rules 3): board, robber, deck, bank; then the founding."""

from __future__ import annotations

from operator import attrgetter

from serai.referee.catan_rules.cards import shuffle_deck
from serai.referee.catan_rules.founding import found
from serai.referee.catan_rules.layout import Layout
from serai.referee.catan_rules.rules import Rules
from serai.referee.catan_rules.state import Settlers
from serai.referee.core.agenda import settle
from serai.referee.core.game import Settings
from serai.referee.core.luck import Luck
from serai.referee.core.saved import Shared, always
from serai.referee.games.catan.board import DESERT, GROUND, LAYOUTS, Lay, layout_of
from serai.referee.games.catan.rules import RULES

ANYWHERE = frozenset(range(len(GROUND.buildable)))
SHARED = {Rules: always(RULES), Layout: Shared(Lay, attrgetter("snapshot"), layout_of)}


def start(seats: int, luck: Luck, settings: Settings) -> Settlers:
    """The board of the chosen layout, the robber on its desert, the deck shuffled, the bank full; then the founding."""
    layout = LAYOUTS[settings["layout"]](luck)
    state = Settlers(seats, luck, RULES, layout, robber=layout.terrain.index(DESERT))
    shuffle_deck(state)
    found(state, ANYWHERE)
    settle(state)
    return state
