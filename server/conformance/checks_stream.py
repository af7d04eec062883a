"""Acts on an open stream: all the shapes that messages of the referee can take."""

from __future__ import annotations

import asyncio

from serai.referee.core.luck import DEAL_BYTES
from serai.referee.match import Cause
from serai.server.conformance.bot_under_test import Examinee
from serai.server.conformance.question_bank import Papers, Programme
from serai.server.conformance.results import Misconduct
from serai.server.conformance.scripted_games import MomentTable, WholeGame, padded
from serai.v1 import referee_pb2 as pb

BATCH = 32
TRIES = 3  # on a busy machine even a hasty bot may seem to think
MANY = 64  # games at once, as many as a sitting has by default
SOME = 4
ROUNDS = 12
AT_ONCE = 0.02  # seconds for an answer that was given without thinking
LITTLE_TIME = 5000  # milliseconds on a clock that has nearly run out
SILENCE = 2.0
LARGE_HANDLES = (4_000_000_000, 7, 123_456, 2**32 - 1)
LARGE_IDS = (2**64 - 1, 2**63, 2**32, 2**53 + 1)
NEW_CAUSE = 77

STREAM = Programme()


async def ask_plainly(bot: Examinee, papers: Papers) -> None:
    """An ordinary question in a new game, which shows that the bot is still well."""
    table = MomentTable(bot, papers.one)
    await bot.say(table.started() + table.question())
    await bot.answered()
    await bot.say(table.ended())


@STREAM.act("welcome.borne")
async def welcome(bot: Examinee, papers: Papers) -> None:
    await ask_plainly(bot, papers)


@STREAM.act("message.together")
async def together(bot: Examinee, papers: Papers) -> None:
    """A game and its first question in the same message."""
    table = MomentTable(bot, papers.one)
    await bot.say(table.started() + table.question())
    await bot.answered()
    await bot.say(table.ended())


@STREAM.act("message.separate")
async def separate(bot: Examinee, papers: Papers) -> None:
    """Questions of one moment that come in several messages, long after their games began."""
    tables = [MomentTable(bot, moment) for moment in papers.some(min(SOME, bot.max_games))]
    for table in tables:
        await bot.say(table.started())
    for table in tables:
        await bot.say(table.question())
    await bot.answered()
    for table in tables:
        await bot.say(table.ended())


@STREAM.act("message.empty")
async def empty(bot: Examinee, papers: Papers) -> None:
    await bot.say(b"")
    await ask_plainly(bot, papers)


@STREAM.act("message.end_and_question")
async def end_and_question(bot: Examinee, papers: Papers) -> None:
    """One game ends in the message that asks in another."""
    first, second = (MomentTable(bot, moment) for moment in papers.some(2))
    await bot.say(first.started())
    await bot.say(second.started() + second.question() + first.ended())
    await bot.answered()
    await bot.say(second.ended())


@STREAM.act("message.end_of_asked")
async def end_of_asked(bot: Examinee, papers: Papers) -> None:
    """A question and the end of its own game in one message: whether it is answered does not matter."""
    table = MomentTable(bot, papers.one)
    await bot.say(table.started() + table.question() + table.ended())
    await ask_plainly(bot, papers)


@STREAM.act("batch.all")
async def batch(bot: Examinee, papers: Papers) -> None:
    tables = [MomentTable(bot, moment) for moment in papers.some(min(BATCH, bot.max_games))]
    await bot.say(b"".join(table.started() for table in tables))
    await bot.say(b"".join(table.question() for table in tables))
    await bot.answered()
    await bot.say(b"".join(table.ended() for table in tables))


@STREAM.act("batch.one_message")
async def one_message(bot: Examinee, papers: Papers) -> None:
    """A bot that thinks long may send what is ready; one that answers at once has no reason to."""
    count = min(BATCH, bot.max_games)
    for _ in range(TRIES):
        tables = [MomentTable(bot, moment) for moment in papers.some(count)]
        began = asyncio.get_running_loop().time()
        await bot.say(b"".join(table.started() + table.question() for table in tables))
        messages = await bot.answered()
        if 1 < count <= messages and asyncio.get_running_loop().time() - began < count * AT_ONCE:
            text = f"{messages} messages for the answers to {count} questions that came in one"
            raise Misconduct("batch.one_message", Cause.PROTOCOL, text)
        await bot.say(b"".join(table.ended() for table in tables))


@STREAM.act("many.games")
async def many_games(bot: Examinee, papers: Papers) -> None:
    """As many games at once as the bot says it plays, up to what a sitting would give it."""
    tables = [MomentTable(bot, moment) for moment in papers.some(min(MANY, bot.max_games))]
    for table in tables:
        await bot.say(table.started())
    await bot.say(b"".join(table.question() for table in tables))
    await bot.answered()
    await bot.say(b"".join(table.ended() for table in reversed(tables)))


@STREAM.act("many.interleaved")
async def interleaved(bot: Examinee, papers: Papers) -> None:
    """Real games side by side, with the order of their questions turned round each time."""
    deals = [number.to_bytes(DEAL_BYTES, "big") for number in range(min(SOME, bot.max_games))]
    games = [WholeGame(bot, papers.games[0], deal) for deal in deals]
    await bot.say(b"".join(game.started() for game in games))
    for turn in range(ROUNDS):
        asked = [game.question() for game in games]
        await bot.say(b"".join(asked if turn % 2 else reversed(asked)))
        await bot.answered()
    await bot.say(b"".join(game.ended() for game in games))


