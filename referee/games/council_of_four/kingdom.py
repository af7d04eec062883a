"""The kingdom: one map for each choice of board sides, with its roads, distances, colours and sets of cities."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from serai.referee.games.council_of_four.board import (
    BONUS_TILES,
    CITIES,
    CITIES_IN,
    CITY_NAMES,
    DATA,
    REGION_OF_CITY,
    REGIONS,
)

SIDES = ("A", "B")
PURPLE = "purple"  # the colour of the king's city: no token, no bonus tile

Road = tuple[int, int]
Sides = tuple[int, ...]  # the side of each region's board


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a region's board: the colours of its cities, and the roads between them."""

    id: str
    colours: tuple[str, ...]
    roads: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Crossing:
    """The roads across the edges of the boards; they depend on the side of the hills."""

    hills: str
    roads: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Kingdom:
    """The three boards side by side. `sets` are the cities of each bonus tile."""

    sides: Sides
    colours: tuple[str, ...]
    roads: tuple[Road, ...]
    neighbours: tuple[tuple[int, ...], ...]
    distance: tuple[tuple[int, ...], ...]
    king_city: int
    sets: tuple[frozenset[int], ...]


_SIDES = {side.id: side for side in DATA.rows("sides", Side)}
_CROSSINGS = {crossing.hills: crossing for crossing in DATA.rows("crossings", Crossing, key="hills")}


def _side(region: int, side: int) -> Side:
    name = f"{REGIONS[region]}.{SIDES[side]}"
    DATA.demand(name in _SIDES, f"[[sides]] {name} is missing")
    DATA.demand(len(_SIDES[name].colours) == len(CITIES_IN[region]), f"[[sides]] {name}: one colour for each city")
    return _SIDES[name]


def _road(text: str) -> Road:
    start, _, end = text.partition("-")
    return DATA.index(CITY_NAMES, start, "city"), DATA.index(CITY_NAMES, end, "city")


def _neighbours(roads: tuple[Road, ...]) -> tuple[tuple[int, ...], ...]:
    """All roads are two-way."""
    both = {*roads, *((end, start) for start, end in roads)}
    return tuple(tuple(sorted(end for start, end in both if start == city)) for city in range(len(CITIES)))


def _distances(neighbours: tuple[tuple[int, ...], ...], start: int) -> tuple[int, ...]:
    """Roads on a shortest way from `start` to every city."""
    steps = {start: 0}
    todo = [start]
    for city in todo:
        for other in neighbours[city]:
            if other not in steps:
                steps[other] = steps[city] + 1
                todo.append(other)
    DATA.demand(len(steps) == len(CITIES), f"[[sides]]: no road leads from {CITY_NAMES[start]} to every city")
    return tuple(steps[city] for city in range(len(CITIES)))


def _set(tile: str, cities: str, colours: tuple[str, ...]) -> frozenset[int]:
    """All cities of one region, or all of one colour."""
    if cities == "region":
        region = DATA.index(REGIONS, tile, "region")
        return frozenset(city for city, place in enumerate(REGION_OF_CITY) if place == region)
    found = frozenset(city for city, colour in enumerate(colours) if colour == tile)
    DATA.demand(bool(found), f"[[bonus_tiles]] {tile}: no city has this colour")
    return found


def _kingdom(sides: Sides) -> Kingdom:
    boards = [_side(region, side) for region, side in enumerate(sides)]
    hills = boards[REGIONS.index("hills")].id
    DATA.demand(hills in _CROSSINGS, f"[[crossings]] for {hills} are missing")
    colours = tuple(colour for board in boards for colour in board.colours)
    texts = [text for board in boards for text in board.roads] + [*_CROSSINGS[hills].roads]
    roads = tuple(map(_road, texts))
    neighbours = _neighbours(roads)
    DATA.demand(colours.count(PURPLE) == 1, "[[sides]]: every map needs one purple city")
    return Kingdom(
        sides=sides,
        colours=colours,
        roads=roads,
        neighbours=neighbours,
        distance=tuple(_distances(neighbours, city) for city in range(len(CITIES))),
        king_city=colours.index(PURPLE),
        sets=tuple(_set(tile.id, tile.cities, colours) for tile in BONUS_TILES),
    )


KINGDOMS = {sides: _kingdom(sides) for sides in product(range(len(SIDES)), repeat=len(REGIONS))}
