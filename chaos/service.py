"""A command that is started again whenever it ends, as the init system of a host would do."""

from __future__ import annotations

import os
import signal
import subprocess
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from chaos.hosts import Host
from chaos.processes import Family, Process, children

_RESTART_SECONDS = 0.5
_NEXT_SECONDS = 2.0  # between one command that ended well and the next


class Service:
    """One command on one host; the commands are given in turn. What it prints goes to a file."""

    def __init__(
        self,
        name: str,
        host: Host,
        commands: Sequence[Sequence[str]],
        redis_url: str | None,
        log: Path,
        once: bool = False,
    ) -> None:
        self.name = name
        self.host = host
        self.finished = False
        self.starts = 0
        # How it ended without being killed by us, and how often.
        self.own_ends: Counter[str] = Counter()
        self._commands = commands
        self._environment = host.environment(redis_url)
        self._log = log
        self._once = once
        self._process: subprocess.Popen[bytes] | None = None
        self._due = 0.0
        self._killed = False

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def tick(self, now: float) -> None:
        """Start the command when it is due, and note it when it has ended."""
        if self._process is None:
            if now >= self._due and not self.finished:
                self._start()
        elif (code := self._process.poll()) is not None:
            self._ended(code, now)

    def _start(self) -> None:
        command = self._commands[self.starts % len(self._commands)]
        with self._log.open("wb") as output:
            self._process = subprocess.Popen(
                self.host.line(command), env=self._environment, stdin=subprocess.DEVNULL, stdout=output, stderr=output
            )
        self.starts += 1

    def _ended(self, code: int, now: float) -> None:
        if code == 0 and self._once:
            self.finished = True
        elif code != 0 and not self._killed:
            self.own_ends[f"exit {code}: {self.last_line()}"] += 1
        self._process, self._killed = None, False
        self._due = now + (_NEXT_SECONDS if code == 0 else _RESTART_SECONDS)

    def last_line(self) -> str:
        """Return the last line it printed."""
        lines = self._log.read_text(errors="replace").split("\n")
        return next((line.strip() for line in reversed(lines) if line.strip()), "it said nothing")

    def main(self, family: Family) -> Process | None:
        """Return the process of the command itself, None while it does not run."""
        found = family.get(self._process.pid) if self._process else None
        if found is None or found.name != "nsenter":
            return found
        return next(iter(children(family, found.pid)), None)

    def expect_death(self) -> None:
        """Its end will be our doing."""
        self._killed = True

    def stop(self, family: Family, seconds: float) -> bool:
        """Tell it to end and wait; False if it had to be killed."""
        main = self.main(family)
        self.finished = True
        if self._process is None or main is None:
            return True
        return self._end(main.pid, seconds)

    def _end(self, pid: int, seconds: float) -> bool:
        assert self._process is not None
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGTERM)
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
            self._process.wait()
            return False
        finally:
            self._process = None
        return True
