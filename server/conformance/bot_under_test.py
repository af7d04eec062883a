"""One process of the bot under test: started as the platform starts it, and watched all the time."""

from __future__ import annotations

import asyncio
import os
import secrets
from asyncio.subprocess import DEVNULL
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from google.protobuf.message import DecodeError

from serai.referee.clock import TimeControl
from serai.referee.match import Cause
from serai.server.bot_process import PASSED_ON, BotCommand, BotProcess, describe_exit
from serai.server.conformance.raw_server import RawServer, RawStream, StreamLost
from serai.server.conformance.results import CheckFailed
from serai.server.conformance.stream_checks import StreamChecks
from serai.server.hosted_bot import EXIT_SECONDS
from serai.server.service import PROTOCOL
from serai.server.sitting import LOOPBACK
from serai.server.stream import MAX_MESSAGE
from serai.v1 import referee_pb2 as pb

MOST_PRINTED = 1 << 20  # bytes a bot may print during all checks
EXIT_LIMIT = 5.0  # seconds to exit by itself: more than a sitting gives, so that a busy machine is not the bot's fault
AN_INSTANT = 0.1  # seconds to learn of a process that has ended


@dataclass(frozen=True, slots=True)
class Limits:
    """How long a bot may take: to start, and for one answer."""

    start: float = 20.0
    answer: float = TimeControl().cap

    @property
    def control(self) -> TimeControl:
        return TimeControl(cap=self.answer)


class WatchedProcess(BotProcess):
    """A bot process of which every printed byte is looked at."""

    token = b""
    printed = 0
    printed_token = False

    def _keep(self, chunk: bytes) -> None:
        self.printed += len(chunk)
        recent = bytes(self._tail[-len(self.token) :]) + chunk
        self.printed_token = self.printed_token or (bool(self.token) and self.token in recent)
        super()._keep(chunk)


