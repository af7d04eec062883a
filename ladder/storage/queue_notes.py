"""What workers and feeders note for each other: pace, deaths, failures, and versions that can play nowhere.

All are facts under an id of their own, put once: nothing is counted twice, whoever notes it how often.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, cast

from serai.ladder.storage import keys

if TYPE_CHECKING:
    from redis import Redis
    from redis.client import Pipeline
    from redis.lock import Lock

_PACE_SECONDS = 600
_FAILURE_SECONDS = 24 * 3600
_FEEDING_SECONDS = 10
_FED_SECONDS = 10


@dataclass(frozen=True, slots=True)
class Death:
    """An execution whose worker died while this block was to be played: alone in its job or not, and who was withheld.

    `execution` is the id that RQ gave it.
    """

    block: int
    execution: str
    alone: bool
    withheld: tuple[int, ...] = ()

    def __str__(self) -> str:
        return f"{self.block} {self.execution} {int(self.alone)} {','.join(map(str, self.withheld))}"

    @classmethod
    def read(cls, text: str) -> Death:
        block, execution, alone, withheld = text.split(" ")
        return cls(int(block), execution, alone == "1", tuple(map(int, filter(None, withheld.split(",")))))


@dataclass(frozen=True, slots=True)
class Failure:
    """An execution that failed, and why. The blocks are those it was to play."""

    execution: str
    blocks: tuple[int, ...]
    why: str


@dataclass(frozen=True, slots=True)
class Inability:
    """Why a version can play nowhere, and the end of what it printed."""

    why: str
    log: str


@dataclass(frozen=True, slots=True)
class JobOver:
    """How a job went: seconds for each block on record, and who was withheld from its first, for workers had died."""

    seconds_a_block: float
    block: int
    withheld: tuple[int, ...]


class QueueNotes:
    """What is noted in one Redis."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def feeding(self, tournament: str) -> Lock:
        """Return the lock to hold while blocks are cut into jobs, so that two feeders do not cut the same."""
        key = keys.tournament(tournament, "feeding")
        lock: Lock = self._redis.lock(key, timeout=_FEEDING_SECONDS, blocking=False)
        return lock

    def note_feeder(self, tournament: str) -> None:
        """Note that somebody keeps the queues supplied; to be said every second or so."""
        self._redis.set(keys.tournament(tournament, "fed"), 1, ex=_FED_SECONDS)

    def is_fed(self, tournament: str) -> bool:
        """Return True if somebody kept the queues supplied in the last seconds."""
        return bool(self._redis.exists(keys.tournament(tournament, "fed")))

    def note_pace(self, tournament: str, worker: str, seconds: float) -> None:
        """Note how many seconds a block of a tournament took a worker."""
        with self._redis.pipeline() as pipeline:
            _note_pace(pipeline, tournament, worker, seconds)
            pipeline.execute()

    def note_job_over(self, tournament: str, worker: str, job: JobOver | None) -> None:
        """Note that a worker does nothing for a tournament any more, and how its job went if anything came of it."""
        with self._redis.pipeline() as pipeline:
            pipeline.hdel(keys.tournament(tournament, "progress"), worker)
            if job is not None:
                _note_pace(pipeline, tournament, worker, job.seconds_a_block)
                for bot in job.withheld:
                    pipeline.sadd(keys.tournament(tournament, "withheld"), f"{job.block} {bot}")
            pipeline.execute()

    def paces(self, tournament: str) -> dict[str, float]:
        """Return how many seconds a block last took each worker."""
        found = cast("dict[bytes, bytes]", self._redis.hgetall(keys.tournament(tournament, "pace")))
        return {worker.decode(): float(seconds) for worker, seconds in found.items()}

    def note_deaths(self, tournament: str, deaths: Iterable[Death]) -> None:
        """Note that a worker died, once for each block it was to play."""
        members = [str(death) for death in deaths]
        if members:
            self._redis.sadd(keys.tournament(tournament, "deaths"), *members)

    def deaths(self, tournament: str) -> list[Death]:
        """Return all deaths over a tournament."""
        found = cast("set[bytes]", self._redis.smembers(keys.tournament(tournament, "deaths")))
        return [Death.read(member.decode()) for member in sorted(found)]

    def withheld(self, tournament: str) -> set[int]:
        """Return the bots without which blocks went on record."""
        found = cast("set[bytes]", self._redis.smembers(keys.tournament(tournament, "withheld")))
        return {int(member.split(b" ")[1]) for member in found}

    def note_failure(self, tournament: str, failure: Failure) -> None:
        """Note that an execution failed."""
        key = keys.tournament(tournament, "failures")
        with self._redis.pipeline() as pipeline:
            pipeline.hsetnx(key, failure.execution, json.dumps({"blocks": failure.blocks, "why": failure.why}))
            pipeline.expire(key, _FAILURE_SECONDS)
            pipeline.execute()

    def failures(self, tournament: str) -> list[Failure]:
        """Return the executions that failed."""
        found = cast("dict[bytes, bytes]", self._redis.hgetall(keys.tournament(tournament, "failures")))
        told = ((execution.decode(), json.loads(value)) for execution, value in sorted(found.items()))
        return [Failure(execution, tuple(value["blocks"]), value["why"]) for execution, value in told]

    def clear_failures(self, tournament: str) -> None:
        """Forget what failed, so that it is tried again."""
        self._redis.delete(keys.tournament(tournament, "failures"))

    def begin_attempt(self, tournament: str, block: int, rotation: int) -> int:
        """Note that a game with a remote bot is begun, and return for the how many-th time, from 0."""
        attempts = self._redis.hincrby(keys.tournament(tournament, "attempts"), f"{block} {rotation}", 1)
        return int(attempts) - 1

    def put_off(self, tournament: str, blocks: Iterable[int]) -> None:
        """Note that blocks were put off, because a remote bot was not there: they are tried once more, at the end."""
        members = [str(block) for block in blocks]
        if members:
            self._redis.sadd(keys.tournament(tournament, "put_off"), *members)

    def were_put_off(self, tournament: str) -> frozenset[int]:
        """Return the blocks that were put off."""
        found = cast("set[bytes]", self._redis.smembers(keys.tournament(tournament, "put_off")))
        return frozenset(map(int, found))

    def mark_unable(self, version: str, why: Inability) -> Inability:
        """Note that a version can play nowhere, unless that is noted already. Return what is noted."""
        self._redis.hsetnx(keys.UNABLE, version, json.dumps(asdict(why)))
        return self.inability(version) or why

    def inability(self, version: str) -> Inability | None:
        """Return why a version can play nowhere; None if nothing is known against it."""
        found = cast("bytes | None", self._redis.hget(keys.UNABLE, version))
        return None if found is None else Inability(**json.loads(found))

    def clear_inability(self, versions: Iterable[str]) -> None:
        """Let versions be tried again."""
        for version in versions:
            self._redis.hdel(keys.UNABLE, version)

    def note_built(self, version: str) -> None:
        """Note that some host has built a version."""
        self._redis.sadd(keys.BUILT, version)

    def was_built(self, version: str) -> bool:
        """Return True if some host has built a version: where its build fails, that is the host's doing."""
        return bool(self._redis.sismember(keys.BUILT, version))


def _note_pace(pipeline: Pipeline, tournament: str, worker: str, seconds: float) -> None:
    key = keys.tournament(tournament, "pace")
    pipeline.hset(key, worker, f"{seconds:.4f}")
    pipeline.expire(key, _PACE_SECONDS)
