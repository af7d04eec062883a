"""Actions at any time (chapter "At any time"; rules 7.7, 7.8, 8.2, 10.5): gathering, Peace Gifts, Caravan, Shipyard."""

from __future__ import annotations

from dataclasses import dataclass

from serai.referee.games.tadmor.board import (
    CAMEL,
    CARAVAN,
    GATHER_SPACES,
    MOST_PIECES,
    PEACE_SPACES,
    RESOURCES,
    SHIP,
    SHIPYARD,
    SPACES,
    YIELDS,
)
from serai.referee.games.tadmor.events import PEACE_GIFTS, GainedPiece, Gathered, TowerRose
from serai.referee.games.tadmor.payment import score
from serai.referee.games.tadmor.state import CONSTRUCTION, Player, Tadmor, gain_piece, piece_of, take_back
from serai.referee.games.tadmor.tower import free_level
from serai.referee.games.tadmor.works import CAMEL_REQUIREMENTS, GOODS_OF, SHIP_REQUIREMENTS

RESOURCE_AT = {space: RESOURCES.index(SPACES[space].resource) for space in GATHER_SPACES}


def gather(state: Tadmor, seat: int, place: int) -> None:
    """What the era yields goes to the Warehouse; tiles add to what ships bring."""
    me = state.players[seat]
    resource, piece = RESOURCE_AT[place], piece_of(state.occupied[place])
    count = YIELDS[resource, piece][state.era - 1]
    if piece == SHIP:
        count += me.powers.ship_bonus[resource]
    me.warehouse[resource] += count
    state.tell(Gathered(seat, place, resource, count))
    take_back(state, place)


def make_peace(state: Tadmor, seat: int, place: int) -> None:
    points = SPACES[place].pp_by_era[state.era - 1] * state.players[seat].powers.peace_factor
    score(state, seat, points, PEACE_GIFTS)
    take_back(state, place)


def collection(state: Tadmor) -> None:
    """After the improvements nothing is gained by waiting: everybody gathers what is left and makes peace (D2)."""
    state.stage = CONSTRUCTION
    for seat in state.order:
        for place in GATHER_SPACES:
            if state.stands(seat, place):
                gather(state, seat, place)
        for place in PEACE_SPACES:
            if state.stands(seat, place):
                make_peace(state, seat, place)
        check(state, seat)


@dataclass(frozen=True, slots=True)
class Check:
    """A step: what follows by itself from a seat's last step."""

    seat: int

    def __call__(self, state: Tadmor) -> None:
        check(state, self.seat)


CHECKS = tuple(Check(seat) for seat in range(4))


def check(state: Tadmor, seat: int) -> None:
    """First the free level, then Caravan and Shipyard, from the construction phase on (A50, D3)."""
    me = state.players[seat]
    if free_level(me):
        state.tell(TowerRose(seat, me.tower))
    if state.stage >= CONSTRUCTION:
        if state.stands(seat, CARAVAN) and camel_granted(me):
            grant(state, seat, CAMEL, CARAVAN)
        if state.stands(seat, SHIPYARD) and ship_granted(me):
            grant(state, seat, SHIP, SHIPYARD)


def grant(state: Tadmor, seat: int, piece: int, place: int) -> None:
    take_back(state, place)
    gain_piece(state, seat, piece)
    state.tell(GainedPiece(seat, piece))


def camel_granted(me: Player) -> bool:
    """The requirement follows the number of the camel, however the earlier ones were obtained."""
    number = me.owned[CAMEL] + 1
    if number > MOST_PIECES[CAMEL]:
        return False
    return any(me.tower >= tower and me.missions >= missions for tower, missions in CAMEL_REQUIREMENTS[number])


def ship_granted(me: Player) -> bool:
    """So many goods of each colour; only the colour counts (A39)."""
    number = me.owned[SHIP] + 1
    if number > MOST_PIECES[SHIP]:
        return False
    return all(sum(me.rare[good] for good in goods) >= SHIP_REQUIREMENTS[number] for goods in GOODS_OF)
