"""The placement stage (chapter "Placement"; rules 7.2): round and round, one camel or ship at a time."""

from __future__ import annotations

from dataclasses import dataclass

from serai.referee.core.agenda import Action
from serai.referee.games.tadmor.benefits import BENEFITS, Return, returns
from serai.referee.games.tadmor.board import PIECES, PLACE_NAMES
from serai.referee.games.tadmor.events import Placed
from serai.referee.games.tadmor.mission_effects import ExtraPiece
from serai.referee.games.tadmor.offer import STOP
from serai.referee.games.tadmor.state import FREE, PLACEMENT, Choice, Tadmor, put
from serai.referee.games.tadmor.tiles import PRIVATE

MULTIPLE = frozenset(("placement",))
EXTRA = frozenset(("anytime",))


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


def place_from(state: Tadmor, position: int, waited: tuple[int, ...] = ()) -> None:
    """The next seat in turn order that can place, or could with a mission; when nobody can, the stage is over.

    `waited` are the seats that kept such a mission back since the last piece was placed: they are not asked again.
    """
    seats = len(state.order)
    for step in range(seats):
        seat = state.order[(position + step) % seats]
        if can_place(state, seat) or (seat not in waited and extra_pieces(state, seat)):
            state.quota = 1
            state.placed = 0
            state.then(Placing(seat, waited))
            return


def can_place(state: Tadmor, seat: int) -> bool:
    return any(count and has_room(state, seat, piece) for piece, count in enumerate(state.players[seat].reserve))


def has_room(state: Tadmor, seat: int, piece: int) -> bool:
    """Whether there is a place for it; most spaces are free most of the time, so this seldom looks far."""
    occupied = state.occupied
    if any(occupied[place] == FREE for group in state.variant.fitting[piece] for place in group):
        return True
    return any(occupied[place] == FREE and fits(place, piece) for place in state.players[seat].powers.private)


def extra_pieces(state: Tadmor, seat: int) -> list[Action]:
    """The missions that bring a piece which could be placed in this turn (A10)."""
    if not state.variant.extra_piece_missions_in_placement:
        return []
    return [action for action in returns(state, seat, EXTRA) if has_room(state, seat, piece_brought_by(action))]


def piece_brought_by(action: Action) -> int:
    assert isinstance(action, Return)
    effect = BENEFITS[action.mission]
    assert isinstance(effect, ExtraPiece)
    return effect.piece


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
    """One piece must be placed; with a mission up to three, and extra pieces may come in between (A10, A30).

    Who has no piece left but could return a mission for one may do so, or wait for what the others place.
    """

    seat: int
    waited: tuple[int, ...] = ()

    def options(self, state: Tadmor, seat: int) -> list[Action]:
        pieces = placements(state, seat)
        found = [*pieces, *sorted_returns(returns(state, seat, MULTIPLE) + extra_pieces(state, seat))]
        return [*found, STOP] if state.placed or not pieces else found

    def resolve(self, state: Tadmor, seat: int, action: Action) -> None:
        action.apply(state, seat)
        more = isinstance(action, Place) and state.placed < state.quota and can_place(state, seat)
        if more or isinstance(action, Return):
            state.then(self)
        else:
            waited = () if state.placed else (*self.waited, seat)
            place_from(state, state.order.index(seat) + 1, waited)


def sorted_returns(actions: list[Action]) -> list[Action]:
    """In the order of the missions."""
    return sorted(actions, key=lambda action: getattr(action, "mission", 0))
