"""A bot that thinks for so many seconds about every decision, asleep or in earnest, and then takes any option."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Sequence
from typing import Any

import serai

SECONDS, IS_BURNING = float(sys.argv[1]), sys.argv[2] == "burn"


class Thinker(serai.Bot):
    games = serai.EVERY_GAME
    max_games = 1024

    def choose(self, table: serai.Table, view: Any, options: Sequence[Any]) -> Any:
        think()
        return options[int(random.random() * len(options))]


def think() -> None:
    until = time.perf_counter() + SECONDS
    while IS_BURNING and time.perf_counter() < until:
        pass
    time.sleep(max(0.0, until - time.perf_counter()))


if __name__ == "__main__":
    Thinker().run()