class BotUnderTest:
    """The process and its stream. An async context manager: no process outlives the checks."""

    def __init__(self, command: BotCommand, limits: Limits) -> None:
        self.limits = limits
        self.hello = pb.Hello()
        self.server = RawServer(LOOPBACK if command.wants_tcp else None)
        self.checks = StreamChecks()
        self.token = secrets.token_urlsafe(24)
        self.left_behind: list[int] = []
        self.messages = 0
        self._command = command
        self._handles = 0
        self._questions = 0
        self._closed = False
        self._stream: RawStream | None = None
        self._process: WatchedProcess | None = None

    async def __aenter__(self) -> BotUnderTest:
        await self.open()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def open(self) -> None:
        """Start the server; the process is not started yet."""
        await self.server.__aenter__()

    async def close(self) -> None:
        """Stop everything, once: a lane closes a bot that it was handed by somebody who closes it too."""
        if self._closed:
            return
        self._closed = True
        if self._stream is not None:
            self._stream.end()
        if self._process is not None:
            await self._process.stop(grace=0.0)
        await self.server.kill()
        await self.server.__aexit__(None, None, None)

    @property
    def process(self) -> WatchedProcess:
        assert self._process is not None, "the process has been started"
        return self._process

    @property
    def stream(self) -> RawStream:
        assert self._stream is not None, "the bot has opened its stream"
        return self._stream

    @property
    def output(self) -> str:
        return self._process.output if self._process else ""

    @property
    def printed(self) -> int:
        """Bytes printed so far."""
        return self._process.printed if self._process else 0

    @property
    def printed_token(self) -> bool:
        return self._process is not None and self._process.printed_token

    @property
    def max_games(self) -> int:
        return max(1, self.hello.max_games)

    # Starting

    def another(self) -> BotUnderTest:
        """Another process of the same bot, not yet started."""
        return BotUnderTest(self._command, self.limits)

    async def connect(self, stdin: int = DEVNULL) -> None:
        """Start the process, read its hello and send the welcome."""
        await self.start(stdin)
        await self.read_hello()
        await self.send(self.welcome())

    async def start(self, stdin: int = DEVNULL, passed_on: Iterable[str] = PASSED_ON) -> None:
        """Start the process and wait for its stream; CheckFailed if none comes."""
        address = self.server.address_for(self._command.transport)
        try:
            self._process = await WatchedProcess.start(self._command, address, self.token, stdin, passed_on)
        except OSError as error:
            raise CheckFailed("start.command", Cause.START, f"cannot be started: {error}") from None
        self._process.token = self.token.encode()
        coming = asyncio.ensure_future(self.server.streams.get())
        await self._first(coming, self.limits.start)
        if coming.done():
            self._stream = coming.result()
            return
        coming.cancel()
        await self._fail_without_stream()

    async def _first(self, coming: asyncio.Future[Any], seconds: float) -> None:
        """Wait for something, but no longer than the process lives."""
        ended = asyncio.ensure_future(self.process.wait())
        await asyncio.wait({coming, ended}, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        ended.cancel()

    async def _fail_without_stream(self) -> None:
        code = await self.exit_code(AN_INSTANT)
        if code is None:
            text = f"did not open its stream within {self.limits.start:g} s"
            raise CheckFailed("start.time", Cause.START, text)
        raise CheckFailed("start.alive", Cause.START, f"{describe_exit(code)} before it said hello")

    async def read_hello(self) -> None:
        """Read the first message, which must be a hello."""
        coming = asyncio.ensure_future(self.stream.received.get())
        await self._first(coming, self.limits.start)
        if not coming.done():
            coming.cancel()
            text = f"opened a stream and did not say hello within {self.limits.start:g} s"
            raise CheckFailed("start.time", Cause.START, text)
        request = _request(coming.result())
        if request is None or not request.HasField("hello"):
            said = str(request)[:200] if request else (coming.result() or b"")[:200].hex()
            raise CheckFailed("hello.first", Cause.START, "the first message is not a hello", answer=said)
        self.hello = request.hello

    def welcome(self) -> bytes:
        welcome = pb.Welcome(protocol=PROTOCOL, max_message_bytes=MAX_MESSAGE, max_games=self.max_games)
        return pb.PlayResponse(welcome=welcome).SerializeToString()

    # Messages

    def next_handle(self) -> int:
        self._handles += 1
        return self._handles

    def next_question(self) -> int:
        self._questions += 1
        return self._questions

    async def send(self, message: bytes) -> None:
        try:
            await self.stream.send(message)
        except StreamLost:
            await self._lost()

    async def wait_for_answers(self, seconds: float | None = None) -> int:
        """Wait until every open question is answered; returns the number of messages that took."""
        limit = self.limits.answer if seconds is None else seconds
        deadline, before = asyncio.get_running_loop().time() + limit, self.messages
        while self.checks.open:
            if not await self._receive(deadline - asyncio.get_running_loop().time()):
                asked = next(iter(self.checks.open.values()))
                raise CheckFailed("answer.time", Cause.TIME, f"no answer in the {limit:.1f} s it had", str(asked))
        return self.messages - before

    async def quiet(self, seconds: float) -> None:
        """Ask nothing for a while; whatever is received meanwhile is checked."""
        deadline = asyncio.get_running_loop().time() + seconds
        while await self._receive(deadline - asyncio.get_running_loop().time()):
            pass

    async def _receive(self, seconds: float) -> bool:
        """Check one message; False if none came in time."""
        self._must_have_one_stream()
        try:
            message = await asyncio.wait_for(self.stream.received.get(), max(0.0, seconds))
        except TimeoutError:
            return False
        if message is None:
            await self._lost()
        else:
            self.messages += 1
            self.checks.receive(message)
        return True

    def _must_have_one_stream(self) -> None:
        if self.server.opened > 1:
            text = f"opened {self.server.opened} streams; a token is good for one"
            raise CheckFailed("stream.once", Cause.PROTOCOL, text)

    async def _lost(self) -> None:
        """The stream has ended and it was not us who ended it: the process says why."""
        code = await self.exit_code(EXIT_SECONDS)
        self._must_have_one_stream()
        asked = str(next(iter(self.checks.open.values()), ""))
        if code:
            raise CheckFailed("process.alive", Cause.CRASH, f"the bot {describe_exit(code)} while it was needed", asked)
        text = "the stream was ended by the bot" if code is None else "the bot exited with code 0 while it was needed"
        raise CheckFailed("stream.open", Cause.DISCONNECT, text, asked)

    # Exiting

    async def exit_code(self, seconds: float = EXIT_LIMIT) -> int | None:
        """Return the exit code if the process exits in time, and note what it leaves running."""
        try:
            code = await asyncio.wait_for(self.process.wait(), seconds)
        except TimeoutError:
            return None
        self.left_behind = await self._children_left()
        return code

    async def _children_left(self) -> list[int]:
        """Return what it has started and still runs after a moment; children that are just exiting are no fault."""
        deadline = asyncio.get_running_loop().time() + EXIT_SECONDS
        while (found := processes_with(self.token)) and asyncio.get_running_loop().time() < deadline:
            await asyncio.sleep(AN_INSTANT)
        return found


def _request(data: bytes | None) -> pb.PlayRequest | None:
    try:
        return None if data is None else pb.PlayRequest.FromString(data)
    except DecodeError:
        return None


def processes_with(token: str) -> list[int]:
    """Return the processes of this machine that were given the token; none where there is no /proc."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/environ"):
        try:
            if f"SERAI_TOKEN={token}".encode() in entry.read_bytes() and int(entry.parent.name) != os.getpid():
                found.append(int(entry.parent.name))
        except OSError:
            continue
    return found
