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

from serai.bot import Bot
from serai.games import EVERY_GAME
from serai.table import Luck, Result, Table

__all__ = ["EVERY_GAME", "Bot", "Luck", "Result", "Table"]
