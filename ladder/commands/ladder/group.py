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

    Ratings never mix games or epochs. They are worked out anew from the facts, in schedule order.

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
@json_option
def crosstable_command(game: str | None, epoch: int | None, tournament: str | None, as_json: bool) -> None:
    """Everybody against everybody: the share of games in which one was ahead of the other.

    \b
    Examples:
      serai ladder crosstable --game yspahan
      serai ladder crosstable --tournament spring --json

    With --json: a list of {bot, version, against, game, epoch}, best first; against is a list of {bot, version,
    games, score}, the score from the point of view of the bot in the row.
    """
    from serai.ladder.commands.ladder.show import show_crosstables

    show_crosstables(game, epoch, tournament, as_json)
