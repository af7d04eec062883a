"""A bot that runs elsewhere and is connected to an arena. Its connection may be lost and come back: its clock runs."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from typing import Protocol

from serai.referee.match import Cause, Fault
from serai.server.relay_line import RelayLine, ended
from serai.server.remote_address import HANDLES, Locate, RemotePlayer
from serai.server.seated_bot import SeatedBot
from serai.server.stall_clock import StallClock
from serai.server.stream import Listener, Stream
from serai.v1 import referee_pb2 as pb

MOST_GAMES = HANDLES - 1024  # then it joins anew, so that they never run out
LOOK_SECONDS = 0.2  # between two looks for how long a bot is away


class RemoteListener(Listener, Protocol):
    """What the stream of a remote bot reports to."""

    def returned(self, stream: Stream) -> None:
        """The bot is back on a new connection, to which all has to be told again."""

    def broken(self, bot: SeatedBot, error: BaseException) -> None:
        """There will be no way to the bot any more, for a reason that is ours."""


class RemoteBot(SeatedBot):
    """A remote bot as one worker plays with it, from the first game to the last.

    While it is away it is a bot that does not answer: questions are put to it all the same, and their time passes.
    """

    def __init__(self, player: RemotePlayer, clock: StallClock, listener: RemoteListener, locate: Locate) -> None:
        super().__init__()
        self.player = player
        self._clock = clock
        self._listener = listener
        self._loop = asyncio.get_running_loop()
        self._first_stream: Stream | None = None
        self._is_here = False
        self._away_since = self._loop.time()
        self._permits: deque[asyncio.Future[None]] = deque()
        self._line = RelayLine(player.name, locate, self)
        self._running = asyncio.create_task(self._line.run())
        self._running.add_done_callback(self._line_ended)
        self._writing: asyncio.Task[None] | None = None

    @property
    def luck_name(self) -> str:
        return self.player.version

    @property
    def output(self) -> str:
        return ""  # it is printed where the bot runs

    @property
    def is_well(self) -> bool:
        """Whether it can be asked for games: it was not given up."""
        return not self._running.done() and (self._first_stream is None or self.stream is not None)

    @property
    def is_worn(self) -> bool:
        """Whether it has played so many games that others should be begun anew."""
        return len(self.seen) >= MOST_GAMES

    def is_on(self, stream: Stream) -> bool:
        return stream is self._first_stream

    async def exit_fault(self) -> Fault:
        return Fault(Cause.DISCONNECT, "the bot said goodbye in the middle of a game")

    def _line_ended(self, running: asyncio.Task[None]) -> None:
        """Nobody comes back over a line that failed: whoever waits for the bot has to hear of it."""
        if not running.cancelled() and (error := running.exception()) is not None:
            self._listener.broken(self, error)

    # Leave to play

    def begin(self) -> None:
        """What is to be played next waits for it anew."""
        self._away_since = self._loop.time()
        self._line.has_looked = False

    async def admit(self, patience: float) -> bool:
        """Wait until it may begin one more game; who is admitted says `dismiss` in the end. False: it was given up.

        Fault if it is not there for so many seconds, or says that it does not play this game; PlatformError if there is
        no way to it.
        """
        permit: asyncio.Future[None] = self._loop.create_future()
        self._permits.append(permit)
        self._line.want()
        try:
            while not permit.done():
                self._check(patience)
                if not self.is_well:
                    permit.cancel()
                    return False
                await asyncio.wait({permit, self._running}, timeout=LOOK_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        except BaseException:
            self._withdraw(permit)
            raise
        return True

    def _check(self, patience: float) -> None:
        if self._running.done():
            self._running.result()
        if not self.is_well and self.fault.cause is Cause.START:
            raise self.fault
        if not self._is_here and self._line.has_looked and self._loop.time() - self._away_since >= patience:
            raise Fault(Cause.ABSENT, f"it was not connected for {patience:g} s when its game was due")

    def _withdraw(self, permit: asyncio.Future[None]) -> None:
        """Give up waiting; leave that was or will be given goes back."""
        if permit.done():
            self.dismiss()
        else:
            permit.cancel()

    def dismiss(self) -> None:
        """Give back the leave for a game."""
        self._line.end_game()

    # What the line reports

    def arrived(self, first_handle: int, games: Sequence[str], worlds: bool) -> None:
        self._is_here = True
        if self._first_stream is None:
            self._open(first_handle, games, worlds)
        elif self.stream is not None:
            self._listener.returned(self.stream)

    def _open(self, first_handle: int, games: Sequence[str], worlds: bool) -> None:
        """Begin with the games of this worker, or not if the bot does not play this one."""
        # How many games it plays at once is for the arena to see to, which gives leave for each.
        self._first_stream = Stream(pb.Hello(worlds=worlds), self._clock, self._listener, first_handle)
        if self.player.game not in games:
            self.fault = Fault(Cause.START, f"it says that it plays {', '.join(games)}, not {self.player.game}")
            return
        self.stream = self._first_stream
        self._writing = asyncio.create_task(self._write(self.stream))

    async def _write(self, stream: Stream) -> None:
        """Pass on what is ready; while the bot is away it is lost, and told again when it is back."""
        while message := await stream.to_send():
            self._line.send(message)
        self._line.close()

    def left(self) -> None:
        if self._is_here:
            self._is_here = False
            self._away_since = self._loop.time()

    def said(self, message: bytes) -> None:
        if self._first_stream is not None and not self._first_stream.is_closing:
            self._first_stream.take(message)

    def granted(self) -> None:
        while self._permits:
            permit = self._permits.popleft()
            if not permit.done():
                permit.set_result(None)
                return
        self.dismiss()

    def measured(self, round_trip: float) -> None:
        if self.stream is not None:
            self.stream.round_trip = round_trip
            self.stream.answer_clock.wire = min(round_trip, self.player.most_wire)

    async def stop(self) -> None:
        """Leave the bot to others."""
        if self.exiting is not None:
            await self.exiting
        if self._writing is not None and self._first_stream is not None:
            self._first_stream.close()
            await asyncio.wait({self._writing}, timeout=1.0)
            self._writing.cancel()
        self._line.close()
        await ended(self._running)
        self._running.cancel()
