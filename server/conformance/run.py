"""A run of all checks: the hello first, then three lanes side by side, each with processes of its own."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from serai.referee.core.game import Game
from serai.referee.match import Cause
from serai.server.bot_process import BotCommand
from serai.server.conformance.bot_under_test import MOST_PRINTED, BotUnderTest, Limits
from serai.server.conformance.hello import START_CHECKS, check_hello
from serai.server.conformance.question_bank import QuestionBank, Scenario
from serai.server.conformance.results import CheckFailed, Results
from serai.server.conformance.scenarios_exit import AFTER_GAMES, AFTER_MESSAGES, ALONE
from serai.server.conformance.scenarios_games import game_scenarios
from serai.server.conformance.scenarios_stream import STREAM
from serai.server.conformance.stream_checks import ALWAYS
from serai.server.errors import PlatformError

MOST_FAILURES = 6  # in one lane; a bot that fails so often need not be asked everything
MOST_TIMEOUTS = 2  # they cost the author's time
# Failures that say something of the scenario in which they happen; others may have their reason in what was before.
OF_THE_SCENARIO = (
    *("answer.time", "answer.legal", "answer.asked", "answer.game", "answer.choice"),
    *("message.readable", "message.size", "stream.open", "process.alive"),
)
TOO_OFTEN = "the bot had failed too often"


def run_checks(
    command: BotCommand, games: Sequence[Game], results: Results, limits: Limits, stop_early: bool = False
) -> None:
    """Run all scenarios with a bot and note the results. PlatformError: the checks failed, not the bot."""
    try:
        asyncio.run(CheckRun(command, games, results, limits, stop_early).run())
    except Exception as error:
        raise PlatformError(f"{type(error).__name__}: {error}") from error


class CheckRun:
    """One run of all checks with one bot."""

    def __init__(
        self, command: BotCommand, games: Sequence[Game], results: Results, limits: Limits, stop_early: bool
    ) -> None:
        self.results = results
        self._command = command
        self._games = games
        self._limits = limits
        self._stop_early = stop_early
        self._printed = 0

    @property
    def stopped(self) -> bool:
        return self._stop_early and self.results.failed

    def new_bot(self) -> BotUnderTest:
        return BotUnderTest(self._command, self._limits)

    async def run(self) -> None:
        first = self.new_bot()
        async with first:
            playable = await self._check_hello(first)
            if not playable or self.stopped:
                self.note_output(first)
                return
            bank = QuestionBank(playable)
            await self._together(
                partial(Lane(self, bank, first).run, [*STREAM, *AFTER_MESSAGES]),
                partial(Lane(self, bank).run, [*game_scenarios(bank), *AFTER_GAMES]),
                partial(self._run_alone, ALONE, bank),
            )
        if not self.stopped:
            self.results.ok(*ALWAYS, "output.size", "output.token")

    async def _together(self, *lanes: Callable[[], Awaitable[None]]) -> None:
        """Run all lanes at the same time, or one after the other when most of it may never be needed."""
        if self._stop_early:
            for lane in lanes:
                await lane()
        else:
            await asyncio.gather(*(lane() for lane in lanes))

    async def _check_hello(self, bot: BotUnderTest) -> list[Game]:
        """Start the bot and check its hello; returns the games that can be tested."""
        try:
            await bot.start()
            await bot.read_hello()
            self.results.ok(*START_CHECKS)
            check_hello(bot, [game.name for game in self._games], self.results)
            await bot.send(bot.welcome())
        except CheckFailed as failure:
            self.fail(START_CHECKS, failure, bot)
            if failure.check == "start.alive":
                await self._try_with_our_environment()
            return []
        return [game for game in self._games if game.name in bot.hello.games]

    async def _try_with_our_environment(self) -> None:
        """A bot that ends at once may only miss a variable."""
        async with self.new_bot() as bot:
            try:
                await bot.start(passed_on=os.environ)
            except CheckFailed:
                return
            text = "comes up with all of your environment, but not with what the platform gives it"
            self.results.fail("start.environment", CheckFailed("start.environment", Cause.START, text), bot.output)

    async def _run_alone(self, scenarios: Sequence[Scenario], bank: QuestionBank) -> None:
        """Run each scenario with a process of its own."""
        for scenario in scenarios:
            if self.stopped:
                return
            async with self.new_bot() as bot:
                await self.run_scenario(scenario, bot, bank)
                self.note_output(bot)

    async def run_scenario(
        self, scenario: Scenario, bot: BotUnderTest, bank: QuestionBank, fresh: bool = False
    ) -> CheckFailed | None:
        """Run one scenario and note its results; a fresh process has to connect first."""
        try:
            if fresh:
                await bot.connect()
            await scenario.run(bot, bank)
        except CheckFailed as failure:
            self.fail(scenario.checks, failure, bot)
            return failure
        self.results.ok(*scenario.checks)
        self._check_output(bot, bot.printed)
        return None

    def fail(self, checks: Sequence[str], failure: CheckFailed, bot: BotUnderTest) -> None:
        """Note a failure under its own name, and under that of the scenario if it says something of it."""
        self.results.fail(failure.check, failure, bot.output)
        if failure.check in checks:
            self.results.ok(*checks[: checks.index(failure.check)])
        elif failure.check in OF_THE_SCENARIO:
            self.results.fail(checks[0], failure, bot.output)
        self.results.missed(checks, f"{failure.check} failed")

    def note_output(self, bot: BotUnderTest) -> None:
        """Note what a process has printed; called when it is stopped."""
        self._printed += bot.printed
        self._check_output(bot, self._printed)

    def _check_output(self, bot: BotUnderTest, printed: int) -> None:
        if printed > MOST_PRINTED:
            text = f"printed more than {MOST_PRINTED} bytes during the examination"
            self.results.fail("output.size", CheckFailed("output.size", Cause.PROTOCOL, text), bot.output)
        if bot.printed_token:
            failure = CheckFailed("output.token", Cause.PROTOCOL, "printed its token")
            self.results.fail("output.token", failure, bot.output.replace(bot.token, "***"))


class Lane:
    """Scenarios one after the other on the same process; after a failure a fresh one goes on."""

    def __init__(self, run: CheckRun, bank: QuestionBank, bot: BotUnderTest | None = None) -> None:
        self._run = run
        self._bank = bank
        self._bot = bot
        self._failures: list[CheckFailed] = []

    async def run(self, scenarios: Sequence[Scenario]) -> None:
        try:
            for scenario in scenarios:
                if self._run.stopped:
                    return
                if self._too_often:
                    self._run.results.missed(scenario.checks, TOO_OFTEN)
                else:
                    await self._run_next(scenario)
        finally:
            await self._stop_bot()

    @property
    def _too_often(self) -> bool:
        timeouts = [failure for failure in self._failures if failure.cause is Cause.TIME]
        return len(self._failures) >= MOST_FAILURES or len(timeouts) >= MOST_TIMEOUTS

    async def _run_next(self, scenario: Scenario) -> None:
        fresh = self._bot is None
        if self._bot is None:
            self._bot = self._run.new_bot()
            await self._bot.open()
        failure = await self._run.run_scenario(scenario, self._bot, self._bank, fresh)
        if failure is not None:
            self._failures.append(failure)
            await self._stop_bot()

    async def _stop_bot(self) -> None:
        if self._bot is not None:
            self._run.note_output(self._bot)
            await self._bot.close()
            self._bot = None
