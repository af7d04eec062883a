"""Tournaments in Redis: what is played and by whom, secrets, halts, and what workers report."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, cast

from serai.ladder.errors import UserProblem
from serai.ladder.model.schedule import Block
from serai.ladder.storage import keys
from serai.ladder.storage.packing import canonical, texts, unpack_blocks
from serai.ladder.storage.stored_schedule import CHUNK, StoredSchedule, chunks
from serai.ladder.suggest import suggestion

if TYPE_CHECKING:
    from redis import Redis

Json = dict[str, Any]

_PROGRESS_SECONDS = 30
_MOST_NAMED = 5
_NOTHING: Mapping[int, list[Block]] = MappingProxyType({})

_ADD_TOURNAMENT = """
if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
redis.call('SET', KEYS[1], ARGV[1])
redis.call('SET', KEYS[2], ARGV[2])
redis.call('RPUSH', KEYS[3], ARGV[3])
for i = 4, #ARGV do redis.call('RPUSH', KEYS[4], ARGV[i]) end
return 1
"""


def header_of(created: bytes, length: bytes | None, entered: Sequence[bytes]) -> Json:
    """Return what a tournament plays as it stands now: as it was created, with the blocks and bots added since."""
    header = cast(Json, json.loads(created))
    if length is not None:
        header["blocks"] = int(length)
    if entered:
        header["bots"] += [json.loads(bot) for bot in entered]
    return header


def halt_of(halt: bytes | None, shelved: bytes | None, deadline: bytes | None) -> str | None:
    """Return why no blocks of a tournament start, None if they do."""
    if shelved is not None:
        return "archived"
    if halt is not None:
        return halt.decode()
    return None if deadline is None or time.time() < float(deadline) else "overdue"


class TournamentStore:
    """The tournaments of a store, without their facts."""

    def __init__(self, redis: Redis) -> None:
        self.redis = redis
        self._add_tournament = redis.register_script(_ADD_TOURNAMENT)

    def add_tournament(self, name: str, header: Json, secret: bytes, blocks: Sequence[Block]) -> bool:
        """Keep what a tournament plays; return False if the name is taken."""
        parts = [keys.tournament(name), keys.secret(name), keys.TOURNAMENTS]
        args: list[str | bytes] = [canonical(header), secret, name, *chunks(blocks)]
        return bool(self._add_tournament(keys=[*parts, keys.tournament(name, "blocks")], args=args))

    def tournaments(self) -> list[str]:
        """Return the names of all tournaments in order of creation."""
        return texts(cast("list[bytes]", self.redis.lrange(keys.TOURNAMENTS, 0, -1)))

    def header(self, name: str) -> Json:
        """Return what a tournament plays as it stands now, without its blocks; UserProblem if there is none."""
        with self.redis.pipeline() as pipeline:
            pipeline.get(keys.tournament(name, "length"))
            pipeline.lrange(keys.tournament(name, "entered"), 0, -1)
            length, entered = pipeline.execute()
        return header_of(self._tournament(name), length, entered)

    def blocks(self, name: str, length: int, known: Mapping[int, list[Block]] = _NOTHING) -> StoredSchedule:
        """Return the schedule of a tournament, which has so many blocks. They are read when they are asked for.

        `known` are chunks of it that were read already.
        """
        return StoredSchedule(length, lambda number: known.get(number) or self._chunk(name, number))

    def _chunk(self, name: str, number: int) -> list[Block]:
        packed = cast("bytes | None", self.redis.lindex(keys.tournament(name, "blocks"), number))
        if packed is None:
            raise UserProblem(f"there is no tournament called {name} any more")
        return unpack_blocks(packed, number * CHUNK)

    def name_of(self, called: str) -> str:
        """Return the name of the tournament that is called so: its own, or the one that it was given later."""
        alias = cast("bytes | None", self.redis.hget(keys.ALIASES, called))
        return called if alias is None else alias.decode()

    def was_deleted(self, name: str) -> bool:
        return bool(self.redis.sismember(keys.DELETED, name))

    def notes(self, name: str) -> dict[str, str]:
        """Return what is noted of a tournament: `deadline` (seconds), `title`, `shelved` (since when), `delay`."""
        found = cast("dict[bytes, bytes]", self.redis.hgetall(keys.tournament(name, "notes")))
        return {key.decode(): value.decode() for key, value in found.items()}

    def note(self, name: str, what: str, value: str | None) -> None:
        """Note something of a tournament, see `notes`; None forgets it."""
        key = keys.tournament(name, "notes")
        if value is None:
            self.redis.hdel(key, what)
        else:
            self.redis.hset(key, what, value)

    def secret(self, name: str) -> bytes:
        """Return what the deals of a tournament are made from: nobody may see it before the last game."""
        return self._kept(name, keys.secret(name))

    def _tournament(self, name: str) -> bytes:
        return self._kept(name, keys.tournament(name))

    def _kept(self, name: str, key: str) -> bytes:
        value = cast("bytes | None", self.redis.get(key))
        if value is None:
            raise self._no_tournament(name)
        return value

    def _no_tournament(self, name: str) -> UserProblem:
        """Return what is wrong with a name that no tournament has, and what would be right."""
        known = ", ".join(self.tournaments()[-_MOST_NAMED:])
        others = f"the latest are {known}" if known else "there is none yet"
        hint = suggestion(name, self.tournaments(), others)
        return UserProblem(f"there is no tournament called {name}; {hint}")

    def halt(self, name: str, why: str) -> None:
        """Let no more blocks of a tournament start; `why` is paused, drained or cancelled."""
        self.redis.set(keys.tournament(name, "halt"), why)

    def unhalt(self, name: str) -> None:
        self.redis.delete(keys.tournament(name, "halt"))

    def halted(self, name: str) -> str | None:
        """Return why no blocks of the tournament start, None if they do."""
        with self.redis.pipeline() as pipeline:
            pipeline.get(keys.tournament(name, "halt"))
            pipeline.hmget(keys.tournament(name, "notes"), ["shelved", "deadline"])
            halt, noted = pipeline.execute()
        return halt_of(halt, *noted)

    # Progress: for display only, and dropped after a while

    def report_progress(self, tournament: str, worker: str, doing: Json) -> None:
        """Report what a worker is doing for a tournament."""
        key = keys.tournament(tournament, "progress")
        with self.redis.pipeline() as pipeline:
            pipeline.hset(key, worker, canonical({**doing, "time": time.time()}))
            pipeline.expire(key, _PROGRESS_SECONDS)
            pipeline.execute()

    def progress(self, tournament: str) -> dict[str, Json]:
        """Return the last report of each worker. Reports older than 30 s are dropped."""
        values = cast("dict[bytes, bytes]", self.redis.hgetall(keys.tournament(tournament, "progress")))
        reports = {worker.decode(): cast(Json, json.loads(value)) for worker, value in values.items()}
        return {worker: doing for worker, doing in reports.items() if time.time() - doing["time"] < _PROGRESS_SECONDS}
