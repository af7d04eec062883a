"""Scenarios for every game that a bot claims: each kind of decision, and a whole game to its end."""

from __future__ import annotations

from itertools import chain

from serai.referee.core.game import Game
from serai.referee.core.luck import DEAL_BYTES
from serai.server.conformance.bot_under_test import BotUnderTest
from serai.server.conformance.checks import whole_game
from serai.server.conformance.decision_kinds import check_name
from serai.server.conformance.question_bank import QuestionBank, Scenario, Script
from serai.server.conformance.sample_questions import SampleQuestion
from serai.server.conformance.scripted_games import SampleGame, WholeGame


def game_scenarios(bank: QuestionBank) -> list[Scenario]:
    """The scenarios for all games of the bot, and last the longest question there is in any of them."""
    return [
        *chain.from_iterable(_of_game(game, bank) for game in bank.games),
        Scenario(("large.question",), _ask_longest),
    ]


def _of_game(game: Game, bank: QuestionBank) -> list[Scenario]:
    decisions = [Scenario((check_name(game.name, kind),), _decide(game, kind)) for kind in bank.questions[game.name]]
    return [*decisions, Scenario((whole_game(game.name),), _play_out(game))]


async def _ask(bot: BotUnderTest, sample: SampleQuestion) -> None:
    game = SampleGame(bot, sample)
    await bot.send(game.started() + game.question())
    await bot.wait_for_answers()
    await bot.send(game.ended())


async def _ask_longest(bot: BotUnderTest, bank: QuestionBank) -> None:
    await _ask(bot, bank.longest)


def _decide(game: Game, kind: str) -> Script:
    async def decide(bot: BotUnderTest, bank: QuestionBank) -> None:
        await _ask(bot, bank.questions[game.name][kind])

    return decide


def _play_out(game: Game) -> Script:
    async def play_out(bot: BotUnderTest, _: QuestionBank) -> None:
        played = WholeGame(bot, game, b"the whole game".ljust(DEAL_BYTES, b"."))
        await bot.send(played.started())
        while question := played.question():
            await bot.send(question)
            await bot.wait_for_answers()
        await bot.send(played.ended())

    return play_out
