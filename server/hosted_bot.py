"""A bot in a sitting: its process, its stream, and the games it sits in."""

from __future__ import annotations

import asyncio
import secrets
from typing import Any

from serai.referee.match import Cause, Fault
from serai.server.bot_process import BotCommand, BotProcess, describe_exit
from serai.server.service import Referee
from serai.server.stream import Place, ReadAction, Seat, Stream

EXIT_SECONDS = 1.0  # to see whether a bot whose stream ended is exiting


class HostedBot:
    """One entry of the line-up. `fault` says why there is no stream; `exiting` is set when its stream was lost."""

    def __init__(self, command: BotCommand, start_seconds: float) -> None:
        self.command = command
        self.stream: Stream | None = None
        self.fault = Fault(Cause.START, "not started")
        self.seats: set[Seat] = set()
        self.exiting: asyncio.Task[None] | None = None
        self._start_seconds = start_seconds
        self._process: BotProcess | None = None
        self._failed_to_start = False
        self._last_output = ""
        self._last_stream: Stream | None = None

    @property
    def output(self) -> str:
        return self._process.output if self._process else self._last_output

    @property
    def has_room(self) -> bool:
        """Whether it can take another game; a bot that never starts can be retired from any number."""
        return self.stream is None or len(self.seats) < self.stream.max_games

    def is_on(self, stream: Stream) -> bool:
        return stream in (self.stream, self._last_stream)

    async def start(self, referee: Referee) -> None:
        """Start the process if there is none and wait for its hello; a bot that failed to start once stays out."""
        if self.exiting is not None:
            await self.exiting
            self.exiting = None
        if self.stream is not None or self._failed_to_start:
            return
        await self._stop_process()
        try:
            self.stream = self._last_stream = await self._start_process(referee)
        except Fault as fault:
            self._failed_to_start = True
            self.fault = fault
            await self._stop_process()

    async def _start_process(self, referee: Referee) -> Stream:
        """Return the stream of a fresh process; a Fault if none is opened."""
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

    def sit(self, seat: Seat, read_action: ReadAction) -> Place | None:
        """Take a seat in a game; None if there is no stream to play it on."""
        self.seats.add(seat)
        return None if self.stream is None else self.stream.add_place(seat, read_action)

    def drop(self, fault: Fault) -> None:
        """Give up this process and its stream; a later game gets a fresh one."""
        self.stream = None
        self.fault = fault

    async def exit_fault(self) -> Fault:
        """Return why the stream ended: a crash when the process failed, otherwise a disconnect."""
        fault = Fault(Cause.DISCONNECT, "the stream was ended by the bot")
        if self._process is not None:
            try:
                code = await asyncio.wait_for(self._process.wait(), EXIT_SECONDS)
                cause = Cause.CRASH if code else Cause.DISCONNECT
                fault = Fault(cause, f"the bot {describe_exit(code)} in the middle of a game")
            except TimeoutError:
                pass
        return fault

    async def stop(self) -> None:
        """End the stream and give the process a moment to exit: the sitting is over."""
        if self.exiting is not None:
            await self.exiting
        if self.stream is not None:
            self.stream.close()
        if self._process is not None:
            await self._process.stop()

    async def _stop_process(self) -> None:
        if self._process is not None:
            self._last_output = self._process.output
            await self._process.stop(grace=0.0)
            self._process = None
