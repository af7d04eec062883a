"""A map as it lies on the table: terrain, numbers and ports over a grid. It never changes during a game."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TypeVar

from serai.referee.catan_rules.components import RESOURCE_NAMES, Terrain
from serai.referee.catan_rules.geometry import Grid, Hex, grid_of
from serai.referee.core.data_file import DataFile

T = TypeVar("T")

_HEX = re.compile(r"q(-?\d+)r(-?\d+)")

ROAD, SHIP = 0, 1  # kinds of pieces on edges
RED_NUMBERS = (6, 8)
ANY = "any"


@dataclass(frozen=True, slots=True)
class HexRow:
    """One hex of a printed map; number 0: no token."""

    at: str
    terrain: str
    number: int


@dataclass(frozen=True, slots=True)
class PortRow:
    """One printed port; kind is a good or `any`."""

    id: str
    kind: str
    rate: int
    edge: str


@dataclass(frozen=True, slots=True)
class Port:
    """A port on a coast edge; `good` None takes every good. At most one of its two vertices can be built on."""

    id: str
    good: int | None
    rate: int
    edge: int
    vertices: tuple[int, int]


Shape = frozenset[tuple[Hex, bool]]  # the hexes of a map, and which of them are land


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """What a map's land and water allow: where pieces of each kind may lie and where buildings may stand."""

    shape: Shape
    grid: Grid
    land: tuple[bool, ...]
    takes: tuple[frozenset[int], frozenset[int]]
    buildable: bytes

    def __reduce__(self) -> tuple[Callable[[Shape], Ground], tuple[Shape]]:
        """A pickled state carries the shape of its map only: all states of a process share one ground."""
        return ground_of, (self.shape,)


class Layout:
    """A map with everything on it that is there before the first piece: terrain and numbers by hex, and the ports.

    `yields` says what each number pays at which corners, `income` what a settlement founded on a vertex takes at once.
    """

    __slots__ = ("ground", "income", "numbers", "port_at", "ports", "snapshot", "terrain", "yields")

    def __init__(
        self,
        ground: Ground,
        goods_of: Sequence[int | None],
        terrain: Sequence[int],
        numbers: Sequence[int],
        ports: Sequence[Port],
    ) -> None:
        grid = ground.grid
        goods = [goods_of[kind] for kind in terrain]
        self.ground = ground
        self.terrain = tuple(terrain)
        self.numbers = tuple(numbers)
        self.ports = tuple(ports)
        self.snapshot = (bytes(terrain), bytes(numbers), tuple(port.good for port in ports))
        self.port_at = {vertex: port for port in ports for vertex in port.vertices}
        self.income = tuple(tuple(good for h in at if (good := goods[h]) is not None) for at in grid.hexes_at)
        self.yields = {
            number: tuple(
                (hex_, good, grid.corners[hex_])
                for hex_, good in enumerate(goods)
                if numbers[hex_] == number and good is not None
            )
            for number in range(2, 13)
        }

    @property
    def grid(self) -> Grid:
        return self.ground.grid


def goods_of(terrains: Sequence[Terrain], goods: Sequence[str]) -> tuple[int | None, ...]:
    """The good each kind of terrain yields."""
    return tuple(goods.index(terrain.yields) if terrain.yields else None for terrain in terrains)


def shape_of(hexes: Mapping[Hex, Terrain]) -> Shape:
    return frozenset((hex_, terrain.is_land) for hex_, terrain in hexes.items())


@cache
def ground_of(shape: Shape) -> Ground:
    """A road takes an edge beside land; a ship one beside water, with the map on both sides (rules 1.4)."""
    grid = grid_of(hex_ for hex_, _ in shape)
    land = tuple((hex_, True) in shape for hex_ in grid.hexes)
    beside = grid.hexes_of_edge
    roads = frozenset(edge for edge, at in enumerate(beside) if any(land[hex_] for hex_ in at))
    ships = frozenset(edge for edge, at in enumerate(beside) if len(at) == 2 and not all(land[hex_] for hex_ in at))
    buildable = bytes(any(land[hex_] for hex_ in at) for at in grid.hexes_at)
    return Ground(shape, grid, land, (roads, ships), buildable)


def read_hex(data: DataFile, text: str, what: str) -> Hex:
    """A hex from its name, as q0r-2."""
    match = _HEX.fullmatch(text)
    data.demand(match is not None, f"{what}: {text!r} should read like q0r-2")
    assert match
    return int(match[1]), int(match[2])


def read_map(data: DataFile, rows: Sequence[HexRow], terrains: Sequence[Terrain]) -> dict[Hex, tuple[int, int]]:
    """Terrain and number of every hex of a printed map."""
    names = [terrain.id for terrain in terrains]
    found = {}
    for row in rows:
        kind = data.index(names, row.terrain, f"hex {row.at}: terrain")
        fits = (row.number in range(2, 13) and row.number != 7) if terrains[kind].yields else row.number == 0
        data.demand(fits, f"hex {row.at}: number {row.number} does not fit {row.terrain}")
        found[read_hex(data, row.at, "hex")] = (kind, row.number)
    return found


def read_ports(data: DataFile, rows: Sequence[PortRow], ground: Ground) -> tuple[Port, ...]:
    """Every port lies on a coast edge: land on one side only."""
    names = ground.grid.edge_names
    found = []
    for row in rows:
        edge = data.index(names, row.edge, f"port {row.id}: edge")
        beside = [ground.land[hex_] for hex_ in ground.grid.hexes_of_edge[edge]]
        data.demand(sum(beside) == 1, f"port {row.id}: {row.edge} is no coast")
        good = None if row.kind == ANY else data.index(RESOURCE_NAMES, row.kind, f"port {row.id}: kind")
        found.append(Port(row.id, good, row.rate, edge, ground.grid.ends[edge]))
    return tuple(found)


def by_hex(grid: Grid, found: Mapping[Hex, T]) -> list[T]:
    """Values in the order of the grid's hexes."""
    return [found[hex_] for hex_ in grid.hexes]


def red_numbers_touch(layout: Layout) -> bool:
    """Whether a 6 or 8 lies beside another one."""
    red = [number in RED_NUMBERS for number in layout.numbers]
    return any(red[hex_] and red[other] for hex_, at in enumerate(layout.grid.hex_neighbours) for other in at)
