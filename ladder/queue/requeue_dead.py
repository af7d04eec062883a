"""Puts back into the queue what a dead worker had taken. RQ would do so too, but a minute or more later."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from rq.executions import Execution

from serai.ladder.queue.jobs import queue, started
from serai.ladder.queue.worker_names import is_dead

if TYPE_CHECKING:
    from redis import Redis

# A live worker needs a moment between taking a job and noting that it has begun.
_BETWEEN_SECONDS = 1.0


class Reaper:
    """Looks for jobs that nobody works at, and remembers what it saw."""

    def __init__(self, redis: Redis, now: Callable[[], float] = time.monotonic) -> None:
        self._redis = redis
        self._queue = queue(redis)
        self._now = now
        self._first_seen: dict[str, float] = {}

    def reap(self) -> None:
        self._reap_started()
        self._reap_taken()

    def _reap_started(self) -> None:
        """Let the executions of dead workers run out; RQ then tries their jobs again, or gives them up."""
        registry = self._queue.started_job_registry
        dead = [execution for execution in self._executions() if is_dead(execution.worker_name)]
        for execution in dead:
            self._redis.zadd(registry.key, {execution.composite_key: 0}, xx=True)
        if dead:
            registry.cleanup()

    def _executions(self) -> list[Execution]:
        found = []
        for job_id, execution_id in self._queue.started_job_registry.get_job_and_execution_ids(cleanup=False):
            try:
                found.append(Execution.fetch(execution_id, job_id, self._redis))
            except ValueError:
                continue
        return found

    def _reap_taken(self) -> None:
        """Put back jobs that were taken from the queue by a worker that died before it began them."""
        taken = set(self._queue.intermediate_queue.get_job_ids()) - set(started(self._queue))
        self._first_seen = {job_id: self._first_seen.get(job_id, self._now()) for job_id in taken}
        for job_id, seen in self._first_seen.items():
            if self._now() - seen >= _BETWEEN_SECONDS:
                self._put_back(job_id)

    def _put_back(self, job_id: str) -> None:
        with self._redis.pipeline() as pipeline:
            pipeline.lrem(self._queue.intermediate_queue_key, 1, job_id)
            pipeline.rpush(self._queue.key, job_id)
            pipeline.execute()
