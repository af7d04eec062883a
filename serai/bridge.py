"""A bridge between a referee and a program without gRPC: the stream on one side, lines of JSON on the other.

One thread reads from the referee, one waits for the bot's exit; both only wake the main thread, through a pipe. The
main thread does everything else in one loop of select, and never waits for one side alone: a bot that does not read is
still read from.
"""

from __future__ import annotations

import os
import selectors
import threading
from collections import deque
from collections.abc import Callable
from contextlib import ExitStack
from time import monotonic

import grpc

from serai.child import CHUNK, Child
from serai.errors import BotMistake, RefereeLost
from serai.lines import EXAMPLE, HELLO_EXAMPLE, LONGEST, bad_line, lines_of, read, read_hello
from serai.stream import PROTOCOL, Connection, connect
from serai.trust import read_trust
from serai.v1 import referee_pb2 as wire

EXIT_SECONDS = 1.0  # for a bot to exit by itself; whoever started us waits for twice as long
TERMINATE_SECONDS = 0.3  # for a bot to exit after SIGTERM
FLUSH_SECONDS = 0.5  # for the referee to receive the last answers of a bot that has exited


class Bridge:
    """Passes messages both ways until one side ends."""

    def __init__(self, child: Child, address: str, token: str) -> None:
        self._child = child
        self._bot = BotPipes(child, self._send)
        self._address = address
        self._token = token
        self._stack = ExitStack()
        self._connection: Connection | None = None
        self._receiver: threading.Thread | None = None
        self._received: deque[wire.PlayResponse | None] = deque()
        self._broken: grpc.RpcError | None = None
        self._referee_is_done = False
        self._welcomed = False
        self._games: set[int] = set()
        self._wake_reader, self._wake_writer = os.pipe()
        os.set_blocking(self._wake_reader, False)

    def run(self) -> int:
        """Pass messages until one side ends, and return the exit code of the bot; Stopped if it ends with an error."""
        self._bot.selector.register(self._wake_reader, selectors.EVENT_READ, self._on_wake)
        with self._stack:
            try:
                threading.Thread(target=self._wait_for_bot, daemon=True).start()
                self._bot.loop(lambda: self._referee_is_done or self._bot.is_done)
                referee_was_first = self._referee_is_done
                code = self._bot.stop()
            finally:
                self._child.kill()
            if referee_was_first:
                self._check_end()
            self._flush()
        return code

    # What wakes the main thread

    def _connect(self) -> Connection:
        """Connect only when the bot is ready: the referee does not wait long for a hello."""
        self._connection = self._stack.enter_context(connect(self._address, read_trust(self._address)))
        self._receiver = threading.Thread(target=self._receive, args=(self._connection,), daemon=True)
        self._receiver.start()
        return self._connection

    def _receive(self, connection: Connection) -> None:
        try:
            for message in connection.inbox:
                self._received.append(message)
                self._wake()
        except grpc.RpcError as error:
            self._broken = error
        self._received.append(None)
        self._wake()

    def _wait_for_bot(self) -> None:
        self._child.wait()
        self._wake()

    def _wake(self) -> None:
        os.write(self._wake_writer, b"!")

    def _on_wake(self) -> None:
        os.read(self._wake_reader, CHUNK)
        while self._received:
            self._handle(self._received.popleft())
        self._bot.read_rest()

    # What is passed on

    def _handle(self, message: wire.PlayResponse | None) -> None:
        if message is None:
            self._referee_is_done = True
            return
        self._welcomed = self._welcomed or message.HasField("welcome")
        self._games.update(started.game_handle for started in message.games_started)
        self._games.difference_update(ended.game_handle for ended in message.games_ended)
        self._bot.write(b"".join(line + b"\n" for line in lines_of(message)))

    def _send(self, first: int, lines: list[bytes]) -> None:
        """Send lines of the bot in one message; a pipe holds less than the referee takes at once."""
        batch = wire.PlayRequest()
        for number, line in enumerate(lines, first):
            if self._connection is None:
                hello = read_hello(line, self._token, PROTOCOL)
                self._connect().outbox.put(hello)
            else:
                batch.MergeFrom(read(line, number))
        if self._connection is not None and batch.ListFields():
            self._connection.outbox.put(batch)

    # The end

    def _check_end(self) -> None:
        """Raise RefereeLost if the stream broke too early. After the last game it is just the referee shutting down."""
        if self._broken is None:
            return
        reason = f"{self._broken.code().name.lower()}: {self._broken.details()}"
        if not self._welcomed:
            raise RefereeLost(f"no welcome from the referee at {self._address}: {reason}")
        if self._games:
            raise RefereeLost(f"the referee went away, games still open: {len(self._games)} ({reason})")

    def _flush(self) -> None:
        """Let the last answers of a bot that has exited arrive."""
        if self._connection is not None and self._receiver is not None:
            self._connection.outbox.put(None)
            self._receiver.join(FLUSH_SECONDS)


