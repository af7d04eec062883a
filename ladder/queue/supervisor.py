"""Starts workers, replaces those that die, and stops them.

It starts processes, so it must never load grpc, which does not survive a fork.
"""

from __future__ import annotations

import logging
import os
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from types import FrameType, TracebackType
from typing import IO

from redis import Redis
from redis.exceptions import RedisError

from serai.ladder.errors import PlatformProblem, UserProblem
from serai.ladder.model.tournament import Tournament
from serai.ladder.queue import jobs
from serai.ladder.queue.requeue_dead import Requeuer
from serai.ladder.queue.worker_names import is_dead
from serai.ladder.storage.redis_waiting import hurry
from serai.ladder.storage.store import Store
from serai.server.bot_process import describe_exit
from serai.server.process_folder import sweep

Say = Callable[[str], None]

_LINE = [sys.executable, "-P", "-m", "serai.ladder.queue.worker", "--supervised"]
_MOST_FAILED_STARTS = 5
_STOP_SECONDS = 10.0
_WATCH_SECONDS = 0.2
_TAIL_LINES = 5


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a tournament has come: games on record, and games that are over but not yet recorded with their block."""

    recorded: int
    over: int
    games: int


class WorkerProcess:
    """A worker process: whether it lives, whether it got ready, and the last it wrote to stderr."""

    def __init__(self) -> None:
        self._stderr: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - lives as long as the worker
        # In a session of its own: Ctrl-C is for us, and we stop the workers.
        self._process = subprocess.Popen(
            _LINE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._stderr, start_new_session=True
        )
        assert self._process.stdout is not None
        os.set_blocking(self._process.stdout.fileno(), False)
        self.pidfd = os.pidfd_open(self._process.pid)

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def code(self) -> int | None:
        """Return the exit code, None while it runs."""
        return self._process.poll()

    def was_ready(self) -> bool:
        """Return True if it got as far as to take jobs. Works once, after it has exited."""
        assert self._process.stdout is not None
        return bool(self._process.stdout.read())

    def last_lines(self) -> str:
        """Return the end of what it wrote to stderr, in one line."""
        self._stderr.seek(0)
        lines = self._stderr.read().decode(errors="replace").strip().splitlines()
        return " / ".join(line.strip() for line in lines[-_TAIL_LINES:])

    def terminate(self) -> None:
        self._process.terminate()

    def close(self, patience: float = 0.0) -> None:
        """Wait so many seconds for its exit, kill it if it still runs, and release what belongs to it."""
        try:
            self._process.wait(patience)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        os.close(self.pidfd)
        self._stderr.close()
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            pipe.close()


class Supervisor:
    """Keeps a number of workers running for as long as the block runs."""

    def __init__(self, redis: Redis, count: int, say: Say = lambda text: None) -> None:
        self._redis = redis
        self._requeuer = Requeuer(redis)
        self._count = count
        self._say = say
        self._workers: list[WorkerProcess] = []
        self._failed_starts = 0

    def __enter__(self) -> Supervisor:
        # RQ logs abandoned jobs; what matters of it is said by us.
        logging.getLogger("rq").addHandler(logging.NullHandler())
        self._requeuer.requeue()
        self._workers = [WorkerProcess() for _ in range(self._count)]
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        hurry(self._redis)
        for worker in self._workers:
            worker.terminate()
        deadline = time.monotonic() + _STOP_SECONDS
        for worker in self._workers:
            worker.close(max(0.0, deadline - time.monotonic()))
        self._workers = []
        with suppress(RedisError, PlatformProblem):
            self._requeuer.requeue()
        sweep()

    @property
    def pids(self) -> list[int]:
        return [worker.pid for worker in self._workers]

    def watch(self, seconds: float = _WATCH_SECONDS) -> None:
        """Wait so long, or until a worker exits; replace those that did and requeue their jobs.

        PlatformProblem if workers exit again and again before they take a job.
        """
        select.select([worker.pidfd for worker in self._workers], [], [], seconds)
        for worker in list(self._workers):
            code = worker.code
            if code is not None:
                self._replace(worker, code)
        self._requeuer.requeue()

    def _replace(self, worker: WorkerProcess, code: int) -> None:
        was_ready, last_lines = worker.was_ready(), worker.last_lines()
        worker.close()
        sweep()
        self._workers.remove(worker)
        self._failed_starts = 0 if was_ready else self._failed_starts + 1
        if self._failed_starts == _MOST_FAILED_STARTS:
            why = last_lines or "they said nothing"
            raise PlatformProblem(f"workers die before they begin ({describe_exit(code)}): {why}")
        if code:
            self._say(f"a worker {describe_exit(code)} and was replaced{f': {last_lines}' if last_lines else ''}")
        self._workers.append(WorkerProcess())


def run_workers(
    redis: Redis, count: int, say: Say = lambda text: None, on_start: Callable[[], None] = lambda: None
) -> None:
    """Keep workers running until Ctrl-C or SIGTERM. `on_start` is called when both are handled and workers started."""
    with _stopped_by_signals(), Supervisor(redis, count, say) as supervisor:
        on_start()
        while True:
            supervisor.watch()


def run_tournament(
    store: Store,
    tournament: Tournament,
    workers: int,
    on_progress: Callable[[Progress], None] = lambda progress: None,
    say: Say = lambda text: None,
) -> None:
    """Play a tournament with workers of our own until nothing is missing. PlatformProblem if jobs are given up."""
    jobs.delete_failed(store.redis, tournament.name)
    if store.count(tournament.name) < tournament.games:
        with Supervisor(store.redis, workers, say) as supervisor:
            while (progress := progress_of(store, tournament)).recorded < tournament.games:
                on_progress(progress)
                if not jobs.is_pending(store.redis, tournament.name):
                    _enqueue_missing(store, tournament, workers)
                supervisor.watch()
    # A worker that was stopped between its last fact and the end of its job has put the job back.
    jobs.drop_queued(store.redis, tournament.name)
    on_progress(progress_of(store, tournament))


def _enqueue_missing(store: Store, tournament: Tournament, workers: int) -> None:
    """Queue what is missing. UserProblem if the tournament is halted, PlatformProblem if jobs were given up."""
    halted = store.halted(tournament.name)
    if halted == "paused":
        raise UserProblem(f"{tournament.name} is paused; serai tournament resume {tournament.name} lets it go on")
    if halted is not None:
        raise UserProblem(f"{tournament.name} is {halted}, so nothing more of it is played")
    given_up = jobs.failures(store.redis, tournament.name)
    if given_up:
        raise PlatformProblem(f"{tournament.name} cannot go on: {'; '.join(given_up)}")
    jobs.enqueue_missing(store, tournament, workers)


def progress_of(store: Store, tournament: Tournament) -> Progress:
    """Return how far a tournament has come; reports of dead workers do not count."""
    recorded = store.count(tournament.name)
    reports = store.progress(tournament.name).items()
    over = sum(doing["done"] for worker, doing in reports if not is_dead(worker))
    return Progress(recorded, min(over, tournament.games - recorded), tournament.games)


class _Stop(Exception):
    """SIGTERM has arrived."""


@contextmanager
def _stopped_by_signals() -> Iterator[None]:
    """Leave the block without an error on Ctrl-C or SIGTERM."""

    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise _Stop

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    except (_Stop, KeyboardInterrupt):
        pass
    finally:
        signal.signal(signal.SIGTERM, before)
