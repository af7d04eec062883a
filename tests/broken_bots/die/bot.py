"""Plays the first option for a while, then dies without a good-bye."""

import os
import sys
from collections.abc import Sequence

import serai


class Die(serai.Bot):
    games = serai.EVERY_GAME

    def choose(self, table: serai.Table, view: object, options: Sequence[object]) -> int:
        table.memory = (table.memory or 0) + 1
        if table.memory > 3:
            print("die: out of ideas", file=sys.stderr, flush=True)
            os._exit(7)
        return 0


if __name__ == "__main__":
    Die().run()
