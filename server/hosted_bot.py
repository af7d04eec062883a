"""A bot in a sitting: one process, its stream, and the games it sits in."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from serai.referee.match import Cause, Fault
from serai.server.bot_log import GameLog
from serai.server.bot_process import GRACE, BotCommand, BotProcess, describe_exit
from serai.server.cpu_meter import CpuMeter
from serai.server.sandbox.sandbox import NoSandbox
from serai.server.seated_bot import SeatedBot
from serai.server.service import Referee
from serai.server.stream import QUESTIONS_PER_GAME, Seat, Stream

EXIT_SECONDS = 1.0  # to see whether a bot whose stream ended is exiting


@dataclass(frozen=True, slots=True)
class Instance:
    """Which process of a bot is meant: the one that plays this rotation of the blocks of a game.

    It is 0 where one process plays all rotations. `copy` tells apart the entries of a table that are the same bot.
    """

    command: BotCommand
    game: str
    rotation: int = 0
    copy: int = 0

    @property
    def bot(self) -> tuple[BotCommand, str]:
        """Whose process it is, whichever."""
        return self.command, self.game


class HostedBot(SeatedBot):
    """One process of a bot, from its start to its end."""

    def __init__(self, command: BotCommand, start_seconds: float) -> None:
        super().__init__()
        self.command = command
        self._start_seconds = start_seconds
        self._meter: CpuMeter | None = None
        self._referee: Referee | None = None
        self._process: BotProcess | None = None
        self._first_stream: Stream | None = None
        self._said = ""
        self._in_hand: tuple[Seat, int] | None = None  # the question that it was last known to be busy with
        self._is_answering = False
        self._heard = 0  # which message of its stream was the last
        self._between_games = GameLog()

    @classmethod
    def unable(cls, fault: Fault) -> HostedBot:
        """Return a bot that cannot play, and why: the first line of the text; the rest stands for its output."""
        bot = cls(BotCommand("", (), Path()), 0.0)
        text, _, bot._said = fault.text.partition("\n")
        bot.fault = Fault(fault.cause, text)
        return bot

    @property
    def luck_name(self) -> str:
        return self.command.luck_name

    @property
    def output(self) -> str:
        """The last of what the process has printed."""
        return self._process.output if self._process else self._said

    @property
    def has_room(self) -> bool:
        """Whether it can take another game; a bot that never starts can be retired from any number."""
        return self.stream is None or len(self.seats) < self.stream.max_games

    @property
    def has_started(self) -> bool:
        """Whether it has ever said hello."""
        return self._first_stream is not None

    @property
    def is_well(self) -> bool:
        """Whether it has a stream that was not lost, and a process that runs."""
        runs = self._process is not None and not self._process.has_exited
        return runs and self.stream is not None and self.exiting is None

    def is_on(self, stream: Stream) -> bool:
        return stream is self._first_stream

    async def start(self, referee: Referee) -> None:
        """Open a door for it, start the process and wait for its hello; without one there is a fault, and no process.

        NoSandbox if it cannot be confined: that is no fault of its own.
        """
        self._referee = referee
        try:
            await referee.open()
            await self._start_process(referee)
        except Fault as fault:
            self.fault = fault
            await self.stop(grace=0.0)
        except NoSandbox:
            await self.stop(grace=0.0)
            raise

    async def _start_process(self, referee: Referee) -> None:
        """A Fault if no stream is opened."""
        token = secrets.token_urlsafe(24)
        coming = referee.expect(token)
        coming.add_done_callback(self._welcome)
        try:
            address = referee.address_for(self.command.transport)
            process = self._process = await BotProcess.start(self.command, address, token)
            process.on_output = self._keep
            await self._wait_for_hello(coming, process)
        except OSError as error:
            raise Fault(Cause.START, f"cannot be started: {error}") from None
        finally:
            coming.cancel()

    def _welcome(self, coming: asyncio.Future[Stream]) -> None:
        """Know the stream before it can be lost."""
        if not coming.cancelled() and coming.exception() is None:
            self.stream = self._first_stream = coming.result()

    async def _wait_for_hello(self, coming: asyncio.Future[Stream], process: BotProcess) -> None:
        ended: asyncio.Future[int] = asyncio.ensure_future(process.wait())
        both: set[asyncio.Future[Any]] = {coming, ended}
        await asyncio.wait(both, timeout=self._start_seconds, return_when=asyncio.FIRST_COMPLETED)
        ended.cancel()
        if coming.done():
            coming.result()
        elif ended.done() and not ended.cancelled():
            self.was_killed = process.was_killed_by_others
            raise Fault(Cause.START, f"{process.exceeded or describe_exit(ended.result())} before it said hello")
        else:
            raise Fault(Cause.START, f"did not say hello within {self._start_seconds:g} s")

    def measure(self, now: float) -> None:
        group = self._process.group if self._process else None
        if group is None or self.stream is None:
            return
        if self._meter is None:
            self._meter = CpuMeter(group, now)
        self._meter.look(now, bool(self.stream.answer_clock.open))

    @property
    def was_slowed(self) -> bool:
        return self._meter is not None and self._meter.was_slowed

    # What it prints

    def begin_log(self, seat: Seat) -> GameLog:
        log = super().begin_log(seat)
        if self.stream is None:
            log.add(0, self.output.encode())
        else:
            self.read_output()
            self.logs[seat], self._between_games = self._between_games, log
        return self.logs[seat]

    def heard(self, seat: Seat, question: int) -> None:
        self._in_hand = seat, question
        if self.stream is None or self.stream.received == self._heard:
            return  # all that was printed before this message is read already
        self._heard, self._is_answering = self.stream.received, True
        self.read_output()
        self._is_answering = False

    def read_output(self) -> None:
        if self._process is not None:
            self._process.read_output()

    def _keep(self, chunk: bytes) -> None:
        """Keep what was printed with the question in hand; with the next game if its own is over."""
        if not self._is_answering and self.stream is not None and (asked := self.stream.answer_clock.open):
            question_id, question = next(iter(asked.items()))
            self._in_hand = (question.match, question.seat), question_id % QUESTIONS_PER_GAME
        if self._in_hand is not None and (log := self.logs.get(self._in_hand[0])):
            log.add(self._in_hand[1], chunk)
        else:
            self._between_games.add(0, chunk)

    async def exit_fault(self) -> Fault:
        """Return why the stream ended: a crash when the process failed, otherwise a disconnect."""
        fault = Fault(Cause.DISCONNECT, "the stream was ended by the bot")
        if self._process is not None:
            try:
                code = await asyncio.wait_for(self._process.wait(), EXIT_SECONDS)
                self.was_killed = self._process.was_killed_by_others
                cause = Cause.CRASH if code else Cause.DISCONNECT
                said = f"{describe_exit(code)} in the middle of a game"
                limit = self._process.exceeded
                fault = Fault(cause, f"the bot {said}: {limit}" if limit else f"the bot {said}")
            except TimeoutError:
                pass
        return fault

    async def stop(self, grace: float = GRACE) -> None:
        """End the stream and give the process a moment to exit."""
        if self.exiting is not None:
            await self.exiting
        if self.stream is not None:
            self.stream.close()
        if self._process is not None:
            await self._process.stop(grace)
        if self._referee is not None:
            referee, self._referee = self._referee, None
            await referee.close()