class BotPipes:
    """The pipes of the bot: what is still to be written to it, and what it writes, line by line."""

    def __init__(self, child: Child, on_lines: Callable[[int, list[bytes]], None]) -> None:
        self._child = child
        self._on_lines = on_lines
        self.selector = selectors.DefaultSelector()
        self.selector.register(child.stdout, selectors.EVENT_READ, self._read)
        self.is_done = False
        self._lines = 0
        self._half_line = b""
        self._unwritten = bytearray()
        self._stopping = False

    def loop(self, done: Callable[[], bool], until: float | None = None) -> None:
        """Handle what is ready until it is done or time is up."""
        while not done() and (until is None or monotonic() < until):
            for key, _ in self.selector.select(None if until is None else until - monotonic()):
                key.data()

    def write(self, lines: bytes) -> None:
        """Write lines to the bot as soon as it reads."""
        if lines and not self._stopping:
            if not self._unwritten:
                self.selector.register(self._child.stdin, selectors.EVENT_WRITE, self._write)
            self._unwritten += lines

    def _write(self) -> None:
        """Write as much as the pipe takes; to a bot that has closed its standard input, nothing more."""
        try:
            del self._unwritten[: os.write(self._child.stdin, self._unwritten[:CHUNK])]
        except BlockingIOError:
            return
        except BrokenPipeError:
            self._unwritten.clear()
        if not self._unwritten:
            self.selector.unregister(self._child.stdin)

    def _read(self) -> None:
        try:
            content = os.read(self._child.stdout, CHUNK)
        except BlockingIOError:
            if self._child.has_exited:  # what it started may still hold the pipe, but it was the bot
                self._finish()
            return
        if not content:
            self._finish()
        elif not self._stopping:
            self._split(content)

    def _finish(self) -> None:
        """Stop reading. Called at the end of its output and after its exit, whichever is first."""
        if not self.is_done:
            self.selector.unregister(self._child.stdout)
            self.is_done = True

    def read_rest(self) -> None:
        """Read what a bot that has exited wrote before."""
        while self._child.has_exited and not self.is_done:
            self._read()

    def _split(self, content: bytes) -> None:
        *lines, self._half_line = (self._half_line + content).split(b"\n")
        first = self._lines + 1
        self._lines += len(lines)
        self._on_lines(first, lines)
        if len(self._half_line) > LONGEST:
            raise self._unfinished(f"it has more than {LONGEST} bytes")

    def _unfinished(self, wrong: str) -> BotMistake:
        return bad_line(self._half_line, self._lines + 1, wrong, EXAMPLE if self._lines else HELLO_EXAMPLE)

    def stop(self) -> int:
        """Write the rest, close its standard input, wait for its exit and return the code; its output is ignored.

        It is terminated, then killed if it takes too long. BotMistake if its last line is not complete.
        """
        half_a_line = self.is_done and self._half_line
        self._stopping = True
        until = monotonic() + EXIT_SECONDS
        self.loop(lambda: self.is_done or not self._unwritten, until)
        if self._unwritten:
            self.selector.unregister(self._child.stdin)
            self._unwritten.clear()
        self._child.close_stdin()
        self.loop(lambda: self._child.has_exited, until)
        self._child.terminate()
        self.loop(lambda: self._child.has_exited, monotonic() + TERMINATE_SECONDS)
        self._child.kill()
        if half_a_line and self._child.exit_code == 0:
            raise self._unfinished("it does not end with a newline")
        return self._child.exit_code
