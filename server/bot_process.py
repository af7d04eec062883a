"""Bot processes: started with an address and a token, listened to, and gone when the sitting is over."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import signal
from asyncio.subprocess import DEVNULL, Process
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Self

TAIL = 8192  # bytes of a bot's output kept as evidence
CHUNK, CHUNKS = 1 << 16, 16  # bytes read at once, and how often in a row
PASSED_ON = ("PATH", "HOME", "LANG", "LC_ALL", "TZ", "TMPDIR", "JAVA_HOME")
GRACE = 2.0  # seconds a bot has to leave by itself


@dataclass(frozen=True, slots=True)
class BotCommand:
    """How to start a bot process."""

    name: str
    command: tuple[str, ...]
    folder: Path
    transport: str = "unix"


class BotProcess:
    """A running bot. What it prints is kept, the last of it, for its author."""

    def __init__(self, process: Process, printed: int) -> None:
        self._process = process
        self._printed = printed
        self._tail = bytearray()
        os.set_blocking(printed, False)
        asyncio.get_running_loop().add_reader(printed, self._listen)

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
        printed, pen = os.pipe()
        try:
            process = await asyncio.create_subprocess_exec(
                *_with_us(bot.command),
                cwd=bot.folder,
                env=_environment(passed_on, address, token),
                stdin=stdin,
                stdout=pen,
                stderr=pen,
                start_new_session=True,
            )
        except OSError:
            os.close(printed)
            raise
        finally:
            os.close(pen)
        return cls(process, printed)

    @property
    def output(self) -> str:
        """The last of what the bot has printed so far, on either stream."""
        self._listen()
        return self._tail.decode(errors="replace")

    async def wait(self) -> int:
        """The exit code, once it is gone."""
        return await self._process.wait()

    async def leave(self, grace: float = GRACE) -> None:
        """Give it a moment to leave by itself, then end it and all it started."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._process.wait(), grace)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        await self._process.wait()
        self._hang_up()

    def _listen(self) -> None:
        """Take in what is in the pipe, up to a limit: a bot that floods it must not hold up the others."""
        for _ in range(CHUNKS):
            try:
                chunk = os.read(self._printed, CHUNK) if self._printed >= 0 else b""
            except BlockingIOError:
                return
            if not chunk:
                self._hang_up()
                return
            self._keep(chunk)

    def _keep(self, chunk: bytes) -> None:
        self._tail += chunk
        del self._tail[:-TAIL]

    def _hang_up(self) -> None:
        if self._printed >= 0:
            asyncio.get_running_loop().remove_reader(self._printed)
            os.close(self._printed)
            self._printed = -1


def describe_exit(code: int) -> str:
    """An exit code in words."""
    if code >= 0:
        return f"exited with code {code}"
    try:
        return f"was ended by {signal.Signals(-code).name}"
    except ValueError:
        return f"was ended by signal {-code}"


def _with_us(command: tuple[str, ...]) -> tuple[str, ...]:
    """The command, tied to the life of this process where the system has a tool for it."""
    setpriv = shutil.which("setpriv")
    return (setpriv, "--pdeathsig", "SIGKILL", *command) if setpriv else command


def _environment(passed_on: Iterable[str], address: str, token: str) -> dict[str, str]:
    """What a bot gets: the way to the referee, and of our environment only what a runtime needs to start."""
    kept = {name: os.environ[name] for name in passed_on if name in os.environ}
    return {**kept, "SERAI_REFEREE": address, "SERAI_TOKEN": token}
