"""Goods change hands only here, so that what the others cannot know is kept in step (hidden_hands.py)."""

from __future__ import annotations

from serai.referee.catan_rules.components import CARD_KINDS
from serai.referee.catan_rules.hidden_hands import drawn, settle_doubt, stolen
from serai.referee.catan_rules.rules import Cost
from serai.referee.catan_rules.state import Settlers


def gain(state: Settlers, seat: int, good: int, amount: int) -> None:
    """From the bank to a hand."""
    me = state.players[seat]
    state.bank[good] -= amount
    me.hand[good] += amount
    if good < CARD_KINDS:
        me.cards += amount


def give_back(state: Settlers, seat: int, good: int, amount: int) -> None:
    """From a hand to the bank, face up."""
    me = state.players[seat]
    me.hand[good] -= amount
    state.bank[good] += amount
    if good < CARD_KINDS:
        me.cards -= amount
        settle_doubt(state, seat, good)


def pay(state: Settlers, seat: int, cost: Cost) -> None:
    """All payments go to the bank (rules 2)."""
    for good, amount in cost:
        give_back(state, seat, good, amount)


def can_pay(hand: list[int], cost: Cost) -> bool:
    for good, amount in cost:  # noqa: SIM110  # a generator costs three times as much, in the busiest place of all
        if hand[good] < amount:
            return False
    return True


def hand_over(state: Settlers, giver: int, taker: int, good: int, amount: int) -> None:
    """From one hand to another, face up."""
    state.players[giver].hand[good] -= amount
    state.players[taker].hand[good] += amount
    if good < CARD_KINDS:
        state.players[giver].cards -= amount
        state.players[taker].cards += amount
        settle_doubt(state, giver, good)


def draw_card(state: Settlers, seat: int, kind: int) -> None:
    """From a pile that lies face down to a hand, seen by its owner only."""
    state.players[seat].hand[kind] += 1
    state.players[seat].cards += 1
    drawn(state, seat, kind)


def steal_card(state: Settlers, thief: int, victim: int, place: int) -> int:
    """The card at this place of the victim's hand, laid out in the order of resources; unseen by the others."""
    robbed = state.players[victim]
    before = tuple(robbed.hand)
    kind = 0
    while place >= before[kind]:
        place -= before[kind]
        kind += 1
    robbed.hand[kind] -= 1
    robbed.cards -= 1
    state.players[thief].hand[kind] += 1
    state.players[thief].cards += 1
    stolen(state, thief, victim, kind, before)
    return kind
