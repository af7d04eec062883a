"""What tells one seat's position from another's: a few numbers for each game, from what the seat sees of itself.

Points as they are now come first; the rest is what may bring more of them, mostly by greedy's own judgement. More of
each is better.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from serai import Table
from serai.sample_bots.python.greedy import alexander, catan, cheops, council_of_four, tadmor, yspahan

TARGET = 10  # points that win in Catan; its relatives are near it
EMPORIA = 10


@dataclass(frozen=True, slots=True)
class Features:
    """The numbers, and how much of the game is done: from 0 to 1."""

    values: tuple[float, ...]
    done: float


Describe = Callable[[Table, Any, Sequence[int]], Features]


def of_yspahan(table: Table, view: Any, points: Sequence[int]) -> Features:
    seat = yspahan.Seat(table, view)
    held = [(souk, seat.held(souk, seat.owner)) for souk in range(len(seat.city.souks))]
    left = seat.turns / (yspahan.WEEKS * yspahan.DAYS)
    values = (
        float(points[table.seat]),
        seat.now,
        sum(seat.souk_worth(souk, count) for souk, count in held if count),
        seat.caravan_worth(list(view.caravan), seat.owner),
        len(view.hand) * min(1.0, seat.turns / 3),
        left * seat.camels,
        left * seat.gold,
        left * len(seat.buildings),
    )
    return Features(values, 1.0 - left)


def settled(seat: catan.Seat, points: int, left: float) -> tuple[float, ...]:
    """What all games of Catan have in common; `left` is the share of the game that is still to come."""
    island, view = seat.island, seat.view
    pips, kinds = 0, set()
    for vertex in seat.mine:
        for good, chance in island.yields[vertex]:
            pips += chance * (1 + (view.vertices[vertex] > 4))
            kinds.add(good)
    _, blocked, corners = island.hexes[view.robber]
    robbed = blocked * sum(vertex in seat.mine for vertex in corners)
    return (
        float(points),
        left * pips,
        left * len(kinds),
        -float(robbed),
        left * min(2, len(seat.sites)),
        left * max((seat.place(vertex) for vertex in seat.sites), default=0.0),
        float(min(catan.HAND_LIMIT, sum(seat.hand))),
        float(sum(view.own.dev_cards)),
        float(seat.me.knights),
        float(seat.me.road_length),
        left * (4 - min(seat.me.rates)),
    )


def of_catan(table: Table, view: Any, points: Sequence[int]) -> Features:
    seat, done = catan.Seat(table, view, table.board.map), reached(points)
    return Features(settled(seat, points[table.seat], 1.0 - done), done)


def reached(points: Sequence[int]) -> float:
    """How near the leader is to the end."""
    return min(1.0, max(0, *points) / TARGET)


def of_cheops(table: Table, view: Any, points: Sequence[int]) -> Features:
    seat, done = cheops.Seat(table, view), reached(points)
    own = (
        float(view.gold[table.seat]),
        float(view.stones[table.seat]),
        seat.standing(list(view.stones)),
        (1.0 - done) * any(place in seat.site for place in seat.mine),
    )
    return Features((*settled(seat, points[table.seat], 1.0 - done), *own), done)


def of_alexander(table: Table, view: Any, points: Sequence[int]) -> Features:
    seat = alexander.Seat(table, view)
    done = max(reached(points), min(1.0, view.position / max(1, len(table.board.path))))
    own = (float(view.gold[table.seat]), float(sum(view.won[table.seat].counts)))
    return Features((*settled(seat, points[table.seat], 1.0 - done), *own), done)


def of_council(table: Table, view: Any, points: Sequence[int]) -> Features:
    seat = council_of_four.Seat(table, view)
    me, done = seat.me, max(len(player.emporia) for player in view.players) / EMPORIA
    left = 1.0 - done
    values = (
        float(points[table.seat]),
        left * me.coins,
        left * me.assistants,
        left * sum(seat.hand),
        left * seat.hand[-1],
        left * me.nobility,
        left * len(me.permits_up),
        left * sum(max(0.0, seat.build_with(tile)) for tile in me.permits_up),
        float(len(seat.mine)),
        seat.tiles(seat.mine),
        left * seat.friendly(seat.balconies),
    )
    return Features(values, done)


def of_tadmor(table: Table, view: Any, points: Sequence[int]) -> Features:
    seat = tadmor.Seat(table, view, ())
    done = view.turn / seat.board.turns
    left = 1.0 - done
    values = (
        float(points[table.seat]),
        *(left * count for count in seat.store),
        left * seat.me.tower,
        left * len(view.hand),
        left * sum(max(0.0, seat.mission(card)[0]) for card in view.hand),
        left * max(seat.me.temples, default=0),
        left * sum(seat.rare),
        left * sum(count > 0 for count in seat.rare),
        left * sum(tadmor.TILE.get(effect, 0.0) for effect, _ in seat.tiles),
        left * sum(seat.me.owned),
        left * (view.first == table.seat),
    )
    return Features(values, done)


def of_points(table: Table, _: Any, points: Sequence[int]) -> Features:
    """A game that nothing else is known of."""
    return Features((float(points[table.seat]),), 0.5)


FEATURES: dict[str, Describe] = {
    "yspahan": of_yspahan,
    "council_of_four": of_council,
    "tadmor": of_tadmor,
    "catan": of_catan,
    "cheops": of_cheops,
    "alexander": of_alexander,
}
