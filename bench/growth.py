"""How a store grows with the games on record.

    python -m bench.growth --games 10000 --games 100000

Every size has a store of its own, filled with made-up games (see made_games.py) and thrown away at the end.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from bench import made_games
from serai.ladder.model.tournament import Tournament
from serai.ladder.storage import keys
from serai.ladder.storage.store import Store, open_store

Measured = dict[str, float]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.growth", description=__doc__)
    parser.add_argument("--games", type=int, action="append", metavar="N", help="how many games; may be repeated")
    parser.add_argument("--segments", type=int, default=1, help="segments of each tournament that have replays")
    given = parser.parse_args()
    for games in given.games or [10_000]:
        with throw_away_store() as store:
            show(measure(store, games, given.segments))


@contextmanager
def throw_away_store() -> Iterator[Store]:
    """Open an embedded store in a temporary home while the block runs."""
    with tempfile.TemporaryDirectory(prefix="serai-growth-", ignore_cleanup_errors=True) as home:
        os.environ["SERAI_HOME"] = home
        os.environ.pop("REDIS_URL", None)
        with open_store() as store:
            yield store


def measure(store: Store, games: int, segments: int) -> Measured:
    """Fill a store with so many games and return what they take."""
    began = time.perf_counter()
    made = made_games.fill(store, games, segments)
    seconds = time.perf_counter() - began
    recorded = sum(tournament.games for tournament in made)
    return {"games": recorded, "generated, s": seconds, **redis_bytes(store, made)}


def redis_bytes(store: Store, made: Sequence[Tournament]) -> Measured:
    """Return the bytes a game that each kind of data takes in Redis. Replays are told for the games that have some."""
    games = sum(tournament.games for tournament in made)
    parts = {part: sum(_size(store, keys.tournament(each.name, part)) for each in made) for part in ("facts", "done")}
    schedule = sum(_size(store, keys.tournament(each.name, part)) for each in made for part in ("", "blocks"))
    replays = sum(_size(store, keys.tournament(each.name, "replays")) for each in made)
    return {
        "facts, B a game": parts["facts"] / games,
        "index, B a game": _size(store, keys.GAMES) / games,
        "schedule, B a game": (schedule + parts["done"]) / games,
        "replays in Redis, B a game": replays / max(1, _games_with_replays(store, made)),
        "Redis, MB": store.redis.info("memory")["used_memory"] / 1e6,
    }


def _size(store: Store, key: str) -> int:
    return store.redis.memory_usage(key) or 0


def _games_with_replays(store: Store, made: Sequence[Tournament]) -> int:
    return sum(store.redis.hlen(keys.tournament(each.name, "replays")) * each.seats for each in made)


def show(measured: Measured) -> None:
    """Print a line for each figure."""
    for name, value in measured.items():
        print(f"{name:>30}  {value:14,.1f}")
    print()


if __name__ == "__main__":
    main()
