"""A bridge between a referee and a program without gRPC: the stream on one side, lines of JSON on the other.

One thread listens to the referee, one waits for the end of the bot; both only leave a note and ring. All that is done
with it happens in one place, which waits for whatever comes first and never for one side alone: a bot that does not
read what it is told is still listened to.
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
from serai.stream import PROTOCOL, Line, connect
from serai.v1 import referee_pb2 as wire

GRACE = 1.0  # seconds a bot has to leave by itself; whoever started us has patience for twice as much
LAST_GRACE = 0.3  # seconds it has to follow SIGTERM
HANG_UP = 0.5  # seconds the referee has to take in the last answers of a bot that left


class Bridge:
    """Carries messages both ways until one side ends it."""

    def __init__(self, child: Child, address: str, token: str) -> None:
        self._child = child
        self._bot = Bot(child, self._pass_on)
        self._address = address
        self._token = token
        self._stack = ExitStack()
        self._line: Line | None = None
        self._listener: threading.Thread | None = None
        self._heard: deque[wire.PlayResponse | None] = deque()
        self._cut: grpc.RpcError | None = None
        self._referee_is_done = False
        self._welcomed = False
        self._games: set[int] = set()
        self._bell, self._rope = os.pipe()
        os.set_blocking(self._bell, False)

    def hold(self) -> int:
        """Carry the conversation to its end; gives the exit code of the bot."""
        self._bot.selector.register(self._bell, selectors.EVENT_READ, self._look)
        with self._stack:
            try:
                threading.Thread(target=self._wait_for_bot, daemon=True).start()
                self._bot.carry(lambda: self._referee_is_done or self._bot.is_done)
                referee_was_first = self._referee_is_done
                code = self._bot.see_off()
            finally:
                self._child.kill()
            if referee_was_first:
                self._check_end()
            self._hang_up()
        return code

    # What rings

    def _dial(self) -> Line:
        """Only when the bot is ready: the referee does not wait long for a hello."""
        self._line = self._stack.enter_context(connect(self._address))
        self._listener = threading.Thread(target=self._listen, args=(self._line,), daemon=True)
        self._listener.start()
        return self._line

    def _listen(self, line: Line) -> None:
        try:
            for message in line.heard:
                self._heard.append(message)
                self._ring()
        except grpc.RpcError as error:
            self._cut = error
        self._heard.append(None)
        self._ring()

    def _wait_for_bot(self) -> None:
        self._child.wait()
        self._ring()

    def _ring(self) -> None:
        os.write(self._rope, b"!")

    def _look(self) -> None:
        os.read(self._bell, CHUNK)
        while self._heard:
            self._hear(self._heard.popleft())
        self._bot.hear_last_words()

    # What is carried

    def _hear(self, message: wire.PlayResponse | None) -> None:
        if message is None:
            self._referee_is_done = True
            return
        self._welcomed = self._welcomed or message.HasField("welcome")
        self._games.update(started.game_handle for started in message.games_started)
        self._games.difference_update(ended.game_handle for ended in message.games_ended)
        self._bot.tell(b"".join(line + b"\n" for line in lines_of(message)))

    def _pass_on(self, first: int, lines: list[bytes]) -> None:
        """Send what is ready in one message; a pipe holds less than the referee takes at once."""
        batch = wire.PlayRequest()
        for number, line in enumerate(lines, first):
            if self._line is None:
                hello = read_hello(line, self._token, PROTOCOL)
                self._dial().outbox.put(hello)
            else:
                batch.MergeFrom(read(line, number))
        if self._line is not None and batch.ListFields():
            self._line.outbox.put(batch)

    # The end

    def _check_end(self) -> None:
        """A stream that breaks after the last game is how a referee that shuts down says good-bye."""
        if self._cut is None:
            return
        reason = f"{self._cut.code().name.lower()}: {self._cut.details()}"
        if not self._welcomed:
            raise RefereeLost(f"no welcome from the referee at {self._address}: {reason}")
        if self._games:
            raise RefereeLost(f"the referee went away, games still open: {len(self._games)} ({reason})")

    def _hang_up(self) -> None:
        """The bot has left: let its last answers arrive."""
        if self._line is not None and self._listener is not None:
            self._line.outbox.put(None)
            self._listener.join(HANG_UP)


class Bot:
    """The bot's side: what is still to be told, and what it says line by line."""

    def __init__(self, child: Child, on_lines: Callable[[int, list[bytes]], None]) -> None:
        self._child = child
        self._on_lines = on_lines
        self.selector = selectors.DefaultSelector()
        self.selector.register(child.mouth, selectors.EVENT_READ, self._listen)
        self.is_done = False
        self._lines = 0
        self._half_line = b""
        self._to_say = bytearray()
        self._leaving = False

    def carry(self, done: Callable[[], bool], until: float | None = None) -> None:
        """Do whatever comes, until it is done or time is up."""
        while not done() and (until is None or monotonic() < until):
            for key, _ in self.selector.select(None if until is None else until - monotonic()):
                key.data()

    def tell(self, lines: bytes) -> None:
        if lines and not self._leaving:
            if not self._to_say:
                self.selector.register(self._child.ear, selectors.EVENT_WRITE, self._write)
            self._to_say += lines

    def _write(self) -> None:
        """As much as the pipe takes; a bot that has closed its standard input is told nothing more."""
        try:
            del self._to_say[: os.write(self._child.ear, self._to_say[:CHUNK])]
        except BlockingIOError:
            return
        except BrokenPipeError:
            self._to_say.clear()
        if not self._to_say:
            self.selector.unregister(self._child.ear)

    def _listen(self) -> None:
        try:
            said = os.read(self._child.mouth, CHUNK)
        except BlockingIOError:
            if self._child.gone:  # what it started may still hold the pipe, but it was the bot
                self._hang_up()
            return
        if not said:
            self._hang_up()
        elif not self._leaving:
            self._take(said)

    def _hang_up(self) -> None:
        """Its last words are heard where they are waited for, or when its end is: both may come at once."""
        if not self.is_done:
            self.selector.unregister(self._child.mouth)
            self.is_done = True

    def hear_last_words(self) -> None:
        """A bot that is gone may have said something before."""
        while self._child.gone and not self.is_done:
            self._listen()

    def _take(self, said: bytes) -> None:
        *lines, self._half_line = (self._half_line + said).split(b"\n")
        first = self._lines + 1
        self._lines += len(lines)
        self._on_lines(first, lines)
        if len(self._half_line) > LONGEST:
            raise self._unfinished(f"it has more than {LONGEST} bytes")

    def _unfinished(self, wrong: str) -> BotMistake:
        return bad_line(self._half_line, self._lines + 1, wrong, EXAMPLE if self._lines else HELLO_EXAMPLE)

    def see_off(self) -> int:
        """Tell it the rest, close its standard input and let it leave; what it still says goes unheard."""
        half_a_line = self.is_done and self._half_line
        self._leaving = True
        until = monotonic() + GRACE
        self.carry(lambda: self.is_done or not self._to_say, until)
        if self._to_say:
            self.selector.unregister(self._child.ear)
            self._to_say.clear()
        self._child.stop_talking()
        self.carry(lambda: self._child.gone, until)
        self._child.terminate()
        self.carry(lambda: self._child.gone, monotonic() + LAST_GRACE)
        self._child.kill()
        if half_a_line and self._child.exit_code == 0:
            raise self._unfinished("it does not end with a newline")
        return self._child.exit_code
