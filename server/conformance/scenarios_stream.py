"""Scenarios on an open stream: all the shapes that messages of the referee can take."""

from __future__ import annotations

import asyncio

from serai.referee.core.luck import DEAL_BYTES
from serai.referee.match import Cause
from serai.server.conformance.bot_under_test import BotUnderTest
from serai.server.conformance.question_bank import QuestionBank, Scenarios
from serai.server.conformance.results import CheckFailed
from serai.server.conformance.scripted_games import SampleGame, WholeGame, padded
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

STREAM = Scenarios()


async def ask_plainly(bot: BotUnderTest, bank: QuestionBank) -> None:
    """An ordinary question in a new game, which shows that the bot is still well."""
    game = SampleGame(bot, bank.one)
    await bot.send(game.started() + game.question())
    await bot.wait_for_answers()
    await bot.send(game.ended())


@STREAM.scenario("welcome.borne")
async def welcome(bot: BotUnderTest, bank: QuestionBank) -> None:
    await ask_plainly(bot, bank)


@STREAM.scenario("message.together")
async def together(bot: BotUnderTest, bank: QuestionBank) -> None:
    """A game and its first question in the same message."""
    game = SampleGame(bot, bank.one)
    await bot.send(game.started() + game.question())
    await bot.wait_for_answers()
    await bot.send(game.ended())


@STREAM.scenario("message.separate")
async def separate(bot: BotUnderTest, bank: QuestionBank) -> None:
    """Questions that come in several messages, long after their games began."""
    games = [SampleGame(bot, sample) for sample in bank.some(min(SOME, bot.max_games))]
    for game in games:
        await bot.send(game.started())
    for game in games:
        await bot.send(game.question())
    await bot.wait_for_answers()
    for game in games:
        await bot.send(game.ended())


@STREAM.scenario("message.empty")
async def empty(bot: BotUnderTest, bank: QuestionBank) -> None:
    await bot.send(b"")
    await ask_plainly(bot, bank)


@STREAM.scenario("message.end_and_question")
async def end_and_question(bot: BotUnderTest, bank: QuestionBank) -> None:
    """One game ends in the message that asks in another."""
    first, second = (SampleGame(bot, sample) for sample in bank.some(2))
    await bot.send(first.started())
    await bot.send(second.started() + second.question() + first.ended())
    await bot.wait_for_answers()
    await bot.send(second.ended())


@STREAM.scenario("message.end_of_asked")
async def end_of_asked(bot: BotUnderTest, bank: QuestionBank) -> None:
    """A question and the end of its own game in one message: whether it is answered does not matter."""
    game = SampleGame(bot, bank.one)
    await bot.send(game.started() + game.question() + game.ended())
    await ask_plainly(bot, bank)


@STREAM.scenario("batch.all")
async def batch(bot: BotUnderTest, bank: QuestionBank) -> None:
    games = [SampleGame(bot, sample) for sample in bank.some(min(BATCH, bot.max_games))]
    await bot.send(b"".join(game.started() for game in games))
    await bot.send(b"".join(game.question() for game in games))
    await bot.wait_for_answers()
    await bot.send(b"".join(game.ended() for game in games))


@STREAM.scenario("batch.one_message")
async def one_message(bot: BotUnderTest, bank: QuestionBank) -> None:
    """A bot that thinks long may send what is ready; one that answers at once has no reason to."""
    count = min(BATCH, bot.max_games)
    for _ in range(TRIES):
        games = [SampleGame(bot, sample) for sample in bank.some(count)]
        began = asyncio.get_running_loop().time()
        await bot.send(b"".join(game.started() + game.question() for game in games))
        messages = await bot.wait_for_answers()
        if 1 < count <= messages and asyncio.get_running_loop().time() - began < count * AT_ONCE:
            text = f"{messages} messages for the answers to {count} questions that came in one"
            raise CheckFailed("batch.one_message", Cause.PROTOCOL, text)
        await bot.send(b"".join(game.ended() for game in games))


@STREAM.scenario("many.games")
async def many_games(bot: BotUnderTest, bank: QuestionBank) -> None:
    """As many games at once as the bot says it plays, up to what a sitting would give it."""
    games = [SampleGame(bot, sample) for sample in bank.some(min(MANY, bot.max_games))]
    for game in games:
        await bot.send(game.started())
    await bot.send(b"".join(game.question() for game in games))
    await bot.wait_for_answers()
    await bot.send(b"".join(game.ended() for game in reversed(games)))


@STREAM.scenario("many.interleaved")
async def interleaved(bot: BotUnderTest, bank: QuestionBank) -> None:
    """Real games side by side, with the order of their questions turned round each time."""
    deals = [number.to_bytes(DEAL_BYTES, "big") for number in range(min(SOME, bot.max_games))]
    games = [WholeGame(bot, bank.games[0], deal) for deal in deals]
    await bot.send(b"".join(game.started() for game in games))
    for turn in range(ROUNDS):
        asked = [game.question() for game in games]
        await bot.send(b"".join(asked if turn % 2 else reversed(asked)))
        await bot.wait_for_answers()
    await bot.send(b"".join(game.ended() for game in games))


@STREAM.scenario("many.handles")
async def handles(bot: BotUnderTest, bank: QuestionBank) -> None:
    for handle in LARGE_HANDLES:
        game = SampleGame(bot, bank.one, handle)
        await bot.send(game.started() + game.question())
        await bot.wait_for_answers()
        await bot.send(game.ended())


