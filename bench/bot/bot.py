"""A bot as any author would write it: decode, look at the options, choose one of them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import serai


class Uniform(serai.Bot):
    games = serai.EVERY_GAME
    max_games = 1024

    def choose(self, table: serai.Table, view: Any, options: Sequence[Any]) -> Any:
        return options[int(random.random() * len(options))]


if __name__ == "__main__":
    Uniform().run()
