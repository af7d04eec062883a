"""serai/array_lengths.json: how long lists are in views and options, and how many options there are at most.

python -m training.array_lengths                # as the file in the repository was made; a few minutes

Games of greedy with many answers at random are played at every number of seats. A list that always had one length gets
that length; one whose length changes, and the options, get half as much again as the longest that was seen.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator
from math import ceil
from typing import Any

from serai.arrays import lists_in
from serai.referee.games import GAMES
from serai.sample_bots.python.search.greedy_seats import GreedySeats
from serai.sim import World
from serai.table_arrays import LENGTHS
from training.evaluation import settings
from training.tables import table_of

LOOKED_AT = 0.15  # of the positions: to look costs more than to play
AT_RANDOM = 0.4  # of the answers


def lengths(game: str, games: int, seed: int) -> dict[str, Any]:
    """What the games show, with room for more."""
    chance = random.Random(seed)
    seen: dict[str, set[int]] = {}
    options: set[int] = set()
    for seats, chosen in settings(game):
        for number in range(games):
            for world, greedy in positions(World.start(game, seats, seed * 1000 + number, chosen), chance):
                options.update(len(world.options(seat)) for seat in world.waiting)
                if chance.random() < LOOKED_AT:
                    note_lists(world, greedy, seen)
    lists = {name: max(found) if len(found) == 1 else roomy(found) for name, found in sorted(seen.items())}
    return {"options": roomy(options), "lists": lists}


def positions(world: World, chance: random.Random) -> Iterator[tuple[World, GreedySeats]]:
    greedy = GreedySeats(table_of(world, 0))
    while not world.over:
        yield world, greedy
        seat = world.waiting[0]
        wild = chance.random() < AT_RANDOM
        world.play(chance.randrange(len(world.options(seat))) if wild else greedy.answer(world, seat), seat)


def note_lists(world: World, greedy: GreedySeats, seen: dict[str, set[int]]) -> None:
    messages = [world.view(seat) for seat in world.waiting]
    messages += [greedy.message(world, action) for seat in world.waiting for action in world.options(seat)]
    for message in messages:
        for name, length in lists_in(message):
            seen.setdefault(name, set()).add(length)


def roomy(found: set[int]) -> int:
    return ceil(1.5 * max(found))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=4, help="how many to play at each number of seats")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    found = {game: lengths(game, given.games, given.seed) for game in GAMES}
    LENGTHS.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
