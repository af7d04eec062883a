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
    values = (
        float(points[table.seat]),
        seat.now,
        sum(seat.souk_worth(souk, count) for souk, count in held if count),
        seat.caravan_worth(list(view.caravan), seat.owner),
        float(len(view.hand)),
        float(seat.camels),
        float(seat.gold),
        float(len(seat.buildings)),
    )
    return Features(values, 1.0 - seat.turns / (yspahan.WEEKS * yspahan.DAYS))


def settled(seat: catan.Seat, points: int) -> tuple[float, ...]:
    """What all games of Catan have in common."""
    island, view = seat.island, seat.view
    pips, kinds = 0, set()
    for vertex in seat.mine:
        for good, chance in island.yields[vertex]:
            pips += chance * (1 + (view.vertices[vertex] > 4))
            kinds.add(good)
    _, blocked, corners = island.hexes[view.robber]
    robbed = blocked * sum(vertex in seat.mine for vertex in corners)
    hidden = sum(view.own.dev_cards)
    return (
        float(points),
        seat.now,
        float(pips),
        float(len(kinds)),
        -float(robbed),
        float(min(2, len(seat.sites))),
        max((seat.place(vertex) for vertex in seat.sites), default=0.0),
        float(sum(seat.hand)),
        float(hidden),
        float(seat.me.knights),
        float(seat.me.road_length),
        float(4 - min(seat.me.rates)),
    )


def of_catan(table: Table, view: Any, points: Sequence[int]) -> Features:
    return Features(settled(catan.Seat(table, view, table.board.map), points[table.seat]), reached(points))


def reached(points: Sequence[int]) -> float:
    """How near the leader is to the end."""
    return min(1.0, max(0, *points) / TARGET)


def of_cheops(table: Table, view: Any, points: Sequence[int]) -> Features:
    seat = cheops.Seat(table, view)
    own = (
        float(view.gold[table.seat]),
        float(view.stones[table.seat]),
        seat.standing(list(view.stones)),
        float(any(place in seat.site for place in seat.mine)),
    )
    return Features((*settled(seat, points[table.seat]), *own), reached(points))


def of_alexander(table: Table, view: Any, points: Sequence[int]) -> Features:
    seat = alexander.Seat(table, view)
    own = (float(view.gold[table.seat]), float(sum(view.won[table.seat].counts)), float(len(seat.mine)))
    done = view.position / max(1, len(table.board.path))
    return Features((*settled(seat, points[table.seat]), *own), min(1.0, done))


def of_council(table: Table, view: Any, points: Sequence[int]) -> Features:
    seat = council_of_four.Seat(table, view)
    me = seat.me
    values = (
        float(points[table.seat]),
        float(me.coins),
        float(me.assistants),
        float(sum(seat.hand)),
        float(seat.hand[-1]),
        float(me.nobility),
        float(len(me.permits_up)),
        sum(max(0.0, seat.build_with(tile)) for tile in me.permits_up),
        float(len(seat.mine)),
        seat.tiles(seat.mine),
        seat.friendly(seat.balconies),
    )
    return Features(values, max(len(player.emporia) for player in view.players) / EMPORIA)


def of_tadmor(table: Table, view: Any, points: Sequence[int]) -> Features:
    seat = tadmor.Seat(table, view, ())
    values = (
        float(points[table.seat]),
        *map(float, seat.store),
        float(seat.me.tower),
        float(len(view.hand)),
        sum(max(0.0, seat.mission(card)[0]) for card in view.hand),
        float(max(seat.me.temples, default=0)),
        float(sum(seat.rare)),
        float(sum(count > 0 for count in seat.rare)),
        float(len(seat.me.tiles)),
        sum(tadmor.TILE.get(effect, 0.0) for effect, _ in seat.tiles),
        float(sum(seat.me.owned)),
        float(view.first == table.seat),
    )
    return Features(values, view.turn / seat.board.turns)


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
