"""What the numbers in the text form of actions and events stand for, in every game of the family."""

from __future__ import annotations

from collections.abc import Sequence

from serai.referee.catan_rules.components import DEV_CARD_NAMES, RESOURCE_NAMES, Terrain
from serai.referee.catan_rules.geometry import Grid
from serai.referee.catan_rules.layout import Layout
from serai.referee.catan_rules.rules import Rules


def spoken_of(layout: Layout, terrains: Sequence[Terrain], goods: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """What people are told instead: how many of which good, and places by the hexes that they see around them."""
    numbers = [number or "" for number in layout.numbers]
    drawn = [f"{terrains[kind].letter}{number}" for kind, number in zip(layout.terrain, numbers, strict=True)]
    grid = layout.grid
    return {
        "Received.amounts": goods,
        "hex": _around(grid.hex_names, [(hex_,) for hex_ in range(len(drawn))], drawn),
        "vertex": _around(grid.vertex_names, grid.hexes_at, drawn),
        "edge": _around(grid.edge_names, grid.hexes_of_edge, drawn),
    }


def _around(names: Sequence[str], hexes: Sequence[Sequence[int]], drawn: Sequence[str]) -> tuple[str, ...]:
    """`G9/W3 (q0r-1SE)`: the hexes around each place as they are drawn, and its name."""
    around = ["/".join(dict.fromkeys(drawn[hex_] for hex_ in at)) for at in hexes]
    return tuple(f"{said} ({name})" for said, name in zip(around, names, strict=True))


def words_of(rules: Rules, grid: Grid, endings: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """The names by field; a game adds those of its own fields."""
    return {
        "hex": grid.hex_names,
        "vertex": grid.vertex_names,
        "edge": grid.edge_names,
        "piece": tuple(route.name for route in rules.routes),
        "card": DEV_CARD_NAMES,
        "resource": RESOURCE_NAMES,
        "give": rules.goods,
        "get": rules.goods,
        "good": rules.goods,
        "ending": endings,
    }
