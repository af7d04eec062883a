"""`./dev bench redis-delay`: the same games with Redis near and far away. The referee should not notice (D6).

A game has stalled if the referee's loop was late in it by more than 50 ms. That needs no Redis: a turn of the loop with
hundreds of questions takes that long when bots or others have the cores. That Redis is not the cause shows in the round
trips that the loop itself waits for: none.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import Any
from unittest.mock import patch

from redis import Redis
from redis.connection import AbstractConnection

from bench.slow_redis import far_away
from serai.ladder.bots import registry
from serai.ladder.queue.play_job import play
from serai.ladder.storage import redis_connection, tournaments
from serai.ladder.storage.migration import ensure_format
from serai.ladder.storage.store import Store

GOAL = 1.2  # times as long as with Redis at hand
BOTS = ("greedy", "random", "json-random")


@dataclass(frozen=True, slots=True)
class Row:
    """What a round trip of so many milliseconds cost. `waits` are those that the referee's loop waited for."""

    round_trip_ms: int
    games: int
    seconds: float
    waits: int
    stalled_games: int


def main(words: list[str]) -> None:
    given = arguments(words)
    os.environ["SERAI_HOME"] = tempfile.mkdtemp(prefix="serai-bench-")
    with redis_connection.connection() as connection:
        # The first run starts everything once and is not counted.
        rows = [measure(connection.redis, connection.url, ms, given.blocks) for ms in (0, 0, *given.ms)][1:]
    if given.json:
        print(json.dumps([asdict(row) for row in rows]))
    else:
        show(rows)
    if max(row.seconds for row in rows) > GOAL * rows[0].seconds or any(row.waits for row in rows):
        sys.exit(1)


def arguments(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./dev bench redis-delay", description=__doc__)
    parser.add_argument("--blocks", type=int, default=48, help="blocks of three games")
    parser.add_argument("--ms", type=int, nargs="+", default=[20, 100], help="round trips in milliseconds")
    parser.add_argument("--json", action="store_true")
    return parser.parse_args(words)


def measure(redis: Redis, url: str, ms: int, blocks: int) -> Row:
    """Play a fresh tournament through a Redis with such a round trip."""
    store = Store(redis)
    store.redis.flushall()
    ensure_format(store)  # A store is converted once, not by every job.
    packages = [registry.find(bot) for bot in BOTS]
    tournament = tournaments.create(store, "delay", "yspahan", packages, seats=3, blocks=blocks)
    began = time.monotonic()
    with far_away(url, ms / 1000) as address, patch.dict(os.environ, {"REDIS_URL": address}), counted() as waits:
        play("delay", list(range(blocks)))
    seconds = time.monotonic() - began
    facts = list(store.facts("delay"))
    if len(facts) != tournament.games:
        sys.exit(f"bench: {len(facts)} of {tournament.games} games are on record")
    return Row(ms, len(facts), seconds, len(waits), sum("stalled" in fact["times"] for fact in facts))


@contextmanager
def counted() -> Iterator[list[str]]:
    """Return a list that gets an item for each round trip to Redis that a running loop waits for, in the block."""
    found: list[str] = []
    read: Any = AbstractConnection.read_response

    def noted(self: AbstractConnection, *given: Any, **named: Any) -> Any:
        if asyncio._get_running_loop() is not None:
            found.append(repr(self))
        return read(self, *given, **named)

    with patch.object(AbstractConnection, "read_response", noted):
        yield found


def show(rows: list[Row]) -> None:
    print(f"{'round trip':>10} {'games':>6} {'seconds':>8} {'times':>6} {'loop waits':>11} {'stalled games':>14}")
    for row in rows:
        times = f"{row.seconds:>8.1f} {row.seconds / rows[0].seconds:>6.2f}"
        print(f"{row.round_trip_ms:>7} ms {row.games:>6} {times} {row.waits:>11} {row.stalled_games:>14}")
