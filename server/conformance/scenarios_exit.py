"""How a bot exits: by itself, soon, and with nothing left behind."""

from __future__ import annotations

import fcntl
import os
import termios
from collections.abc import Iterator
from contextlib import contextmanager

from serai.referee.match import Cause
from serai.server.bot_process import describe_exit
from serai.server.conformance.bot_under_test import EXIT_LIMIT, BotUnderTest
from serai.server.conformance.question_bank import QuestionBank, Scenarios
from serai.server.conformance.results import CheckFailed
from serai.server.conformance.scripted_games import SampleGame
from serai.v1 import referee_pb2 as pb

UNWANTED = b"this is not for you\n" * 10

# Run last on the stream on which the messages were tried, last on the one with the games, and on streams of their own.
AFTER_MESSAGES, AFTER_GAMES, ALONE = Scenarios(), Scenarios(), Scenarios()


async def must_exit(bot: BotUnderTest, check: str) -> int:
    """Return the exit code of a bot that has no reason to go on."""
    code = await bot.exit_code()
    if code is None:
        again = f" and had opened {bot.server.opened} streams" if bot.server.opened > 1 else ""
        raise CheckFailed(check, Cause.TIME, f"was still running after {EXIT_LIMIT:g} s{again}")
    return code


def must_exit_well(check: str, code: int) -> None:
    if code:
        raise CheckFailed(check, Cause.CRASH, f"{describe_exit(code)} when the referee ended the stream")


def must_leave_no_children(bot: BotUnderTest) -> None:
    if bot.left_behind:
        text = f"left processes behind: {', '.join(map(str, bot.left_behind))}"
        raise CheckFailed("exit.children", Cause.PROTOCOL, text)


@AFTER_MESSAGES.scenario("exit.time", "exit.code", "exit.children")
async def end(bot: BotUnderTest, _: QuestionBank) -> None:
    """The referee ends the stream when the last game is over."""
    bot.stream.end()
    must_exit_well("exit.code", await must_exit(bot, "exit.time"))
    must_leave_no_children(bot)


@AFTER_GAMES.scenario("exit.lost")
async def lose(bot: BotUnderTest, _: QuestionBank) -> None:
    """The referee is suddenly gone; no game was open. With which code the bot ends is its own affair."""
    await bot.server.kill()
    await must_exit(bot, "exit.lost")


@ALONE.scenario("process.two", "exit.open_game")
async def two(bot: BotUnderTest, bank: QuestionBank) -> None:
    """Two processes side by side; then the stream of one is ended in the middle of a game."""
    async with bot.another() as other:
        for one in (bot, other):
            await one.connect()
        for one in (bot, other):
            game = SampleGame(one, bank.one)
            await one.send(game.started() + game.question())
            await one.wait_for_answers()
        other.stream.end()
        must_exit_well("exit.open_game", await must_exit(other, "exit.open_game"))
        must_leave_no_children(other)


@ALONE.scenario("exit.lost_game", "input.unread")
async def lose_in_a_game(bot: BotUnderTest, bank: QuestionBank) -> None:
    """The referee is gone in the middle of a game; and nothing of what was put before the bot has been read."""
    with full_pipe() as pipe:
        await bot.connect(pipe)
        game = SampleGame(bot, bank.one)
        await bot.send(game.started() + game.question())
        await bot.wait_for_answers()
        await bot.server.kill()
        await must_exit(bot, "exit.lost_game")
        if waiting_in(pipe) < len(UNWANTED):
            raise CheckFailed("input.unread", Cause.PROTOCOL, "read from its standard input")


@ALONE.scenario("exit.fault")
async def end_by_fault(bot: BotUnderTest, _: QuestionBank) -> None:
    """A fault without a game ends everything."""
    await bot.connect()
    fault = pb.Fault(
        cause=pb.FAULT_CAUSE_PROTOCOL, text="the examiner ends the stream, to see whether the bot ends too"
    )
    await bot.send(pb.PlayResponse(faults=[fault]).SerializeToString())
    bot.stream.end()
    await must_exit(bot, "exit.fault")


@contextmanager
def full_pipe() -> Iterator[int]:
    """A pipe with something in it that nobody should read."""
    reading, writing = os.pipe()
    try:
        os.write(writing, UNWANTED)
        yield reading
    finally:
        os.close(reading)
        os.close(writing)


def waiting_in(pipe: int) -> int:
    """How many bytes are still in a pipe."""
    return int.from_bytes(fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)), "little")
