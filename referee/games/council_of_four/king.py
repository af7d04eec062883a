"""Building with the king's help (chapter of that name; rules 5.5)."""

from __future__ import annotations

from dataclasses import dataclass

from serai.referee.core.agenda import Action
from serai.referee.games.council_of_four.actions import MainAction, Pay, PickCity, pick_city
from serai.referee.games.council_of_four.board import CITIES, COSTS, KING
from serai.referee.games.council_of_four.council import affordable, coins_over, satisfy
from serai.referee.games.council_of_four.emporia import build, buildable
from serai.referee.games.council_of_four.events import KingMoved
from serai.referee.games.council_of_four.state import Council, HandChoice, Player


def fare(state: Council, city: int) -> int:
    """2 coins for every road of a shortest way; whose emporia stand there does not matter (R6)."""
    return COSTS.road * state.variant.kingdom.distance[state.king][city]


def cities_in_reach(state: Council, me: Player) -> list[int]:
    """Where the player may build and can pay for the king's council and the way."""
    purse = coins_over(state, me, KING)
    if purse < 0:
        return []
    return [city for city in range(len(CITIES)) if fare(state, city) <= purse and buildable(state, me, city)]


@dataclass(frozen=True, slots=True)
class MainKing(MainAction):
    """Satisfy the king's council, move the king and build where he ends; moving alone is no action (R7)."""

    form = "main_king"

    def possible(self, state: Council, me: Player) -> bool:
        return bool(cities_in_reach(state, me))

    def begin(self, state: Council, seat: int) -> None:
        state.then(KingCity(seat))


@dataclass(frozen=True, slots=True)
class KingCity(HandChoice):
    """Where the king goes; he may stay."""

    seat: int

    def options(self, state: Council, seat: int) -> list[Action]:
        return [pick_city(city) for city in cities_in_reach(state, state.players[seat])]

    def resolve(self, state: Council, seat: int, action: Action) -> None:
        assert isinstance(action, PickCity)
        state.then(KingPayment(seat, action.city))


@dataclass(frozen=True, slots=True)
class KingPayment(HandChoice):
    """Council and way are paid together."""

    seat: int
    city: int

    def options(self, state: Council, seat: int) -> list[Action]:
        return affordable(state, state.players[seat], KING, fare(state, self.city))

    def resolve(self, state: Council, seat: int, action: Action) -> None:
        assert isinstance(action, Pay)
        satisfy(state, seat, KING, action)
        move_king(state, seat, self.city)
        build(state, seat, self.city)


def move_king(state: Council, seat: int, city: int) -> None:
    """He stays there for the players to come."""
    coins = fare(state, city)
    state.players[seat].coins -= coins
    state.king = city
    state.tell(KingMoved(seat, city, coins))
