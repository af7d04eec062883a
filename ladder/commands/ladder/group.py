"""`serai ladder`: ratings and cross table."""

from __future__ import annotations

import click

from serai.ladder.commands import completion
from serai.ladder.commands.console import json_option

_game_option = click.option("--game", shell_complete=completion.games, help="Only this game. [all]")
_epoch_option = click.option(
    "--epoch", type=int, metavar="N", help="The rules of this epoch. [the latest that was played]"
)


@click.group(name="ladder", invoke_without_command=True)
@_game_option
@_epoch_option
@json_option
@click.pass_context
def ladder_command(ctx: click.Context, game: str | None, epoch: int | None, as_json: bool) -> None:
    """The ladder: every version of every bot with its rating, over all tournaments.

    Ratings never mix games or epochs. They follow from the facts alone, in schedule order; what was worked out
    before is kept and gone on from.

    \b
    Examples:
      serai ladder
      serai ladder --game yspahan --json
      serai ladder crosstable --tournament spring

    With --json: a list of {bot, version, elo, low, high, games, blocks, wins, shared, places, points, score,
    retirements, game, epoch}; low and high bound the 95 % interval (null with fewer than two blocks).
    """
    if ctx.invoked_subcommand is None:
        from serai.ladder.commands.ladder.show import show_ladder

        show_ladder(game, epoch, as_json)


@ladder_command.command(name="crosstable", short_help="Everybody against everybody.")
@_game_option
@_epoch_option
@click.option("--tournament", shell_complete=completion.tournaments, help="Only this tournament. [all]")
@click.option("--bot", metavar="BOT", shell_complete=completion.bots, help="Only this bot, against all. [everybody]")
@json_option
def crosstable_command(
    game: str | None, epoch: int | None, tournament: str | None, bot: str | None, as_json: bool
) -> None:
    """Everybody against everybody: the share of games in which one was ahead of the other.

    \b
    Examples:
      serai ladder crosstable --game yspahan
      serai ladder crosstable --tournament spring --json
      serai ladder crosstable --bot greedy

    With --json: a list of {bot, version, against, game, epoch}, best first; against is a list of {bot, version,
    games, score}, the score from the point of view of the bot in the row.
    """
    from serai.ladder.commands.ladder.show import show_crosstables

    show_crosstables(game, epoch, tournament, bot, as_json)


@ladder_command.command(name="rebuild", short_help="Work all tables out anew, from the facts alone.")
@json_option
def rebuild_command(as_json: bool) -> int:
    """Throw away what is kept of ratings and tables, work all of it out anew from the facts, and say if it was right.

    It always should be, to the bit: exit code 1 and the names of those that were not, otherwise 0.

    \b
    Example:
      serai ladder rebuild

    With --json: {wrong}, the names of the tables that had been wrong.
    """
    from serai.ladder.commands.ladder.show import rebuild_tables

    return rebuild_tables(as_json)
