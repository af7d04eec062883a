"""Roads, settlements, cities (rules 2, 6.4). A new route joins the own network; a foreign building blocks passage."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from serai.referee.catan_rules.events import BuiltCity, BuiltRoute, BuiltSettlement
from serai.referee.catan_rules.goods import can_pay, pay
from serai.referee.catan_rules.layout import ROAD, Layout
from serai.referee.catan_rules.scoring import claim_victory
from serai.referee.catan_rules.state import EMPTY, OWNER, SECOND, Settlers, one_more
from serai.referee.core.agenda import Action

NOTHING: tuple[Action, ...] = ()


@dataclass(frozen=True, slots=True)
class BuildRoute(Action):
    """Pay for a road, or another piece that lies on edges, and place it."""

    form = "build_{piece}:{edge}"
    piece: int
    edge: int

    def apply(self, state: Settlers, seat: int) -> None:
        pay(state, seat, state.rules.routes[self.piece].cost)
        state.tell(BuiltRoute(seat, self.piece, self.edge))
        place_route(state, seat, self.piece, self.edge)
        claim_victory(state)


@dataclass(frozen=True, slots=True)
class BuildSettlement(Action):
    """Pay for a settlement on open ground that an own route reaches."""

    form = "build_settlement:{vertex}"
    vertex: int

    def apply(self, state: Settlers, seat: int) -> None:
        pay(state, seat, state.rules.settlement)
        state.tell(BuiltSettlement(seat, self.vertex))
        place_settlement(state, seat, self.vertex)
        claim_victory(state)


@dataclass(frozen=True, slots=True)
class BuildCity(Action):
    """Pay for a city in the place of an own settlement, whose piece comes back."""

    form = "build_city:{vertex}"
    vertex: int

    def apply(self, state: Settlers, seat: int) -> None:
        pay(state, seat, state.rules.city)
        me = state.players[seat]
        me.settlements -= 1
        me.cities += 1
        state.vertices[self.vertex] += SECOND
        state.tell(BuiltCity(seat, self.vertex))
        claim_victory(state)


build_route = cache(BuildRoute)
build_settlement = cache(BuildSettlement)
build_city = cache(BuildCity)


def road_choices(state: Settlers, seat: int) -> Sequence[Action]:
    return route_choices(state, seat, ROAD)


def route_choices(state: Settlers, seat: int, piece: int) -> Sequence[Action]:
    """Every edge of the own frontier that takes the piece, if one is left and can be paid."""
    if not can_pay(state.players[seat].hand, state.rules.routes[piece].cost):
        return NOTHING
    return [build_route(piece, edge) for edge in route_places(state, seat, piece)]


def route_places(state: Settlers, seat: int, piece: int) -> Sequence[int]:
    """Where the seat may place a piece of this kind; nowhere when none is left (rules 2)."""
    me = state.players[seat]
    if me.routes[piece] >= state.rules.routes[piece].pieces:
        return ()
    frontier = me.frontier
    if frontier is None:
        frontier = me.frontier = _frontier(state, seat)
    takes = state.layout.ground.takes[piece]
    return [edge for edge in frontier if edge in takes]


def settlement_choices(state: Settlers, seat: int) -> Sequence[Action]:
    """Open ground, the distance rule kept, that an own route reaches."""
    me = state.players[seat]
    if me.settlements >= state.rules.settlements or not can_pay(me.hand, state.rules.settlement):
        return NOTHING
    return [build_settlement(vertex) for vertex in settlement_places(state, seat)]


def settlement_places(state: Settlers, seat: int) -> Sequence[int]:
    """The reached vertices that are open now."""
    me = state.players[seat]
    if me.sites is None:
        ends, edges = state.layout.grid.ends, state.edges
        reached = {vertex for edge, piece in enumerate(edges) if OWNER[piece] == seat for vertex in ends[edge]}
        me.sites = tuple(sorted(reached))
    return [vertex for vertex in me.sites if state.open[vertex]]


def city_choices(state: Settlers, seat: int) -> Sequence[Action]:
    """Every own settlement."""
    me = state.players[seat]
    if me.cities >= state.rules.cities or not can_pay(me.hand, state.rules.city):
        return NOTHING
    mine = seat + 1
    return [build_city(vertex) for vertex, piece in enumerate(state.vertices) if piece == mine]


def _frontier(state: Settlers, seat: int) -> tuple[int, ...]:
    """The empty edges that touch an own building, or an own route where no foreign building stands (rules 6.4)."""
    grid, edges, vertices = state.layout.grid, state.edges, state.vertices
    mine = {vertex for vertex, piece in enumerate(vertices) if piece and OWNER[piece] == seat}
    for edge, piece in enumerate(edges):
        if piece and OWNER[piece] == seat:
            mine.update(vertex for vertex in grid.ends[edge] if not vertices[vertex])
    return tuple(sorted({edge for vertex in mine for edge in grid.edges_at[vertex] if edges[edge] == EMPTY}))


def place_route(state: Settlers, seat: int, piece: int, edge: int) -> None:
    """Put the piece down; everybody's frontier may have changed, the own reach has."""
    state.edges[edge] = seat + 1 + piece * SECOND
    me = state.players[seat]
    me.routes = one_more(me.routes, piece)
    me.sites = None
    for player in state.players:
        player.frontier = None
    for then in state.rules.after_route:
        then(state, seat)


def place_settlement(state: Settlers, seat: int, vertex: int) -> None:
    """Put the piece down, close the ground around it, and let a port serve its owner at once."""
    me = state.players[seat]
    state.vertices[vertex] = seat + 1
    me.settlements += 1
    state.open[vertex] = 0
    for beside in state.layout.grid.beside[vertex]:
        state.open[beside] = 0
    me.rates = better_rates(me.rates, state.layout, vertex)
    for player in state.players:
        player.frontier = None
    for then in state.rules.after_settlement:
        then(state, seat, vertex)


def better_rates(rates: tuple[int, ...], layout: Layout, vertex: int) -> tuple[int, ...]:
    """The best own rate per good with a building on this vertex (rules 6.6)."""
    port = layout.port_at.get(vertex)
    if port is None:
        return rates
    return tuple(min(rate, port.rate) if port.good in (None, good) else rate for good, rate in enumerate(rates))
