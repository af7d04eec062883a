"""Bot processes: started with an address and a token, their output kept, stopped when the sitting is over."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from asyncio.subprocess import DEVNULL, Process
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

from serai.child import tied_to_us
from serai.server.process_folder import ShortLivedFolder
from serai.server.sandbox import forwarder
from serai.server.sandbox.groups import Group
from serai.server.sandbox.sandbox import INSIDE_ADDRESS, Confined, Sandbox, environment
from serai.simulator import beside

TAIL = 8192  # bytes of a bot's output kept as evidence
CHUNK, CHUNKS = 1 << 16, 16  # bytes read at once, and how often in a row
PASSED_ON = ("PATH", "HOME", "LANG", "LC_ALL", "TZ", "TMPDIR", "JAVA_HOME")
GRACE = 2.0  # seconds a bot has to exit by itself
INSIDE_SIMULATOR = "unix:/tmp/simulator"  # in a sandbox, where /tmp is the bot's own
ANY_PORT = "127.0.0.1:0"
_SIGNALLED = 128


@dataclass(frozen=True, slots=True)
class BotCommand:
    """How to start a bot process: confined if there is a sandbox, else as a plain process of ours.

    `version` tells its luck from that of others; without one its name does. An `attached` one has our terminal, for a
    debugger: nothing of what it prints is kept. `shown` is what it sees of our files besides its folder, in a sandbox.
    `simulator` is the form of the simulator at its side, empty without one.
    """

    name: str
    command: tuple[str, ...]
    folder: Path
    transport: str = "unix"
    version: str = ""
    sandbox: Sandbox | None = None
    attached: bool = False
    shown: tuple[Path, ...] = ()
    simulator: str = ""

    @property
    def luck_name(self) -> str:
        """What its luck is made from, besides the deal and the seat."""
        return self.version or self.name

    @property
    def wants_tcp(self) -> bool:
        """Whether the referee has to listen on TCP for it; in a sandbox a forwarder does so."""
        return self.transport == "tcp" and self.sandbox is None


class BotProcess:
    """A running bot. The last of what it prints is kept for its author; all of it goes to `on_output` as it is read."""

    def __init__(
        self, process: Process, output: int, confined: Confined | None, folder: ShortLivedFolder | None
    ) -> None:
        self._process = process
        self._output = output
        self._confined = confined
        self._folder = folder  # of its simulator's socket
        self._tail = bytearray()
        self.on_output: Callable[[bytes], None] = lambda chunk: None
        self._in_front = output < 0  # attached to our terminal, and in no session of its own
        if not self._in_front:
            os.set_blocking(output, False)
            asyncio.get_running_loop().add_reader(output, self.read_output)

    @classmethod
    async def start(
        cls,
        bot: BotCommand,
        address: str,
        token: str,
        stdin: int = DEVNULL,
        passed_on: Iterable[str] = PASSED_ON,
    ) -> Self:
        """Start the process in a session of its own; it dies with us, however we die.

        OSError if it cannot be started, NoSandbox if it cannot be confined.
        """
        bot, folder = _with_simulator(bot)
        try:
            if bot.attached:
                return await cls._start_attached(bot, address, token, folder)
            return await cls._start_behind(bot, address, token, stdin, passed_on, folder)
        except BaseException:  # also when it is cancelled
            if folder:
                folder.remove()
            raise

    @classmethod
    async def _start_behind(
        cls,
        bot: BotCommand,
        address: str,
        token: str,
        stdin: int,
        passed_on: Iterable[str],
        folder: ShortLivedFolder | None,
    ) -> Self:
        """Start it in a session of its own, confined if it has a sandbox."""
        confined = await _confined(bot, address)
        output, write_end = os.pipe()
        try:
            process = await asyncio.create_subprocess_exec(
                *(confined.line if confined else tied_to_us(bot.command)),
                cwd=None if confined else bot.folder,
                env=_environment(bot, passed_on, address, token),
                stdin=stdin,
                stdout=write_end,
                stderr=write_end,
                start_new_session=True,
                pass_fds=confined.descriptors if confined else (),
            )
        except BaseException:  # also when it is cancelled
            os.close(output)
            if confined:
                confined.ended()
            raise
        finally:
            os.close(write_end)
            if confined:
                confined.started()
        return cls(process, output, confined, folder)

    @classmethod
    async def _start_attached(cls, bot: BotCommand, address: str, token: str, folder: ShortLivedFolder | None) -> Self:
        """Start it in front, with our terminal and all of our environment: what a debugger needs."""
        named = {**os.environ, "SERAI_REFEREE": address, "SERAI_TOKEN": token}
        line = tied_to_us(bot.command)
        return cls(await asyncio.create_subprocess_exec(*line, cwd=bot.folder, env=named), -1, None, folder)

    @property
    def output(self) -> str:
        """The last of what the bot has printed so far, on stdout or stderr."""
        self.read_output()
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

    @property
    def group(self) -> Group | None:
        """The control group of a confined bot, where there are any."""
        return self._confined.group if self._confined else None

    @property
    def was_killed_by_others(self) -> bool:
        """Whether it is known that neither the bot nor we have ended it: an operator, or lack of memory not its own.

        What runs in a sandbox cannot reach the process that we have started, and the kernel says whom it killed.
        """
        if self._confined is None:
            return False
        group = self.group
        if group is not None and group.was_killed():
            return not group.was_full()
        return (self._process.returncode or 0) < 0

    @property
    def exceeded(self) -> str:
        """Which limit has ended it, in words; empty if none is known to have."""
        group = self.group
        return "it used more memory than it may have" if group and group.was_killed() and group.was_full() else ""

    async def wait(self) -> int:
        """Return the exit code, once the process has exited."""
        return await self._process.wait()

    async def stop(self, grace: float = GRACE) -> None:
        """Give the process a moment to exit by itself, then kill it and all it started."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._process.wait(), grace)
        with contextlib.suppress(ProcessLookupError):
            if self._in_front:
                self._process.kill()
            else:
                os.killpg(self._process.pid, signal.SIGKILL)
        await self._process.wait()
        self._close_output()
        if self._confined is not None:
            self._confined.ended()
            self._confined = None
        if self._folder is not None:
            self._folder.remove()

    def read_output(self) -> None:
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
        self.on_output(chunk)

    def _close_output(self) -> None:
        if self._output >= 0:
            asyncio.get_running_loop().remove_reader(self._output)
            os.close(self._output)
            self._output = -1


