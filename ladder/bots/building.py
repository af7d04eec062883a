"""Building a bot: its `build` line is run once on every machine, within a limit of time, and what it prints is kept."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from serai.child import tied_to_us
from serai.ladder.bots import tree
from serai.ladder.bots.complaints import first_error, last_line
from serai.ladder.errors import PlatformProblem
from serai.server.sandbox.sandbox import Confined

LIMIT = "SERAI_BUILD_SECONDS"  # in the environment: how long a build may take
_LIMIT_SECONDS = 600.0
MOST_BYTES, MOST_FILES = 2 << 30, 200_000  # that a build may write
LEAST_FREE = 1 << 30  # bytes on the disk: with less, a build that may have taken them is ended
_POLL_SECONDS = 0.1
_LOOK_SECONDS = 1.0
_LOG_CHARACTERS = 4000
_MOST_READ = 1 << 20  # bytes in which the first error is looked for


class BuildFailed(PlatformProblem):
    """A bot could not be built, by its author's fault. `why` says it in a line, `log` is the end of its log."""

    exit_code = 1

    def __init__(self, message: str, why: str, log: str = "") -> None:
        super().__init__(message)
        self.why = why
        self.log = log


class BuildStopped(PlatformProblem):
    """A build was ended because we were told to stop."""


def limit() -> float:
    """Return how many seconds a build may take; PlatformProblem if the environment says no number."""
    text = os.environ.get(LIMIT, "")
    try:
        return float(text) if text else _LIMIT_SECONDS
    except ValueError:
        raise PlatformProblem(f"{LIMIT} is {text!r}; it should be a number of seconds, for example 600") from None


def can_run(line: Sequence[str], folder: Path) -> bool:
    """Return True if the program of a command line is there; one with a slash is looked for from the folder."""
    program = line[0]
    return shutil.which(str(folder / program) if "/" in program else program) is not None


@dataclass(frozen=True, slots=True)
class Build:
    """A build line, where it is run, with which environment, and where what it prints goes.

    `cache` is a folder of its own that it may write to as well, and what was there before does not count.
    """

    line: Sequence[str]
    folder: Path
    environment: Mapping[str, str]
    log: Path
    cache: Path | None = None


def run(build: Build, stop: threading.Event | None = None, confined: Confined | None = None) -> str:
    """Run a build and return why it failed, empty if it did not. OSError if it cannot be started.

    BuildStopped if `stop` is set meanwhile; it and all it started are ended then, and also at its limits of time and
    disk. `confined` is how to run it in a sandbox; without it is a plain process of ours.
    """
    with build.log.open("wb") as output:
        try:
            process = subprocess.Popen(
                confined.line if confined else tied_to_us(build.line),
                cwd=None if confined else build.folder,
                env=build.environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
                pass_fds=confined.descriptors if confined else (),
            )
        finally:
            if confined:
                confined.started()
        try:
            return _wait(process, build, stop or threading.Event())
        finally:
            _end(process)
            if confined:
                confined.ended()


def _wait(process: subprocess.Popen[bytes], build: Build, stop: threading.Event) -> str:
    log, seconds, disk = build.log, limit(), _Disk(build)
    began = looked = time.monotonic()
    while process.poll() is None:
        if time.monotonic() > began + seconds:
            return f"it takes longer than {seconds:g} s"
        if time.monotonic() > looked + _LOOK_SECONDS:
            looked = time.monotonic()
            if why := disk.too_much():
                return why
        if stop.wait(_POLL_SECONDS):
            raise BuildStopped("the build was stopped")
    if process.returncode == 0:
        return disk.too_much()
    return first_error(_beginning(log)) or last_line(log_end(log)) or "it printed nothing"


class _Disk:
    """What a build writes, from its beginning."""

    def __init__(self, build: Build) -> None:
        self._build = build
        self._cached = _size_of(build.cache)
        self._free = shutil.disk_usage(build.folder).free

    def too_much(self) -> str:
        """Return what is wrong with the size of what a build has written; empty if nothing is."""
        here, cached = tree.measure(self._build.folder), _size_of(self._build.cache)
        size = here.size + cached.size - self._cached.size + self._build.log.stat().st_blocks * 512
        if size > MOST_BYTES or self._has_taken_the_rest():
            return f"it writes more than {MOST_BYTES >> 20} MiB"
        if here.count + cached.count - self._cached.count > MOST_FILES:
            return f"it writes more than {MOST_FILES} files"
        return "" if here.whole and cached.whole else "it writes folders that cannot be read, or too deep ones"

    def _has_taken_the_rest(self) -> bool:
        """Whether the disk is almost full, by more than a build may take: files without a name are seen nowhere."""
        free = shutil.disk_usage(self._build.folder).free
        return free < LEAST_FREE and self._free - free > MOST_BYTES


def _size_of(cache: Path | None) -> tree.Size:
    return tree.measure(cache) if cache is not None else tree.Size(0, 0, whole=True)


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill what is left of a build: itself, and what it started and did not wait for."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _beginning(log: Path) -> str:
    """Return the beginning of what a build printed, where its first error is."""
    with log.open("rb") as file:
        return file.read(_MOST_READ).decode(errors="replace")


def log_end(log: Path) -> str:
    """Return the end of what a build printed."""
    with log.open("rb") as file:
        file.seek(max(0, log.stat().st_size - 4 * _LOG_CHARACTERS))
        return file.read().decode(errors="replace").strip()[-_LOG_CHARACTERS:]
