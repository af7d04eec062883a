"""The founding of the first settlements, each with a free piece on an edge beside it (rules 3.3)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from serai.referee.catan_rules.building import place_route, place_settlement
from serai.referee.catan_rules.events import Founded, PlacedRoute, Received
from serai.referee.catan_rules.goods import gain
from serai.referee.catan_rules.state import EMPTY, Settlers
from serai.referee.catan_rules.turn import begin_turn
from serai.referee.core.agenda import Action, Decision


@dataclass(frozen=True, slots=True)
class SetupSettlement(Action):
    """Found a settlement."""

    form = "setup_settlement:{vertex}"
    vertex: int


@dataclass(frozen=True, slots=True)
class SetupRoute(Action):
    """Place the piece that comes with a founded settlement."""

    form = "setup_{piece}:{edge}"
    piece: int
    edge: int

    def apply(self, state: Settlers, seat: int) -> None:
        state.tell(PlacedRoute(seat, self.piece, self.edge))
        place_route(state, seat, self.piece, self.edge)


setup_settlement = cache(SetupSettlement)
setup_route = cache(SetupRoute)


def found(state: Settlers, ground: frozenset[int]) -> None:
    """Everybody founds in the order of the game, on this ground; then seat 0 takes the first turn."""
    order = state.rules.founding_orders[len(state.players)]
    rounds = [order[:place].count(seat) + 1 for place, seat in enumerate(order)]
    state.then(*(Founding(seat, no, ground) for seat, no in zip(order, rounds, strict=True)), first_turn)


def first_turn(state: Settlers) -> None:
    state.active = 0
    begin_turn(state)


@dataclass(frozen=True, slots=True)
class Founding:
    """A step: one seat's placing of one settlement."""

    seat: int
    round: int
    ground: frozenset[int]

    def __call__(self, state: Settlers) -> None:
        state.active = self.seat
        state.then(Found(self.seat, self.round, self.ground))


@dataclass(frozen=True, slots=True)
class Found(Decision[Settlers]):
    """Open ground, the distance rule kept; the settlement of one round yields its first cards."""

    seat: int
    round: int
    ground: frozenset[int]

    def options(self, state: Settlers, seat: int) -> list[Action]:
        return [
            setup_settlement(vertex) for vertex, is_open in enumerate(state.open) if is_open and vertex in self.ground
        ]

    def resolve(self, state: Settlers, seat: int, action: Action) -> None:
        assert isinstance(action, SetupSettlement)
        state.tell(Founded(seat, action.vertex))
        place_settlement(state, seat, action.vertex)
        if self.round == state.rules.income_round:
            first_income(state, seat, action.vertex)
        state.then(FirstRoute(seat, action.vertex))


@dataclass(frozen=True, slots=True)
class FirstRoute(Decision[Settlers]):
    """On an empty edge that touches the settlement just founded."""

    seat: int
    vertex: int

    def options(self, state: Settlers, seat: int) -> list[Action]:
        free = [edge for edge in state.layout.grid.edges_at[self.vertex] if state.edges[edge] == EMPTY]
        takes = state.layout.ground.takes
        return [
            setup_route(kind, edge) for kind in range(len(state.rules.routes)) for edge in free if edge in takes[kind]
        ]


def first_income(state: Settlers, seat: int, vertex: int) -> None:
    """One of each good that a hex beside it yields; the robber does not stop this."""
    amounts = [0] * len(state.bank)
    for good in state.layout.income[vertex]:
        gain(state, seat, good, 1)
        amounts[good] += 1
    if any(amounts):
        state.tell(Received(seat, tuple(amounts)))
