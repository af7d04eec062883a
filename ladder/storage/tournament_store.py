"""Tournaments in Redis: what is played and by whom, secrets, halts, and what workers report."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from functools import partial
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

_ADD_TOURNAMENT = """
if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
redis.call('SET', KEYS[1], ARGV[1])
redis.call('SET', KEYS[2], ARGV[2])
redis.call('RPUSH', KEYS[3], ARGV[3])
for i = 4, #ARGV do redis.call('RPUSH', KEYS[4], ARGV[i]) end
return 1
"""


class TournamentStore:
    """The tournaments of a store, without their facts."""

    def __init__(self, redis: Redis) -> None:
        self.redis = redis
        self._add_tournament = redis.register_script(_ADD_TOURNAMENT)

    def add_tournament(self, name: str, header: Json, secret: bytes, blocks: Sequence[Block]) -> bool:
        """Keep what a tournament plays; return False if the name is taken."""
        parts = [keys.tournament(name), keys.tournament(name, "secret"), keys.TOURNAMENTS]
        args: list[str | bytes] = [canonical(header), secret, name, *chunks(blocks)]
        return bool(self._add_tournament(keys=[*parts, keys.tournament(name, "blocks")], args=args))

    def tournaments(self) -> list[str]:
        """Return the names of all tournaments in order of creation."""
        return texts(cast("list[bytes]", self.redis.lrange(keys.TOURNAMENTS, 0, -1)))

    def header(self, name: str) -> Json:
        """Return what a tournament plays, as it was created, without its blocks; UserProblem if there is none."""
        return cast(Json, json.loads(self._tournament(name)))

    def blocks(self, name: str, length: int) -> StoredSchedule:
        """Return the schedule of a tournament, which has so many blocks. They are read when they are asked for."""
        return StoredSchedule(length, partial(self._chunk, name))

    def _chunk(self, name: str, number: int) -> list[Block]:
        packed = cast("bytes | None", self.redis.lindex(keys.tournament(name, "blocks"), number))
        if packed is None:
            raise UserProblem(f"there is no tournament called {name} any more")
        return unpack_blocks(packed, number * CHUNK)

    def secret(self, name: str) -> bytes:
        """Return what the deals of a tournament are made from: nobody may see it before the last game."""
        return self._tournament(name, "secret")

    def _tournament(self, name: str, part: str = "") -> bytes:
        value = cast("bytes | None", self.redis.get(keys.tournament(name, part)))
        if value is None:
            known = ", ".join(self.tournaments()[-_MOST_NAMED:])
            others = f"the latest are {known}" if known else "there is none yet"
            hint = suggestion(name, self.tournaments(), others)
            raise UserProblem(f"there is no tournament called {name}; {hint}")
        return value

    def halt(self, name: str, why: str) -> None:
        """Let no more blocks of a tournament start; `why` is paused or cancelled."""
        self.redis.set(keys.tournament(name, "halt"), why)

    def unhalt(self, name: str) -> None:
        self.redis.delete(keys.tournament(name, "halt"))

    def halted(self, name: str) -> str | None:
        """Return why no blocks of the tournament start, None if they do."""
        value = cast("bytes | None", self.redis.get(keys.tournament(name, "halt")))
        return None if value is None else value.decode()

    # Progress: for display only, and dropped after a while

    def report_progress(self, tournament: str, worker: str, doing: Json) -> None:
        """Report what a worker is doing for a tournament."""
        key = keys.tournament(tournament, "progress")
        with self.redis.pipeline() as pipeline:
            pipeline.hset(key, worker, canonical({**doing, "time": time.time()}))
            pipeline.expire(key, _PROGRESS_SECONDS)
            pipeline.execute()

    def clear_progress(self, tournament: str, worker: str) -> None:
        self.redis.hdel(keys.tournament(tournament, "progress"), worker)

    def progress(self, tournament: str) -> dict[str, Json]:
        """Return the last report of each worker. Reports older than 30 s are dropped."""
        values = cast("dict[bytes, bytes]", self.redis.hgetall(keys.tournament(tournament, "progress")))
        reports = {worker.decode(): cast(Json, json.loads(value)) for worker, value in values.items()}
        return {worker: doing for worker, doing in reports.items() if time.time() - doing["time"] < _PROGRESS_SECONDS}
