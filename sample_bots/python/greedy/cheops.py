"""Cheops: Catan's gains, with ships, gold, ports of others and the pyramid added."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from serai import Table
from serai.sample_bots.python.greedy import catan
from serai.sample_bots.python.greedy.catan import BRICK, LUMBER, ORE, WOOL
from serai.v1 import catan_pb2 as c
from serai.v1 import cheops_pb2 as h

GOLD = 5
SHIP = {LUMBER: 1, WOOL: 1}
STONE = {BRICK: 1, ORE: 1}
SEGEN, FLUCH = 3.0, 2.0  # points
POINT = 4.0  # what a point is worth in gains
SITE = 3.0  # a settlement from which stones are free


def choose(table: Table, view: h.CheopsView, options: Sequence[h.CheopsAction]) -> h.CheopsAction:
    """The largest gain: an option, or an offer of our own."""
    seat = Seat(table, view)
    own = [h.CheopsAction(common=c.CatanAction(offer=offer)) for offer in seat.own_offers()]
    return catan.best(seat, [*options, *own])


def gains(table: Table, view: h.CheopsView, options: Sequence[h.CheopsAction]) -> list[float]:
    """What each option gains."""
    seat = Seat(table, view)
    return [seat.gain(option) for option in options]


class Seat(catan.Seat):
    """Our seat at one question: what each option gains."""

    def __init__(self, table: Table, view: h.CheopsView) -> None:
        self.cheops = view
        self.site = frozenset(table.board.site_vertices)
        self.port_rates = [port.rate for port in table.board.map.ports]
        self.stones_left = table.board.stones - view.stones[table.seat]
        super().__init__(table, view.table, table.board.map)

    def gain(self, option: h.CheopsAction) -> float:
        kind = option.WhichOneof("action")
        if kind == "common":
            return self.common(option.common)
        return OWN_GAINS[str(kind)](self, getattr(option, str(kind)))

    def common(self, option: c.CatanAction) -> float:
        """As in Catan, but a route may be a ship, and the longest road is not used."""
        if option.WhichOneof("action") == "build_route":
            price = SHIP if option.build_route.route == c.CATAN_ROUTE_SHIP else catan.ROAD
            return self.route(option.build_route.edge) + self.pay(price)
        return super().gain(option)

    def route(self, edge: int) -> float:
        return self.leads_to(edge) if not self.sites else 0.2 * self.leads_to(edge)

    def place(self, vertex: int) -> float:
        """A place at the site opens the pyramid."""
        mine = any(place in self.site for place in self.mine)
        return super().place(vertex) + (SITE if vertex in self.site and not mine else 0.0)

    def prices(self) -> list[tuple[float, dict[int, int]]]:
        """Ships lead to sites as roads do; a stone is wanted when it can be placed and brings points."""
        goals = super().prices()
        if self.me.ships and not self.sites:
            goals.append((3.8, SHIP))
        if self.cheops.started and self.stones_left:
            goals.append((max(2.0, self.stone()), STONE))
        return sorted(goals, key=lambda goal: -goal[0])

    def stone(self) -> float:
        """What a stone changes: the Segen won, the Fluch shed, others cursed."""
        stones = list(self.cheops.stones)
        before = self.standing(stones)
        stones[self.seat] += 1
        return 1.0 + POINT * (self.standing(stones) - before)

    def standing(self, stones: list[int]) -> float:
        """Our points by the pharaoh's cards with so many stones lying, less a share of what others have."""
        fewest, most = min(stones), max(stones)
        holder = self.cheops.segen if self.cheops.HasField("segen") else None
        leads = stones[self.seat] == most and (holder in (None, self.seat) or stones[self.seat] > stones[holder or 0])
        cursed = sum(count == fewest < most for count in stones)
        mine = stones[self.seat] == fewest < most
        return SEGEN * (leads and most > 0) - FLUCH * mine + 0.3 * (cursed - mine)


OWN_GAINS: dict[str, Callable[[Seat, Any], float]] = {
    "port_trade": lambda seat, a: seat.more((a.give - 1, -seat.port_rates[a.port]), (a.get - 1, 1), (GOLD, -1)) - 0.2,
    "place_stone": lambda seat, a: seat.stone() + seat.pay(STONE) - (0.5 if a.HasField("owner") else 0.0),
}
