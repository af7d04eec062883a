"""The referee of a single question: a bot is started, asked what was once asked in a recorded game, and judged.

The bot meets the referee of a sitting: the same greeting, the same clock, the same judgement. Only the game is over
after one answer.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from serai.referee.core.agenda import Action
from serai.referee.match import Cause, Fault, Question
from serai.referee.recall import Recalled
from serai.server.bot_process import BotCommand
from serai.server.codec import CODECS
from serai.server.codec.event_log import Chronicle
from serai.server.errors import PlatformError
from serai.server.hosted_bot import Bot
from serai.server.service import Referee
from serai.server.sitting import LOOPBACK, introduction
from serai.server.stall_clock import BEAT, FairClock
from serai.server.stream import Seat, Stream


@dataclass(frozen=True, slots=True)
class Reply:
    """What a bot made of a question. `said` is its answer, legal unless there is a fault; `question` is what it read.

    `output` is the last of what it printed.
    """

    said: int | Action | None
    fault: Fault | None
    seconds: float
    question: bytes
    output: str


def ask(recalled: Recalled, command: BotCommand, patience: float | None, start_seconds: float = 20.0) -> Reply:
    """Ask a bot; it has as long as its clock says, or as our patience lasts. PlatformError: it was not its fault."""
    try:
        return asyncio.run(_ask(recalled, command, patience, start_seconds))
    except Exception as error:
        raise PlatformError(f"{type(error).__name__}: {error}") from error


async def _ask(recalled: Recalled, command: BotCommand, patience: float | None, start_seconds: float) -> Reply:
    return await Asking(recalled, command, patience, start_seconds).ask()


class Asking:
    """Waits for whatever the bot's stream brings first: an answer, a breach of the protocol, its end, or nothing."""

    def __init__(self, recalled: Recalled, command: BotCommand, patience: float | None, start_seconds: float) -> None:
        self._question = recalled.question
        self._number = recalled.number
        self._patience = patience
        self._bot = Bot(command, start_seconds)
        self._tcp = LOOPBACK if command.transport == "tcp" else None
        self._clock = FairClock()
        self._said: int | Action | None = None
        self._seconds = 0.0
        self._verdict: asyncio.Future[Fault | None] = asyncio.get_running_loop().create_future()
        self._inquest: asyncio.Task[None] | None = None

    async def ask(self) -> Reply:
        async with Referee(self._question.match.game.name, self._clock, self, self._tcp) as referee:
            watch = asyncio.create_task(self._watch())
            try:
                await self._bot.come_up(referee)
                stream = self._bot.stream
                asked = b"" if stream is None else self._put(stream)
                fault = self._bot.trouble if stream is None else await self._verdict
                if stream is not None and fault is not None:
                    stream.fault(fault, self._seat, self._question)
            finally:
                watch.cancel()
                await self._bot.leave()
        return Reply(self._said, fault, self._seconds, asked, self._bot.output)

    @property
    def _seat(self) -> Seat:
        return self._question.match, self._question.seat

    def _put(self, stream: Stream) -> bytes:
        """Start the game and ask, as if all the questions before had been asked on this stream."""
        match = self._question.match
        chronicle = Chronicle(match, CODECS[match.game.name])
        stream.start(self._seat, introduction(match), chronicle, self._number - 1)
        stream.ask(self._question)
        return stream.encoded(self._question)

    async def _watch(self) -> None:
        """Look whether the time is up."""
        while True:
            await asyncio.sleep(BEAT)
            now = self._clock.beat()
            if self._question.id and now > self._deadline:
                allowed = self._deadline - self._question.sent
                self._judge(Fault(Cause.TIME, f"no answer in the {allowed:.1f} s it had"))

    @property
    def _deadline(self) -> float:
        return self._question.deadline if self._patience is None else self._question.sent + self._patience

    def _judge(self, fault: Fault | None) -> None:
        if not self._verdict.done():
            self._verdict.set_result(fault)

    # What the stream brings

    def answered(self, question: Question, choice: int | Action, now: float) -> None:
        self._said = choice
        self._seconds = now - question.sent
        question.deadline = self._deadline
        try:
            question.match.answer(question, choice, now)
        except Fault as fault:
            self._judge(fault)
        except Exception as error:
            self._verdict.set_exception(error)
        else:
            self._judge(None)

    def misbehaved(self, stream: Stream, seat: Seat | None, text: str, evidence: str) -> None:
        self._judge(Fault(Cause.PROTOCOL, f"{text}: {evidence}" if evidence else text))

    def lost(self, stream: Stream) -> None:
        self._inquest = asyncio.create_task(self._hold_inquest())

    async def _hold_inquest(self) -> None:
        self._judge(await self._bot.cause_of_death())
