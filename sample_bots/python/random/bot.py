"""Any option, drawn from the luck that the referee gives it: the same on every run, and nobody else knows it."""

from collections.abc import Sequence

import serai


class Random(serai.Bot):
    games = serai.EVERY_GAME

    def choose(self, table: serai.Table, view: object, options: Sequence[object]) -> int:
        return table.luck.below(len(options))


if __name__ == "__main__":
    Random().run()
