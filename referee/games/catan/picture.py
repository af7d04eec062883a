"""The text board of Catan: the family's map, ports, players and piles."""

from __future__ import annotations

from serai.referee.catan_rules.components import RESOURCE_NAMES, TERRAINS
from serai.referee.catan_rules.picture import Map, heading, map_lines, piles, players, ports
from serai.referee.catan_rules.view import View


def picture(view: View) -> str:
    """The whole game, top to bottom."""
    lines = [*heading(view, RESOURCE_NAMES), *map_lines(Map(view, TERRAINS)), *ports(view.layout, RESOURCE_NAMES)]
    lines += [*players(view), *piles(view, RESOURCE_NAMES)]
    return "\n".join(line.rstrip() for line in lines)
