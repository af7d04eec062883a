"""`serai practice`: unrated games at once, for a bot that is connected to an arena."""

from __future__ import annotations

from pathlib import Path

import click

from serai.ladder.commands import completion
from serai.ladder.commands.access.login import named_arena
from serai.ladder.commands.console import json_option
from serai.ladder.commands.params import read_settings


@click.command(name="practice")
@click.argument("game", shell_complete=completion.games)
@click.argument("opponents", nargs=-1, required=True, metavar="BOT [BOT BOT]", shell_complete=completion.bots)
@click.option("--bot", metavar="NAME", default="", help="Which of your bots practises, if you come as its author.")
@click.option(
    "--blocks", type=click.IntRange(1, 20), metavar="N", default=1, help="As many games as there are seats, each. [1]"
)
@click.option(
    "--option",
    "settings",
    callback=read_settings,
    multiple=True,
    metavar="NAME=VALUE",
    shell_complete=completion.settings,
    help="See serai games.",
)
@click.option("--replays", type=click.Path(path_type=Path, file_okay=False), help="Keep every game in this folder.")
@json_option
def practice_command(
    game: str,
    opponents: tuple[str, ...],
    bot: str,
    blocks: int,
    settings: dict[str, str],
    replays: Path | None,
    as_json: bool,
) -> None:
    """Let your bot, which is connected to an arena, play GAME against these bots at once; nobody rates it.

    Opponents are house bots, which come with Serai (random, greedy, ...), and other bots of yours. The workers of the
    arena play the games, behind all that is queued; each has a deal of its own and stands on no record. An arena allows
    so many games in an hour; too many are refused with how long to wait. Ctrl-C ends them.

    You come with the token of the bot in SERAI_TOKEN; or as its author, with serai login and --bot NAME. The arena is
    that of serai --arena, SERAI_ARENA, SERAI_REFEREE or serai login.

    \b
    Examples:
      SERAI_TOKEN=... serai practice yspahan greedy random
      serai practice yspahan greedy random --bot my_bot --blocks 5 --replays games
      serai practice yspahan greedy --bot my_bot --option two_players=on --json

    With --json: the facts, an object a line, as serai play has them.
    """
    named = named_arena()
    from serai.ladder.commands.practice_games import Wish, practise

    practise(named, Wish(bot, game, opponents, blocks, settings), replays, as_json)
