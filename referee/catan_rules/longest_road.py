"""The Longest Road (rules 6.8): the longest trail of own roads; foreign buildings stop it, own ones do not."""

from __future__ import annotations

from serai.referee.catan_rules.components import VICTORY
from serai.referee.catan_rules.events import LongestRoadLost, LongestRoadTaken
from serai.referee.catan_rules.state import NOBODY, OWNER, Settlers, best_of


def road_built(state: Settlers, seat: int) -> None:
    """A new road can only lengthen the builder's own."""
    state.players[seat].road_length = length(state, seat)
    award(state)


def settlement_built(state: Settlers, seat: int, vertex: int) -> None:
    """A settlement breaks the roads of others that pass through it."""
    owners = [OWNER[state.edges[edge]] for edge in state.layout.grid.edges_at[vertex]]
    for other in state.others(seat):
        if owners.count(other) > 1:
            state.players[other].road_length = length(state, other)
            award(state)


def award(state: Settlers) -> None:
    """The holder keeps the card while nobody is ahead; a single longest takes it, a tie leaves it with nobody."""
    lengths = [player.road_length for player in state.players]
    most, holder = max(lengths), state.longest_road
    taker = best_of(lengths, holder) if most >= VICTORY.longest_road_min else NOBODY
    if taker != holder:
        state.longest_road = taker
        state.tell(LongestRoadLost(holder) if taker == NOBODY else LongestRoadTaken(taker, most))


def length(state: Settlers, seat: int) -> int:
    """The number of edges of the seat's longest trail: no edge twice, vertices may repeat."""
    ends = state.layout.grid.ends
    roads = [ends[edge] for edge, piece in enumerate(state.edges) if piece and OWNER[piece] == seat]
    blocked = {v for v, piece in enumerate(state.vertices) if piece and OWNER[piece] != seat}
    return longest_trail(roads, blocked)


def longest_trail(roads: list[tuple[int, int]], blocked: set[int]) -> int:
    """The longest trail over these roads that passes through no blocked vertex, though it may end at one.

    At most three roads meet at a vertex. So a longest trail starts where one or three meet, or at a blocked vertex:
    from anywhere else it could be made longer, or turned on its circuit to start there. A circuit without such a
    vertex is a ring on its own, and its own longest trail.
    """
    meeting: dict[int, list[tuple[int, int]]] = {}
    for number, (one, other) in enumerate(roads):
        meeting.setdefault(one, []).append((other, 1 << number))
        meeting.setdefault(other, []).append((one, 1 << number))
    starts = [vertex for vertex, at in meeting.items() if len(at) != 2 or vertex in blocked]
    through = {vertex: [] if vertex in blocked else at for vertex, at in meeting.items()}
    longest = max((1 + _trail(through, v, used) for start in starts for v, used in meeting[start]), default=0)
    return max(longest, *(_rings(meeting, starts)), 0)


def _trail(through: dict[int, list[tuple[int, int]]], vertex: int, used: int) -> int:
    """The most edges by which a trail that has come to this vertex goes on."""
    best = 0
    for beyond, edge in through[vertex]:
        if not used & edge:
            best = max(best, 1 + _trail(through, beyond, used | edge))
    return best


def _rings(meeting: dict[int, list[tuple[int, int]]], starts: list[int]) -> list[int]:
    """The lengths of the rings that no other road touches."""
    left = meeting.keys() - _reached(meeting, starts)
    rings = []
    while left:
        ring = _reached(meeting, [min(left)])
        rings.append(len(ring))
        left -= ring
    return rings


def _reached(meeting: dict[int, list[tuple[int, int]]], starts: list[int]) -> set[int]:
    """All vertices that roads lead to from these."""
    found, todo = set(starts), list(starts)
    while todo:
        for beyond, _ in meeting[todo.pop()]:
            if beyond not in found:
                found.add(beyond)
                todo.append(beyond)
    return found
