"""Acts for every game that a bot claims: each kind of decision, and a whole game to its end."""

from __future__ import annotations

from itertools import chain

from referee.core.game import Game
from referee.core.luck import DEAL_BYTES
from server.examiner.checks import whole_game
from server.examiner.examinee import Examinee
from server.examiner.kinds import check_name
from server.examiner.moments import Moment
from server.examiner.papers import Act, Papers, Play
from server.examiner.tables import MomentTable, WholeGame


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
