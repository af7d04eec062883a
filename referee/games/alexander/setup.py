"""The set-up of Alexander the Great (rules 4): piles, chips, hands and gold. There is no founding."""

from __future__ import annotations

from serai.referee.catan_rules.cards import shuffle_deck
from serai.referee.catan_rules.components import CARD_KINDS
from serai.referee.catan_rules.goods import gain
from serai.referee.catan_rules.layout import Layout
from serai.referee.catan_rules.rules import Rules
from serai.referee.catan_rules.turn import begin_turn
from serai.referee.core.agenda import settle
from serai.referee.core.game import Settings
from serai.referee.core.luck import Luck
from serai.referee.core.saved import always
from serai.referee.games.alexander.board import (
    CHIP,
    CHIPS,
    GOLD,
    GOLD_ROW,
    JUNCTIONS,
    LAYOUT,
    PATH,
    ROBBER_START,
    SUPPLY_OF,
)
from serai.referee.games.alexander.rules import RULES
from serai.referee.games.alexander.state import Alexander
from serai.referee.games.alexander.supply import deal_hands

SHARED = {Rules: always(RULES), Layout: always(LAYOUT)}


def start(seats: int, luck: Luck, _settings: Settings) -> Alexander:
    """Deck, supply pile and chips shuffled, five cards and eight gold each; there is no founding (rules 4)."""
    state = lay_out(seats, luck)
    deal_hands(state)
    begin_turn(state)
    settle(state)
    return state


def lay_out(seats: int, luck: Luck) -> Alexander:
    """Everything in its place, before any card is drawn; ground on the path is closed until Alexander has passed."""
    state = Alexander(seats, luck, RULES, LAYOUT, ROBBER_START)
    shuffle_deck(state)
    pile_supplies(state)
    lay_chips(state)
    for vertex in PATH[1:]:
        state.open[vertex] = 0
    for seat in range(seats):
        gain(state, seat, GOLD, GOLD_ROW.start)
    return state


def pile_supplies(state: Alexander) -> None:
    """The supply pile takes its cards from the open stacks."""
    each = SUPPLY_OF[len(state.players)]
    for kind in range(CARD_KINDS):
        state.bank[kind] -= each
    cards = [kind for kind in range(CARD_KINDS) for _ in range(each)]
    state.supply = tuple(state.luck.shuffled(cards, "supply"))


def lay_chips(state: Alexander) -> None:
    """Face down on the path; those left over are spare."""
    chips = state.luck.shuffled(CHIPS, "chips")
    places = JUNCTIONS.count(CHIP)
    state.chips, state.spare = tuple(chips[:places]), tuple(chips[places:])
