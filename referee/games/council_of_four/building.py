"""Building with a permit tile (chapter of that name; rules 5.4)."""

from __future__ import annotations

from dataclasses import dataclass

from serai.referee.core.agenda import Action
from serai.referee.games.council_of_four.actions import MainAction, PickCity, PickTile, pick_city, pick_tile
from serai.referee.games.council_of_four.board import CITIES_ON
from serai.referee.games.council_of_four.emporia import build, buildable
from serai.referee.games.council_of_four.events import TurnedDown
from serai.referee.games.council_of_four.state import Choice, Council, Player


def cities_open(state: Council, me: Player, tile: int) -> list[int]:
    """The cities of a tile where the player may build, by letter."""
    return sorted(city for city in CITIES_ON[tile] if buildable(state, me, city))


@dataclass(frozen=True, slots=True)
class MainBuild(MainAction):
    """Turn a face-up tile down and build in one of its cities."""

    form = "main_build"

    def possible(self, state: Council, me: Player) -> bool:
        return any(cities_open(state, me, tile) for tile in me.permits_up)

    def begin(self, state: Council, seat: int) -> None:
        state.then(BuildTile(seat))


@dataclass(frozen=True, slots=True)
class BuildTile(Choice):
    """One of the face-up tiles that allow a building, in the order acquired."""

    seat: int

    def options(self, state: Council, seat: int) -> list[Action]:
        me = state.players[seat]
        return [pick_tile(tile) for tile in me.permits_up if cities_open(state, me, tile)]

    def resolve(self, state: Council, seat: int, action: Action) -> None:
        assert isinstance(action, PickTile)
        state.then(BuildCity(seat, action.tile))


@dataclass(frozen=True, slots=True)
class BuildCity(Choice):
    """One of the cities on the tile; then the tile is turned down."""

    seat: int
    tile: int

    def options(self, state: Council, seat: int) -> list[Action]:
        return [pick_city(city) for city in cities_open(state, state.players[seat], self.tile)]

    def resolve(self, state: Council, seat: int, action: Action) -> None:
        assert isinstance(action, PickCity)
        turn_down(state, seat, self.tile)
        build(state, seat, action.city)


def turn_down(state: Council, seat: int, tile: int) -> None:
    """It never allows a building again; its bonus belongs to the acquisition."""
    me = state.players[seat]
    me.permits_up = tuple(other for other in me.permits_up if other != tile)
    me.permits_down += (tile,)
    state.tell(TurnedDown(seat, tile))