def _with_simulator(bot: BotCommand) -> tuple[BotCommand, ShortLivedFolder | None]:
    """Return the bot with the simulator that it asks for, and the folder of its socket; in a sandbox it needs none."""
    if not bot.simulator:
        return bot, None
    folder = ShortLivedFolder() if bot.transport == "unix" and bot.sandbox is None else None
    path = f"unix:{folder.path / 'simulator'}" if folder else INSIDE_SIMULATOR
    address = ANY_PORT if bot.transport == "tcp" else path
    return replace(bot, command=beside.line(bot.simulator, address, bot.command)), folder


async def _confined(bot: BotCommand, address: str) -> Confined | None:
    """Return how the bot runs in its sandbox, None if it has none; not in the event loop, for it may take a moment."""
    if bot.sandbox is None:
        return None
    command = forwarder.line(bot.command) if bot.transport == "tcp" else bot.command
    socket = Path(address.removeprefix("unix:"))
    return await asyncio.to_thread(bot.sandbox.for_bot, command, bot.folder, socket, shown=bot.shown)


def describe_exit(code: int) -> str:
    """Return an exit code in words; a shell or a sandbox gives the number of a signal with 128 added to it."""
    if 0 <= code <= _SIGNALLED:
        return f"exited with code {code}"
    number = -code if code < 0 else code - _SIGNALLED
    try:
        return f"was ended by {signal.Signals(number).name}"
    except ValueError:
        return f"was ended by signal {number}" if code < 0 else f"exited with code {code}"


def _environment(bot: BotCommand, passed_on: Iterable[str], address: str, token: str) -> dict[str, str]:
    """Return what a bot gets: the way to the referee, and of our environment only what a runtime needs to start."""
    if bot.sandbox is not None:
        inside = forwarder.ADDRESS if bot.transport == "tcp" else INSIDE_ADDRESS
        return {**environment(passed_on), "SERAI_REFEREE": inside, "SERAI_TOKEN": token}
    kept = {name: os.environ[name] for name in passed_on if name in os.environ}
    return {**kept, "SERAI_REFEREE": address, "SERAI_TOKEN": token}
