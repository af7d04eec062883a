"""The improvements phase (chapter "Improvements phase"; rules 7.5, 7.6)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from serai.referee.core.agenda import Action
from serai.referee.games.tadmor.anytime import CHECKS, RESOURCE_AT, gather
from serai.referee.games.tadmor.benefits import TIMING, returns
from serai.referee.games.tadmor.board import CONSTANTS, GATHER_SPACES, IMPROVEMENT_SPACES
from serai.referee.games.tadmor.offer import Acquire, GainWithPiece, acquire
from serai.referee.games.tadmor.payment import Paying, Price
from serai.referee.games.tadmor.resolution import END, Window, common_steps
from serai.referee.games.tadmor.state import FREE, IMPROVING, Tadmor, owner_of, piece_of, take_back

IN_PHASE = frozenset(("improvements",))
AT_END = frozenset(("improvements", "improvements_end"))


@dataclass(frozen=True, slots=True)
class Gather(Action):
    """Gather now, before the purchase."""

    form = "gather:{place}"
    place: int

    def apply(self, state: Tadmor, seat: int) -> None:
        gather(state, seat, self.place)


gather_at = cache(Gather)


def improvements_phase(state: Tadmor) -> None:
    """The spaces in their printed order, not in turn order; then what waits for the end of the phase."""
    state.stage = IMPROVING
    occupied = [space for space in IMPROVEMENT_SPACES if state.occupied[space] != FREE]
    state.then(*(Improve(owner_of(state.occupied[space]), space) for space in occupied), improvements_end)


def price(state: Tadmor) -> Price:
    """By era, any resources."""
    return Price.any(CONSTANTS.improvement_cost_by_era[state.era - 1])


def gather_options(state: Tadmor, seat: int) -> list[Action]:
    """Own pieces on gather spaces; of equal ones the first."""
    found: dict[tuple[int, int], Action] = {}
    for place in GATHER_SPACES:
        if state.stands(seat, place):
            found.setdefault((RESOURCE_AT[place], piece_of(state.occupied[place])), gather_at(place))
    return list(found.values())


@dataclass(frozen=True, slots=True)
class Improve(Window):
    """The owner of one improvement space may buy one tile; the window ends with it."""

    place: int

    def options(self, state: Tadmor, seat: int) -> list[Action]:
        tiles: list[Action] = []
        if price(state).affordable(state.players[seat]):
            tiles = [acquire(tile) for tile in state.offer]
        gathers = gather_options(state, seat)
        return [END, *common_steps(state, seat), *gathers, *tiles, *returns(state, seat, IN_PHASE)]

    def resolve(self, state: Tadmor, seat: int, action: Action) -> None:
        if isinstance(action, Acquire):
            buy = (Paying(seat, price(state)), GainWithPiece(seat, action.tile, self.place), CHECKS[seat])
            state.then(*buy)
        else:
            Window.resolve(self, state, seat, action)

    def close(self, state: Tadmor, seat: int) -> None:
        take_back(state, self.place)


def improvements_end(state: Tadmor) -> None:
    """When all spaces are resolved, in turn order: missions that wait for it."""
    holders = (seat for seat in state.order if any(TIMING[card] in AT_END for card in state.players[seat].done))
    state.then(*(ImproveEnd(seat) for seat in holders))


@dataclass(frozen=True, slots=True)
class ImproveEnd(Window):
    """Missions for tiles; a tile gained here brings no piece (A27)."""

    def options(self, state: Tadmor, seat: int) -> list[Action]:
        return [END, *returns(state, seat, AT_END)]
