"""Ships, and who is connected to whom (special rules 3 and 4; rules 7.2 and 7.3)."""

from __future__ import annotations

from collections.abc import Sequence

from serai.referee.catan_rules.building import route_choices
from serai.referee.catan_rules.layout import SHIP
from serai.referee.catan_rules.state import OWNER
from serai.referee.core.agenda import Action
from serai.referee.games.cheops.state import Cheops


def ship_choices(state: Cheops, seat: int) -> Sequence[Action]:
    return route_choices(state, seat, SHIP)


def forget_webs(state: Cheops, _seat: int) -> None:
    """A new piece may join what was apart."""
    state.webs = None


def connected(state: Cheops, seat: int, vertex: int) -> bool:
    """Whether roads and ships of whatever owners lead from a building of the seat to the vertex.

    Buildings on the way do not interrupt; a vertex without any piece is connected to nothing.
    """
    webs = state.webs
    if webs is None:
        webs = state.webs = _webs(state)
    web = webs[vertex]
    return web > 0 and any(piece and OWNER[piece] == seat and webs[v] == web for v, piece in enumerate(state.vertices))


def _webs(state: Cheops) -> bytes:
    """For every vertex the number of its web of routes, from 1; 0 where no piece lies."""
    grid, webs, last = state.layout.grid, bytearray(len(state.vertices)), 0
    for edge, piece in enumerate(state.edges):
        if piece and not webs[grid.ends[edge][0]]:
            last += 1
            _spread(state, webs, grid.ends[edge][0], last)
    return bytes(webs)


def _spread(state: Cheops, webs: bytearray, vertex: int, web: int) -> None:
    """Number all that can be reached from here over pieces."""
    grid, todo = state.layout.grid, [vertex]
    webs[vertex] = web
    while todo:
        here = todo.pop()
        for edge in grid.edges_at[here]:
            beyond = sum(grid.ends[edge]) - here
            if state.edges[edge] and not webs[beyond]:
                webs[beyond] = web
                todo.append(beyond)
