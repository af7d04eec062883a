"""The boards of Catan: one for beginners, and random ones (rules 3.1). All lie on the same grid, computed once."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from serai.referee.catan_rules.components import RESOURCE_NAMES, TERRAINS
from serai.referee.catan_rules.layout import (
    HexRow,
    Layout,
    Port,
    PortRow,
    by_hex,
    goods_of,
    ground_of,
    read_hex,
    read_map,
    read_ports,
    red_numbers_touch,
    shape_of,
)
from serai.referee.core.data_file import DataFile
from serai.referee.core.luck import Luck

DATA = DataFile(Path(__file__).with_name("data.toml"))
CORNERS = 6


@dataclass(frozen=True, slots=True)
class TerrainCount:
    id: str
    hexes: int


@dataclass(frozen=True, slots=True)
class Spiral:
    letters: str
    tokens: tuple[int, ...]
    outer_ring: tuple[str, ...]
    inner_ring: tuple[str, ...]
    centre: str


@dataclass(frozen=True, slots=True)
class Checks:
    land_hexes: int
    vertices: int
    edges: int
    ports: int


_BEGINNER = read_map(DATA, DATA.rows("beginner.hexes", HexRow, key="at"), TERRAINS)
GROUND = ground_of(shape_of({hex_: TERRAINS[kind] for hex_, (kind, _) in _BEGINNER.items()}))
GRID = GROUND.grid
PORTS = read_ports(DATA, DATA.rows("ports.places", PortRow), GROUND)
DESERT = DATA.index([terrain.id for terrain in TERRAINS], "desert", "terrain")

_CHECKS = DATA.one("checks", Checks)
_FOUND = Checks(len(GRID.hexes), len(GRID.vertices), len(GRID.edges), len(PORTS))
DATA.demand(_FOUND == _CHECKS, f"[checks] wants {_CHECKS}, the tables make {_FOUND}")

_COUNTS = {row.id: row.hexes for row in DATA.rows("random_boards.terrain", TerrainCount)}
PILE = tuple(kind for kind, terrain in enumerate(TERRAINS) for _ in range(_COUNTS.get(terrain.id, 0)))
DATA.demand(len(PILE) == len(GRID.hexes), f"[random_boards] terrain: {len(PILE)} hexes for {len(GRID.hexes)} places")

SPIRAL = DATA.one("spiral", Spiral)
TOKENS = SPIRAL.tokens
_OUTER, _INNER = (
    tuple(GRID.hexes.index(read_hex(DATA, name, "[spiral]")) for name in ring)
    for ring in (SPIRAL.outer_ring, SPIRAL.inner_ring)
)
_CENTRE = GRID.hexes.index(read_hex(DATA, SPIRAL.centre, "[spiral]"))
DATA.demand(sorted((*_OUTER, *_INNER, _CENTRE)) == list(range(len(PILE))), "[spiral] should touch every hex once")
DATA.demand(len(TOKENS) == len(SPIRAL.letters) == len(PILE) - PILE.count(DESERT), "[spiral] one token for each letter")

_TERRAIN, _NUMBERS = (by_hex(GRID, {hex_: row[place] for hex_, row in _BEGINNER.items()}) for place in (0, 1))
YIELDS = goods_of(TERRAINS, RESOURCE_NAMES)
BEGINNER = Layout(GROUND, YIELDS, _TERRAIN, _NUMBERS, PORTS)
DATA.demand(not red_numbers_touch(BEGINNER), "[beginner] a 6 or 8 touches another")


def beginner(_luck: Luck) -> Layout:
    """The fixed board; it needs no luck."""
    return BEGINNER


def variable(luck: Luck) -> Layout:
    """Terrain shuffled, tokens A to R along the spiral from a drawn corner, ports shuffled: no 6 touches an 8."""
    terrain = luck.shuffled(PILE, "terrain")
    corner = luck.below(CORNERS, "corner")
    return _lay(terrain, along_spiral(terrain, corner), shuffled_ports(luck))


def random(luck: Luck) -> Layout:
    """Terrain, tokens and ports each shuffled freely: red numbers may touch."""
    terrain = luck.shuffled(PILE, "terrain")
    tokens = iter(luck.shuffled(TOKENS, "tokens"))
    numbers = [0 if kind == DESERT else next(tokens) for kind in terrain]
    return _lay(terrain, numbers, shuffled_ports(luck))


Lay = tuple[bytes, bytes, tuple[int | None, ...]]  # terrain, numbers and the goods of the ports: a layout's snapshot


@lru_cache(64)
def layout_of(lay: Lay) -> Layout:
    """The board on which everything lies as it says; ValueError if no board does."""
    terrain, numbers, goods = lay
    rate_of = {port.good: port.rate for port in PORTS}
    fits = sorted(terrain) == sorted(PILE) and sorted(numbers) == sorted((*TOKENS, 0))
    if not fits or numbers[terrain.index(DESERT)] or {*goods} != {*rate_of} or len(goods) != len(PORTS):
        raise ValueError("no board of Catan lies like this")
    ports = [replace(port, good=good, rate=rate_of[good]) for port, good in zip(PORTS, goods, strict=True)]
    return Layout(GROUND, YIELDS, terrain, numbers, ports)


LAYOUTS = {"beginner": beginner, "variable": variable, "random": random}


def spiral_from(corner: int) -> tuple[int, ...]:
    """The places from a corner of the island inwards, counter-clockwise; each touches the one before."""
    return (*_OUTER[2 * corner :], *_OUTER[: 2 * corner], *_INNER[corner:], *_INNER[:corner], _CENTRE)


def along_spiral(terrain: list[int], corner: int) -> list[int]:
    """The desert gets no token and the letters run on past it."""
    tokens = iter(TOKENS)
    numbers = [0] * len(terrain)
    for place in spiral_from(corner):
        if terrain[place] != DESERT:
            numbers[place] = next(tokens)
    return numbers


def shuffled_ports(luck: Luck) -> tuple[Port, ...]:
    """The kinds change places, the port edges never move."""
    kinds = luck.shuffled([(port.good, port.rate) for port in PORTS], "ports")
    return tuple(
        Port(port.id, good, rate, port.edge, port.vertices) for port, (good, rate) in zip(PORTS, kinds, strict=True)
    )


def _lay(terrain: list[int], numbers: list[int], ports: tuple[Port, ...]) -> Layout:
    return Layout(GROUND, YIELDS, terrain, numbers, ports)
