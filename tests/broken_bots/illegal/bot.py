"""Plays the first option for a while, then something the rules do not allow."""

from collections.abc import Sequence

import serai
from serai.v1 import yspahan_pb2 as y


class Illegal(serai.Bot):
    games = ("yspahan",)

    def choose(
        self, table: serai.Table, view: y.YspahanView, options: Sequence[y.YspahanAction]
    ) -> int | y.YspahanAction:
        table.memory = (table.memory or 0) + 1
        if table.memory <= 3:
            return 0
        print("illegal: a roll of 99 yellow dice will surely win", flush=True)
        return y.YspahanAction(roll=y.YspahanAction.Roll(yellow_dice=99))


if __name__ == "__main__":
    Illegal().run()
