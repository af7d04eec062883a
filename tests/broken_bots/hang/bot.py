"""Plays the first option for a while, then thinks for ever."""

import sys
import threading
from collections.abc import Sequence

import serai


class Hang(serai.Bot):
    games = serai.EVERY_GAME

    def choose(self, table: serai.Table, view: object, options: Sequence[object]) -> int:
        table.memory = (table.memory or 0) + 1
        if table.memory > 3:
            print("hang: let me think about this", file=sys.stderr, flush=True)
            threading.Event().wait()
        return 0


if __name__ == "__main__":
    Hang().run()
