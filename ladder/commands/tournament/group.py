"""`serai tournament`: create tournaments, play them and look at them."""

from __future__ import annotations

import click

from serai.ladder.commands import completion
from serai.ladder.commands.console import json_option
from serai.ladder.commands.params import cores, game_settings
from serai.referee.clock import TimeControl


@click.group(name="tournament")
def tournament_command() -> None:
    """Create, run and follow tournaments.

    \b
    Examples:
      serai tournament create spring --game yspahan --bot greedy --bot random --bot ./my_bot --seats 3 --blocks 8
      serai tournament run spring
      serai tournament show spring
    """


@tournament_command.command(name="create", short_help="Fix all that will be played, and commit to every deal.")
@click.argument("name")
@click.option("--game", required=True, shell_complete=completion.games, help="The game to play; see serai games.")
@click.option(
    "--bot",
    "bots",
    multiple=True,
    required=True,
    metavar="BOT",
    shell_complete=completion.bots,
    help="A bot that takes part (repeatable).",
)
@click.option("--seats", type=click.IntRange(2), metavar="N", help="Seats at a table. [as many as game and bots allow]")
@click.option("--blocks", type=click.IntRange(1), metavar="N", default=4, help="Deals for each line-up. [4]")
@click.option(
    "--limit", type=click.IntRange(1), metavar="N", help="The most line-ups; a balanced choice of them. [all]"
)
@game_settings
@json_option
def create_command(
    name: str,
    game: str,
    bots: tuple[str, ...],
    seats: int | None,
    blocks: int,
    limit: int | None,
    settings: dict[str, str],
    control: TimeControl | None,
    in_flight: int,
    as_json: bool,
) -> None:
    """Fix all that the tournament NAME will play, and commit to every deal. Nothing is played yet.

    Every line-up of the bots meets in so many blocks; a block is one deal, played once with each rotation of the
    seats. A BOT is a built-in name, a folder with a bot.toml, or a registered name with an optional @version.

    \b
    Examples:
      serai tournament create spring --game yspahan --bot greedy --bot random --bot ./my_bot --blocks 8
      serai tournament create cup --game yspahan --bot a --bot b --bot c --bot d@3f2a --seats 3 --time 60+0.5/10

    With --json: as serai tournament show --json.
    """
    from serai.ladder.commands.tournament.create import create

    create(name, game, bots, seats, blocks, limit, settings, control, in_flight, as_json)


@tournament_command.command(name="list", short_help="All tournaments in order of creation.")
@json_option
def list_command(as_json: bool) -> None:
    """All tournaments in order of creation.

    \b
    Example:
      serai tournament list

    With --json: a list of {name, created, state, game, epoch, seats, bots, games, played}; bots is their number, state
    one of new, running, paused, cancelled, finished.
    """
    from serai.ladder.commands.tournament.show import show_list

    show_list(as_json)


@tournament_command.command(name="show", short_help="What is played, how far it has come, and the table.")
@click.argument("name", shell_complete=completion.tournaments)
@json_option
def show_command(name: str, as_json: bool) -> None:
    """What the tournament NAME plays, how far it has come, and its table.

    \b
    Examples:
      serai tournament show spring
      serai tournament show spring --json

    With --json: as a row of serai tournament list, with bots a list of {bot, version}, and options, time, in_flight,
    blocks (a list of {line_up, commitment}; a line-up counts the bots from 0) and standings (as serai ladder --json).
    """
    from serai.ladder.commands.tournament.show import show

    show(name, as_json)


@tournament_command.command(name="games", short_help="The games on record, and how every seat fared.")
@click.argument("name", shell_complete=completion.tournaments)
@json_option
def games_command(name: str, as_json: bool) -> None:
    """The games of the tournament NAME that are on record, in schedule order, and how every seat fared.

    \b
    Examples:
      serai tournament games spring
      serai tournament games spring | grep crash

    With --json: a list of {game_id, block, rotation, seats}; a seat is {bot, version, points, rank, ending, cause},
    where ending is played or retired, and cause says why it was retired (null if it was not).
    """
    from serai.ladder.commands.tournament.show import show_recorded_games

    show_recorded_games(name, as_json)


@tournament_command.command(name="run", short_help="Play what is missing, and show the table.")
@click.argument("name", shell_complete=completion.tournaments)
@click.option(
    "--workers",
    type=click.IntRange(0),
    metavar="N",
    help="How many worker processes; 0 only queues, for others to play. [one for each core]",
)
@json_option
def run_command(name: str, workers: int | None, as_json: bool) -> None:
    """Play what is missing of the tournament NAME, with workers of its own, and show the table.

    Ctrl-C is always safe: what is on record stays, and run again goes on from there. It takes a few seconds: games that
    are nearly over come to their end. Workers that were started with serai worker help along; with --workers 0 they
    play all of it. A bot that cannot be built, or brings its workers down, is retired from its games.

    \b
    Examples:
      serai tournament run spring
      serai tournament run spring --workers 4
      serai tournament run spring --workers 0

    With --json: as serai tournament show --json, when it is finished.
    """
    from serai.ladder.commands.tournament.run import run

    run(name, cores() if workers is None else workers, as_json)


@tournament_command.command(name="watch", short_help="Follow what is played elsewhere to its end.")
@click.argument("name", shell_complete=completion.tournaments)
@json_option
def watch_command(name: str, as_json: bool) -> None:
    """Follow the tournament NAME until it is finished, then show its table; it is played elsewhere.

    \b
    Examples:
      serai tournament watch spring
      serai tournament watch spring 2> progress.log

    With --json: as serai tournament show --json, when it is finished.
    """
    from serai.ladder.commands.tournament.run import watch

    watch(name, as_json)


@tournament_command.command(name="pause", short_help="Begin no more blocks until it is resumed.")
@click.argument("name", shell_complete=completion.tournaments)
def pause_command(name: str) -> None:
    """Begin no more blocks of the tournament NAME until it is resumed; those begun get a few seconds to end.

    \b
    Example:
      serai tournament pause spring
    """
    from serai.ladder.commands.tournament.run import halt

    halt(name, "paused")


@tournament_command.command(name="cancel", short_help="Begin no more blocks, for good.")
@click.argument("name", shell_complete=completion.tournaments)
def cancel_command(name: str) -> None:
    """Begin no more blocks of the tournament NAME, for good; what is on record stays.

    Blocks that are begun get a few seconds to end.

    \b
    Example:
      serai tournament cancel spring
    """
    from serai.ladder.commands.tournament.run import halt

    halt(name, "cancelled")


@tournament_command.command(name="resume", short_help="Let a paused tournament go on.")
@click.argument("name", shell_complete=completion.tournaments)
def resume_command(name: str) -> None:
    """Let a paused tournament go on; serai tournament run plays it.

    \b
    Example:
      serai tournament resume spring
    """
    from serai.ladder.commands.tournament.run import resume

    resume(name)
