"""What can be built and owned besides tiles and cards: tower, temple, rare goods, more pieces; as printed."""

from __future__ import annotations

from dataclasses import dataclass

from serai.referee.games.tadmor.board import CONSTANTS, COUNTS, DATA, NOTHING, SPACES, Goods, goods


@dataclass(frozen=True, slots=True)
class TowerBand:
    card_side: int
    from_level: int
    to_level: int
    tower1: dict[str, int]
    tower2: dict[str, int]


@dataclass(frozen=True, slots=True)
class Temple:
    completion_bonus_rare_goods: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TemplePart:
    index: int
    id: str
    pp: int
    cost: dict[str, int]
    cards: int


@dataclass(frozen=True, slots=True)
class Colour:
    id: str
    cost: dict[str, int]


@dataclass(frozen=True, slots=True)
class RareGood:
    id: str
    colour: str
    copies: int


@dataclass(frozen=True, slots=True)
class Sets:
    pp: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CamelRow:
    camel: int
    any_of: tuple[dict[str, int], ...]


@dataclass(frozen=True, slots=True)
class ShipRow:
    ship: int
    rare_per_colour: int


BANDS = DATA.rows("tower_band", TowerBand, key="from_level")
for _below, _band in zip((None, *BANDS), BANDS, strict=False):
    _first = 1 if _below is None else _below.to_level + 1
    DATA.demand(_band.from_level == _first, f"[[tower_band]] from_level {_band.from_level}: should be {_first}")
    DATA.demand(bool(_band.tower1) and bool(_band.tower2), f"[[tower_band]] from_level {_first}: a level has a cost")
BAND_COSTS = tuple(
    tuple(goods(cost, f"[[tower_band]] from_level {band.from_level}") for cost in (band.tower1, band.tower2))
    for band in BANDS
)
_BAND_OF = tuple(n for n, band in enumerate(BANDS[:-1]) for _ in range(band.from_level, band.to_level + 1))


def cost_of_level(level: int, blocks: int) -> Goods:
    """What a level costs with the action that builds one block, or two (the band of the lower one)."""
    band = _BAND_OF[level - 1] if level <= len(_BAND_OF) else len(BANDS) - 1
    return BAND_COSTS[band][blocks - 1]


PARTS = DATA.rows("temple_part", TemplePart, key="index")
DATA.demand(
    [part.index for part in PARTS] == list(range(1, len(PARTS) + 1)), "[[temple_part]] index should be 1, 2, 3, 4"
)
PART_NAMES = ("nothing", *(part.id for part in PARTS))
PART_COSTS = (NOTHING, *(goods(part.cost, f"[[temple_part]] {part.id}: cost") for part in PARTS))
PART_VALUES = (0, *(part.pp for part in PARTS))
DATA.demand(list(PART_VALUES) == sorted(PART_VALUES), "[[temple_part]] pp: a higher part is worth more")
COMPLETE = len(PARTS)
COMPLETION_BONUS = DATA.one("temple", Temple).completion_bonus_rare_goods

COLOURS = DATA.rows("rare_colour", Colour)
COLOUR_NAMES = tuple(colour.id for colour in COLOURS)
COLOUR_COSTS = tuple(goods(colour.cost, f"[[rare_colour]] {colour.id}: cost") for colour in COLOURS)
RARE = DATA.rows("rare_good", RareGood)
GOOD_NAMES = tuple(good.id for good in RARE)
COLOUR_OF = tuple(DATA.index(COLOUR_NAMES, good.colour, f"[[rare_good]] {good.id}: colour") for good in RARE)
GOODS_OF = tuple(tuple(good for good, colour in enumerate(COLOUR_OF) if colour == of) for of in range(len(COLOURS)))
for _good in RARE:
    _most = max(count.rare_copies_per_type for count in COUNTS.values())
    DATA.demand(_good.copies >= _most, f"[[rare_good]] {_good.id}: {_most} copies are needed with four players")
SET_VALUES = DATA.one("rare_sets", Sets).pp
DATA.demand(len(SET_VALUES) == len(RARE) + 1, "[rare_sets] pp: one value for each size of a set, from 0")
RARE_SPACE_COLOUR = {
    n: DATA.index(COLOUR_NAMES, space.colour, f"[[space]] {space.id}: colour")
    for n, space in enumerate(SPACES)
    if space.action == "rare"
}


def _camels() -> dict[int, tuple[tuple[int, int], ...]]:
    """By number of the camel: the alternatives, each a tower height and a number of missions."""
    found = {}
    for row in DATA.rows("caravan", CamelRow, key="camel"):
        for way in row.any_of:
            known = way.keys() <= {"tower", "missions"} and bool(way)
            DATA.demand(known, f"[[caravan]] camel {row.camel}: any_of knows tower and missions, not {way}")
        found[row.camel] = tuple((way.get("tower", 0), way.get("missions", 0)) for way in row.any_of)
    wanted = set(range(CONSTANTS.start_camels + 1, CONSTANTS.max_camels + 1))
    DATA.demand(set(found) == wanted, f"[[caravan]]: rows for the camels {sorted(wanted)} are needed")
    return found


def _ships() -> dict[int, int]:
    """By number of the ship: how many rare goods of each colour."""
    found = {row.ship: row.rare_per_colour for row in DATA.rows("shipyard", ShipRow, key="ship")}
    wanted = set(range(CONSTANTS.start_ships + 1, CONSTANTS.max_ships + 1))
    DATA.demand(set(found) == wanted, f"[[shipyard]]: rows for the ships {sorted(wanted)} are needed")
    return found


CAMEL_REQUIREMENTS = _camels()
SHIP_REQUIREMENTS = _ships()
