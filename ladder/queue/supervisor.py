"""Starts workers, brings back those that die, and stops them.

It starts processes, so it must never load grpc, which does not bear that.
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
from serai.ladder.queue.requeue_dead import Reaper
from serai.ladder.queue.worker_names import is_dead
from serai.ladder.storage.store import Store
from serai.server.bot_process import describe_exit

Say = Callable[[str], None]

_LINE = [sys.executable, "-P", "-m", "serai.ladder.queue.worker", "--supervised"]
_MOST_FAILED_STARTS = 5
_STOP_SECONDS = 10.0
_LOOK_SECONDS = 0.2
_TAIL_LINES = 5


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a tournament has come: games on record, and games that are over but not yet recorded with their block."""

    recorded: int
    over: int
    games: int


class WorkerProcess:
    """A worker that was started: how it does, and what it complained about."""

    def __init__(self) -> None:
        self._complaints: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - lives as long as the worker
        # In a session of its own: Ctrl-C is for us, and we tell the workers.
        self._process = subprocess.Popen(
            _LINE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._complaints, start_new_session=True
        )
        assert self._process.stdout is not None
        os.set_blocking(self._process.stdout.fileno(), False)
        self.handle = os.pidfd_open(self._process.pid)

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def code(self) -> int | None:
        """The exit code, None while it lives."""
        return self._process.poll()

    def was_ready(self) -> bool:
        """Whether it ever got as far as to take jobs. To be asked once, when it is dead."""
        assert self._process.stdout is not None
        return bool(self._process.stdout.read())

    def complaints(self) -> str:
        self._complaints.seek(0)
        lines = self._complaints.read().decode(errors="replace").strip().splitlines()
        return " / ".join(line.strip() for line in lines[-_TAIL_LINES:])

    def terminate(self) -> None:
        self._process.terminate()

    def bury(self, patience: float = 0.0) -> None:
        """Wait for its end, then help it along, and give back what it held."""
        try:
            self._process.wait(patience)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        os.close(self.handle)
        self._complaints.close()
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            pipe.close()


class Supervisor:
    """A number of workers that are kept alive for as long as the block runs."""

    def __init__(self, redis: Redis, count: int, say: Say = lambda text: None) -> None:
        self._reaper = Reaper(redis)
        self._count = count
        self._say = say
        self._workers: list[WorkerProcess] = []
        self._failed_starts = 0

    def __enter__(self) -> Supervisor:
        # RQ speaks of abandoned jobs in its log; we have said it better.
        logging.getLogger("rq").addHandler(logging.NullHandler())
        self._reaper.reap()
        self._workers = [WorkerProcess() for _ in range(self._count)]
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for worker in self._workers:
            worker.terminate()
        deadline = time.monotonic() + _STOP_SECONDS
        for worker in self._workers:
            worker.bury(max(0.0, deadline - time.monotonic()))
        self._workers = []
        with suppress(RedisError, PlatformProblem):
            self._reaper.reap()

    @property
    def pids(self) -> list[int]:
        return [worker.pid for worker in self._workers]

    def look_after(self, seconds: float = _LOOK_SECONDS) -> None:
        """Wait so long, or until a worker dies; put back what dead ones had taken and start others in their place."""
        select.select([worker.handle for worker in self._workers], [], [], seconds)
        dead = [worker for worker in self._workers if worker.code is not None]
        for worker in dead:
            self._replace(worker)
        self._reaper.reap()

    def _replace(self, worker: WorkerProcess) -> None:
        was_ready, complaints, code = worker.was_ready(), worker.complaints(), worker.code
        assert code is not None, "only a process that has exited is replaced"
        worker.bury()
        self._workers.remove(worker)
        self._failed_starts = 0 if was_ready else self._failed_starts + 1
        if self._failed_starts == _MOST_FAILED_STARTS:
            raise PlatformProblem(
                f"workers die before they begin ({describe_exit(code)}): {complaints or 'they said nothing'}"
            )
        if code:
            self._say(f"a worker {describe_exit(code)} and was replaced{f': {complaints}' if complaints else ''}")
        self._workers.append(WorkerProcess())


def run_workers(
    redis: Redis, count: int, say: Say = lambda text: None, on_start: Callable[[], None] = lambda: None
) -> None:
    """Keep workers going until Ctrl-C or SIGTERM. `on_start` is called when both are minded and the workers started."""
    with _ended_by_signals(), Supervisor(redis, count, say) as supervisor:
        on_start()
        while True:
            supervisor.look_after()


def run_tournament(
    store: Store,
    event: Tournament,
    workers: int,
    on_progress: Callable[[Progress], None] = lambda progress: None,
    say: Say = lambda text: None,
) -> None:
    """Play a tournament with workers of our own until nothing of it is missing. PlatformProblem if some of it fails."""
    jobs.forget_failures(store.redis, event.name)
    if store.count(event.name) < event.games:
        with Supervisor(store.redis, workers, say) as supervisor:
            while (progress := progress_of(store, event)).recorded < event.games:
                on_progress(progress)
                if not jobs.is_pending(store.redis, event.name):
                    _go_on(store, event, workers)
                supervisor.look_after()
    # A worker that was stopped between its last fact and the end of its job has put the job back.
    jobs.drop_queued(store.redis, event.name)
    on_progress(progress_of(store, event))


def _go_on(store: Store, event: Tournament, workers: int) -> None:
    """Nothing is queued: queue what is missing, unless it must not go on or that was tried in vain."""
    halted = store.halted(event.name)
    if halted == "paused":
        raise UserProblem(f"{event.name} is paused; serai tournament resume {event.name} lets it go on")
    if halted is not None:
        raise UserProblem(f"{event.name} is {halted}, so nothing more of it is played")
    given_up = jobs.failures(store.redis, event.name)
    if given_up:
        raise PlatformProblem(f"{event.name} cannot go on: {'; '.join(given_up)}")
    jobs.enqueue_missing(store, event, workers)


def progress_of(store: Store, event: Tournament) -> Progress:
    recorded = store.count(event.name)
    at_work = store.progress(event.name).items()
    over = sum(doing["done"] for worker, doing in at_work if not is_dead(worker))
    return Progress(recorded, min(over, event.games - recorded), event.games)


class _Ended(Exception):
    """We were told to end."""


@contextmanager
def _ended_by_signals() -> Iterator[None]:
    """Leave the block quietly on Ctrl-C or SIGTERM."""

    def end(_signal: int, _frame: FrameType | None) -> None:
        raise _Ended

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    except (_Ended, KeyboardInterrupt):
        pass
    finally:
        signal.signal(signal.SIGTERM, before)
