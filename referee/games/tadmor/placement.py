"""The placement stage (chapter "Placement"; rules 7.2): round and round, one camel or ship at a time."""

from __future__ import annotations

from dataclasses import dataclass

from serai.referee.core.agenda import Action
from serai.referee.games.tadmor.benefits import Return, returns
from serai.referee.games.tadmor.board import PIECES, PLACE_NAMES
from serai.referee.games.tadmor.events import Placed
from serai.referee.games.tadmor.offer import STOP
from serai.referee.games.tadmor.state import FREE, PLACEMENT, Choice, Tadmor, put
from serai.referee.games.tadmor.tiles import PRIVATE

MULTIPLE = frozenset(("placement",))
MULTIPLE_AND_EXTRA = frozenset(("placement", "anytime"))


@dataclass(frozen=True, slots=True)
class Place(Action):
    """Place a camel or a ship; nothing is carried out yet."""

    form = "place:{piece}:{place}"
    piece: int
    place: int

    def apply(self, state: Tadmor, seat: int) -> None:
        put(state, seat, self.piece, self.place)
        state.placed += 1
        state.tell(Placed(seat, self.piece, self.place))


PLACES = tuple(tuple(Place(piece, place) for place in range(len(PLACE_NAMES))) for piece in range(len(PIECES)))


def placement_stage(state: Tadmor) -> None:
    state.stage = PLACEMENT
    place_from(state, 0)


def place_from(state: Tadmor, position: int) -> None:
    """The next seat in turn order that can place; when nobody can, the stage is over."""
    seats = len(state.order)
    for step in range(seats):
        seat = state.order[(position + step) % seats]
        if can_place(state, seat):
            state.quota = 1
            state.placed = 0
            state.then(Placing(seat))
            return


def can_place(state: Tadmor, seat: int) -> bool:
    """Whether there is any placement; most spaces are free most of the time, so this seldom looks far."""
    occupied, private = state.occupied, state.players[seat].powers.private
    for piece, count in enumerate(state.players[seat].reserve):
        if count:
            if any(occupied[place] == FREE for group in state.variant.fitting[piece] for place in group):
                return True
            if any(occupied[place] == FREE and fits(place, piece) for place in private):
                return True
    return False


def placements(state: Tadmor, seat: int) -> list[Action]:
    """Free spaces that take a piece of the reserve, of interchangeable ones the first; then own private tiles."""
    occupied, found = state.occupied, list[Action]()
    private = state.players[seat].powers.private
    for piece, count in enumerate(state.players[seat].reserve):
        if count:
            actions = PLACES[piece]
            for group in state.variant.fitting[piece]:
                for place in group:
                    if occupied[place] == FREE:
                        found.append(actions[place])
                        break
            found += [actions[place] for place in private if occupied[place] == FREE and fits(place, piece)]
    return found


def fits(tile_place: int, piece: int) -> bool:
    return PRIVATE[tile_place].piece in (PIECES[piece], "either")


@dataclass(frozen=True, slots=True)
class Placing(Choice):
    """One piece must be placed; with a mission up to three, and extra pieces may come in between (A10, A30)."""

    seat: int

    def options(self, state: Tadmor, seat: int) -> list[Action]:
        extra = state.variant.extra_piece_missions_in_placement
        found = placements(state, seat) + returns(state, seat, MULTIPLE_AND_EXTRA if extra else MULTIPLE)
        return [*found, STOP] if state.placed else found

    def resolve(self, state: Tadmor, seat: int, action: Action) -> None:
        action.apply(state, seat)
        more = isinstance(action, Place) and state.placed < state.quota and can_place(state, seat)
        if more or isinstance(action, Return):
            state.then(self)
        else:
            place_from(state, state.order.index(seat) + 1)
