"""`serai tournament`: create tournaments, play them and look at them."""

from __future__ import annotations

import click

from serai.ladder.commands import completion
from serai.ladder.commands.console import json_option
from serai.ladder.commands.params import (
    deals_option,
    game_settings,
    read_moment,
    read_own_times,
    unsafe_option,
    worlds_option,
)
from serai.ladder.commands.tournament.hand import HAND
from serai.ladder.model.format import KINDS, Kind
from serai.referee.clock import TimeControl

FORMATS = tuple(kind for kind in KINDS if kind != "ladder")  # serai ladder run makes that one


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
@click.option(
    "--format",
    "kind",
    type=click.Choice(FORMATS),
    default=FORMATS[0],
    help="How the schedule comes about. [round-robin]",
)
@click.option(
    "--blocks",
    type=click.IntRange(1),
    metavar="N",
    default=4,
    help="Deals for each line-up, or for each table of a round. [4]",
)
@click.option(
    "--limit", type=click.IntRange(1), metavar="N", help="The most line-ups; a balanced choice of them. [all]"
)
@click.option("--hero", metavar="BOT", shell_complete=completion.bots, help="Who sits at every table of a gauntlet.")
@click.option("--rounds", type=click.IntRange(1), metavar="N", help="Rounds of a Swiss. [enough to separate the bots]")
@click.option(
    "--seeds",
    type=click.Choice(["order", "ladder"]),
    default="order",
    help="Seeds: the order in which bots are named, or their ratings. [order]",
)
@click.option("--deadline", callback=read_moment, metavar="WHEN", help="When nothing more is begun. [never]")
@click.option("--apart", is_flag=True, help="Let no two bots of one owner sit at a table. [they may]")
@click.option("--twins", is_flag=True, help="Enter every bot twice: what lies between twins is luck.")
@game_settings
@click.option(
    "--bot-time",
    "own",
    multiple=True,
    callback=read_own_times,
    metavar="BOT=BANK+INC/CAP",
    help="Another time for this bot; the table says so, and the ladder leaves the tournament out.",
)
@click.option(
    "--wait",
    type=click.FloatRange(0, 3600),
    default=60.0,
    metavar="SECONDS",
    help="How long a remote bot is waited for whose block is due. [60]",
)
@click.option(
    "--wire",
    type=click.FloatRange(0, 5),
    default=0.25,
    metavar="SECONDS",
    help="How much time on the wire a remote bot is given back for a question. [0.25]",
)
@deals_option
@worlds_option
@click.option("--dry-run", is_flag=True, help="Say what it would be, and create nothing.")
@json_option
def create_command(
    name: str,
    game: str,
    bots: tuple[str, ...],
    seats: int | None,
    kind: Kind,
    blocks: int,
    limit: int | None,
    hero: str | None,
    rounds: int | None,
    seeds: str,
    deadline: float | None,
    apart: bool,
    twins: bool,
    settings: dict[str, str],
    control: TimeControl | None,
    in_flight: int,
    own: dict[str, TimeControl],
    wait: float,
    wire: float,
    own_deals: bool | None,
    worlds: bool,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Fix what the tournament NAME will play, and commit to every deal. Nothing is played yet.

    A block is one deal, played once with each rotation of the seats. In a round-robin every line-up of the bots meets
    in so many blocks, in a gauntlet every line-up with the hero. In a Swiss and a knockout rounds follow from results,
    while it is run; docs/organising.md says how. A BOT is a built-in name, a folder with a bot.toml, or a registered
    name with an optional @version.

    Line-ups with a remote bot get a deal of their own for every game. A block whose remote bot is not connected when
    it is due is waited for, then put off behind all others, and in the end forfeited with cause absent.

    With --apart, for a round-robin or a gauntlet, line-ups in which two bots of one owner would meet are left out; for
    a bot without an owner the author of its bot.toml counts.

    With --twins the same files enter once more as BOT-twin; the table then says whether twins can be told apart, which
    would mean that its intervals are too narrow for this game.

    \b
    Examples:
      serai tournament create spring --game yspahan --bot greedy --bot random --bot ./my_bot --blocks 8
      serai tournament create noise --game yspahan --bot greedy --bot ./my_bot --twins --seats 3
      serai tournament create cup --game yspahan --bot a --bot b --bot c --bot d@3f2a --seats 3 --time 60+0.5/10
      serai tournament create trial --game catan --format gauntlet --hero ./my_bot --bot a --bot b --seats 2
      serai tournament create open --game catan --format swiss --rounds 5 --bot a --bot b --bot c --bot d --dry-run

    With --json: as serai tournament show --json; with --dry-run {format, bots, seats, blocks, games, in_seat, of_bot,
    meetings, seconds}, where the last but one are [least, most], and seconds is null if no pace is known.
    """
    from serai.ladder.commands.tournament.create import Wishes, create

    wishes = Wishes(
        name=name,
        game=game,
        bots=bots,
        seats=seats,
        kind=kind,
        blocks=blocks,
        limit=limit,
        hero=hero,
        rounds=rounds,
        seeds=seeds,
        twins=twins,
        settings=settings,
        control=None if control is None else str(control),
        in_flight=in_flight,
        deadline=deadline,
        own={bot: str(time) for bot, time in own.items()},
        wait=wait,
        wire=wire,
        own_deals=own_deals,
        worlds=worlds,
        apart=apart,
    )
    create(wishes, dry_run, as_json)


@tournament_command.command(name="list", short_help="All tournaments in order of creation.")
@click.option("--all", "archived", is_flag=True, help="Those that are archived, too.")
@json_option
def list_command(archived: bool, as_json: bool) -> None:
    """All tournaments in order of creation, but for those that are archived.

    \b
    Example:
      serai tournament list

    With --json: a list of {name, created, state, game, epoch, seats, bots, games, played, title, format, deadline};
    bots is their number, state one of new, running, paused, drained, overdue, cancelled, finished, archived; title is
    the name it is called by.
    """
    from serai.ladder.commands.tournament.show import show_list

    show_list(archived, as_json)


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
    block_count, blocks (a list of {line_up, commitment}; a line-up counts the bots from 0; null if there are more than
    1000, which serai tournament blocks prints), standings (as serai ladder --json), own_time (bots with another time),
    own_deals (whether no two games share a deal), worlds (whether bots may be sent them), committed (what was published
    of the secret of all deals), disabled, excluded, voided (lists of bots and blocks) and rounds (a list of {title,
    tables, byes}; a table is a list of {bot, score}, a score a share of 1).
    """
    from serai.ladder.commands.tournament.show import show

    show(name, as_json)


@tournament_command.command(name="blocks", short_help="The schedule: who meets in each block, and its commitment.")
@click.argument("name", shell_complete=completion.tournaments)
@json_option
def blocks_command(name: str, as_json: bool) -> None:
    """The schedule of the tournament NAME: who meets in each block, whether it is on record, and the commitment.

    \b
    Examples:
      serai tournament blocks spring
      serai tournament blocks spring --json

    With --json: a list of {block, line_up, commitment, recorded}, a row a line; a line-up counts the bots from 0.
    """
    from serai.ladder.commands.tournament.show import show_blocks

    show_blocks(name, as_json)


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
@unsafe_option
@json_option
def run_command(name: str, workers: int | None, as_json: bool) -> None:
    """Play what is missing of the tournament NAME, with workers of its own, and show the table.

    Ctrl-C is always safe: what is on record stays, and run again goes on from there. It takes a few seconds: games that
    are nearly over come to their end. Workers that were started with serai worker help along; with --workers 0 they
    play all of it. A bot that cannot be built, or brings its workers down, is retired from its games. Bots are confined
    in a sandbox; where there is none, only those that come with Serai are run.

    \b
    Examples:
      serai tournament run spring
      serai tournament run spring --workers 4
      serai tournament run spring --workers 0

    With --json: as serai tournament show --json, when it is finished.
    """
    from serai.ladder.commands.tournament.run import run

    run(name, workers, as_json)


@tournament_command.command(name="watch", short_help="Follow what is played elsewhere to its end.")
@click.argument("name", shell_complete=completion.tournaments)
@json_option
def watch_command(name: str, as_json: bool) -> None:
    """Follow the tournament NAME until it is finished, then show its table; it is played elsewhere.

    A line says what is waited for when nobody plays: serai tournament run, a worker, or that it is resumed.

    \b
    Examples:
      serai tournament watch spring
      serai tournament watch spring 2> progress.log

    With --json: as serai tournament show --json, when it is finished.
    """
    from serai.ladder.commands.tournament.run import watch

    watch(name, as_json)


for command in HAND:
    tournament_command.add_command(command)
