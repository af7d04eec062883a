"""The names that numbers stand for in the text form of actions and events, by the field that holds the number."""

from __future__ import annotations

from serai.referee.core.agenda import State
from serai.referee.core.telling import Spoken
from serai.referee.games.tadmor.board import (
    IMPROVEMENTS,
    MISSION_NAMES,
    MISSIONS,
    PIECES,
    PLACE_NAMES,
    PRIVATE_TILES,
    REGION_NAMES,
    REGION_OF,
    REGIONS,
    RESOURCES,
    SPACES,
    TILE_NAMES,
    Improvement,
    Space,
)
from serai.referee.games.tadmor.events import ITEMS, REASONS
from serai.referee.games.tadmor.kingdom import DUTIES
from serai.referee.games.tadmor.rare_goods import MEANS
from serai.referee.games.tadmor.works import COLOUR_NAMES, GOOD_NAMES, PART_NAMES

WORDS = {
    "resource": RESOURCES,
    "give": RESOURCES,
    "get": RESOURCES,
    "piece": PIECES,
    "place": PLACE_NAMES,
    "own": PLACE_NAMES,
    "region": REGION_NAMES,
    "tile": TILE_NAMES,
    "tiles": TILE_NAMES,
    "mission": MISSION_NAMES,
    "colour": COLOUR_NAMES,
    "good": GOOD_NAMES,
    "part": PART_NAMES,
    "means": MEANS,
    "duty": DUTIES,
    "reason": REASONS,
    "item": ITEMS,
}

# --- the same for people: what a tile does, where a space lies

ACTION_LABELS = {
    "temple_mission": "temple, mission",
    "temple_or_market": "temple/market",
    "tower1": "tower 1 level",
    "tower2": "tower 2 levels",
    "first_player": "first player",
    "war_supplies": "war supplies",
    "peace": "peace gift",
}


def space_label(space: Space) -> str:
    """What a space is for."""
    if space.action == "improvement":
        return f"improvement {space.order}"
    if space.action == "gather":
        return f"{space.resource}, {space.piece}"
    if space.action == "rare":
        return f"rare: {space.colour}"
    return ACTION_LABELS.get(space.action, space.action)


def tile_label(tile: Improvement) -> str:
    """What a tile does, with the PP it brings or costs."""
    points = tile.params.get("pp")
    return tile.label if points is None else f"{tile.label}: {points}"


TILE_LABELS = tuple(map(tile_label, IMPROVEMENTS))
MISSION_LABELS = tuple(f"{mission.label}, {mission.pp} PP" for mission in MISSIONS)
REGION_LABELS = tuple(region.name for region in REGIONS)
_TILES_SAID = tuple(f'"{label}" ({name})' for label, name in zip(TILE_LABELS, TILE_NAMES, strict=True))
_PLACES_SAID = (
    *(f"{REGION_LABELS[REGION_OF[n]]}: {space_label(space)}" for n, space in enumerate(SPACES)),
    *(_TILES_SAID[tile] for tile in PRIVATE_TILES),
)
_SPOKEN = {
    "place": _PLACES_SAID,
    "own": _PLACES_SAID,
    "region": REGION_LABELS,
    "tile": _TILES_SAID,
    "tiles": _TILES_SAID,
    "mission": tuple(f'"{label}" ({name})' for label, name in zip(MISSION_LABELS, MISSION_NAMES, strict=True)),
    "Paid.goods": RESOURCES,
}


def spoken(_: State) -> Spoken:
    return _SPOKEN
