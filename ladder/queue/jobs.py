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
from serai.ladder.model.tournament import Tournament
from serai.ladder.queue.blocks import play_blocks
from serai.ladder.queue.worker_names import own_name
from serai.ladder.storage import tournaments
from serai.ladder.storage.redis_waiting import silently
from serai.ladder.storage.store import Store, open_store

if TYPE_CHECKING:
    from redis import Redis

QUEUE = "serai"
SERIALIZER = "json"

_LARGEST_BATCH = 64
_JOBS_PER_WORKER = 2
_RETRIES = 3
_FAILURE_SECONDS = 24 * 3600
# Nobody knows how many decisions a game will take; this many times the increment is more than any of ours has.
_MANY_DECISIONS = 2000
_START_SECONDS = 120
_EXCEPTION = re.compile(r"^[\w.]+: ")


class PlayJob(Job):
    """A job that can only play. RQ calls whatever function a job names; this refuses all but ours."""

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
    """Return the one queue. It holds JSON, because to read a pickle is to run the code in it."""
    return Queue(QUEUE, connection=redis, serializer=SERIALIZER, job_class=PlayJob)


def play(name: str, blocks: list[int]) -> None:
    """RQ job: play what has no fact yet of these blocks of a tournament, all of one line-up. It is idempotent."""
    with open_store(waiting=silently, at_start=True) as store:
        tournament = tournaments.load(store, name)
        unplayed = set(tournaments.missing(store, tournament))
        to_play = [index for index in blocks if index in unplayed]
        if to_play and store.halted(name) is None:
            _play(store, tournament, to_play)


def _play(store: Store, tournament: Tournament, blocks: list[int]) -> None:
    for index in tournament.blocks[blocks[0]].line_up:
        if not registry.is_installed(tournament.bots[index]):
            registry.install(store.package(tournament.bots[index].version))
    report = _reporter(store, tournament, blocks)
    report(0)
    deal_of = tournaments.deals(store, tournament)
    for number, games in enumerate(play_blocks(tournament, blocks, deal_of, report), start=1):
        store.record_block(tournament.name, games)
        report((len(blocks) - number) * tournament.seats)
    store.clear_progress(tournament.name, own_name())


def _reporter(store: Store, tournament: Tournament, blocks: list[int]) -> Callable[[int], None]:
    """Return a function that reports progress. Nothing depends on it, so errors of Redis are ignored."""
    worker, games = own_name(), len(blocks) * tournament.seats

    def report(done: int) -> None:
        with suppress(RedisError):
            store.report_progress(tournament.name, worker, {"blocks": blocks, "games": games, "done": done})

    return report


def enqueue_missing(store: Store, tournament: Tournament, workers: int = 1) -> int:
    """Queue every block that lacks facts and is not queued or being played. Return the number of new jobs."""
    with store.enqueuing(tournament.name):
        if store.halted(tournament.name) is not None:
            return 0
        waiting = pending(store.redis, tournament.name)
        blocks = [tournament.blocks[index] for index in tournaments.missing(store, tournament) if index not in waiting]
        batches = schedule.jobs(blocks, batch_size(len(blocks), workers)) if blocks else []
        for batch in batches:
            _enqueue(store.redis, tournament, batch)
        return len(batches)


def batch_size(blocks: int, workers: int) -> int:
    """Return how many blocks go in a job: many, to keep games in flight, but so that every worker gets jobs."""
    return max(1, min(_LARGEST_BATCH, blocks // (_JOBS_PER_WORKER * workers)))


def _enqueue(redis: Redis, tournament: Tournament, batch: tuple[int, ...]) -> None:
    job_id = _job_id(tournament.name, batch)
    # One of an earlier run may be left: failed, or lost together with its worker.
    for old in _fetch(redis, [job_id]):
        old.delete()
    queue(redis).enqueue(
        play,
        tournament.name,
        list(batch),
        job_id=job_id,
        job_timeout=_timeout(tournament, len(batch)),
        result_ttl=0,
        failure_ttl=_FAILURE_SECONDS,
        retry=Retry(max=_RETRIES),
        description=f"{len(batch)} blocks of {tournament.name}",
    )


def _job_id(tournament: str, batch: tuple[int, ...]) -> str:
    return f"{tournament}-{hashlib.sha256(repr(batch).encode()).hexdigest()[:16]}"


def _timeout(tournament: Tournament, blocks: int) -> int:
    """Return seconds, more than the clocks allow: the timeout ends a job that hangs, never one whose bots think."""
    game = tournament.seats * (tournament.control.bank + _MANY_DECISIONS * tournament.control.increment)
    waves = -(-blocks // tournament.in_flight)
    return round(tournament.seats * (_START_SECONDS + waves * game))


def is_pending(redis: Redis, tournament: str) -> bool:
    """Return True if anything of a tournament is queued or being played."""
    return bool(_pending_ids(redis, tournament))


def pending(redis: Redis, tournament: str) -> set[int]:
    """Return the blocks of a tournament that are queued or being played."""
    return {block for job in _fetch(redis, _pending_ids(redis, tournament)) for block in job.args[1]}


def _pending_ids(redis: Redis, tournament: str) -> list[str]:
    jobs = queue(redis)
    ids = [*jobs.get_job_ids(), *jobs.intermediate_queue.get_job_ids(), *started_ids(jobs)]
    return _of(tournament, ids)


def _of(tournament: str, ids: list[str]) -> list[str]:
    """Return the ids of jobs that are of this tournament."""
    return [job_id for job_id in ids if job_id.rpartition("-")[0] == tournament]


def drop_queued(redis: Redis, tournament: str) -> None:
    """Delete the queued jobs of a tournament that no worker has started."""
    jobs = queue(redis)
    started = set(started_ids(jobs))
    waiting = [*jobs.get_job_ids(), *jobs.intermediate_queue.get_job_ids()]
    for job in _fetch(redis, [job_id for job_id in _of(tournament, waiting) if job_id not in started]):
        redis.lrem(jobs.intermediate_queue_key, 0, job.id)
        job.delete()


def started_ids(jobs: Queue) -> list[str]:
    """Return the ids of the jobs that some worker has started, dead or alive."""
    return [job_id for job_id, _ in jobs.started_job_registry.get_job_and_execution_ids(cleanup=False)]


def failures(redis: Redis, tournament: str) -> list[str]:
    """Return a line for each job of a tournament that was given up: its blocks and the end of its error."""
    return [f"{_blocks(job.args[1])}: {_last_error(job)}" for job in _failed(redis, tournament)]


def delete_failed(redis: Redis, tournament: str) -> None:
    """Delete the jobs that were given up, so that their blocks are queued again."""
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
    """Return the jobs that still exist."""
    found = PlayJob.fetch_many(ids, connection=redis, serializer=SERIALIZER) if ids else []
    return [job for job in found if job is not None]
