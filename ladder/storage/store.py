"""All that is kept in Redis, in format 2.

Bots, tournaments and facts are put if absent and never change. What is counted or rated is computed from the facts
elsewhere. Everything is JSON or bytes; keys.py names the keys, packing.py says how data is written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from serai.ladder.storage import redis_connection
from serai.ladder.storage.bot_store import BotStore
from serai.ladder.storage.migration import ensure_format
from serai.ladder.storage.replay_store import ReplayStore

if TYPE_CHECKING:
    from redis import Redis


@contextmanager
def open_store(
    waiting: Callable[[str], None] | None = None, limit: float | None = None, at_start: bool = False
) -> Iterator[Store]:
    """Open the store of REDIS_URL, or the embedded one, while the block runs, converted if it is an old one.

    With `waiting` Redis is waited for and a line says so; see `redis_connection.connection`. PlatformProblem if there
    is no server, or if a newer Serai wrote the store.
    """
    with redis_connection.connection(waiting, limit, at_start) as connection:
        store = Store(connection.redis, connection.replicas)
        ensure_format(store)
        yield store


class Store(BotStore, ReplayStore):
    """Bots, tournaments and facts in one Redis. With `replicas` a block counts when so many have it too."""

    def __init__(self, redis: Redis, replicas: int = 0) -> None:
        BotStore.__init__(self, redis)
        ReplayStore.__init__(self, redis, replicas)
