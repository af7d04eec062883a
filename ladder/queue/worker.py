"""A worker: one process that takes jobs from the queue of its class and plays them.

It is run as python -m serai.ladder.queue.worker. It must not fork, because it uses grpc: so it is RQ's SimpleWorker,
with heartbeats from a thread. Told to stop, it gives what is begun a few seconds; what is finished is on record.
"""

from __future__ import annotations

import logging
import os
import signal
import sys
import threading
import time
from contextlib import suppress
from importlib.metadata import version
from types import FrameType
from typing import Any, cast

from redis.exceptions import RedisError
from rq import Queue, SimpleWorker
from rq.exceptions import StopRequested
from rq.executions import Execution
from rq.job import Job
from rq.worker import WorkerStatus
from rq.worker_registration import register

from serai.ladder import journal
from serai.ladder.errors import PlatformProblem, UserProblem
from serai.ladder.metrics.worker_counts import Counts
from serai.ladder.queue import jobs
from serai.ladder.queue.jobs import SERIALIZER, PlayJob, PracticeTask, Task
from serai.ladder.queue.live_workers import BEAT_SECONDS, CORES, LIFE_SECONDS, SERAI
from serai.ladder.queue.play_job import JobPlayer
from serai.ladder.queue.worker_classes import Languages, own_languages
from serai.ladder.queue.worker_names import own_name
from serai.ladder.storage import redis_connection
from serai.ladder.storage.queue_notes import Failure, QueueNotes
from serai.ladder.storage.redis_waiting import hurry, silently
from serai.ladder.storage.store import Store

READY = b"ready\n"
SUPERVISED = "--supervised"
COUNTED = "--counted"  # it tells its supervisor what it counts

_MOST_JOBS = 500  # Then a fresh process takes over, so that nothing can grow for ever.
_TAKE_SECONDS = 2
_RQ_MARGIN = 15  # RQ waits so much less for a job than what it calls the life of a worker.
_IDLE_SECONDS = 5.0  # Then the bots of the last job are stopped.
_LONGEST_PAUSE = 30.0

_log = logging.getLogger(__name__)


