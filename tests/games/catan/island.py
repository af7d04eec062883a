"""Catan's own table for scenarios."""

from __future__ import annotations

from referee.games import GAMES
from tests.catan_rules import island

CATAN = GAMES["catan"]


class Island(island.Island):
    """The beginner board without pieces, Anna being asked what she builds."""

    def __init__(self, names: str = island.FOUR, **chosen: str) -> None:
        island.Island.__init__(self, CATAN, names, **chosen)
