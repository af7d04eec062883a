"""Cards and other goods change hands only here, so that what the others cannot know is kept in step (doubt.py)."""

from __future__ import annotations

from referee.catan_rules.components import CARD_KINDS
from referee.catan_rules.doubt import drawn, settle_doubt, stolen
from referee.catan_rules.state import Cost, Settlers


def gain(state: Settlers, seat: int, good: int, amount: int) -> None:
    """From the bank to a hand."""
    me = state.seats[seat]
    state.bank[good] -= amount
    me.hand[good] += amount
    if good < CARD_KINDS:
        me.cards += amount


def give_back(state: Settlers, seat: int, good: int, amount: int) -> None:
    """From a hand to the bank, face up."""
    me = state.seats[seat]
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
    state.seats[giver].hand[good] -= amount
    state.seats[taker].hand[good] += amount
    if good < CARD_KINDS:
        state.seats[giver].cards -= amount
        state.seats[taker].cards += amount
        settle_doubt(state, giver, good)


def draw_card(state: Settlers, seat: int, kind: int) -> None:
    """From a pile that lies face down to a hand, seen by its owner only."""
    state.seats[seat].hand[kind] += 1
    state.seats[seat].cards += 1
    drawn(state, seat, kind)


def steal_card(state: Settlers, thief: int, victim: int, place: int) -> int:
    """The card at this place of the victim's hand, laid out in the order of resources; unseen by the others."""
    robbed = state.seats[victim]
    before = tuple(robbed.hand)
    kind = 0
    while place >= before[kind]:
        place -= before[kind]
        kind += 1
    robbed.hand[kind] -= 1
    robbed.cards -= 1
    state.seats[thief].hand[kind] += 1
    state.seats[thief].cards += 1
    stolen(state, thief, victim, kind, before)
    return kind
