"""The board, its spaces and what is common to all chapters, as printed: read once, checked, shared by every state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from serai.referee.core.data_file import DataFile

DATA = DataFile(Path(__file__).with_name("data.toml"))
ERAS = 3
SIDES = ("front", "back")
PIECES = ("camel", "ship")
CAMEL, SHIP = 0, 1

Goods = tuple[int, ...]  # how many of each resource


@dataclass(frozen=True, slots=True)
class Constants:
    turns: int
    turns_per_era: int
    start_pp: int
    start_camels: int
    start_ships: int
    max_camels: int
    max_ships: int
    start_missions: int
    warehouse_limit: int
    tower_pp_per_level: int
    improvement_cost_by_era: tuple[int, ...]
    traitor_levels_by_era: tuple[int, ...]
    mission_discard_resources: int
    returned_mission_divisor: int
    first_player_basic_gain: int


@dataclass(frozen=True, slots=True)
class Tax:
    gold_by_era: tuple[int, ...]
    pp_loss_by_era: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Switches:
    """What holds when an organiser chooses nothing."""

    experienced_setup: bool
    k14_requires_reveal: bool
    extra_piece_missions_in_placement: bool
    free_rare_pp_per_tile: bool
    i47_temple_draws_mission: bool
    rare_choice_on_free_goods: bool


@dataclass(frozen=True, slots=True)
class Resource:
    id: str
    grade: str


@dataclass(frozen=True, slots=True)
class Setup:
    base_resources: dict[str, int]


@dataclass(frozen=True, slots=True)
class Extra:
    position: int
    choices: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class PlayerCount:
    players: int
    board_side: str
    improvement_offer: int
    rare_copies_per_type: int


@dataclass(frozen=True, slots=True)
class Region:
    id: str
    name: str


@dataclass(frozen=True, slots=True)
class SpaceAction:
    id: str
    phase: str
    note: str = ""
    market: str = ""


@dataclass(frozen=True, slots=True)
class Space:
    id: str
    sides: tuple[str, ...]
    region: str
    piece: str
    action: str
    order: int = 0
    resource: str = ""
    colour: str = ""
    group: str = ""
    pp_by_era: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Yield:
    resource: str
    piece: str
    by_era: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Improvement:
    id: str
    era: int
    start: bool
    two_player: bool
    label: str
    effect: str
    params: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Mission:
    id: str
    label: str
    pp: int
    cost: dict[str, int]
    timing: str
    benefit: str
    params: dict[str, Any]


def _check_sources(data: Mapping[str, Any]) -> None:
    """Every row says how sure it is."""
    for name, rows in data.items():
        for row in rows if isinstance(rows, list) else [rows]:
            DATA.demand("source" in row, f"[{name}] {row.get('id', '')}: source is missing")


def per_era(numbers: tuple[int, ...], where: str) -> tuple[int, ...]:
    """One number for each era, none below zero."""
    DATA.demand(len(numbers) == ERAS, f"{where}: one number for each of the {ERAS} eras, not {list(numbers)}")
    DATA.demand(min(numbers) >= 0, f"{where}: {list(numbers)} has a number below zero")
    return numbers


_check_sources(DATA.data)
CONSTANTS = DATA.one("constants", Constants)
DATA.demand(CONSTANTS.turns == ERAS * CONSTANTS.turns_per_era, "[constants] turns should be turns_per_era for each era")
per_era(CONSTANTS.improvement_cost_by_era, "[constants] improvement_cost_by_era")
per_era(CONSTANTS.traitor_levels_by_era, "[constants] traitor_levels_by_era")
TAX = DATA.one("tax", Tax)
per_era(TAX.gold_by_era, "[tax] gold_by_era")
per_era(TAX.pp_loss_by_era, "[tax] pp_loss_by_era")
SWITCHES = DATA.one("options", Switches)
MOST_PIECES = (CONSTANTS.max_camels, CONSTANTS.max_ships)

_RESOURCES = DATA.rows("resource", Resource)
RESOURCES = tuple(resource.id for resource in _RESOURCES)
GRADES = ("basic", "advanced")
GRADE = tuple(DATA.index(GRADES, resource.grade, "[[resource]] grade") for resource in _RESOURCES)
BASIC, ADVANCED = (tuple(r for r, grade in enumerate(GRADE) if grade == wanted) for wanted in (0, 1))
WOOD, STONE, MARBLE, GOLD = (DATA.index(RESOURCES, name, "resource") for name in ("wood", "stone", "marble", "gold"))
DATA.demand(len(BASIC) == len(ADVANCED) == 2, "[[resource]]: two basic and two advanced ones are needed")
NOTHING = (0,) * len(RESOURCES)


def resource(name: str, where: str) -> int:
    return DATA.index(RESOURCES, name, f"{where}: resource")


def goods(counts: Mapping[str, Any], where: str) -> Goods:
    """A cost as numbers in the order of the resources."""
    for name, count in counts.items():
        resource(name, where)
        DATA.demand(type(count) is int and count >= 0, f"{where}: {name} should be a number, not {count!r}")
    return tuple(counts.get(name, 0) for name in RESOURCES)


START_GOODS = goods(DATA.one("setup", Setup).base_resources, "[setup] base_resources")
COUNTS = {row.players: row for row in DATA.rows("player_count", PlayerCount, key="players")}
DATA.demand(set(COUNTS) == {2, 3, 4}, "[[player_count]]: rows for 2, 3 and 4 players are needed")
for _row in COUNTS.values():
    DATA.index(SIDES, _row.board_side, "[[player_count]] board_side")
EXTRAS = tuple(
    tuple(tuple(resource(name, f"[[setup_extra]] no. {number}") for name in choice) for choice in row.choices)
    for number, row in enumerate(DATA.rows("setup_extra", Extra, key="position"), 1)
)
DATA.demand(len(EXTRAS) >= max(COUNTS), "[[setup_extra]]: one row for each position at the table")

REGIONS = DATA.rows("region", Region)
REGION_NAMES = tuple(region.id for region in REGIONS)
ACTIONS = DATA.rows("action", SpaceAction)
ACTION_NAMES = tuple(action.id for action in ACTIONS)
PHASES = ("marauders", "improvements", "construction", "kingdom", "anytime")
for _action in ACTIONS:
    DATA.index(PHASES, _action.phase, f"[[action]] {_action.id}: phase")
PHASE_OF = {action.id: action.phase for action in ACTIONS}

IMPROVEMENTS = DATA.rows("improvement", Improvement)
TILE_NAMES = tuple(tile.id for tile in IMPROVEMENTS)
for _number, _tile in enumerate(IMPROVEMENTS, 1):
    DATA.demand(_tile.id == f"I{_number}", f"[[improvement]] no. {_number} should be I{_number}, not {_tile.id}")
    DATA.demand(1 <= _tile.era <= ERAS, f"[[improvement]] {_tile.id}: there is no era {_tile.era}")
MISSIONS = DATA.rows("mission", Mission)
MISSION_NAMES = tuple(mission.id for mission in MISSIONS)
for _number, _mission in enumerate(MISSIONS, 1):
    DATA.demand(_mission.id == f"K{_number}", f"[[mission]] no. {_number} should be K{_number}, not {_mission.id}")
    DATA.demand(_mission.pp >= 0, f"[[mission]] {_mission.id}: pp is {_mission.pp}")

SPACES = DATA.rows("space", Space)
PRIVATE_TILES = tuple(n for n, tile in enumerate(IMPROVEMENTS) if tile.effect == "private_action")
# Where a piece can stand: the spaces of the board in the order of the file, then the private-action tiles.
PLACE_NAMES = (*(space.id for space in SPACES), *(TILE_NAMES[tile] for tile in PRIVATE_TILES))
PLACE_OF_TILE = {tile: len(SPACES) + n for n, tile in enumerate(PRIVATE_TILES)}


def _check_space(space: Space) -> None:
    """What an action needs to know stands in the row of its space."""
    where = f"[[space]] {space.id}"
    DATA.demand(bool(space.sides), f"{where}: sides is empty")
    for side in space.sides:
        DATA.index(SIDES, side, f"{where}: side")
    DATA.index(REGION_NAMES, space.region, f"{where}: region")
    DATA.index((*PIECES, "either"), space.piece, f"{where}: piece")
    DATA.index(ACTION_NAMES, space.action, f"{where}: action")
    DATA.demand((space.action == "gather") == bool(space.resource), f"{where}: resource belongs to a gather action")
    DATA.demand((space.action == "rare") == bool(space.colour), f"{where}: colour belongs to a rare action")
    DATA.demand((space.action == "peace") == bool(space.pp_by_era), f"{where}: pp_by_era belongs to a peace action")
    DATA.demand((space.action == "improvement") == bool(space.order), f"{where}: order belongs to an improvement")
    if space.pp_by_era:
        per_era(space.pp_by_era, f"{where}: pp_by_era")


for _space in SPACES:
    _check_space(_space)
REGION_OF = tuple(REGION_NAMES.index(space.region) for space in SPACES)
ACTION_OF = tuple(space.action for space in SPACES)


def spaces_for(action: str) -> tuple[int, ...]:
    return tuple(n for n, space in enumerate(SPACES) if space.action == action)


def the_space_for(action: str) -> int:
    """The one space of an action that both sides of the board have."""
    found = spaces_for(action)
    DATA.demand(len(found) == 1, f"[[space]]: one space for {action} is needed, not {len(found)}")
    DATA.demand(set(SPACES[found[0]].sides) == set(SIDES), f"[[space]] {PLACE_NAMES[found[0]]}: both sides need it")
    return found[0]


IMPROVEMENT_SPACES = tuple(sorted(spaces_for("improvement"), key=lambda space: SPACES[space].order))
DATA.distinct((SPACES[space].order for space in IMPROVEMENT_SPACES), "[[space]] order")
GATHER_SPACES = spaces_for("gather")
PEACE_SPACES = spaces_for("peace")
TOWN_MARKETS = spaces_for("market")
EBLA, MARAUDERS, CARAVAN, SHIPYARD, TAXMAN, WAR_SUPPLIES, FIRST_PLAYER = map(
    the_space_for,
    ("temple_or_market", "marauders", "caravan", "shipyard", "taxman", "war_supplies", "first_player"),
)


def _yields() -> dict[tuple[int, int], tuple[int, ...]]:
    """What a piece gathers of a resource in each era."""
    found = {}
    rows = [DATA.record(Yield, row, f"[[yield]] no. {n}") for n, row in enumerate(DATA.data.get("yield", []), 1)]
    for number, row in enumerate(rows, 1):
        where = f"[[yield]] no. {number}"
        key = (resource(row.resource, where), DATA.index(PIECES, row.piece, f"{where}: piece"))
        DATA.demand(key not in found, f"{where}: {row.resource} by {row.piece} stands twice")
        found[key] = per_era(row.by_era, where)
    DATA.demand(len(found) == len(RESOURCES) * len(PIECES), "[[yield]]: one row for each resource and each piece")
    return found


YIELDS = _yields()


def fitting(side: str, piece: int) -> tuple[tuple[int, ...], ...]:
    """The spaces of a side that take a piece, interchangeable ones together."""
    groups: dict[str, list[int]] = {}
    for number, space in enumerate(SPACES):
        if side in space.sides and space.piece in (PIECES[piece], "either"):
            groups.setdefault(space.group or space.id, []).append(number)
    return tuple(map(tuple, groups.values()))


FITTING = {side: (fitting(side, CAMEL), fitting(side, SHIP)) for side in SIDES}
