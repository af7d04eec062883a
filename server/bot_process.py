"""Bot processes: started with an address and a token, their output kept, stopped when the sitting is over."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from asyncio.subprocess import DEVNULL, Process
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from serai.child import tied_to_us

TAIL = 8192  # bytes of a bot's output kept as evidence
CHUNK, CHUNKS = 1 << 16, 16  # bytes read at once, and how often in a row
PASSED_ON = ("PATH", "HOME", "LANG", "LC_ALL", "TZ", "TMPDIR", "JAVA_HOME")
GRACE = 2.0  # seconds a bot has to exit by itself


@dataclass(frozen=True, slots=True)
class BotCommand:
    """How to start a bot process."""

    name: str
    command: tuple[str, ...]
    folder: Path
    transport: str = "unix"


class BotProcess:
    """A running bot. The last of what it prints is kept for its author."""

    def __init__(self, process: Process, output: int) -> None:
        self._process = process
        self._output = output
        self._tail = bytearray()
        os.set_blocking(output, False)
        asyncio.get_running_loop().add_reader(output, self._read_output)

    @classmethod
    async def start(
        cls,
        bot: BotCommand,
        address: str,
        token: str,
        stdin: int = DEVNULL,
        passed_on: Iterable[str] = PASSED_ON,
    ) -> Self:
        """Start the process in a session of its own; it dies with us, however we die."""
        output, write_end = os.pipe()
        try:
            process = await asyncio.create_subprocess_exec(
                *tied_to_us(bot.command),
                cwd=bot.folder,
                env=_environment(passed_on, address, token),
                stdin=stdin,
                stdout=write_end,
                stderr=write_end,
                start_new_session=True,
            )
        except BaseException:  # also when it is cancelled
            os.close(output)
            raise
        finally:
            os.close(write_end)
        return cls(process, output)

    @property
    def output(self) -> str:
        """The last of what the bot has printed so far, on stdout or stderr."""
        self._read_output()
        return self._tail.decode(errors="replace")

    @property
    def has_exited(self) -> bool:
        """Whether the process has ended, even if the event loop has not heard of it yet."""
        if self._process.returncode is not None:
            return True
        try:
            return os.waitid(os.P_PID, self._process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
        except ChildProcessError:
            return True

    async def wait(self) -> int:
        """Return the exit code, once the process has exited."""
        return await self._process.wait()

    async def stop(self, grace: float = GRACE) -> None:
        """Give the process a moment to exit by itself, then kill it and all it started."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._process.wait(), grace)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        await self._process.wait()
        self._close_output()

    def _read_output(self) -> None:
        """Read what is in the pipe, up to a limit: a bot that floods it must not hold up the others."""
        for _ in range(CHUNKS):
            try:
                chunk = os.read(self._output, CHUNK) if self._output >= 0 else b""
            except BlockingIOError:
                return
            if not chunk:
                self._close_output()
                return
            self._keep(chunk)

    def _keep(self, chunk: bytes) -> None:
        self._tail += chunk
        del self._tail[:-TAIL]

    def _close_output(self) -> None:
        if self._output >= 0:
            asyncio.get_running_loop().remove_reader(self._output)
            os.close(self._output)
            self._output = -1


def describe_exit(code: int) -> str:
    """Return an exit code in words."""
    if code >= 0:
        return f"exited with code {code}"
    try:
        return f"was ended by {signal.Signals(-code).name}"
    except ValueError:
        return f"was ended by signal {-code}"


def _environment(passed_on: Iterable[str], address: str, token: str) -> dict[str, str]:
    """Return what a bot gets: the way to the referee, and of our environment only what a runtime needs to start."""
    kept = {name: os.environ[name] for name in passed_on if name in os.environ}
    return {**kept, "SERAI_REFEREE": address, "SERAI_TOKEN": token}
