"""The supply pile (resource fields b; rules 4 and 6.1): early income for everybody, until it cannot serve all."""

from __future__ import annotations

from serai.referee.catan_rules.goods import draw_card
from serai.referee.games.alexander.board import SUPPLY
from serai.referee.games.alexander.events import SupplyDrawn
from serai.referee.games.alexander.state import Alexander


def deal_hands(state: Alexander) -> None:
    """The first cards, one at a time in seat order."""
    for _ in range(SUPPLY.start_hand):
        draw_round(state, tuple(range(len(state.players))))


def draw_supplies(state: Alexander) -> None:
    """Everybody draws a card at the start of every turn; with fewer cards than seats nobody does."""
    if len(state.supply) >= len(state.players):
        draw_round(state, state.clockwise(state.active))


def draw_round(state: Alexander, order: tuple[int, ...]) -> None:
    """A card for each, in this order, which only its owner sees."""
    for seat, kind in zip(order, state.supply, strict=False):
        draw_card(state, seat, kind)
        state.tell(SupplyDrawn(seat, kind))
    state.supply = state.supply[len(order) :]
