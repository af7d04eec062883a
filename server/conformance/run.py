"""The examination: an entrance, then three lanes side by side, each with processes of its own."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from serai.referee.core.game import Game
from serai.referee.match import Cause
from serai.server.bot_process import BotCommand
from serai.server.conformance.bot_under_test import MOST_PRINTED, Examinee, Limits
from serai.server.conformance.checks_exit import AFTER_GAMES, AFTER_MESSAGES, ALONE
from serai.server.conformance.checks_games import of_games
from serai.server.conformance.checks_stream import STREAM
from serai.server.conformance.hello import COMING_UP, look_at_hello
from serai.server.conformance.question_bank import Act, Papers
from serai.server.conformance.results import Marks, Misconduct
from serai.server.conformance.stream_checks import ALWAYS
from serai.server.errors import PlatformError

MOST_FAILURES = 6  # in one lane; a bot that fails so often need not be asked everything
MOST_TIMEOUTS = 2  # they cost the author's time
# Failures that say something of the act in which they happen; others may have their reason in what was before.
OF_THE_ACT = (
    *("answer.time", "answer.legal", "answer.asked", "answer.game", "answer.choice"),
    *("message.readable", "message.size", "stream.open", "process.alive"),
)
TOO_OFTEN = "the bot had failed too often"


def examine(command: BotCommand, games: Sequence[Game], marks: Marks, limits: Limits, stop_early: bool = False) -> None:
    """Put a bot through all acts and note what is found. PlatformError: the examiner failed, not the bot."""
    try:
        asyncio.run(Exam(command, games, marks, limits, stop_early).run())
    except Exception as error:
        raise PlatformError(f"{type(error).__name__}: {error}") from error


class Exam:
    """One examination of one bot."""

    def __init__(
        self, command: BotCommand, games: Sequence[Game], marks: Marks, limits: Limits, stop_early: bool
    ) -> None:
        self.marks = marks
        self._command = command
        self._games = games
        self._limits = limits
        self._stop_early = stop_early
        self._printed = 0

    @property
    def stopped(self) -> bool:
        return self._stop_early and self.marks.failed

    def candidate(self) -> Examinee:
        return Examinee(self._command, self._limits)

    async def run(self) -> None:
        first = self.candidate()
        async with first:
            playable = await self._enter(first)
            if not playable or self.stopped:
                self.note(first)
                return
            papers = Papers(playable)
            await self._together(
                partial(Lane(self, papers, first).play, [*STREAM, *AFTER_MESSAGES]),
                partial(Lane(self, papers).play, [*of_games(papers), *AFTER_GAMES]),
                partial(self._play_alone, ALONE, papers),
            )
        if not self.stopped:
            self.marks.ok(*ALWAYS, "output.size", "output.token")

    async def _together(self, *lanes: Callable[[], Awaitable[None]]) -> None:
        """All lanes at the same time, or one after the other when most of it may never be needed."""
        if self._stop_early:
            for lane in lanes:
                await lane()
        else:
            await asyncio.gather(*(lane() for lane in lanes))

    async def _enter(self, bot: Examinee) -> list[Game]:
        """Let the bot come up and say hello; gives the games that it can be examined in."""
        try:
            await bot.start()
            await bot.greet()
            self.marks.ok(*COMING_UP)
            look_at_hello(bot, [game.name for game in self._games], self.marks)
            await bot.say(bot.welcome())
        except Misconduct as misconduct:
            self.blame(COMING_UP, misconduct, bot)
            if misconduct.check == "start.alive":
                await self._try_with_our_environment()
            return []
        return [game for game in self._games if game.name in bot.hello.games]

    async def _try_with_our_environment(self) -> None:
        """A bot that ends at once may only miss a variable."""
        async with self.candidate() as bot:
            try:
                await bot.start(passed_on=os.environ)
            except Misconduct:
                return
            text = "comes up with all of your environment, but not with what the platform gives it"
            self.marks.fail("start.environment", Misconduct("start.environment", Cause.START, text), bot.output)

    async def _play_alone(self, acts: Sequence[Act], papers: Papers) -> None:
        """Acts that begin with a process of their own."""
        for act in acts:
            if self.stopped:
                return
            async with self.candidate() as bot:
                await self.play(act, bot, papers)
                self.note(bot)

    async def play(self, act: Act, bot: Examinee, papers: Papers, fresh: bool = False) -> Misconduct | None:
        """Play one act and note how the bot took it; a fresh process has to come up first."""
        try:
            if fresh:
                await bot.come_up()
            await act.play(bot, papers)
        except Misconduct as misconduct:
            self.blame(act.checks, misconduct, bot)
            return misconduct
        self.marks.ok(*act.checks)
        self._judge_output(bot, bot.printed)
        return None

    def blame(self, checks: Sequence[str], misconduct: Misconduct, bot: Examinee) -> None:
        """Note a failure under its own name, and under that of the act if it says something of it."""
        self.marks.fail(misconduct.check, misconduct, bot.output)
        if misconduct.check in checks:
            self.marks.ok(*checks[: checks.index(misconduct.check)])
        elif misconduct.check in OF_THE_ACT:
            self.marks.fail(checks[0], misconduct, bot.output)
        self.marks.missed(checks, f"{misconduct.check} failed")

    def note(self, bot: Examinee) -> None:
        """Note what a process has printed; called when it is dismissed."""
        self._printed += bot.printed
        self._judge_output(bot, self._printed)

    def _judge_output(self, bot: Examinee, printed: int) -> None:
        if printed > MOST_PRINTED:
            text = f"printed more than {MOST_PRINTED} bytes during the examination"
            self.marks.fail("output.size", Misconduct("output.size", Cause.PROTOCOL, text), bot.output)
        if bot.told_token:
            misconduct = Misconduct("output.token", Cause.PROTOCOL, "printed its token")
            self.marks.fail("output.token", misconduct, bot.output.replace(bot.token, "***"))


class Lane:
    """Acts one after the other on the same process; after a failure a fresh one goes on."""

    def __init__(self, exam: Exam, papers: Papers, bot: Examinee | None = None) -> None:
        self._exam = exam
        self._papers = papers
        self._bot = bot
        self._failures: list[Misconduct] = []

    async def play(self, acts: Sequence[Act]) -> None:
        try:
            for act in acts:
                if self._exam.stopped:
                    return
                if self._too_often:
                    self._exam.marks.missed(act.checks, TOO_OFTEN)
                else:
                    await self._play(act)
        finally:
            await self._dismiss()

    @property
    def _too_often(self) -> bool:
        timeouts = [failure for failure in self._failures if failure.cause is Cause.TIME]
        return len(self._failures) >= MOST_FAILURES or len(timeouts) >= MOST_TIMEOUTS

    async def _play(self, act: Act) -> None:
        fresh = self._bot is None
        if self._bot is None:
            self._bot = self._exam.candidate()
            await self._bot.open()
        misconduct = await self._exam.play(act, self._bot, self._papers, fresh)
        if misconduct is not None:
            self._failures.append(misconduct)
            await self._dismiss()

    async def _dismiss(self) -> None:
        if self._bot is not None:
            self._exam.note(self._bot)
            await self._bot.close()
            self._bot = None
