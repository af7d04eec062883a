"""Bot processes: started with an address and a token, listened to, and gone when the sitting is over."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import signal
from asyncio.subprocess import DEVNULL, PIPE, STDOUT, Process
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

TAIL = 8192  # bytes of a bot's output kept as evidence
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

    def __init__(self, process: Process) -> None:
        self._process = process
        self._tail = bytearray()
        self._listening = asyncio.create_task(self._listen())

    @classmethod
    async def start(cls, bot: BotCommand, address: str, token: str) -> BotProcess:
        """Start the process in a session of its own; it dies with us, however we die."""
        process = await asyncio.create_subprocess_exec(
            *_with_us(bot.command),
            cwd=bot.folder,
            env=_environment(os.environ, address, token),
            stdin=DEVNULL,
            stdout=PIPE,
            stderr=STDOUT,
            start_new_session=True,
        )
        return cls(process)

    @property
    def output(self) -> str:
        """The last of what the bot printed, on either stream."""
        return self._tail.decode(errors="replace")

    async def wait(self) -> int:
        """The exit code, once it is gone and all it printed has been read (or its children keep the pipe open)."""
        code = await self._process.wait()
        await asyncio.wait([self._listening], timeout=GRACE)
        return code

    async def leave(self, grace: float = GRACE) -> None:
        """Give it a moment to leave by itself, then end it and all it started."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._process.wait(), grace)
        self.kill()
        await self._process.wait()
        self._listening.cancel()
        await asyncio.wait([self._listening])

    def kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)

    async def _listen(self) -> None:
        assert self._process.stdout is not None
        while chunk := await self._process.stdout.read(TAIL):
            self._tail += chunk
            del self._tail[:-TAIL]


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


def _environment(ours: Mapping[str, str], address: str, token: str) -> dict[str, str]:
    """What a bot gets: the way to the referee and the plain environment, nothing of the platform's own settings."""
    kept = {name: value for name, value in ours.items() if not name.startswith(("SERAI_", "REDIS_", "RQ_"))}
    return {**kept, "SERAI_REFEREE": address, "SERAI_TOKEN": token}
