"""A worker: one process that takes jobs from the queue and plays them. Run as python -m serai.ladder.queue.worker.

It must not fork, because it uses grpc: so it is RQ's SimpleWorker, with a heartbeat while it plays, and it
stops at once when asked to, putting its job back into the queue.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from redis.exceptions import RedisError
from rq import Queue, SimpleWorker
from rq.exceptions import StopRequested
from rq.job import Job
from rq.timeouts import UnixSignalDeathPenalty
from rq.worker import WorkerStatus

from serai.ladder.queue.jobs import SERIALIZER, PlayJob, queue
from serai.ladder.queue.worker_names import own_name
from serai.ladder.storage import redis_connection
from serai.ladder.storage.redis_waiting import hurry, silently

READY = b"ready\n"
SUPERVISED = "--supervised"

_MOST_JOBS = 500  # Then a fresh process takes over, so that nothing can grow for ever.
_IDLE_SECONDS = 30
_MAINTENANCE_SECONDS = 15
_BEAT_SECONDS = 15
_OVERTIME_SECONDS = 60
_LIFE_SECONDS = 60  # Without a heartbeat for so long, other machines take the worker for dead.


class JobTimeout(UnixSignalDeathPenalty):
    """Ends a job that hangs. RQ's own exception would be raised in some task of the event loop, and be lost."""

    def handle_death_penalty(self, signum: int, frame: FrameType | None) -> None:
        signal.alarm(_OVERTIME_SECONDS)
        interrupt()


def interrupt() -> None:
    """End what is being played: an event loop cancels its main task on Ctrl-C, so that everything is cleaned up."""
    signal.raise_signal(signal.SIGINT)


class Worker(SimpleWorker):
    """Plays jobs in this process."""

    death_penalty_class = JobTimeout

    def _install_signal_handlers(self) -> None:
        # An event loop handles Ctrl-C only where Python does, and Python does not in a background job of a shell.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.signal(signal.SIGTERM, self.request_stop)

    def request_stop(self, signum: Any, frame: FrameType | None) -> None:
        """Stop now: what is being played is cheap to play again."""
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        hurry(self.connection)
        self._stop_requested = True
        if self.get_state() != WorkerStatus.BUSY:
            raise StopRequested
        interrupt()

    def handle_job_failure(
        self, job: Job, queue: Queue, started_job_registry: Any = None, exc_string: str = ""
    ) -> None:
        """A job that was stopped did not fail: it keeps all its retries."""
        if self._stop_requested and job.retries_left is not None:
            job.retries_left += 1
        super().handle_job_failure(job, queue, started_job_registry, exc_string)

    def subscribe(self) -> None:
        """Do not subscribe to RQ's commands: none are sent, and unsubscribing takes a second."""

    def get_heartbeat_ttl(self, job: Job) -> int:
        return _LIFE_SECONDS

    def execute_job(self, job: Job, queue: Queue) -> None:
        with self._heartbeats(job):
            super().execute_job(job, queue)

    @contextmanager
    def _heartbeats(self, job: Job) -> Iterator[None]:
        """Send heartbeats while the block runs. RQ's own would be one at its start, for as long as the job may take."""
        done = threading.Event()

        def beat() -> None:
            while not done.wait(_BEAT_SECONDS):
                self._beat(job)

        thread = threading.Thread(target=beat, daemon=True)
        thread.start()
        try:
            yield
        finally:
            done.set()
            thread.join()

    def _beat(self, job: Job) -> None:
        execution = self.execution
        if execution is None:
            return
        try:
            with self.connection.pipeline() as pipeline:
                self.heartbeat(_LIFE_SECONDS, pipeline=pipeline)
                execution.heartbeat(job.started_job_registry, _LIFE_SECONDS, pipeline=pipeline)
                pipeline.execute()
        except RedisError as error:
            self.log.warning("no heartbeat: %s", error)


def _stop_without_supervisor() -> None:
    """Stop when stdin ends: it is a pipe from the supervisor, closed when that exits, however it does."""

    def wait() -> None:
        os.read(sys.stdin.fileno(), 1)
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=wait, daemon=True).start()


def main() -> None:
    """Run a worker until it is stopped or has played its share of jobs."""
    with redis_connection.connection(waiting=silently, at_start=True) as connection:
        worker = Worker(
            [queue(connection.redis)],
            name=own_name(),
            connection=connection.redis,
            serializer=SERIALIZER,
            job_class=PlayJob,
            worker_ttl=_IDLE_SECONDS,
            maintenance_interval=_MAINTENANCE_SECONDS,
        )
        if SUPERVISED in sys.argv:
            _stop_without_supervisor()
        sys.stdout.buffer.write(READY)
        sys.stdout.flush()
        worker.work(logging_level="WARNING", max_jobs=_MOST_JOBS)


if __name__ == "__main__":
    main()
