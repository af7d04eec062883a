"""`serai ladder`: ratings and cross table."""

from __future__ import annotations

import click

from serai.ladder.commands import completion
from serai.ladder.commands.console import json_option
from serai.ladder.commands.params import deals_option, game_settings, read_settings, table_choice, worlds_option
from serai.referee.clock import TimeControl

_game_option = click.option("--game", shell_complete=completion.games, help="Only this game. [all]")
_epoch_option = click.option(
    "--epoch", type=int, metavar="N", help="The rules of this epoch. [the latest that was played]"
)


_options_option = click.option(
    "--option",
    "options",
    callback=read_settings,
    multiple=True,
    metavar="NAME=VALUE",
    shell_complete=completion.settings,
    help="Only ladders with this option (repeatable). [all]",
)


@click.group(name="ladder", invoke_without_command=True)
@_game_option
@_epoch_option
@_options_option
@table_choice
@json_option
@click.pass_context
def ladder_command(
    ctx: click.Context,
    game: str | None,
    epoch: int | None,
    options: dict[str, str],
    anchors: dict[str, float],
    latest: bool,
    without_outages: bool,
    as_json: bool,
) -> None:
    """The ladder: every version of every bot with its rating, over all tournaments.

    Ratings never mix games, epochs or options: each combination of options is a ladder of its own. The rating is the
    estimate from all games at once, with a 95 % interval that knows that the games of a block share their luck. Elo
    is folded game by game. Both follow from the facts alone; what was worked out before is kept and gone on from.

    \b
    Examples:
      serai ladder
      serai ladder --game yspahan --option two_players=on --latest
      serai ladder --anchor random=1000 --json
      serai ladder compare greedy random
      serai ladder crosstable --tournament spring

    With --json: a list of {bot, version, elo, low, high, games, blocks, wins, shared, places, points, score,
    retirements, trend, seat_places, rating, rating_low, rating_high, rank_best, rank_worst, group, part, game, epoch,
    options, behind, remote}, best rating first; low and high bound the 95 % interval of elo (null with fewer than two
    blocks), behind counts the newest blocks that are not rated yet (0 but where a very large ladder is being played);
    remote is true for a bot that ran elsewhere, whose version is what its author declares.
    """
    if ctx.invoked_subcommand is None:
        from serai.ladder.commands.ladder.show import show_ladder
        from serai.ladder.ratings.table import Choice

        show_ladder(game, epoch, options, Choice(anchors, not without_outages, latest), as_json)


@ladder_command.command(name="compare", short_help="Which of two is stronger, and how sure that is.")
@click.argument("one", metavar="BOT", shell_complete=completion.names)
@click.argument("other", metavar="BOT", shell_complete=completion.names)
@_game_option
@_epoch_option
@_options_option
@click.option("--tournament", shell_complete=completion.tournaments, help="Only this tournament. [all]")
@json_option
def compare_command(
    one: str,
    other: str,
    game: str | None,
    epoch: int | None,
    options: dict[str, str],
    tournament: str | None,
    as_json: bool,
) -> None:
    """Which of two bots is stronger under each set of rules, by how much, and how sure that is.

    A BOT is a name with an optional @version, by default the newest that played. The interval of the difference is
    narrower than those of the two ratings suggest: what moves both alike does not count.

    \b
    Examples:
      serai ladder compare greedy random
      serai ladder compare my_bot@3f2a my_bot@9c01 --game yspahan --json

    With --json: a list of {one, other, difference, low, high, superiority, score, met, met_score, game, epoch,
    options}; superiority is the chance that the one is stronger, score its expected share against the other, met
    how often they met and met_score its share then (null if they never met).
    """
    from serai.ladder.commands.ladder.compare import compare

    compare(one, other, game, epoch, options, tournament, as_json)


@ladder_command.command(name="history", short_help="The rating of a bot over time.")
@click.argument("bot", metavar="BOT", shell_complete=completion.names)
@_game_option
@_epoch_option
@_options_option
@click.option("--tournament", shell_complete=completion.tournaments, help="Only this tournament. [all]")
@json_option
def history_command(
    bot: str,
    game: str | None,
    epoch: int | None,
    options: dict[str, str],
    tournament: str | None,
    as_json: bool,
) -> None:
    """The rating of a bot over time, with its 95 % interval: the Elo after every block that it played in.

    A BOT is a name with an optional @version, by default the newest that played. Elo is folded game by game, so it has
    a history; the rating that serai ladder sorts by is an estimate from all games at once and has none.

    \b
    Examples:
      serai ladder history greedy
      serai ladder history my_bot@3f2a --game yspahan --json

    With --json: a list of {bot, version, games, when, elo, low, high, game, epoch, options}, a row for each block;
    games counts those of the bot until then, low and high are null with fewer than two blocks.
    """
    from serai.ladder.commands.ladder.history import show_history

    show_history(bot, game, epoch, options, tournament, as_json)


