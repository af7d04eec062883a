"""`serai tournament`: create tournaments and look at them."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import click

from serai.ladder.commands import completion
from serai.ladder.commands.console import Column, json_option, number, say, say_json, say_json_list, table, when
from serai.ladder.commands.params import find_bot, game_settings
from serai.ladder.commands.tournament.run import (
    cancel_command,
    pause_command,
    resume_command,
    run_command,
    watch_command,
)
from serai.ladder.commands.tournament.show import show_games, show_table, summarise

if TYPE_CHECKING:
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
    options: dict[str, str],
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
    from serai.ladder.json_rows import tournament_details
    from serai.ladder.model import tournament
    from serai.ladder.model.plan import find_game
    from serai.ladder.storage import store

    find_game(game)
    with store.opened() as opened:
        packages = [find_bot(argument, opened) for argument in bots]
        event = tournament.create(
            opened,
            name,
            game,
            packages,
            seats=seats or _most_seats(game, len(packages), options),
            blocks=blocks,
            options=options,
            control=control,
            limit=limit,
            in_flight=in_flight,
        )
        if as_json:
            say_json(tournament_details(opened, event))
            return
    summarise(event)
    say(f"\nTo play it: serai tournament run {name}")


def _most_seats(game: str, bots: int, options: dict[str, str]) -> int:
    """The largest table the bots can fill; if there is none, the complaint comes later."""
    from serai.ladder.model.plan import find_game

    for seats in range(bots, 1, -1):
        with suppress(ValueError):
            find_game(game).complete(seats, options)
            return seats
    return bots


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
    from serai.ladder.json_rows import tournament_row
    from serai.ladder.model import tournament
    from serai.ladder.storage import store

    with store.opened() as opened:
        rows = [tournament_row(opened, event) for event in tournament.load_all(opened)]
    if as_json:
        say_json_list(rows)
        return
    if not rows:
        say("There are no tournaments yet; serai tournament create makes one.")
        return
    columns = [Column("tournament", style="bold"), Column("game"), *map(number, ("bots", "seats", "games", "played"))]
    shown = ("name", "game", "bots", "seats", "games", "played", "state")
    table(
        [*columns, Column("state"), Column("created, UTC", spare=True)],
        [[*(str(row[key]) for key in shown), when(row["created"])] for row in rows],
    )


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
    from serai.ladder.json_rows import tournament_details
    from serai.ladder.model import tournament
    from serai.ladder.storage import store

    with store.opened() as opened:
        event = tournament.load(opened, name)
        if as_json:
            say_json(tournament_details(opened, event))
        else:
            summarise(event)
            say(f"  state     {tournament.state(opened, event)}, {opened.count(name)} of {event.games} games played\n")
            show_table(opened, event)


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
    from serai.ladder.json_rows import played_rows
    from serai.ladder.model import tournament
    from serai.ladder.storage import store

    with store.opened() as opened:
        event = tournament.load(opened, name)
        rows = played_rows(opened.facts(name))
    if as_json:
        say_json_list(rows)
    elif rows:
        show_games(event, rows)
    else:
        say(f"No game of {name} is on record yet; serai tournament run {name} plays them.")


for command in (run_command, watch_command, pause_command, resume_command, cancel_command):
    tournament_command.add_command(command)
