"""The text board of Catan: the family's map, ports, players and piles."""

from __future__ import annotations

from collections.abc import Sequence

from serai.referee.catan_rules.components import RESOURCE_NAMES, TERRAINS
from serai.referee.catan_rules.picture import Map, legend, map_lines, piles, players, ports, question, title
from serai.referee.catan_rules.view import View
from serai.referee.core.picture import UNNAMED, Picture

LEGEND = legend(TERRAINS)


def picture(view: View, names: Sequence[str] = UNNAMED) -> Picture:
    """The whole game, top to bottom."""
    return Picture(
        title=f"Catan, {title(view, names)}",
        question=question(view, RESOURCE_NAMES, names),
        board=(*map_lines(Map(view, TERRAINS)), *ports(view, RESOURCE_NAMES)),
        seats=tuple(players(view, names)),
        beside=tuple(piles(view, RESOURCE_NAMES, names)),
    )
