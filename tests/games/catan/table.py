"""Catan's own table for scenarios."""

from __future__ import annotations

from serai.referee.games import GAMES
from tests.catan_rules import table

CATAN = GAMES["catan"]


class Island(table.Island):
    """The beginner board without pieces, Anna being asked what she builds."""

    def __init__(self, names: str = table.FOUR, **chosen: str) -> None:
        table.Island.__init__(self, CATAN, names, **chosen)
