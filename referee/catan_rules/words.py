"""What the numbers in the text form of actions and events stand for, in every game of the family."""

from __future__ import annotations

from serai.referee.catan_rules.components import DEV_CARD_NAMES, RESOURCE_NAMES
from serai.referee.catan_rules.geometry import Grid
from serai.referee.catan_rules.rules import Rules


def spoken_of(rules: Rules) -> dict[str, tuple[str, ...]]:
    """What people are told instead: how many of which good."""
    return {"Received.amounts": rules.goods}


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
