"""The map of Alexander's campaign and his path over it, the events and the advisers; read once, shared by all."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from serai.referee.catan_rules import components
from serai.referee.catan_rules.components import RESOURCE_NAMES, terrains_of
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

BLANK, CHIP, TEMPLE = "blank", "chip", "temple"
RED, GREEN, PURPLE, GOAL = "red", "green", "purple", "goal"
SETTLEMENT = 0  # the event of the temples; all others are on chips


@dataclass(frozen=True, slots=True)
class Gold:
    name: str
    start: int


@dataclass(frozen=True, slots=True)
class Supply:
    start_hand: int


@dataclass(frozen=True, slots=True)
class SupplyRow:
    """How many cards of each resource the supply pile takes with so many seats."""

    seats: int
    cards_each: int


@dataclass(frozen=True, slots=True)
class EventRow:
    """What Alexander needs: accepted cards, and what a soldier is worth; on how many chips it stands."""

    id: str
    symbol: str
    accepts: tuple[str, ...]
    soldier: int
    chips: int


@dataclass(frozen=True, slots=True)
class Auction:
    listed_bids: int


@dataclass(frozen=True, slots=True)
class AdviserRow:
    """An adviser's card, and with how many seats it is used."""

    id: str
    card: str
    points: int
    seat_counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class AdviserRule:
    chips_needed: int


@dataclass(frozen=True, slots=True)
class PathRow:
    vertices: tuple[str, ...]
    chips: tuple[int, ...]
    purple: tuple[int, ...]
    goal: int


@dataclass(frozen=True, slots=True)
class TempleRow:
    junction: int
    name: str


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
    path_vertices: int
    junctions: int
    temples: int
    chip_junctions: int
    blank_junctions: int
    purple_arrows: int
    ports: int


GOLD_ROW = DATA.one("gold", Gold)
SEVEN = DATA.one("seven", components.Seven)
SUPPLY = DATA.one("supply", Supply)
SUPPLY_OF = {row.seats: row.cards_each for row in DATA.rows("supplies", SupplyRow, key="seats")}
EVENTS = DATA.rows("events", EventRow)
EVENT_NAMES = tuple(event.id for event in EVENTS)
ACCEPTS = tuple(
    tuple(sorted(DATA.index(RESOURCE_NAMES, name, f"event {event.id}: good") for name in event.accepts))
    for event in EVENTS
)
CHIPS = tuple(kind for kind, event in enumerate(EVENTS) for _ in range(event.chips))
LISTED_BIDS = DATA.one("auction", Auction).listed_bids
ADVISERS = DATA.rows("advisers", AdviserRow)
ADVISERS_OF = {
    seats: tuple(number for number, adviser in enumerate(ADVISERS) if seats in adviser.seat_counts)
    for seats in SUPPLY_OF
}
CHIPS_NEEDED = DATA.one("adviser_rule", AdviserRule).chips_needed

GOODS = (*RESOURCE_NAMES, GOLD_ROW.name)
GOLD = len(RESOURCE_NAMES)
TERRAINS = (*components.TERRAINS, *terrains_of(DATA))
YIELDS = goods_of(TERRAINS, GOODS)

_MAP = read_map(DATA, DATA.rows("map.hexes", HexRow, key="at"), TERRAINS)
GROUND = ground_of(shape_of({hex_: TERRAINS[kind] for hex_, (kind, _) in _MAP.items()}))
GRID = GROUND.grid
_TERRAIN, _NUMBERS = (by_hex(GRID, {hex_: row[place] for hex_, row in _MAP.items()}) for place in (0, 1))
PORTS = read_ports(DATA, DATA.rows("ports.places", PortRow), GROUND)
LAYOUT = Layout(GROUND, YIELDS, _TERRAIN, _NUMBERS, PORTS)
ROBBER_START = GRID.hexes.index(read_hex(DATA, DATA.one("robber", RobberRow).start, "[robber] start"))

_PATH = DATA.one("path", PathRow)
_TEMPLES = {row.junction: row.name for row in DATA.rows("temples", TempleRow, key="junction")}
PATH = tuple(DATA.index(GRID.vertex_names, name, "[path] vertex") for name in _PATH.vertices)
DATA.distinct(_PATH.vertices, "[path] vertex")


def _arrow(k: int) -> int:
    """The edge between two neighbours of the path."""
    joining = set(GRID.edges_at[PATH[k]]) & set(GRID.edges_at[PATH[k + 1]])
    DATA.demand(len(joining) == 1, f"[path] no edge leads from {_PATH.vertices[k]} to {_PATH.vertices[k + 1]}")
    return joining.pop()


def _colour(k: int) -> str:
    return RED if k == 0 else PURPLE if k in _PATH.purple else GOAL if k == _PATH.goal else GREEN


def _kind(k: int) -> str:
    return TEMPLE if k in _TEMPLES else CHIP if k in _PATH.chips else BLANK


ARROWS = tuple(map(_arrow, range(len(PATH) - 1)))
COLOURS = tuple(map(_colour, range(len(ARROWS))))
JUNCTIONS = tuple(map(_kind, range(len(ARROWS))))  # by number; 0 is no junction, and blank
TEMPLE_NAMES = tuple(_TEMPLES.get(k, "") for k in range(len(ARROWS)))

_ROADS, _SHIPS = GROUND.takes[ROAD], GROUND.takes[SHIP]
_FOUND = Checks(
    hexes=len(GRID.hexes),
    land_hexes=sum(GROUND.land),
    water_hexes=len(GRID.hexes) - sum(GROUND.land),
    producing_hexes=sum(map(bool, _NUMBERS)),
    vertices_total=len(GRID.vertices),
    vertices_land=sum(GROUND.buildable),
    edges_land=len(_ROADS - _SHIPS),
    edges_coast=len(_ROADS & _SHIPS),
    edges_water=len(_SHIPS - _ROADS),
    edges_unusable=len(GRID.edges) - len(_ROADS | _SHIPS),
    path_vertices=len(PATH),
    junctions=len(JUNCTIONS) - 1,
    temples=JUNCTIONS.count(TEMPLE),
    chip_junctions=JUNCTIONS.count(CHIP),
    blank_junctions=JUNCTIONS.count(BLANK) - 1,
    purple_arrows=COLOURS.count(PURPLE),
    ports=len(PORTS),
)
_CHECKS = DATA.one("checks", Checks)
DATA.demand(_FOUND == _CHECKS, f"[checks] wants {_CHECKS}, the tables make {_FOUND}")
DATA.demand(not red_numbers_touch(LAYOUT), "[map] a 6 or 8 touches another")
DATA.demand(not set(_TEMPLES) & set(_PATH.chips), "[path] a junction has a temple and a chip")
DATA.demand(COLOURS[-1] == GOAL and JUNCTIONS[-1] == BLANK, "[path] should end at the goal, behind a blank junction")
DATA.demand(len(CHIPS) >= _CHECKS.chip_junctions, "[[events]] have too few chips for the path")
DATA.demand(EVENTS[SETTLEMENT].chips == 0 and EVENT_NAMES[SETTLEMENT] == "settlement", "[[events]] begin with temples")
for _k in _TEMPLES:
    _near = [PATH.index(other) for other in GRID.beside[PATH[_k]] if other in PATH]
    DATA.demand(_TEMPLES.keys().isdisjoint(_near), f"[[temples]] the temple of junction {_k} has another beside it")
