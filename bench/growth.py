"""How a store grows with the games on record, and how long its readers wait.

    ./dev bench growth --games 10000 --games 100000 --games 1000000

Every size has a store of its own, filled with made-up games (see made_games.py) and thrown away at the end. With --home
the stores stay, and who measures again need not fill them again.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path

from bench import growth_readers, made_games
from serai.ladder.model.tournament import Tournament
from serai.ladder.storage import archive, keys
from serai.ladder.storage.archive import Moved
from serai.ladder.storage.store import Store, open_store

Measured = dict[str, float]


def main(words: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="./dev bench growth", description=__doc__)
    parser.add_argument("--games", type=int, action="append", metavar="N", help="how many games; may be repeated")
    parser.add_argument("--segments", type=int, default=1, help="segments of each tournament that have replays")
    parser.add_argument("--home", metavar="FOLDER", type=Path, help="where the stores stay, a folder for each size")
    given = parser.parse_args(words)
    sizes = []
    for games in given.games or [10_000]:
        with temporary() if given.home is None else nullcontext(given.home / str(games)) as home, opened(home) as store:
            sizes.append({**filled(store, home, games, given.segments), **growth_readers.measure(store)})
    show(sizes)


@contextmanager
def temporary() -> Iterator[Path]:
    """Make a home that is thrown away at the end of the block."""
    with tempfile.TemporaryDirectory(prefix="serai-growth-", ignore_cleanup_errors=True) as home:
        yield Path(home)


@contextmanager
def opened(home: Path) -> Iterator[Store]:
    """Open the embedded store of a home while the block runs."""
    home.mkdir(parents=True, exist_ok=True)
    os.environ["SERAI_HOME"] = str(home)
    os.environ.pop("REDIS_URL", None)
    os.environ.pop("SERAI_ARCHIVE", None)
    with open_store() as store:
        yield store


def filled(store: Store, home: Path, games: int, segments: int) -> Measured:
    """Fill a store, unless it is, and return what its games take; that is noted beside it."""
    note = home / "measured.json"
    if not note.exists():
        note.write_text(json.dumps(fill(store, games, segments)))
    measured: Measured = json.loads(note.read_text())
    return measured


def fill(store: Store, games: int, segments: int) -> Measured:
    """Fill a store with so many games and return what they take."""
    began = time.perf_counter()
    made = made_games.fill(store, games, segments)
    seconds = time.perf_counter() - began
    recorded = sum(tournament.games for tournament in made)
    return {"games": recorded, "generated, s": seconds, **redis_bytes(store, made), **archive_bytes(store, made)}


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


def archive_bytes(store: Store, made: Sequence[Tournament]) -> Measured:
    """Move all replays to archives, and return the bytes a game they take there and how long a game took to move."""
    began = time.process_time()
    moved = sum((archive.move(store, tournament) for tournament in made), Moved())
    spent = time.process_time() - began
    games = max(1, moved.games)
    return {"archive, B a game": moved.bytes / games, "moved, CPU ms a game": spent / games * 1000}


def _size(store: Store, key: str) -> int:
    return store.redis.memory_usage(key) or 0


def _games_with_replays(store: Store, made: Sequence[Tournament]) -> int:
    return sum(store.redis.hlen(keys.tournament(each.name, "replays")) * each.seats for each in made)


def show(sizes: Sequence[Measured]) -> None:
    """Print a line for each figure, with a column for each size."""
    for name in sizes[0]:
        print(f"{name:>44}", *(f"{size[name]:14,.2f}" for size in sizes))
