"""What a bot says of itself in its hello."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from serai.referee.match import Cause
from serai.server.conformance.bot_under_test import BotUnderTest
from serai.server.conformance.results import CheckFailed, Results
from serai.server.service import PROTOCOL

START_CHECKS = ("start.command", "start.alive", "start.environment", "start.time", "hello.first")
MOST_GAMES = 4096


def check_hello(bot: BotUnderTest, games: Sequence[str], results: Results) -> None:
    """Note every fault of a hello. With a wrong token or version no referee would go on, and neither do we."""
    faults = {fault.check: fault for fault in _faults(bot, games)}
    for check in ("hello.token", "hello.version", "hello.name", "hello.games", "hello.max_games"):
        if check in faults:
            results.fail(check, faults[check], bot.output)
        else:
            results.ok(check)
    fatal = faults.get("hello.token") or faults.get("hello.version")
    if fatal:
        raise fatal


def _faults(bot: BotUnderTest, games: Sequence[str]) -> Iterator[CheckFailed]:
    hello, said = bot.hello, str(bot.hello).replace(bot.hello.token, "***") if bot.hello.token else str(bot.hello)
    if hello.token != bot.token:
        yield CheckFailed("hello.token", Cause.START, "the token is not the one in SERAI_TOKEN", answer=said)
    if hello.protocol != PROTOCOL:
        text = f"the bot speaks protocol {hello.protocol}, the referee {PROTOCOL}"
        yield CheckFailed("hello.version", Cause.PROTOCOL, text, answer=said)
    if not hello.name:
        yield CheckFailed("hello.name", Cause.PROTOCOL, "the name is empty", answer=said)
    if missing := [game for game in games if game not in hello.games]:
        text = f"bot.toml claims {', '.join(missing)}, the hello does not"
        yield CheckFailed("hello.games", Cause.START, text, answer=said)
    if hello.max_games > MOST_GAMES:
        text = f"max_games is {hello.max_games}; up to {MOST_GAMES} make sense"
        yield CheckFailed("hello.max_games", Cause.PROTOCOL, text, answer=said)
