"""Any option, drawn from the game's commitment and the seat: the same game gives the same choices on every run."""

from collections.abc import Sequence

import serai


class Random(serai.Bot):
    games = serai.EVERY_GAME

    def choose(self, table: serai.Table, view: object, options: Sequence[object]) -> int:
        return table.luck.below(len(options))


if __name__ == "__main__":
    Random().run()
