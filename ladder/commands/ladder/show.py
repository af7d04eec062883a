"""The work of `serai ladder`: standings and cross tables as people and programs read them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from serai.ladder.bots.registry import TWIN
from serai.ladder.commands.console import (
    Column,
    counted,
    number,
    retirements,
    say,
    say_json,
    say_json_list,
    short,
    table,
)
from serai.ladder.commands.progress import late_progress
from serai.ladder.errors import UserProblem
from serai.ladder.model.facts import Entrant
from serai.ladder.model.plan import find_game
from serai.ladder.ratings import elo
from serai.ladder.ratings.crosstable import Crosstable, Meeting
from serai.ladder.ratings.rated import Rated, share_a_group
from serai.ladder.ratings.standings import Row
from serai.ladder.ratings.table import Choice, Table
from serai.ladder.service.json_rows import crosstable_rows, ladder_rows
from serai.ladder.storage import folds
from serai.ladder.storage.coverage import Scope
from serai.ladder.storage.store import Store, open_store
from serai.referee.games import GAMES

# More columns than any terminal shows.
MOST_COLUMNS = 40


def show_ladder(game: str | None, epoch: int | None, options: Mapping[str, str], choice: Choice, as_json: bool) -> None:
    """Print the standings under each set of rules."""
    check_game(game)
    with open_store() as store, late_progress("folding") as shown:
        scopes = folds.ladders(store, game, epoch, options)
        found = [folds.standings(store, scope, shown, choice) for scope in scopes]
    if as_json:
        say_json_list(row for standings in found for row in ladder_rows(standings))
        return
    for standings in found:
        show_standings(standings)
    _say_if_none(found)


def show_crosstables(
    game: str | None,
    epoch: int | None,
    options: Mapping[str, str],
    tournament: str | None,
    bot: str | None,
    as_json: bool,
) -> None:
    """Print the cross table under each set of rules, of all tournaments or of one, whole or of one bot."""
    check_game(game)
    with open_store() as store, late_progress("folding") as shown:
        found = [folds.tables(store, scope, shown) for scope in scopes_of(store, game, epoch, options, tournament)]
    if as_json:
        say_json_list(row for standings, cross in found for row in crosstable_rows(standings, cross, bot))
        return
    if bot is not None and found and not any(bot == who.bot for standings, _ in found for who in standings.entrants()):
        raise UserProblem(f"no game of {bot} is on record there; serai ladder names who played")
    for standings, cross in found:
        show = show_crosstable if bot is None else partial(show_meetings, bot)
        show(standings, cross)
    _say_if_none(found)


def rebuild_tables(as_json: bool) -> int:
    """Make all tables anew from the facts, and print whether they were right. Return the exit code: 1 if not."""
    with open_store() as store, late_progress("folding") as shown:
        wrong = folds.rebuild(store, shown)
    if as_json:
        say_json({"wrong": wrong})
    elif wrong:
        say(f"All tables were made anew. These had been wrong and are right now: {', '.join(wrong)}")
    else:
        say("All tables were made anew and are the same to the bit.")
    return 1 if wrong else 0


def check_game(game: str | None) -> None:
    if game is not None:
        find_game(game)


def scopes_of(
    store: Store, game: str | None, epoch: int | None, options: Mapping[str, str], tournament: str | None
) -> list[Scope]:
    """Return what the tables that are asked for are made from; UserProblem if there is no such tournament."""
    if tournament is None:
        return folds.ladders(store, game, epoch, options)
    name = store.name_of(tournament)
    header = store.header(name)
    scope = folds.tournament_scope(store, name)
    fits = game in (None, header["game"]) and epoch in (None, header["epoch"])
    fits = fits and options.items() <= header["options"].items()
    return [scope] if fits and scope.games else []


def _say_if_none(found: Sequence[object]) -> None:
    if not found:
        say("No games are on record yet; serai tournament create begins a tournament.")


def say_rules(table: Table) -> None:
    """Print what was played: the game, its epoch, the options that are not the usual ones, and how many games."""
    if table.rules is None:
        return
    game, epoch, options = table.rules
    # The rules of a game are loaded for its options only: that takes longer than to read the table.
    usual = {switch.name: switch.default for switch in GAMES[game].switches} if options and game in GAMES else {}
    chosen = [f"{name} {value}" for name, value in options if usual.get(name) != value]
    say(", ".join([game, f"epoch {epoch}", *chosen, counted(table.games, "game")]), "bold")


def show_standings(standings: Table) -> None:
    """Print the standings, and below them what the numbers mean."""
    say_rules(standings)
    columns = [
        *(number(""), Column("bot", style="bold"), Column("version", spare=True), number("rating"), number("95 %")),
        *(number("place"), Column("group"), number("games"), number("wins"), number("points"), number("score")),
        *(number("blocks", spare=True), number("Elo", spare=True), number("trend", spare=True)),
        *(number("place by seat", spare=True), Column("retired", style="red")),
    ]
    table(columns, [_line(place, row) for place, row in enumerate(standings.rows(), 1)])
    if standings.unconfined:
        say(f"\n{counted(standings.unconfined, 'game')} of these played WITHOUT A SANDBOX: bots could cheat.", "red")
    say(
        "\nThe rating is the estimate from all games at once, whatever their order; the mean is "
        f"{elo.START:.0f}. Its 95 % interval\nand the place a bot may have come from the spread between blocks. "
        "Bots that share a letter of their groups cannot\nbe told apart. The score is the share of beaten opponents; "
        "Elo, with its latest trend, is the history game by game."
    )
    _say_limits(standings)
    _say_twins(standings)


def _say_limits(standings: Table) -> None:
    """Print what a reader has to know before comparing ratings of this table."""
    if standings.outages:
        say(f"{counted(standings.outages, 'block')} in which the platform failed all bots are left out of the ratings.")
    if standings.behind:
        say(f"Not in the ratings yet, while much is being played: the newest {counted(standings.behind, 'block')}.")
    if standings.parts > 1:
        parts = [[rated.entrant.bot for rated in standings.rated if rated.part == part] for part in _parts(standings)]
        named = "; ".join(", ".join(bots) for bots in parts)
        say(f"These never met, directly or through others, and cannot be compared: {named}.", "yellow")


def _say_twins(standings: Table) -> None:
    """Print whether twins can be told apart: they are the same bot, so the table claims too much if they can."""
    groups = {rated.entrant.bot: rated.group for rated in standings.rated}
    for bot, group in groups.items():
        other = groups.get(bot + TWIN)
        if other is not None and share_a_group(group, other):
            say(f"{bot} and its twin cannot be told apart, as it should be.")
        elif other is not None:
            say(f"{bot} and its twin are rated apart though they are the same: luck is larger than it seems.", "red")


def _parts(standings: Table) -> list[int]:
    return sorted({rated.part for rated in standings.rated})


def _line(place: int, row: Row) -> list[str]:
    rated = row.rated
    assert rated is not None
    return [
        *(str(place), row.bot, short(row.version), f"{rated.rating:.0f}", f"{rated.low:.0f}–{rated.high:.0f}"),
        *(_places(rated), rated.group, str(row.games), str(row.wins), f"{row.points:.1f}"),
        *("" if row.score is None else f"{row.score:.1%}", str(row.blocks), f"{row.elo:.0f}", f"{row.trend:+.0f}"),
        *(" ".join(_mean_place(places) for places in row.seat_places), retirements(row.retirements)),
    ]


def _places(rated: Rated) -> str:
    return str(rated.best) if rated.best == rated.worst else f"{rated.best}–{rated.worst}"


def _mean_place(places: Sequence[int]) -> str:
    """Return the mean place from one seat; a dash if it never sat there."""
    games = sum(places)
    return f"{sum(place * count for place, count in enumerate(places, 1)) / games:.1f}" if games else "-"


def show_crosstable(standings: Table, cross: Crosstable) -> None:
    """Print everybody against everybody; with too many of them, how to look at them."""
    say_rules(standings)
    entrants = standings.entrants()
    if len(entrants) > MOST_COLUMNS:
        say(f"A cross table of {len(entrants)} is too wide to print; --bot BOT shows one against all, --json all.")
        return
    numbers = [str(place) for place in range(1, len(entrants) + 1)]
    columns = [
        number(""),
        Column("bot", style="bold"),
        Column("version", spare=True),
        *map(number, numbers),
        number("met", spare=True),
    ]
    table(columns, [_cross_line(cross, entrants, place, one) for place, one in enumerate(entrants, 1)])
    say("\nThe share of games in which the bot of the row was ahead of the bot of the column (a shared place is half);")
    say("met counts how often the bot of the row was compared with another.")


def _cross_line(cross: Crosstable, entrants: Sequence[Entrant], place: int, one: Entrant) -> list[str]:
    meetings = [cross.meeting(one, other) for other in entrants]
    cells = ["·" if other == one else _cell(met) for other, met in zip(entrants, meetings, strict=True)]
    return [str(place), one.bot, short(one.version), *cells, str(sum(met.games for met in meetings if met))]


def _cell(meeting: Meeting | None) -> str:
    return "-" if meeting is None else f"{meeting.score:.1%}"


def show_meetings(bot: str, standings: Table, cross: Crosstable) -> None:
    """Print each version of a bot against everybody it met, a line for each."""
    for row in crosstable_rows(standings, cross, bot):
        say_rules(standings)
        say(f"{row['bot']}@{short(row['version'])} against", "bold")
        columns = [Column("bot", style="bold"), Column("version", spare=True), number("met"), number("score")]
        cells = [
            [met["bot"], short(met["version"]), str(met["games"]), f"{met['score']:.1%}"] for met in row["against"]
        ]
        table(columns, cells)
        say(f"\nThe score is the share of games in which {bot} was ahead of the bot in the row (a tie is half).")
