"""The referee of a single question: a bot is started, asked what was once asked in a recorded game, and judged.

The bot meets the referee of a sitting: the same welcome, the same clock, the same judgement. Only the game is over
after one answer.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from serai.referee.core.agenda import Action
from serai.referee.match import Fault, Question
from serai.referee.replay_question import ReplayedQuestion
from serai.server.bot_process import BotCommand
from serai.server.codec import CODECS
from serai.server.errors import PlatformError
from serai.server.hosted_bot import HostedBot
from serai.server.messages import MatchMessages
from serai.server.service import Referee
from serai.server.sitting import LOOPBACK
from serai.server.stall_clock import BEAT, StallClock
from serai.server.stream import Place, Stream


@dataclass(frozen=True, slots=True)
class Reply:
    """What a bot made of a question. `choice` is its answer, legal unless there is a fault; `question` is what it read.

    `output` is the last of what it printed.
    """

    choice: int | Action | None
    fault: Fault | None
    seconds: float
    question: bytes
    output: str


def ask_bot(asked: ReplayedQuestion, command: BotCommand, patience: float | None, start_seconds: float = 20.0) -> Reply:
    """Ask a bot; it has as long as its clock says, or as our patience lasts. PlatformError: it was not its fault."""
    try:
        return asyncio.run(_ask(asked, command, patience, start_seconds))
    except Exception as error:
        raise PlatformError(f"{type(error).__name__}: {error}") from error


async def _ask(asked: ReplayedQuestion, command: BotCommand, patience: float | None, start_seconds: float) -> Reply:
    return await SingleQuestion(asked, command, patience, start_seconds).ask()


class SingleQuestion:
    """Waits for whatever the bot's stream brings first: an answer, a fault, its end, or nothing."""

    def __init__(
        self, asked: ReplayedQuestion, command: BotCommand, patience: float | None, start_seconds: float
    ) -> None:
        self._question = asked.question
        self._match = asked.question.match
        self._number = asked.number
        self._patience = patience
        self._bot = HostedBot(command, start_seconds)
        self._tcp = LOOPBACK if command.wants_tcp else None
        self._clock = StallClock()
        self._choice: int | Action | None = None
        self._seconds = 0.0
        self._verdict: asyncio.Future[Fault | None] = asyncio.get_running_loop().create_future()
        self._exiting: asyncio.Task[None] | None = None

    async def ask(self) -> Reply:
        message, fault = b"", None
        watch = asyncio.create_task(self._watch())
        try:
            await self._bot.start(Referee(self._match.game.name, self._clock, self, self._tcp))
            if self._bot.stream is None:
                fault = self._bot.fault
            else:
                message, fault = await self._ask_on(self._bot.stream)
        finally:
            watch.cancel()
            await self._bot.stop()
        return Reply(self._choice, fault, self._seconds, message, self._bot.output)

    async def _ask_on(self, stream: Stream) -> tuple[bytes, Fault | None]:
        """Start the game and ask, as if all the questions before had been asked on this stream; then judge."""
        messages, seat = MatchMessages(self._match), self._question.seat
        place = stream.add_place((self._match, seat), CODECS[self._match.game.name].read_action, self._number - 1)
        if stream.wants_worlds:
            messages.send_worlds(seat, messages.luck_of(seat, self._bot.command.luck_name))
        stream.start(messages.started(place.handle, seat, self._bot.command.luck_name))
        message = messages.question(self._question, place.next_question_id(), place.handle)
        stream.ask(place.question_id, self._question, message)
        fault = await self._verdict
        if fault is not None:
            stream.fault(fault, place.handle, place.question_id)
        return message, fault

    async def _watch(self) -> None:
        """Look whether the time is up."""
        while True:
            await asyncio.sleep(BEAT)
            now, stream = self._clock.beat(), self._bot.stream
            if stream is not None and (late := stream.answer_clock.expired(now)):
                self._judge(late.fault)

    def _judge(self, fault: Fault | None) -> None:
        if not self._verdict.done():
            self._verdict.set_result(fault)

    # What the stream reports

    def sent(self, questions: Sequence[Question], now: float) -> None:
        for question in questions:
            self._match.sent(question, now)
            if self._patience is not None:
                self._match.allow(question, self._patience)

    def answered(self, question: Question, choice: int | Action, seconds: float) -> None:
        self._choice = choice
        self._seconds = seconds
        try:
            self._match.answer(question, choice, seconds)
        except Fault as fault:
            self._judge(fault)
        except Exception as error:
            self._verdict.set_exception(error)
        else:
            self._judge(None)

    def faulted(self, stream: Stream, place: Place | None, fault: Fault, evidence: str) -> None:
        self._judge(Fault(fault.cause, f"{fault.text}: {evidence}" if evidence else fault.text))

    def lost(self, stream: Stream) -> None:
        self._exiting = asyncio.create_task(self._judge_exit())

    async def _judge_exit(self) -> None:
        self._judge(await self._bot.exit_fault())
