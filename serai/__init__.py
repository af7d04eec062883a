"""The public Python package of Serai: what a bot imports.

import serai
from serai.v1 import yspahan_pb2 as y

class First(serai.Bot):
    games = ("yspahan",)

    def choose(self, table: serai.Table, view: y.YspahanView, options: Sequence[y.YspahanAction]) -> y.YspahanAction:
        return options[0]

if __name__ == "__main__":
    First().run()
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from serai.bot import Bot
from serai.games import EVERY_GAME
from serai.table import Luck, Result, Table

if TYPE_CHECKING:
    from serai.rl import Env

__all__ = ["EVERY_GAME", "Bot", "Luck", "Result", "Table", "env"]


def env(game: str, seats: int, options: Mapping[str, str] | None = None, render_mode: str | None = None) -> Env:
    """Return a game as an environment of PettingZoo, to learn from; see serai.rl. Needs `pip install serai[rl]`."""
    from serai.rl import Env

    return Env(game, seats, options, render_mode)
