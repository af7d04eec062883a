"""Supplying shops (chapter "Supplying shops"; rules 7.5)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from serai.referee.core.agenda import Action, Decision
from serai.referee.games.yspahan.board import (
    AFTER_LAST_SHOP,
    EMPTY,
    FIRST_SHOP,
    INNER,
    NEIGHBOURHOODS,
    SHOPS_OF,
    SOUKS_IN,
)
from serai.referee.games.yspahan.events import Supplied
from serai.referee.games.yspahan.state import Yspahan


@dataclass(frozen=True, slots=True)
class Put(Action):
    """Place one good from the stock in a shop."""

    form = "put:{shop}"
    shop: int

    def apply(self, state: Yspahan, seat: int) -> None:
        state.players[seat].stock -= 1
        state.shops[self.shop] = seat
        state.tell(Supplied(seat, self.shop))


put = cache(Put)


def open_souks(state: Yspahan, seat: int, neighbourhood: int) -> list[int]:
    """The own unfinished souks there; if there are none, the souks nobody has a good in (R11, R12)."""
    shops = state.shops
    unfinished, free = [], []
    for souk in SOUKS_IN[neighbourhood]:
        owners = shops[FIRST_SHOP[souk] : AFTER_LAST_SHOP[souk]]
        if EMPTY in owners:
            if seat in owners:
                unfinished.append(souk)
            elif owners.count(EMPTY) == len(owners):
                free.append(souk)
    return unfinished or free


def may_supply(state: Yspahan, seat: int, neighbourhood: int) -> bool:
    """Whether the player has a good and a shop to place it in (R1, R9)."""
    return state.players[seat].stock > 0 and bool(open_souks(state, seat, neighbourhood))


def places(state: Yspahan, seat: int, neighbourhood: int) -> list[Action]:
    """The shops open to the player there; of a souk's inner shops, which are alike, the first empty one."""
    if not state.players[seat].stock:
        return []
    found: list[Action] = []
    for souk in open_souks(state, seat, neighbourhood):
        for shop in SHOPS_OF[souk]:
            if state.shops[shop] == EMPTY:
                found.append(put(shop))
                if INNER[shop]:
                    break
    return found


def places_anywhere(state: Yspahan, seat: int) -> list[Action]:
    """The shops open to the player in the whole city."""
    return [place for here in range(len(NEIGHBOURHOODS)) for place in places(state, seat, here)]


@dataclass(frozen=True, slots=True)
class Place(Decision[Yspahan]):
    """Good by good, as long as a shop is open: as many as possible must be placed, the rest is lost (R10)."""

    seat: int
    neighbourhood: int
    remaining: int

    def waiting(self, state: Yspahan) -> tuple[int, ...]:
        return (self.seat,) if self.remaining and may_supply(state, self.seat, self.neighbourhood) else ()

    def options(self, state: Yspahan, seat: int) -> list[Action]:
        return places(state, seat, self.neighbourhood)

    def resolve(self, state: Yspahan, seat: int, action: Action) -> None:
        action.apply(state, seat)
        state.then(Place(seat, self.neighbourhood, self.remaining - 1))
