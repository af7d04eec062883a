"""Requeues the jobs of dead workers. RQ would do so too, but a minute or more later."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from rq.executions import Execution

from serai.ladder.queue.jobs import queue, started_ids
from serai.ladder.queue.worker_names import is_dead

if TYPE_CHECKING:
    from redis import Redis

# A live worker needs a moment between taking a job and noting that it has started it.
_BETWEEN_SECONDS = 1.0


class Requeuer:
    """Looks for jobs that no live worker has, and remembers since when it saw them."""

    def __init__(self, redis: Redis, now: Callable[[], float] = time.monotonic) -> None:
        self._redis = redis
        self._queue = queue(redis)
        self._now = now
        self._first_seen: dict[str, float] = {}

    def requeue(self) -> None:
        """Put the jobs of dead workers back into the queue."""
        self._requeue_started()
        self._requeue_taken()

    def _requeue_started(self) -> None:
        """Let the executions of dead workers expire; RQ then retries their jobs, or gives them up."""
        registry = self._queue.started_job_registry
        dead = [execution for execution in self._executions() if is_dead(execution.worker_name)]
        for execution in dead:
            self._redis.zadd(registry.key, {execution.composite_key: 0}, xx=True)
        if dead:
            registry.cleanup()

    def _executions(self) -> list[Execution]:
        """Return the executions that are on record; those that have expired meanwhile are left out."""
        found = []
        for job_id, execution_id in self._queue.started_job_registry.get_job_and_execution_ids(cleanup=False):
            try:
                found.append(Execution.fetch(execution_id, job_id, self._redis))
            except ValueError:
                continue
        return found

    def _requeue_taken(self) -> None:
        """Requeue jobs that were taken from the queue by a worker that died before it started them."""
        taken = set(self._queue.intermediate_queue.get_job_ids()) - set(started_ids(self._queue))
        self._first_seen = {job_id: self._first_seen.get(job_id, self._now()) for job_id in taken}
        for job_id, seen in self._first_seen.items():
            if self._now() - seen >= _BETWEEN_SECONDS:
                self._put_back(job_id)

    def _put_back(self, job_id: str) -> None:
        with self._redis.pipeline() as pipeline:
            pipeline.lrem(self._queue.intermediate_queue_key, 1, job_id)
            pipeline.rpush(self._queue.key, job_id)
            pipeline.execute()
