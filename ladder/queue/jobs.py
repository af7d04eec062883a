"""What goes through the queue: jobs that play a batch of blocks of one line-up.

The queue is at-least-once: a job may be lost, repeated or run twice at the same time, and no harm is done, because
what has to be played is always what has no fact yet, and a fact is recorded once.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from redis.exceptions import RedisError
from rq import Queue, Retry
from rq.exceptions import AbandonedJobError
from rq.job import Job

from serai.ladder.bots import registry
from serai.ladder.model import schedule
from serai.ladder.model.tournament import Tournament, deals, load, missing
from serai.ladder.queue.blocks import play_blocks
from serai.ladder.queue.worker_names import own_name
from serai.ladder.storage.store import Store, opened

if TYPE_CHECKING:
    from redis import Redis

QUEUE = "serai"
SERIALIZER = "json"

_LARGEST_BATCH = 64
_JOBS_PER_WORKER = 2
_TRIES_AGAIN = 3
_FAILURE_SECONDS = 24 * 3600
# Nobody knows how many decisions a game will take; this many times the increment is more than any of ours has.
_MANY_DECISIONS = 2000
_START_SECONDS = 120
_EXCEPTION = re.compile(r"^[\w.]+: ")


class PlayJob(Job):
    """A job that can only play. RQ calls whatever a job names, so who can write to Redis could run anything here."""

    @property
    def func(self) -> Callable[[str, list[int]], None]:
        if self.func_name != f"{play.__module__}.{play.__name__}":
            raise PermissionError(f"{self.func_name} is not a job of ours")
        return play

    @property
    def success_callback(self) -> None:
        return None

    @property
    def failure_callback(self) -> None:
        return None

    @property
    def stopped_callback(self) -> None:
        return None


def queue(redis: Redis) -> Queue:
    """The one queue. JSON, because to read a pickle is to run the code in it."""
    return Queue(QUEUE, connection=redis, serializer=SERIALIZER, job_class=PlayJob)


def play(tournament: str, blocks: list[int]) -> None:
    """RQ job: play what has no fact yet of these blocks, all of one line-up. Running it twice does no harm."""
    with opened() as store:
        event = load(store, tournament)
        unplayed = set(missing(store, event))
        to_play = [index for index in blocks if index in unplayed]
        if to_play and store.halted(tournament) is None:
            _play(store, event, to_play)


def _play(store: Store, event: Tournament, blocks: list[int]) -> None:
    for index in event.blocks[blocks[0]].line_up:
        if not registry.is_installed(event.bots[index]):
            registry.install(store.package(event.bots[index].version))
    report = _reporter(store, event, blocks)
    report(0)
    for number, records in enumerate(play_blocks(event, blocks, deals(store, event), report), start=1):
        store.record_block(event.name, records)
        report((len(blocks) - number) * event.seats)
    store.unreport(event.name, own_name())


def _reporter(store: Store, event: Tournament, blocks: list[int]) -> Callable[[int], None]:
    """Says how far we are. Nothing depends on it, so it must not fail a game."""
    worker, games = own_name(), len(blocks) * event.seats

    def report(done: int) -> None:
        with suppress(RedisError):
            store.report(event.name, worker, {"blocks": blocks, "games": games, "done": done})

    return report


def enqueue_missing(store: Store, event: Tournament, workers: int = 1) -> int:
    """Queue every block that has no facts and is not queued or being played. Gives the number of new jobs."""
    with store.enqueuing(event.name):
        if store.halted(event.name) is not None:
            return 0
        waiting = pending(store.redis, event.name)
        blocks = [event.blocks[index] for index in missing(store, event) if index not in waiting]
        batches = schedule.jobs(blocks, batch_size(len(blocks), workers)) if blocks else []
        for batch in batches:
            _enqueue(store.redis, event, batch)
        return len(batches)


def batch_size(blocks: int, workers: int) -> int:
    """Large batches keep many games in flight; small events are cut so that every worker gets something to do."""
    return max(1, min(_LARGEST_BATCH, blocks // (_JOBS_PER_WORKER * workers)))


def _enqueue(redis: Redis, event: Tournament, batch: tuple[int, ...]) -> None:
    job_id = _job_id(event.name, batch)
    # The remains of an earlier run: failed, or lost together with its worker.
    for remains in _fetch(redis, [job_id]):
        remains.delete()
    queue(redis).enqueue(
        play,
        event.name,
        list(batch),
        job_id=job_id,
        job_timeout=_timeout(event, len(batch)),
        result_ttl=0,
        failure_ttl=_FAILURE_SECONDS,
        retry=Retry(max=_TRIES_AGAIN),
        description=f"{len(batch)} blocks of {event.name}",
    )


def _job_id(tournament: str, batch: tuple[int, ...]) -> str:
    return f"{tournament}-{hashlib.sha256(repr(batch).encode()).hexdigest()[:16]}"


def _timeout(event: Tournament, blocks: int) -> int:
    """More than the clocks allow: it ends a job that hangs, never one whose bots think."""
    game = event.seats * (event.control.bank + _MANY_DECISIONS * event.control.increment)
    waves = -(-blocks // event.in_flight)
    return round(event.seats * (_START_SECONDS + waves * game))


def is_pending(redis: Redis, tournament: str) -> bool:
    """Whether anything of a tournament is queued or being played."""
    return bool(_pending_ids(redis, tournament))


def pending(redis: Redis, tournament: str) -> set[int]:
    """The blocks of a tournament that are queued or being played."""
    return {block for job in _fetch(redis, _pending_ids(redis, tournament)) for block in job.args[1]}


def _pending_ids(redis: Redis, tournament: str) -> list[str]:
    at_work = queue(redis)
    ids = [*at_work.get_job_ids(), *at_work.intermediate_queue.get_job_ids(), *started(at_work)]
    return _of(tournament, ids)


def _of(tournament: str, ids: list[str]) -> list[str]:
    """The jobs that are of this tournament, told by their ids."""
    return [job_id for job_id in ids if job_id.rpartition("-")[0] == tournament]


def drop_queued(redis: Redis, tournament: str) -> None:
    """Take the jobs of a tournament that nobody has begun out of the queue."""
    at_work = queue(redis)
    begun = set(started(at_work))
    waiting = [*at_work.get_job_ids(), *at_work.intermediate_queue.get_job_ids()]
    for job in _fetch(redis, [job_id for job_id in _of(tournament, waiting) if job_id not in begun]):
        redis.lrem(at_work.intermediate_queue_key, 0, job.id)
        job.delete()


def started(at_work: Queue) -> list[str]:
    """The jobs that some worker has begun, dead or alive."""
    return [job_id for job_id, _ in at_work.started_job_registry.get_job_and_execution_ids(cleanup=False)]


def failures(redis: Redis, tournament: str) -> list[str]:
    """One line for each job of a tournament that was given up: its blocks, and the end of its error."""
    return [f"{_blocks(job.args[1])}: {_last_error(job)}" for job in _failed(redis, tournament)]


def forget_failures(redis: Redis, tournament: str) -> None:
    """Remove the jobs that were given up, so that their blocks are queued anew."""
    for job in _failed(redis, tournament):
        job.delete()


def _failed(redis: Redis, tournament: str) -> list[Job]:
    return _fetch(redis, _of(tournament, queue(redis).failed_job_registry.get_job_ids(cleanup=False)))


def _blocks(indices: list[int]) -> str:
    if len(indices) == 1:
        return f"block {indices[0]}"
    return f"{len(indices)} blocks from {indices[0]} to {indices[-1]}"


def _last_error(job: Job) -> str:
    result = job.latest_result()
    lines = (result.exc_string or "" if result else "").strip().splitlines()
    if not lines or AbandonedJobError.__name__ in lines[-1]:
        return "its worker died again and again"
    if lines[-1] == KeyboardInterrupt.__name__:
        return "it did not come to an end"
    return _EXCEPTION.sub("", lines[-1])


def _fetch(redis: Redis, ids: list[str]) -> list[Job]:
    """The jobs that still exist."""
    found = PlayJob.fetch_many(ids, connection=redis, serializer=SERIALIZER) if ids else []
    return [job for job in found if job is not None]
