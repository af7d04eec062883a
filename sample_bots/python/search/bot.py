"""Looks ahead with greedy's eyes: what greedy thinks of is tried in worlds that could be, and the best of it is played.

One search for all games. Where there is no world (an event with `--worlds off`) it plays as greedy does.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import serai
from serai import sim
from serai.sample_bots.python.search.greedy_seats import GreedySeats
from serai.sample_bots.python.search.thinking import Thinker
from serai.sample_bots.python.search.time_use import seconds_for
from serai.stream import KNOWN_GAMES


class Search(serai.Bot):
    games = serai.EVERY_GAME
    worlds = True

    def choose(self, table: serai.Table, view: Any, options: Sequence[Any]) -> Any:
        asked = time.monotonic()
        if table.memory is None:
            table.memory = GreedySeats(table)
        greedy: GreedySeats = table.memory
        if len(options) == 1:
            return 0
        if table.world is None:
            return greedy.choose(table.seat, view, options)
        world = sim.World.load(table.world, table.seat)
        earns = any(option.earns_time for option in world.options(table.seat))
        return Thinker(greedy, world, view, options).best(asked + seconds_for(table, earns))


def warm_up() -> None:
    """Load what every game needs before the first clock runs."""
    for game in KNOWN_GAMES:
        world = sim.World.start(game, seats=3, seat=0)
        sim.World.load(world.save(), 0).view()


if __name__ == "__main__":
    warm_up()
    Search().run()