@STREAM.scenario("many.ids")
async def ids(bot: BotUnderTest, bank: QuestionBank) -> None:
    for number in LARGE_IDS:
        game = SampleGame(bot, bank.one)
        await bot.send(game.started() + game.question(number))
        await bot.wait_for_answers()
        await bot.send(game.ended())


@STREAM.scenario("late.withdrawn_question")
async def withdrawn(bot: BotUnderTest, bank: QuestionBank) -> None:
    """A seat is retired while its question is open: an answer is let pass, and the other games go on."""
    first, second = (SampleGame(bot, sample) for sample in bank.some(2))
    await bot.send(first.started())
    await bot.send(first.question() + first.retired())
    await bot.send(second.started() + second.question())
    await bot.wait_for_answers()
    await bot.send(second.ended() + first.ended())


@STREAM.scenario("late.retired_game")
async def retired(bot: BotUnderTest, bank: QuestionBank) -> None:
    """A seat is retired with nothing open, and later its game ends like any other."""
    game = SampleGame(bot, bank.one)
    await bot.send(game.started() + game.question())
    await bot.wait_for_answers()
    await bot.send(game.retired(pb.FAULT_CAUSE_ILLEGAL))
    await bot.send(game.ended())
    await ask_plainly(bot, bank)


@STREAM.scenario("end.deal")
async def end_with_deal(bot: BotUnderTest, bank: QuestionBank) -> None:
    game = SampleGame(bot, bank.one)
    await bot.send(game.started() + game.question())
    await bot.wait_for_answers()
    await bot.send(game.ended(deal=bank.one.deal))
    await ask_plainly(bot, bank)


@STREAM.scenario("end.no_deal")
async def end_without_deal(bot: BotUnderTest, bank: QuestionBank) -> None:
    game = SampleGame(bot, bank.one)
    await bot.send(game.started() + game.question())
    await bot.wait_for_answers()
    await bot.send(game.ended(deal=b""))
    await ask_plainly(bot, bank)


@STREAM.scenario("end.unasked")
async def end_unasked(bot: BotUnderTest, bank: QuestionBank) -> None:
    """A game that is over before the bot was asked anything."""
    game = SampleGame(bot, bank.one)
    await bot.send(game.started())
    await bot.send(game.ended())
    await ask_plainly(bot, bank)


@STREAM.scenario("end.at_once")
async def end_at_once(bot: BotUnderTest, bank: QuestionBank) -> None:
    game = SampleGame(bot, bank.one)
    await bot.send(game.started() + game.ended())
    await ask_plainly(bot, bank)


@STREAM.scenario("clock.low")
async def low_clock(bot: BotUnderTest, bank: QuestionBank) -> None:
    """A bot that is told of five seconds must answer within them."""
    game = SampleGame(bot, bank.one)
    await bot.send(game.started() + game.question(clock=LITTLE_TIME))
    await bot.wait_for_answers(min(LITTLE_TIME / 1000, bot.limits.answer))
    await bot.send(game.ended())


@STREAM.scenario("unknown.message")
async def unknown_message(bot: BotUnderTest, bank: QuestionBank) -> None:
    game = SampleGame(bot, bank.one)
    await bot.send(padded(pb.PlayResponse.FromString(game.started() + game.question())))
    await bot.wait_for_answers()
    await bot.send(game.ended())


def unknown_in(check: str, *path: str, of_the_game: bool = False) -> None:
    """Unknown fields in one part of a message, or in what the game has there."""

    @STREAM.scenario(check)
    async def unknown(bot: BotUnderTest, bank: QuestionBank) -> None:
        game = SampleGame(bot, bank.eventful)
        message = pb.PlayResponse.FromString(game.started() + game.question())
        await bot.send(padded(message, *path, *([bank.games[0].name] if of_the_game else [])))
        await bot.wait_for_answers()
        await bot.send(game.ended())


unknown_in("unknown.game_started", "games_started")
unknown_in("unknown.board", "games_started", "board", of_the_game=True)
unknown_in("unknown.time_control", "games_started", "time_control")
unknown_in("unknown.question", "questions")
unknown_in("unknown.view", "questions", "view", of_the_game=True)
unknown_in("unknown.event", "questions", "events", of_the_game=True)
unknown_in("unknown.option", "questions", "options", of_the_game=True)


@STREAM.scenario("unknown.game_ended")
async def unknown_ended(bot: BotUnderTest, bank: QuestionBank) -> None:
    game = SampleGame(bot, bank.one)
    await bot.send(game.started())
    await bot.send(padded(pb.PlayResponse.FromString(game.ended()), "games_ended"))
    await ask_plainly(bot, bank)


@STREAM.scenario("unknown.fault")
async def unknown_fault(bot: BotUnderTest, bank: QuestionBank) -> None:
    game = SampleGame(bot, bank.one)
    await bot.send(game.started())
    await bot.send(padded(pb.PlayResponse.FromString(game.retired()), "faults") + game.ended())
    await ask_plainly(bot, bank)


@STREAM.scenario("unknown.cause")
async def unknown_cause(bot: BotUnderTest, bank: QuestionBank) -> None:
    """A reason for a retirement that a later version of the protocol may have."""
    game = SampleGame(bot, bank.one)
    await bot.send(game.started())
    await bot.send(game.retired(NEW_CAUSE) + game.ended())
    await ask_plainly(bot, bank)


@STREAM.scenario("clock.idle")
async def idle(bot: BotUnderTest, bank: QuestionBank) -> None:
    await bot.quiet(SILENCE)
    await ask_plainly(bot, bank)