@ladder_command.command(name="crosstable", short_help="Everybody against everybody.")
@_game_option
@_epoch_option
@_options_option
@click.option("--tournament", shell_complete=completion.tournaments, help="Only this tournament. [all]")
@click.option("--bot", metavar="BOT", shell_complete=completion.bots, help="Only this bot, against all. [everybody]")
@json_option
def crosstable_command(
    game: str | None,
    epoch: int | None,
    options: dict[str, str],
    tournament: str | None,
    bot: str | None,
    as_json: bool,
) -> None:
    """Everybody against everybody: the share of games in which one was ahead of the other.

    \b
    Examples:
      serai ladder crosstable --game yspahan
      serai ladder crosstable --tournament spring --json
      serai ladder crosstable --bot greedy

    With --json: a list of {bot, version, against, game, epoch, options}, best first; against is a list of {bot,
    version, games, score}, the score from the point of view of the bot in the row.
    """
    from serai.ladder.commands.ladder.show import show_crosstables

    show_crosstables(game, epoch, options, tournament, bot, as_json)


@ladder_command.command(name="run", short_help="Play without end: new versions enter by themselves.")
@click.option("--game", required=True, shell_complete=completion.games, help="The game to play; see serai games.")
@click.option("--name", metavar="NAME", shell_complete=completion.tournaments, help="Its name. [ladder-GAME]")
@click.option(
    "--bot", "bots", multiple=True, metavar="BOT", shell_complete=completion.bots, help="Register this bot first."
)
@click.option("--seats", type=click.IntRange(2), metavar="N", help="Seats at a table. [the fewest the game allows]")
@click.option("--blocks", type=click.IntRange(1), metavar="N", default=12, help="Blocks that are chosen together. [12]")
@click.option("--apart", is_flag=True, help="Keep bots of the same owner apart, as long as there are others.")
@click.option("--workers", type=click.IntRange(0), metavar="N", help="How many worker processes. [one for each core]")
@game_settings
@deals_option
@worlds_option
@click.option("--dry-run", is_flag=True, help="Say what a first round would be, and play nothing.")
def run_command(
    game: str,
    name: str | None,
    bots: tuple[str, ...],
    seats: int | None,
    blocks: int,
    apart: bool,
    workers: int | None,
    settings: dict[str, str],
    control: TimeControl | None,
    in_flight: int,
    own_deals: bool | None,
    worlds: bool,
    dry_run: bool,
) -> None:
    """Run the standing ladder of a game until Ctrl-C; given again it goes on.

    The latest version of every registered bot that plays the game takes part: a new one enters by itself, and the one
    before it rests. Who is disabled rests too. The next blocks go where they shrink the most uncertain rank difference,
    and nobody waits for long. It is a tournament without an end: serai tournament show, pause and all others work on
    it, and what it was made with (seats, options, time) stays as it is.

    \b
    Examples:
      serai ladder run --game yspahan --bot greedy --bot random --bot ./my_bot
      serai bot add ./my_bot
      serai bot disable my_bot
    """
    from serai.ladder.commands.ladder.run import Wishes, run

    called = name or f"ladder-{game}"
    time = None if control is None else str(control)
    wishes = Wishes(game, called, list(bots), seats, blocks, apart, settings, time, in_flight, own_deals, worlds)
    run(wishes, workers, dry_run)


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


@ladder_command.command(name="verify", short_help="Check who recorded the facts, and that nobody changed them.")
@click.option("--tournament", shell_complete=completion.tournaments, help="Only this tournament. [all]")
@json_option
def verify_command(tournament: str | None, as_json: bool) -> int:
    """Check the signatures of all facts: who recorded them, and that nobody changed them since.

    Workers sign what they record, each host with a key of its own (SERAI_HOME/signing.key, made when it is first
    needed). Trusted are this host and the keys in SERAI_HOME/trusted_keys, a line for each as serai ladder key prints
    it on another host. Facts of older versions of Serai are unsigned. serai replay verify plays the games again.

    \b
    Examples:
      serai ladder verify
      serai ladder verify --tournament spring --json

    With --json: {games, blocks}; games counts by state: signed, unsigned, unknown key, changed, lost; blocks is a
    list of {tournament, block, games, state, signer} of all that are not signed by a trusted key. Exit code 1 if there
    are any.
    """
    from serai.ladder.commands.ladder.verify import verify

    return verify(tournament, as_json)


@ladder_command.command(name="key", short_help="The key that this host signs facts with, for others to trust.")
@json_option
def key_command(as_json: bool) -> None:
    """Print the public key that this host signs facts with, as a line for SERAI_HOME/trusted_keys of other hosts.

    \b
    Example:
      serai ladder key

    With --json: {key, name}.
    """
    from serai.ladder.commands.ladder.verify import show_key

    show_key(as_json)
