"""Older stores are converted when they are opened.

Format 1 kept facts and replays by game and the schedule in one piece with the rest of a tournament. Format 2 kept the
secret of a tournament among its other parts, from which users of Redis cannot be told apart. Every step can be
repeated, so a conversion that was killed is taken up again by whoever opens the store next. Processes of an older Serai
must have ended: they do not know what they would find.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, cast

from serai.ladder.errors import PlatformProblem
from serai.ladder.model.game_record import GameRecord
from serai.ladder.model.schedule import Block
from serai.ladder.model.tournament import Tournament
from serai.ladder.storage import keys
from serai.ladder.storage.fact_store import FactStore, PackedBlock, pack_block
from serai.ladder.storage.packing import FORMAT, canonical
from serai.ladder.storage.stored_schedule import chunks

if TYPE_CHECKING:
    from redis.lock import Lock

_LOCK_SECONDS = 20
_BLOCKS_AT_ONCE = 64


def ensure_format(store: FactStore) -> None:
    """Convert a store of an older format; PlatformProblem if it is of a newer one."""
    if not _is_current(store):
        with _converting(store) as lock:
            if not _is_current(store):
                _convert(store, lock)


def _is_current(store: FactStore) -> bool:
    found = cast("bytes | None", store.redis.get(keys.FORMAT))
    if found is not None and int(found) > FORMAT:
        raise PlatformProblem(
            f"the store has format {int(found)}, this Serai reads formats up to {FORMAT}; a newer Serai reads it"
        )
    return found is not None and int(found) == FORMAT


@contextmanager
def _converting(store: FactStore) -> Iterator[Lock]:
    """Hold the lock of the conversion. It spares work: nothing goes wrong if it is lost and two convert at once."""
    from redis.exceptions import LockError

    lock: Lock = store.redis.lock(keys.MIGRATING, timeout=_LOCK_SECONDS)
    lock.acquire()
    try:
        yield lock
    finally:
        with suppress(LockError):
            lock.release()


def _convert(store: FactStore, lock: Lock) -> None:
    for name in store.tournaments():
        spec = store.header(name)
        if not isinstance(spec["blocks"], int):
            blocks = [Block(at, tuple(each["line_up"]), each["commitment"]) for at, each in enumerate(spec["blocks"])]
            _convert_tournament(store, Tournament.from_header(spec, blocks), lock)
        _set_secret_apart(store, name)
    store.redis.set(keys.FORMAT, FORMAT)


def _convert_tournament(store: FactStore, tournament: Tournament, lock: Lock) -> None:
    """Convert the games of a tournament, then its schedule: as long as that is the old one, games may be missing."""
    from redis.exceptions import LockError

    for start in range(0, len(tournament.blocks), _BLOCKS_AT_ONCE):
        _convert_games(store, tournament, tournament.blocks[start : start + _BLOCKS_AT_ONCE])
        with suppress(LockError):
            lock.reacquire()
    place = keys.tournament(tournament.name, "blocks")
    with store.redis.pipeline() as pipeline:
        pipeline.delete(place)
        for chunk in chunks(tournament.blocks):
            pipeline.rpush(place, chunk)
        pipeline.set(keys.tournament(tournament.name), canonical(tournament.header()))
        pipeline.execute()


def _set_secret_apart(store: FactStore, name: str) -> None:
    old = keys.tournament(name, "secret")
    secret = cast("bytes | None", store.redis.get(old))
    if secret is not None:
        with store.redis.pipeline() as pipeline:
            pipeline.set(keys.secret(name), secret)
            pipeline.delete(old)
            pipeline.execute()


def _convert_games(store: FactStore, tournament: Tournament, blocks: Sequence[Block]) -> None:
    """Record the blocks as they are kept now, and delete what was kept of each of their games."""
    ids = [tournament.game_ids(block.index) for block in blocks]
    old = _old_games(store, tournament.name, [game_id for block in ids for game_id in block])
    packed = list(_packed(blocks, ids, old))
    if packed:
        store.record_packed(tournament.name, packed)
    if old:
        with store.redis.pipeline() as pipeline:
            pipeline.hdel(keys.tournament(tournament.name, "facts"), *old)
            pipeline.hdel(keys.tournament(tournament.name, "replays"), *old)
            pipeline.zrem(keys.GAMES, *(f"{game_id} {tournament.name}" for game_id in old))
            pipeline.execute()


def _packed(blocks: Sequence[Block], ids: Sequence[Sequence[str]], old: dict[str, GameRecord]) -> Iterator[PackedBlock]:
    """Yield the blocks of which every game is on record; they were always recorded as a whole."""
    for block, games in zip(blocks, ids, strict=True):
        if all(game_id in old for game_id in games):
            yield pack_block(block.index, [old[game_id] for game_id in games])


def _old_games(store: FactStore, name: str, ids: Sequence[str]) -> dict[str, GameRecord]:
    """Return the games that are kept as format 1 has it, by id."""
    facts = cast("list[bytes | None]", store.redis.hmget(keys.tournament(name, "facts"), list(ids)))
    replays = cast("list[bytes | None]", store.redis.hmget(keys.tournament(name, "replays"), list(ids)))
    return {
        game_id: GameRecord(name, json.loads(fact), json.loads(zlib.decompress(replay)))
        for game_id, fact, replay in zip(ids, facts, replays, strict=True)
        if fact is not None and replay is not None
    }
