"""The option that looks best now, by a short hand-written value: one module per game beside this file."""

from collections.abc import Sequence
from importlib import import_module
from typing import Any

import serai


class Greedy(serai.Bot):
    games = ("yspahan", "council_of_four", "tadmor", "catan", "cheops", "alexander")

    def __init__(self) -> None:
        self.players = {game: import_module(game) for game in self.games}

    def choose(self, table: serai.Table, view: Any, options: Sequence[Any]) -> Any:
        return self.players[table.game].choose(table, view, options)


if __name__ == "__main__":
    Greedy().run()
