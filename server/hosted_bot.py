"""A bot in a sitting: its process, its stream, and the games it sits in."""

from __future__ import annotations

import asyncio
import secrets
from typing import Any

from serai.referee.match import Cause, Fault
from serai.server.bot_process import BotCommand, BotProcess, describe_exit
from serai.server.codec.event_log import Chronicle
from serai.server.service import Referee
from serai.server.stream import Seat, Stream
from serai.v1 import referee_pb2 as pb

LAST_MOMENTS = 1.0  # seconds to see whether a bot whose stream ended is dying


class Bot:
    """One entry of the line-up. `trouble` says why there is no stream."""

    def __init__(self, command: BotCommand, start_seconds: float) -> None:
        self.command = command
        self.stream: Stream | None = None
        self.trouble = Fault(Cause.START, "not started")
        self.seats: set[Seat] = set()
        self.burial: asyncio.Task[None] | None = None
        self._start_seconds = start_seconds
        self._process: BotProcess | None = None
        self._hopeless = False
        self._last_output = ""
        self._last_stream: Stream | None = None

    @property
    def output(self) -> str:
        return self._process.output if self._process else self._last_output

    @property
    def has_room(self) -> bool:
        """Whether it can take another game; a bot that never comes up can be retired in any number."""
        return self.stream is None or len(self.seats) < self.stream.max_games

    def is_on(self, stream: Stream) -> bool:
        return stream in (self.stream, self._last_stream)

    async def come_up(self, referee: Referee) -> None:
        """Start the process if there is none and wait for its hello; a bot that once failed to start stays away."""
        if self.burial is not None:
            await self.burial
            self.burial = None
        if self.stream is not None or self._hopeless:
            return
        await self._end_process()
        try:
            self.stream = self._last_stream = await self._start(referee)
        except Fault as fault:
            self._hopeless = True
            self.trouble = fault
            await self._end_process()

    async def _start(self, referee: Referee) -> Stream:
        token = secrets.token_urlsafe(24)
        coming = referee.expect(token)
        try:
            address = referee.address_for(self.command.transport)
            process = self._process = await BotProcess.start(self.command, address, token)
        except OSError as error:
            raise Fault(Cause.START, f"cannot be started: {error}") from None
        ended: asyncio.Future[int] = asyncio.ensure_future(process.wait())
        both: set[asyncio.Future[Any]] = {coming, ended}
        await asyncio.wait(both, timeout=self._start_seconds, return_when=asyncio.FIRST_COMPLETED)
        ended.cancel()
        if coming.done():
            return coming.result()
        coming.cancel()
        if ended.done() and not ended.cancelled():
            raise Fault(Cause.START, f"{describe_exit(ended.result())} before it said hello")
        raise Fault(Cause.START, f"did not say hello within {self._start_seconds:g} s")

    def sit(self, seat: Seat, message: pb.GameStarted, chronicle: Chronicle) -> None:
        """Take a seat in a game."""
        self.seats.add(seat)
        if self.stream is not None:
            self.stream.start(seat, message, chronicle)

    def end(self, seat: Seat, message: pb.GameEnded) -> None:
        """The game is over, also for a bot that was retired from it."""
        self.seats.discard(seat)
        if self.stream is not None:
            self.stream.end(seat, message)

    def drop(self, fault: Fault) -> None:
        """Have nothing more to do with this process; a later game gets a fresh one."""
        self.stream = None
        self.trouble = fault

    async def cause_of_death(self) -> Fault:
        """Why the stream ended: a crash when the process failed, otherwise it just left."""
        fault = Fault(Cause.DISCONNECT, "the stream was ended by the bot")
        if self._process is not None:
            try:
                code = await asyncio.wait_for(self._process.wait(), LAST_MOMENTS)
                cause = Cause.CRASH if code else Cause.DISCONNECT
                fault = Fault(cause, f"the bot {describe_exit(code)} in the middle of a game")
            except TimeoutError:
                pass
        return fault

    async def leave(self) -> None:
        """The sitting is over: end the stream, give the process a moment to leave."""
        if self.burial is not None:
            await self.burial
        if self.stream is not None:
            self.stream.close()
        if self._process is not None:
            await self._process.leave()

    async def _end_process(self) -> None:
        if self._process is not None:
            self._last_output = self._process.output
            await self._process.leave(grace=0.0)
            self._process = None
