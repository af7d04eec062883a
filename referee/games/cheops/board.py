"""The map of Cheops: Nile and delta, Red Sea, Sinai, Palestine and the pyramid's site; read once, shared by all."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from serai.referee.catan_rules import components
from serai.referee.catan_rules.components import RESOURCE_NAMES, counts, terrains_of
from serai.referee.catan_rules.layout import (
    ROAD,
    SHIP,
    HexRow,
    Layout,
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

DATA = DataFile(Path(__file__).with_name("data.toml"))


@dataclass(frozen=True, slots=True)
class Pieces:
    ships: int
    stones: int
    pharaoh_stones: int


@dataclass(frozen=True, slots=True)
class Costs:
    ship: tuple[str, ...]
    stone: tuple[str, ...]
    fee: int


@dataclass(frozen=True, slots=True)
class Gold:
    name: str
    start: int


@dataclass(frozen=True, slots=True)
class SpecialCards:
    segen: int
    fluch: int


@dataclass(frozen=True, slots=True)
class Pyramid:
    levels: tuple[int, ...]
    site: str


@dataclass(frozen=True, slots=True)
class Founding:
    income_round: int
    banks_of: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RobberRow:
    start: str


@dataclass(frozen=True, slots=True)
class Checks:
    hexes: int
    land_hexes: int
    water_hexes: int
    producing_hexes: int
    vertices_total: int
    vertices_land: int
    edges_land: int
    edges_coast: int
    edges_water: int
    edges_unusable: int
    founding_vertices: int
    ports: int


PIECES = DATA.one("pieces", Pieces)
COSTS = DATA.one("costs", Costs)
GOLD_ROW = DATA.one("gold", Gold)
SPECIAL_CARDS = DATA.one("special_cards", SpecialCards)
PYRAMID = DATA.one("pyramid", Pyramid)
FOUNDING = DATA.one("founding", Founding)

GOODS = (*RESOURCE_NAMES, GOLD_ROW.name)
GOLD = len(RESOURCE_NAMES)
STONE_COST = counts(DATA, COSTS.stone, GOODS, "stone")
TERRAINS = (*components.TERRAINS, *terrains_of(DATA))
TERRAIN_NAMES = tuple(terrain.id for terrain in TERRAINS)
YIELDS = goods_of(TERRAINS, GOODS)

_MAP = read_map(DATA, DATA.rows("map.hexes", HexRow, key="at"), TERRAINS)
GROUND = ground_of(shape_of({hex_: TERRAINS[kind] for hex_, (kind, _) in _MAP.items()}))
GRID = GROUND.grid
_TERRAIN, _NUMBERS = (by_hex(GRID, {hex_: row[place] for hex_, row in _MAP.items()}) for place in (0, 1))
PORTS = read_ports(DATA, DATA.rows("ports.places", PortRow), GROUND)
LAYOUT = Layout(GROUND, YIELDS, _TERRAIN, _NUMBERS, PORTS)

SITE = GRID.hexes.index(read_hex(DATA, PYRAMID.site, "[pyramid] site"))
SITE_VERTICES = GRID.corners[SITE]
ROBBER_START = GRID.hexes.index(read_hex(DATA, DATA.one("robber", RobberRow).start, "[robber] start"))
_RIVER = {DATA.index(TERRAIN_NAMES, name, "[founding] banks_of") for name in FOUNDING.banks_of}
BANKS = frozenset(
    vertex
    for vertex, at in enumerate(GRID.hexes_at)
    if GROUND.buildable[vertex] and any(_TERRAIN[hex_] in _RIVER for hex_ in at)
)
STONES_IN_ALL = sum(PYRAMID.levels)


def edge_class(edge: int) -> str:
    """Roads go on land and coast, ships on coast and water (rules 3)."""
    road, ship = edge in GROUND.takes[ROAD], edge in GROUND.takes[SHIP]
    return {(True, False): "land", (True, True): "coast", (False, True): "water", (False, False): "unusable"}[
        road, ship
    ]


def level_of(stone: int) -> int:
    """The level of the n-th stone, both from 1 (rules 5); it is shown and does not score."""
    level = 1
    for size in PYRAMID.levels:
        if stone <= size:
            break
        stone -= size
        level += 1
    return level


_EDGES = Counter(edge_class(edge) for edge in range(len(GRID.edges)))
_FOUND = Checks(
    hexes=len(GRID.hexes),
    land_hexes=sum(GROUND.land),
    water_hexes=len(GRID.hexes) - sum(GROUND.land),
    producing_hexes=sum(map(bool, _NUMBERS)),
    vertices_total=len(GRID.vertices),
    vertices_land=sum(GROUND.buildable),
    edges_land=_EDGES["land"],
    edges_coast=_EDGES["coast"],
    edges_water=_EDGES["water"],
    edges_unusable=_EDGES["unusable"],
    founding_vertices=len(BANKS),
    ports=len(PORTS),
)
_CHECKS = DATA.one("checks", Checks)
DATA.demand(_FOUND == _CHECKS, f"[checks] wants {_CHECKS}, the tables make {_FOUND}")
DATA.demand(not red_numbers_touch(LAYOUT), "[map] a 6 or 8 touches another")
DATA.demand(not BANKS.intersection(SITE_VERTICES), "[pyramid] the site should not touch the river")
