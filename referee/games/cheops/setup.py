"""The set-up of Cheops (rules 4): gold, deck and robber; then the founding."""

from __future__ import annotations

from serai.referee.catan_rules.cards import shuffle_deck
from serai.referee.catan_rules.founding import found
from serai.referee.catan_rules.goods import gain
from serai.referee.catan_rules.layout import Layout
from serai.referee.catan_rules.rules import Rules
from serai.referee.core.agenda import settle
from serai.referee.core.game import Settings
from serai.referee.core.luck import Luck
from serai.referee.core.saved import always
from serai.referee.games.cheops.board import BANKS, GOLD, GOLD_ROW, LAYOUT, ROBBER_START
from serai.referee.games.cheops.rules import RULES
from serai.referee.games.cheops.state import Cheops

SHARED = {Rules: always(RULES), Layout: always(LAYOUT)}


def start(seats: int, luck: Luck, _settings: Settings) -> Cheops:
    """Three gold each, the deck shuffled, the robber on a desert; then the founding on the banks of the river."""
    state = Cheops(seats, luck, RULES, LAYOUT, ROBBER_START)
    shuffle_deck(state)
    for seat in range(seats):
        gain(state, seat, GOLD, GOLD_ROW.start)
    found(state, BANKS)
    settle(state)
    return state