class Worker(SimpleWorker):
    """Plays jobs in this process."""

    def __init__(self, store: Store, languages: Languages, counts: Counts | None = None) -> None:
        redis = store.redis
        super().__init__(
            [jobs.queue(redis, languages)],
            name=own_name(),
            connection=redis,
            serializer=SERIALIZER,
            job_class=PlayJob,
            worker_ttl=_TAKE_SECONDS + _RQ_MARGIN,
        )
        self._notes = QueueNotes(redis)
        self._counts = counts
        self._player = JobPlayer(store, counts)
        self._task: Task | PracticeTask | None = None
        self._failed_in_a_row = 0
        self._over = threading.Event()
        self._beats = threading.Thread(target=self._beat_on, name="heartbeats", daemon=True)

    # What it says of itself

    def serialize(self) -> dict[Any, Any]:
        mine = {CORES: len(os.sched_getaffinity(0)), SERAI: version("serai"), "state": self._state}
        return {**super().serialize(), **mine}

    def register_birth(self) -> None:
        super().register_birth()  # type: ignore[no-untyped-call]  # RQ's own
        self.heartbeat()
        self._beats.start()

    def heartbeat(self, timeout: int | None = None, pipeline: Any = None) -> None:
        """Say that it lives, whatever the server may have forgotten of it, for it may have been away."""
        super().heartbeat(LIFE_SECONDS, pipeline)

    def _beat_on(self) -> None:
        while not self._over.wait(BEAT_SECONDS):
            try:
                self._beat()
            except (RedisError, PlatformProblem) as error:
                _log.warning("no heartbeat: %s", error)
            self._tell_counts()

    def _tell_counts(self) -> None:
        """Tell the supervisor what was counted so far. If it does not listen just now, it hears the next time."""
        if self._counts is not None:
            with suppress(BlockingIOError):
                os.write(sys.stdout.fileno(), self._counts.line())

    def _beat(self) -> None:
        with self.connection.pipeline() as pipeline:
            self.heartbeat(pipeline=pipeline)
            pipeline.hset(self.key, mapping=self.serialize())
            register(self, pipeline)
            execution = self.execution
            if execution is not None:
                self.set_current_job_id(execution.job_id, pipeline)
                pipeline.hset(execution.key, mapping=execution.serialize())
                pipeline.expire(execution.key, LIFE_SECONDS)
            pipeline.execute()

    # Being told to stop

    def _install_signal_handlers(self) -> None:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.signal(signal.SIGTERM, self.request_stop)

    def request_stop(self, signum: Any, frame: FrameType | None) -> None:
        """Stop: at once if nothing is played, else within the few seconds that are given to what is begun."""
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        hurry(self.connection)
        self._stop_requested = True
        self._player.stop()
        if self.get_state() != WorkerStatus.BUSY:
            raise StopRequested

    def teardown(self) -> None:
        self._over.set()
        self._player.close()
        self._beats.join()
        self._tell_counts()
        super().teardown()  # type: ignore[no-untyped-call]  # RQ's own

    # What RQ does and we do otherwise

    def subscribe(self) -> None:
        """Do not subscribe to RQ's commands: none are sent, and unsubscribing takes a second."""

    @property
    def should_run_maintenance_tasks(self) -> bool:
        """Leave lost jobs to LostJobs: RQ goes by the hosts' clocks, and fails on executions that expired (D1)."""
        return False

    # Taking jobs and playing them

    # A round trip to Redis may take long, and a worker that waits for one does not play: so these few do all there is.

    def dequeue_job_and_maintain_ttl(
        self, timeout: int | None, max_idle_time: int | None = None
    ) -> tuple[Job, Queue] | None:
        """Wait for a job and start it. After a while without one, the bots of the last are stopped."""
        idle_at = time.monotonic() + _IDLE_SECONDS
        queue = self.queues[0]
        while (job := self._take(queue)) is None:
            if self._player.is_open and time.monotonic() > idle_at:
                self._player.close()
        return job, queue

    def _take(self, queue: Queue) -> Job | None:
        """Start the next job in the queue and return it; None if none came. What is not ours is dropped (D13)."""
        taken = self.connection.blmove(queue.key, queue.intermediate_queue_key, _TAKE_SECONDS)
        if taken is None:
            return None
        job_id = cast(bytes, taken)
        if not jobs.is_ours(job_id):
            jobs.forget(self.connection, queue.name, job_id)
            _log.warning("%r in the queue is not a job of ours and was dropped", job_id[:80])
            return None
        job = PlayJob(jobs.as_text(job_id), connection=self.connection, serializer=SERIALIZER)
        job.origin = queue.name
        self._task = self._begin(job, queue)
        if self._task is None:
            self._end(job, queue)
            return None
        return job

    def _begin(self, job: Job, queue: Queue) -> Task | PracticeTask | None:
        """Note that a job is started, and return what it asks for; None if it was taken back, or is not one of ours."""
        with self.connection.pipeline() as pipeline:
            pipeline.hgetall(job.key)
            execution = Execution.create(job, LIFE_SECONDS, pipeline=pipeline, worker_name=self.name)
            self.set_state(WorkerStatus.BUSY, pipeline=pipeline)
            self.set_current_job_id(job.id, pipeline=pipeline)
            pipeline.lrem(queue.intermediate_queue_key, 0, job.id)
            data = pipeline.execute(raise_on_error=False)[0]
        self.execution = execution
        return None if isinstance(data, Exception) else jobs.read_job(self.connection, job.id.encode(), data)

    def execute_job(self, job: Job, queue: Queue) -> None:
        """Play a job and forget it. If it failed, that is noted, and the next one has to wait for a moment."""
        assert self._task is not None
        failed = self._play(self._task)
        self._end(job, queue)
        self._failed_in_a_row = self._failed_in_a_row + 1 if failed else 0
        if failed and not self._stop_requested:
            time.sleep(min(2.0 ** (self._failed_in_a_row - 1), _LONGEST_PAUSE))

    def _play(self, task: Task | PracticeTask) -> bool:
        """Play a job and return True if it failed."""
        try:
            if isinstance(task, PracticeTask):
                journal.event("practice_started", job=task.job)
                self._player.practise(task)
            else:
                journal.event("job_started", tournament=task.tournament, job=task.job, blocks=task.blocks)
                self._player.play(task, lambda: jobs.exists(self.connection, task.job))
        except UserProblem:
            return False  # The tournament is gone.
        except Exception as error:  # whatever it is, it must not end the worker
            self._player.close()
            self._note_failure(task, error)
            if self._counts is not None:
                self._counts.failed_jobs += 1
            return True
        return False

    def _note_failure(self, task: Task | PracticeTask, error: Exception) -> None:
        why = str(error) if isinstance(error, PlatformProblem) else f"{type(error).__name__}: {error}"
        _log.warning("a job failed: %s", why, exc_info=not isinstance(error, PlatformProblem))
        if isinstance(task, Task) and self.execution is not None and not isinstance(error, RedisError):
            self._notes.note_failure(task.tournament, Failure(self.execution.id, task.blocks, why))

    def _end(self, job: Job, queue: Queue) -> None:
        execution, self.execution, self._task = self.execution, None, None
        with self.connection.pipeline() as pipeline:
            executions = [] if execution is None else [execution.id.encode()]
            jobs.forget_in(pipeline, queue, job.id.encode(), executions)
            self.set_current_job_id(None, pipeline=pipeline)
            self.set_state(WorkerStatus.IDLE, pipeline=pipeline)
            pipeline.execute()


def _stop_without_supervisor() -> None:
    """Stop when stdin ends: it is a pipe from the supervisor, closed when that exits, however it does."""

    def wait() -> None:
        os.read(sys.stdin.fileno(), 1)
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=wait, daemon=True).start()


def main() -> None:
    """Run a worker until it is stopped or has played its share of jobs."""
    journal.join()
    with redis_connection.connection(waiting=silently, at_start=True) as connection:
        counts = Counts() if COUNTED in sys.argv else None
        worker = Worker(Store(connection.redis, connection.replicas), own_languages(), counts)
        if SUPERVISED in sys.argv:
            _stop_without_supervisor()
        sys.stdout.buffer.write(READY)
        sys.stdout.flush()
        os.set_blocking(sys.stdout.fileno(), False)  # A line is written as a whole, or not at all: it is short.
        worker.work(logging_level="WARNING", max_jobs=_MOST_JOBS)


if __name__ == "__main__":
    main()
