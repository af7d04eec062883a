"""Takes back the jobs of workers that died or are cut off. RQ would do so too, but minutes later.

A worker of this machine is known to be dead at once. One of another machine is taken for dead when it has given no sign
of life for LIFE_SECONDS, and nobody has heard of it for a while more: if Redis itself was away, its workers get
that long to say that they still live. Played twice does no harm, so a wrong guess costs time only. Only a death that
was seen counts against the bots that were at play: a cable or a restart of Redis is none of their doing.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, cast

from rq.executions import Execution

from serai.ladder.queue import jobs
from serai.ladder.queue.jobs import Task, Waiting
from serai.ladder.queue.live_workers import BEAT_SECONDS
from serai.ladder.queue.worker_names import is_dead
from serai.ladder.storage.queue_notes import Death, QueueNotes

if TYPE_CHECKING:
    from redis import Redis

# A live worker needs a moment between taking a job and noting that it has started it, also far away.
TAKEN_SECONDS = 3.0
SILENT_SECONDS = BEAT_SECONDS + 1.0


class LostJobs:
    """Looks for jobs that no live worker has, and remembers since when it saw them so."""

    def __init__(self, redis: Redis, now: Callable[[], float] = time.monotonic) -> None:
        self._redis = redis
        self._notes = QueueNotes(redis)
        self._now = now
        self._lost_since: dict[bytes, float] = {}

    def take_back(self, count: bool = True) -> None:
        """Forget the jobs of dead workers; note the deaths of those of this machine, unless told not to count them."""
        lost: dict[bytes, float] = {}
        for one in jobs.waiting(self._redis):
            self._take_back_started(one, lost, count)
            self._take_back_taken(one, lost)
        self._lost_since = lost

    def _take_back_started(self, one: Waiting, lost: dict[bytes, float], count: bool) -> None:
        for (job, execution), worker in zip(one.started, self._players(one), strict=True):
            if worker is not None and is_dead(worker):
                if count:
                    self._note_death(job, execution)
                jobs.forget(self._redis, one.queue, job, [execution])
            elif worker is None and self._is_lost(execution, lost, SILENT_SECONDS):
                jobs.forget(self._redis, one.queue, job, [execution])

    def _players(self, one: Waiting) -> list[str | None]:
        """Return the worker of each execution; None where it has given no sign of life for too long."""
        with self._redis.pipeline(transaction=False) as pipeline:
            for job, execution in one.started:
                record = Execution(jobs.as_text(execution), jobs.as_text(job), self._redis)
                pipeline.hget(record.key, "worker_name")
            names = cast("list[bytes | None]", pipeline.execute())
        return [None if name is None else jobs.as_text(name) for name in names]

    def _take_back_taken(self, one: Waiting, lost: dict[bytes, float]) -> None:
        """Forget jobs that were taken by a worker that died before it started them."""
        started = {job for job, _ in one.started}
        for job in one.taken:
            if job not in started and self._is_lost(job, lost, TAKEN_SECONDS):
                jobs.forget(self._redis, one.queue, job)

    def _is_lost(self, what: bytes, lost: dict[bytes, float], seconds: float) -> bool:
        """Return True if it has been seen without a worker for so long."""
        lost[what] = self._lost_since.get(what, self._now())
        return self._now() - lost[what] >= seconds

    def _note_death(self, job: bytes, execution: bytes) -> None:
        task = jobs.task(self._redis, job)
        if task is not None:
            self._notes.note_deaths(task.tournament, _deaths(task, jobs.as_text(execution)))


def _deaths(task: Task, execution: str) -> Iterable[Death]:
    alone = len(task.blocks) == 1
    return (Death(block, execution, alone, task.withheld) for block in task.blocks)
