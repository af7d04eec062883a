"""Satisfying a council (chapter "Acquiring a permit tile"; rules 5.1): cards that match, and coins."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import product

from serai.referee.core.agenda import Action
from serai.referee.games.council_of_four.actions import Pay
from serai.referee.games.council_of_four.board import COLOURS, COUNCILLORS, LOT
from serai.referee.games.council_of_four.events import Satisfied
from serai.referee.games.council_of_four.state import Council, Player

Limits = tuple[int, ...]  # how many cards of each kind can be played
UNPAYABLE = 1 << 30


@cache
def _councillors(balcony: tuple[int, ...]) -> tuple[int, ...]:
    """How many councillors each kind of card can answer for; a wild card answers for any."""
    return (*(balcony.count(colour) for colour in range(len(COLOURS))), len(balcony))


def limits(balcony: tuple[int, ...], hand: Sequence[int]) -> Limits:
    """Each card matches one councillor, each councillor answers for one card."""
    return tuple(map(min, hand, _councillors(balcony)))


@cache
def payments(most: Limits) -> tuple[tuple[int, Pay], ...]:
    """Price and cards of every payment of 1 to 4 cards, by rising counts; about a thousand different lists exist."""
    every = product(*(range(count + 1) for count in most))
    legal = [counts for counts in every if 1 <= sum(counts) <= COUNCILLORS.per_balcony]
    pays = [Pay(tuple(LOT[kind, count] for kind, count in enumerate(counts) if count)) for counts in legal]
    return tuple((pay.price, pay) for pay in pays)


@cache
def cheapest(most: Limits) -> int:
    """The lowest price there is."""
    return min((price for price, _ in payments(most)), default=UNPAYABLE)


def coins_over(state: Council, me: Player, council: int) -> int:
    """The coins left after the cheapest payment; negative when the council cannot be satisfied."""
    return me.coins - cheapest(limits(state.balconies[council], me.hand))


def affordable(state: Council, me: Player, council: int, extra: int = 0) -> list[Action]:
    """The payments the purse allows, with so many coins to be paid besides."""
    purse = me.coins - extra
    return [pay for price, pay in payments(limits(state.balconies[council], me.hand)) if price <= purse]


def satisfy(state: Council, seat: int, council: int, payment: Pay) -> None:
    """The cards lie open on the discards, the coins go from the wealth track."""
    me = state.players[seat]
    for kind, count in payment.cards:
        me.hand[kind] -= count
        state.discard[kind] += count
    me.coins -= payment.price
    state.tell(Satisfied(seat, council, payment.lots, payment.price))
