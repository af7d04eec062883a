"""Soldiers: knights face up, who can be spent in battles and come under the deck (rules 7.5, 7.6 and 9)."""

from __future__ import annotations

from serai.referee.catan_rules.components import KNIGHT
from serai.referee.catan_rules.largest_army import award_largest_army
from serai.referee.catan_rules.scoring import claim_victory
from serai.referee.catan_rules.state import one_more
from serai.referee.games.alexander.events import SoldiersSpent
from serai.referee.games.alexander.state import Alexander


def spend_soldiers(state: Alexander, seat: int, soldiers: int) -> None:
    """They lie under the deck, known to all, and no longer count for the largest army."""
    state.players[seat].knights -= soldiers
    state.deck = (KNIGHT,) * soldiers + state.deck
    state.buried += soldiers
    state.tell(SoldiersSpent(seat, soldiers))
    award_largest_army(state)
    claim_victory(state)


def begin_with_old_cards(state: Alexander) -> None:
    """In a new turn nothing is fresh."""
    state.known_fresh = 0


def knight_bought(state: Alexander, seat: int) -> None:
    """Once only spent knights are left, everybody knows what is bought."""
    if len(state.deck) < state.buried:
        state.buried = len(state.deck)
        state.known = one_more(state.known, seat)
        state.known_fresh += 1


def knight_played(state: Alexander, seat: int, card: int) -> None:
    """It may have been a known one, but none that was bought this turn."""
    if card == KNIGHT and state.known[seat] > state.known_fresh:
        state.known = one_more(state.known, seat, -1)
