"""Starts workers, replaces those that die, and stops them.

It starts processes, so it must never load grpc, which does not survive a fork.
"""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType, TracebackType
from typing import IO

from redis import Redis
from redis.exceptions import RedisError

from serai.ladder import journal
from serai.ladder.errors import PlatformProblem
from serai.ladder.metrics.worker_counts import Tally
from serai.ladder.queue.lost_jobs import LostJobs
from serai.ladder.storage.redis_waiting import hurry
from serai.server.bot_process import describe_exit
from serai.server.process_folder import sweep

Say = Callable[[str], None]

_LINE = [sys.executable, "-P", "-m", "serai.ladder.queue.worker", "--supervised"]
_COUNTED = ["--counted"]
_MOST_FAILED_STARTS = 5
# What is begun gets 5 s; then finished blocks have to go on record, and bots to be stopped.
_STOP_SECONDS = 20.0
_WATCH_SECONDS = 0.2
_LOOK_SECONDS = 1.0
_TAIL_LINES = 5


class WorkerProcess:
    """A worker process: whether it lives, whether it got ready, what it counted, and the last it wrote to stderr."""

    def __init__(self, counted: bool = False) -> None:
        self._stderr: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - lives as long as the worker
        # In a session of its own: Ctrl-C is for us, and we stop the workers.
        self._process = subprocess.Popen(
            [*_LINE, *(_COUNTED if counted else ())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._stderr,
            start_new_session=True,
            pass_fds=journal.passed_on(),
        )
        self.was_ready = False
        self._said = b""
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

    def hear(self) -> bytes:
        """Return the last line in which it told what it has counted; nothing if it told nothing since it was asked."""
        assert self._process.stdout is not None
        *lines, self._said = (self._said + (self._process.stdout.read() or b"")).split(b"\n")
        if lines and not self.was_ready:  # the first line says that it takes jobs
            self.was_ready = True
            del lines[0]
        return lines[-1] if lines else b""

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
    """Keeps a number of workers running for as long as the block runs. With a tally, they tell what they count."""

    def __init__(self, redis: Redis, count: int, say: Say = lambda text: None, tally: Tally | None = None) -> None:
        self._redis = redis
        self._tally = tally
        self._lost_jobs = LostJobs(redis)
        self._look_due = 0.0
        self._count = count
        self._say = say
        self._workers: list[WorkerProcess] = []
        self._failed_starts = 0

    def __enter__(self) -> Supervisor:
        self._lost_jobs.take_back()
        self._workers = [self._start() for _ in range(self._count)]
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        hurry(self._redis)
        with suppress(RedisError, PlatformProblem):
            self._lost_jobs.take_back()
        for worker in self._workers:
            worker.terminate()
        deadline = time.monotonic() + _STOP_SECONDS
        for worker in self._workers:
            worker.close(max(0.0, deadline - time.monotonic()))
        self._workers = []
        # Whoever is dead by now was killed by us: that says nothing about the bots it played.
        with suppress(RedisError, PlatformProblem):
            self._lost_jobs.take_back(count=False)
        sweep()

    def _start(self) -> WorkerProcess:
        worker = WorkerProcess(counted=self._tally is not None)
        if self._tally is not None:
            self._tally.began(worker.pid)
        return worker

    def _hear(self, worker: WorkerProcess) -> None:
        if (line := worker.hear()) and self._tally is not None:
            self._tally.heard(worker.pid, line)

    @property
    def pids(self) -> list[int]:
        return [worker.pid for worker in self._workers]

    def watch(self, seconds: float = _WATCH_SECONDS) -> None:
        """Wait so long, or until a worker exits; replace those that did, and take back their jobs.

        PlatformProblem if workers exit again and again before they take a job.
        """
        select.select([worker.pidfd for worker in self._workers], [], [], seconds)
        for worker in self._workers:
            self._hear(worker)
        exited = [(worker, code) for worker in self._workers if (code := worker.code) is not None]
        for worker, code in exited:
            self._replace(worker, code)
        if exited or time.monotonic() >= self._look_due:
            self._look_due = time.monotonic() + _LOOK_SECONDS
            self._lost_jobs.take_back()

    def _replace(self, worker: WorkerProcess, code: int) -> None:
        self._hear(worker)
        was_ready, last_lines = worker.was_ready, worker.last_lines()
        worker.close()
        if self._tally is not None:
            self._tally.ended(worker.pid, died=code != 0)
        sweep()
        self._workers.remove(worker)
        self._failed_starts = 0 if was_ready else self._failed_starts + 1
        if self._failed_starts == _MOST_FAILED_STARTS:
            why = last_lines or "they said nothing"
            raise PlatformProblem(f"workers die before they begin ({describe_exit(code)}): {why}")
        if code:
            self._say(f"a worker {describe_exit(code)} and was replaced{f': {last_lines}' if last_lines else ''}")
        self._workers.append(self._start())


def run_workers(
    redis: Redis,
    count: int,
    say: Say = lambda text: None,
    on_start: Callable[[], None] = lambda: None,
    tally: Tally | None = None,
) -> None:
    """Keep workers running until Ctrl-C or SIGTERM. `on_start` is called when both are handled and workers started."""
    with _stopped_by_signals(), Supervisor(redis, count, say, tally) as supervisor:
        on_start()
        while True:
            supervisor.watch()


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
