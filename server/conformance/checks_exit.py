"""How a bot leaves: by itself, soon, and with nothing left behind."""

from __future__ import annotations

import fcntl
import os
import termios
from collections.abc import Iterator
from contextlib import contextmanager

from serai.referee.match import Cause
from serai.server.bot_process import describe_exit
from serai.server.conformance.bot_under_test import LEAVING, Examinee
from serai.server.conformance.question_bank import Papers, Programme
from serai.server.conformance.results import Misconduct
from serai.server.conformance.scripted_games import MomentTable
from serai.v1 import referee_pb2 as pb

UNWANTED = b"this is not for you\n" * 10

# The last act on the stream on which the messages were tried, on the one with the games, and on streams of their own.
AFTER_MESSAGES, AFTER_GAMES, ALONE = Programme(), Programme(), Programme()


async def must_leave(bot: Examinee, check: str) -> int:
    """The exit code of a bot that has no reason to stay."""
    code = await bot.exit_code()
    if code is None:
        again = f" and had opened {bot.stage.opened} streams" if bot.stage.opened > 1 else ""
        raise Misconduct(check, Cause.TIME, f"was still running after {LEAVING:g} s{again}")
    return code


def must_be_well(check: str, code: int) -> None:
    if code:
        raise Misconduct(check, Cause.CRASH, f"{describe_exit(code)} when the referee ended the stream")


def must_leave_nothing(bot: Examinee) -> None:
    if bot.left_behind:
        text = f"left processes behind: {', '.join(map(str, bot.left_behind))}"
        raise Misconduct("exit.children", Cause.PROTOCOL, text)


@AFTER_MESSAGES.act("exit.time", "exit.code", "exit.children")
async def end(bot: Examinee, _: Papers) -> None:
    """The referee ends the stream when the last game is over."""
    bot.line.end()
    must_be_well("exit.code", await must_leave(bot, "exit.time"))
    must_leave_nothing(bot)


@AFTER_GAMES.act("exit.lost")
async def lose(bot: Examinee, _: Papers) -> None:
    """The referee is suddenly gone; no game was open. With which code the bot ends is its own affair."""
    await bot.stage.vanish()
    await must_leave(bot, "exit.lost")


@ALONE.act("process.two", "exit.open_game")
async def two(bot: Examinee, papers: Papers) -> None:
    """Two processes side by side; then the stream of one is ended in the middle of a game."""
    async with bot.twin() as other:
        for one in (bot, other):
            await one.come_up()
        for one in (bot, other):
            table = MomentTable(one, papers.one)
            await one.say(table.started() + table.question())
            await one.answered()
        other.line.end()
        must_be_well("exit.open_game", await must_leave(other, "exit.open_game"))
        must_leave_nothing(other)


@ALONE.act("exit.lost_game", "input.unread")
async def lose_in_a_game(bot: Examinee, papers: Papers) -> None:
    """The referee is gone in the middle of a game; and nothing of what was put before the bot has been read."""
    with full_pipe() as pipe:
        await bot.come_up(pipe)
        table = MomentTable(bot, papers.one)
        await bot.say(table.started() + table.question())
        await bot.answered()
        await bot.stage.vanish()
        await must_leave(bot, "exit.lost_game")
        if waiting_in(pipe) < len(UNWANTED):
            raise Misconduct("input.unread", Cause.PROTOCOL, "read from its standard input")


@ALONE.act("exit.fault")
async def end_by_fault(bot: Examinee, _: Papers) -> None:
    """A fault without a game ends everything."""
    await bot.come_up()
    fault = pb.Fault(
        cause=pb.FAULT_CAUSE_PROTOCOL, text="the examiner ends the stream, to see whether the bot ends too"
    )
    await bot.say(pb.PlayResponse(faults=[fault]).SerializeToString())
    bot.line.end()
    await must_leave(bot, "exit.fault")


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
