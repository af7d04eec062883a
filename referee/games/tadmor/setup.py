"""Setting up (chapter "Setup"; rules 5): piles, start goods, the draft of a tile, the offer, the first missions."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cache, lru_cache

from serai.referee.core.agenda import Action, settle
from serai.referee.core.game import Settings
from serai.referee.core.luck import Luck
from serai.referee.core.saved import Shared
from serai.referee.games.tadmor.board import CONSTANTS, EXTRAS, MISSIONS, Switches
from serai.referee.games.tadmor.deck import DrawMissions, shuffled_missions
from serai.referee.games.tadmor.events import Received, TookTile
from serai.referee.games.tadmor.offer import lay_out
from serai.referee.games.tadmor.rare_goods import COLOURS, full_pile, shuffle_pile
from serai.referee.games.tadmor.state import Choice, Tadmor, Variant, variant_for
from serai.referee.games.tadmor.tiles import START_TILES
from serai.referee.games.tadmor.turn import begin_turn


@dataclass(frozen=True, slots=True)
class StartResource(Action):
    """Take an extra resource for sitting later in the order."""

    form = "start_resource:{resource}"
    resource: int

    def apply(self, state: Tadmor, seat: int) -> None:
        state.players[seat].warehouse[self.resource] += 1
        state.tell(Received(seat, self.resource))


@dataclass(frozen=True, slots=True)
class StartImprovement(Action):
    """Take a first improvement."""

    form = "start_improvement:{tile}"
    tile: int

    def apply(self, state: Tadmor, seat: int) -> None:
        state.players[seat].tiles += (self.tile,)
        state.tell(TookTile(seat, self.tile))


start_resource = cache(StartResource)
start_improvement = cache(StartImprovement)


Terms = tuple[int, tuple[bool, ...]]  # the number of seats, and the value of every switch


@lru_cache(64)
def agreed(terms: Terms) -> Variant:
    seats, values = terms
    return variant_for(seats, {field.name: value for field, value in zip(fields(Switches), values, strict=True)})


def agreement(variant: Variant) -> Terms:
    return variant.seats, tuple(getattr(variant, field.name) for field in fields(Switches))


SHARED = {Variant: Shared(Terms, agreement, agreed)}


def start(seats: int, luck: Luck, settings: Settings) -> Tadmor:
    """The game at its first decision; the first player is drawn by lot."""
    variant = agreed((seats, tuple(settings[field.name] == "on" for field in fields(Switches))))
    state = Tadmor(luck, variant, first=luck.below(seats, "first_seat"))
    for colour in COLOURS:
        state.piles[colour] = full_pile(variant.copies, colour)
        shuffle_pile(state, colour)
    state.deck = shuffled_missions(state, list(range(len(MISSIONS))))
    extras = (ExtraGoods(seat, choice) for seat, all_of in zip(state.order, EXTRAS, strict=False) for choice in all_of)
    state.then(*extras, *(Draft(seat) for seat in reversed(state.order)), lay_out_first, deal_missions, begin_turn)
    settle(state)
    return state


@dataclass(frozen=True, slots=True)
class ExtraGoods(Choice):
    """The later a seat is in the order, the more it gets."""

    seat: int
    choice: tuple[int, ...]

    def options(self, state: Tadmor, seat: int) -> list[Action]:
        return [start_resource(resource) for resource in self.choice]


@dataclass(frozen=True, slots=True)
class Draft(Choice):
    """In reverse order each takes a START tile; experienced players any tile of era I."""

    seat: int

    def options(self, state: Tadmor, seat: int) -> list[Action]:
        return [start_improvement(tile) for tile in undrafted(state, all_tiles=state.variant.experienced_setup)]


def undrafted(state: Tadmor, all_tiles: bool) -> list[int]:
    """START tiles, or all tiles of era I, that nobody has."""
    owned = {tile for player in state.players for tile in player.tiles}
    return [tile for tile in state.variant.tiles[0] if tile not in owned and (all_tiles or tile in START_TILES)]


def lay_out_first(state: Tadmor) -> None:
    """START tiles nobody took go to the box; for experienced players they may be laid out."""
    tiles = undrafted(state, all_tiles=True)
    lay_out(state, tuple(tile for tile in tiles if state.variant.experienced_setup or tile not in START_TILES))


def deal_missions(state: Tadmor) -> None:
    state.then(*(DrawMissions(seat, CONSTANTS.start_missions) for seat in state.order))
