"""The turn (chapter "Sequence of a turn"; rules 7): placement, marauders, resolution, turn end."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from serai.referee.core.agenda import Action
from serai.referee.games.tadmor.anytime import collection
from serai.referee.games.tadmor.board import CONSTANTS, PLACE_NAMES, RESOURCES
from serai.referee.games.tadmor.construction import construction_phase
from serai.referee.games.tadmor.events import TOWER, ThrewAway, TurnBegan
from serai.referee.games.tadmor.improvements import improvements_phase
from serai.referee.games.tadmor.kingdom import kingdom_phase
from serai.referee.games.tadmor.marauders import marauders_stage
from serai.referee.games.tadmor.offer import lay_out
from serai.referee.games.tadmor.payment import score
from serai.referee.games.tadmor.placement import placement_stage
from serai.referee.games.tadmor.scoring import tell_count
from serai.referee.games.tadmor.state import OVER, TURN_END, Choice, Tadmor, take_back


@dataclass(frozen=True, slots=True)
class Discard(Action):
    """Throw a resource away that is too much to keep."""

    form = "discard:{resource}"
    resource: int


discard = cache(Discard)


def begin_turn(state: Tadmor) -> None:
    """Who holds the pawn is first; the order holds for the whole turn."""
    state.turn += 1
    state.order = state.clockwise_from(state.first)
    state.tell(TurnBegan(state.turn, state.era, state.order))
    state.then(
        placement_stage,
        marauders_stage,
        improvements_phase,
        collection,
        construction_phase,
        kingdom_phase,
        clean_up,
        advance_clock,
    )


def clean_up(state: Tadmor) -> None:
    """All pieces go home, Traded Goods become ordinary ones, too many are thrown away (not in the last turn, A46)."""
    state.stage = TURN_END
    for place in range(len(PLACE_NAMES)):
        take_back(state, place)
    for player in state.players:
        player.warehouse = [w + t for w, t in zip(player.warehouse, player.traded, strict=True)]
        player.traded = [0] * len(RESOURCES)
        player.new_turn()
    if state.turn < CONSTANTS.turns:
        excess = ((seat, sum(state.players[seat].warehouse) - limit(state, seat)) for seat in state.order)
        state.then(*(Discarding(seat, much) for seat, much in excess if much > 0))


def limit(state: Tadmor, seat: int) -> int:
    return state.players[seat].powers.warehouse_limit


@dataclass(frozen=True, slots=True)
class Discarding(Choice):
    """One at a time, in rising order; a resource only if what follows suffices for the rest."""

    seat: int
    excess: int
    lowest: int = 0

    def options(self, state: Tadmor, seat: int) -> list[Action]:
        held = state.players[seat].warehouse
        kinds = range(self.lowest, len(RESOURCES))
        return [discard(r) for r in kinds if held[r] and sum(held[r:]) >= self.excess]

    def resolve(self, state: Tadmor, seat: int, action: Action) -> None:
        assert isinstance(action, Discard)
        state.players[seat].warehouse[action.resource] -= 1
        state.tell(ThrewAway(seat, action.resource))
        if self.excess > 1:
            state.then(Discarding(seat, self.excess - 1, action.resource))


def advance_clock(state: Tadmor) -> None:
    """After the last turn the game is over; else the next turn, perhaps of a new era."""
    if state.turn == CONSTANTS.turns:
        state.stage = OVER
        tell_count(state)
        return
    if state.turn % CONSTANTS.turns_per_era == 0:
        enter_era(state)
    state.then(begin_turn)


def enter_era(state: Tadmor) -> None:
    """Towers score, then the offer is replaced by tiles of the new era."""
    state.era += 1
    for seat, player in enumerate(state.players):
        score(state, seat, CONSTANTS.tower_pp_per_level * player.tower, TOWER)
    lay_out(state, state.variant.tiles[state.era - 1])
