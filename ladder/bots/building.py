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
from pathlib import Path

from serai.child import tied_to_us
from serai.ladder.errors import PlatformProblem

LIMIT = "SERAI_BUILD_SECONDS"  # in the environment: how long a build may take
_LIMIT_SECONDS = 600.0
_POLL_SECONDS = 0.1
_LOG_CHARACTERS = 4000


class BuildFailed(PlatformProblem):
    """A bot could not be built. `why` says it in a line, `log` is the end of what the build printed."""

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


def run(
    line: Sequence[str], folder: Path, environment: Mapping[str, str], log: Path, stop: threading.Event | None = None
) -> str:
    """Run a build line and return why it failed, empty if it did not. OSError if it cannot be started.

    What it prints goes to the log. BuildStopped if `stop` is set meanwhile; it and all it started are ended then, and
    also at its limit.
    """
    with log.open("wb") as output:
        process = subprocess.Popen(
            tied_to_us(line),
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
        try:
            return _wait(process, log, stop or threading.Event())
        finally:
            _end(process)


def _wait(process: subprocess.Popen[bytes], log: Path, stop: threading.Event) -> str:
    seconds = limit()
    deadline = time.monotonic() + seconds
    while process.poll() is None:
        if time.monotonic() > deadline:
            return f"it takes longer than {seconds:g} s"
        if stop.wait(_POLL_SECONDS):
            raise BuildStopped("the build was stopped")
    if process.returncode == 0:
        return ""
    return log_end(log).rpartition("\n")[2] or "it printed nothing"


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill what is left of a build: itself, and what it started and did not wait for."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def log_end(log: Path) -> str:
    """Return the end of what a build printed."""
    return log.read_text(errors="replace").strip()[-_LOG_CHARACTERS:]
