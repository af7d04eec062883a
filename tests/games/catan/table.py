"""Catan's own table for scenarios."""

from __future__ import annotations

from serai.referee.games import GAMES
from tests.catan_rules import table

CATAN = GAMES["catan"]


class GameTable(table.GameTable):
    """The beginner board without pieces, Anna being asked what she builds."""

    def __init__(self, names: str = table.FOUR, **chosen: str) -> None:
        table.GameTable.__init__(self, CATAN, names, **chosen)