@STREAM.act("many.handles")
async def handles(bot: Examinee, papers: Papers) -> None:
    for handle in LARGE_HANDLES:
        table = MomentTable(bot, papers.one, handle)
        await bot.say(table.started() + table.question())
        await bot.answered()
        await bot.say(table.ended())


@STREAM.act("many.ids")
async def ids(bot: Examinee, papers: Papers) -> None:
    for number in LARGE_IDS:
        table = MomentTable(bot, papers.one)
        await bot.say(table.started() + table.question(number))
        await bot.answered()
        await bot.say(table.ended())


@STREAM.act("late.withdrawn_question")
async def withdrawn(bot: Examinee, papers: Papers) -> None:
    """A seat is retired while its question is open: an answer is let pass, and the other games go on."""
    first, second = (MomentTable(bot, moment) for moment in papers.some(2))
    await bot.say(first.started())
    await bot.say(first.question() + first.retired())
    await bot.say(second.started() + second.question())
    await bot.answered()
    await bot.say(second.ended() + first.ended())


@STREAM.act("late.retired_game")
async def retired(bot: Examinee, papers: Papers) -> None:
    """A seat is retired with nothing open, and later its game ends like any other."""
    table = MomentTable(bot, papers.one)
    await bot.say(table.started() + table.question())
    await bot.answered()
    await bot.say(table.retired(pb.FAULT_CAUSE_ILLEGAL))
    await bot.say(table.ended())
    await ask_plainly(bot, papers)


@STREAM.act("end.deal")
async def end_with_deal(bot: Examinee, papers: Papers) -> None:
    table = MomentTable(bot, papers.one)
    await bot.say(table.started() + table.question())
    await bot.answered()
    await bot.say(table.ended(deal=papers.one.deal))
    await ask_plainly(bot, papers)


@STREAM.act("end.no_deal")
async def end_without_deal(bot: Examinee, papers: Papers) -> None:
    table = MomentTable(bot, papers.one)
    await bot.say(table.started() + table.question())
    await bot.answered()
    await bot.say(table.ended(deal=b""))
    await ask_plainly(bot, papers)


@STREAM.act("end.unasked")
async def end_unasked(bot: Examinee, papers: Papers) -> None:
    """A game that is over before the bot was asked anything."""
    table = MomentTable(bot, papers.one)
    await bot.say(table.started())
    await bot.say(table.ended())
    await ask_plainly(bot, papers)


@STREAM.act("end.at_once")
async def end_at_once(bot: Examinee, papers: Papers) -> None:
    table = MomentTable(bot, papers.one)
    await bot.say(table.started() + table.ended())
    await ask_plainly(bot, papers)


@STREAM.act("clock.low")
async def low_clock(bot: Examinee, papers: Papers) -> None:
    """A bot that is told of five seconds must answer within them."""
    table = MomentTable(bot, papers.one)
    await bot.say(table.started() + table.question(clock=LITTLE_TIME))
    await bot.answered(min(LITTLE_TIME / 1000, bot.limits.answer))
    await bot.say(table.ended())


@STREAM.act("unknown.message")
async def unknown_message(bot: Examinee, papers: Papers) -> None:
    table = MomentTable(bot, papers.one)
    await bot.say(padded(pb.PlayResponse.FromString(table.started() + table.question())))
    await bot.answered()
    await bot.say(table.ended())


def unknown_in(check: str, *path: str, of_the_game: bool = False) -> None:
    """Unknown fields in one part of a message, or in what the game has there."""

    @STREAM.act(check)
    async def unknown(bot: Examinee, papers: Papers) -> None:
        table = MomentTable(bot, papers.eventful)
        message = pb.PlayResponse.FromString(table.started() + table.question())
        await bot.say(padded(message, *path, *([papers.games[0].name] if of_the_game else [])))
        await bot.answered()
        await bot.say(table.ended())


unknown_in("unknown.game_started", "games_started")
unknown_in("unknown.board", "games_started", "board", of_the_game=True)
unknown_in("unknown.time_control", "games_started", "time_control")
unknown_in("unknown.question", "questions")
unknown_in("unknown.view", "questions", "view", of_the_game=True)
unknown_in("unknown.event", "questions", "events", of_the_game=True)
unknown_in("unknown.option", "questions", "options", of_the_game=True)


@STREAM.act("unknown.game_ended")
async def unknown_ended(bot: Examinee, papers: Papers) -> None:
    table = MomentTable(bot, papers.one)
    await bot.say(table.started())
    await bot.say(padded(pb.PlayResponse.FromString(table.ended()), "games_ended"))
    await ask_plainly(bot, papers)


@STREAM.act("unknown.fault")
async def unknown_fault(bot: Examinee, papers: Papers) -> None:
    table = MomentTable(bot, papers.one)
    await bot.say(table.started())
    await bot.say(padded(pb.PlayResponse.FromString(table.retired()), "faults") + table.ended())
    await ask_plainly(bot, papers)


@STREAM.act("unknown.cause")
async def unknown_cause(bot: Examinee, papers: Papers) -> None:
    """A reason for a retirement that a later version of the protocol may have."""
    table = MomentTable(bot, papers.one)
    await bot.say(table.started())
    await bot.say(table.retired(NEW_CAUSE) + table.ended())
    await ask_plainly(bot, papers)


@STREAM.act("clock.idle")
async def idle(bot: Examinee, papers: Papers) -> None:
    await bot.quiet(SILENCE)
    await ask_plainly(bot, papers)
