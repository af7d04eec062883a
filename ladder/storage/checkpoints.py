"""Checkpoints of tables in Redis: the state of a fold, and what it covers. They are a help, never the truth."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, NamedTuple, cast

from serai.ladder.ratings.fold import State
from serai.ladder.storage import keys
from serai.ladder.storage.coverage import Cover, Coverage
from serai.ladder.storage.packing import canonical

if TYPE_CHECKING:
    from redis import Redis

_LOCK_SECONDS = 60


class Stored(NamedTuple):
    """What a checkpoint covers, and how large its table is."""

    coverage: Coverage
    size: int


class Checkpoints:
    """The checkpoints of one kind of table over some tournaments, by slot.

    A checkpoint of another version of the fold's code is not seen. What a slot holds is always replaced as a whole.
    """

    def __init__(self, redis: Redis, kind: str, version: int, tournaments: str) -> None:
        self._redis = redis
        self._version = version
        self._key = keys.fold(kind, tournaments)

    def stored(self) -> dict[str, Stored]:
        """Return what there is, without the states."""
        slots = {_slot(field) for field in cast("list[bytes]", self._redis.hkeys(self._key))}
        covers = {slot: self._redis.hget(self._key, f"{slot} covers") for slot in sorted(slots)}
        found = {slot: self._read(cast("bytes | None", packed)) for slot, packed in covers.items()}
        return {slot: stored for slot, stored in found.items() if stored is not None}

    def load(self, slot: str) -> tuple[Coverage, State] | None:
        """Return what a slot covers and the state; None if it has gone."""
        packed, state = cast("list[bytes | None]", self._redis.hmget(self._key, [f"{slot} covers", f"{slot} state"]))
        stored = self._read(packed)
        if stored is None or state is None:
            return None
        return stored.coverage, json.loads(zlib.decompress(state))

    def _read(self, packed: bytes | None) -> Stored | None:
        data = {} if packed is None else json.loads(packed)
        if data.get("version") != self._version:
            return None
        return Stored([Cover(*cover) for cover in data["covers"]], data["size"])

    def save(self, slot: str, coverage: Coverage, size: int, state: State) -> None:
        """Put a checkpoint into a slot; who may only read keeps none."""
        covers = canonical({"version": self._version, "covers": coverage, "size": size})
        packed = zlib.compress(json.dumps(state, separators=(",", ":")).encode(), 1)
        with _if_allowed():
            self._redis.hset(self._key, mapping={f"{slot} covers": covers, f"{slot} state": packed})

    def drop(self, slots: Iterable[str]) -> None:
        """Throw checkpoints away."""
        fields = [f"{slot} {part}" for slot in slots for part in ("covers", "state")]
        if fields:
            with _if_allowed():
                self._redis.hdel(self._key, *fields)

    def drop_all(self) -> None:
        self._redis.delete(self._key)


def _slot(field: bytes) -> str:
    return field.decode().rpartition(" ")[0]


@contextmanager
def _if_allowed() -> Iterator[None]:
    """Leave undone what one who may only read is refused. The library is loaded here: most commands need no Redis."""
    from redis.exceptions import NoPermissionError

    with suppress(NoPermissionError):
        yield


@contextmanager
def alone(redis: Redis, tournaments: str) -> Iterator[None]:
    """Hold the lock for long work on the tables of some tournaments while the block runs, waiting for it for a while.

    Who does not get it, or loses it, goes on all the same: then two do the same work and both come out right.
    """
    from redis.exceptions import LockError

    lock = redis.lock(keys.fold("lock", tournaments), timeout=_LOCK_SECONDS, blocking_timeout=_LOCK_SECONDS)
    got = False
    with _if_allowed():
        got = lock.acquire()
    try:
        yield
    finally:
        if got:
            with suppress(LockError):
                lock.release()
