"""Acts for every game that a bot claims: each kind of decision, and a whole game to its end."""

from __future__ import annotations

from itertools import chain

from serai.referee.core.game import Game
from serai.referee.core.luck import DEAL_BYTES
from serai.server.conformance.bot_under_test import Examinee
from serai.server.conformance.checks import whole_game
from serai.server.conformance.decision_kinds import check_name
from serai.server.conformance.question_bank import Act, Papers, Play
from serai.server.conformance.sample_questions import Moment
from serai.server.conformance.scripted_games import MomentTable, WholeGame


def of_games(papers: Papers) -> list[Act]:
    """The acts for all games of the bot, and last the longest question there is in any of them."""
    return [
        *chain.from_iterable(_of_game(game, papers) for game in papers.games),
        Act(("large.question",), _ask_longest),
    ]


def _of_game(game: Game, papers: Papers) -> list[Act]:
    decisions = [Act((check_name(game.name, kind),), _decide(game, kind)) for kind in papers.moments[game.name]]
    return [*decisions, Act((whole_game(game.name),), _play_out(game))]


async def _ask(bot: Examinee, moment: Moment) -> None:
    table = MomentTable(bot, moment)
    await bot.say(table.started() + table.question())
    await bot.answered()
    await bot.say(table.ended())


async def _ask_longest(bot: Examinee, papers: Papers) -> None:
    await _ask(bot, papers.longest)


def _decide(game: Game, kind: str) -> Play:
    async def decide(bot: Examinee, papers: Papers) -> None:
        await _ask(bot, papers.moments[game.name][kind])

    return decide


def _play_out(game: Game) -> Play:
    async def play_out(bot: Examinee, _: Papers) -> None:
        played = WholeGame(bot, game, b"the whole game".ljust(DEAL_BYTES, b"."))
        await bot.say(played.started())
        while question := played.question():
            await bot.say(question)
            await bot.answered()
        await bot.say(played.ended())

    return play_out
