"""The work of `serai ladder`: standings and cross tables as people and programs read them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

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
from serai.ladder.ratings.standings import Row, Standings
from serai.ladder.service.json_rows import crosstable_rows, ladder_rows
from serai.ladder.storage import folds
from serai.ladder.storage.coverage import Scope
from serai.ladder.storage.store import Store, open_store

# More columns than any terminal shows.
MOST_COLUMNS = 40


def show_ladder(game: str | None, epoch: int | None, as_json: bool) -> None:
    """Print the standings under each set of rules."""
    _check_game(game)
    with open_store() as store, late_progress("folding") as shown:
        found = [folds.standings(store, scope, shown) for scope in folds.ladders(store, game, epoch)]
    if as_json:
        say_json_list(row for standings in found for row in ladder_rows(standings))
        return
    for standings in found:
        show_standings(standings)
    _say_if_none(found)


def show_crosstables(
    game: str | None, epoch: int | None, tournament: str | None, bot: str | None, as_json: bool
) -> None:
    """Print the cross table under each set of rules, of all tournaments or of one, whole or of one bot."""
    _check_game(game)
    with open_store() as store, late_progress("folding") as shown:
        found = [folds.tables(store, scope, shown) for scope in _scopes(store, game, epoch, tournament)]
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


def _check_game(game: str | None) -> None:
    if game is not None:
        find_game(game)


def _scopes(store: Store, game: str | None, epoch: int | None, tournament: str | None) -> list[Scope]:
    """Return what the tables that are asked for are made from; UserProblem if there is no such tournament."""
    if tournament is None:
        return folds.ladders(store, game, epoch)
    header = store.header(tournament)
    scope = folds.tournament_scope(store, tournament)
    fits = game in (None, header["game"]) and epoch in (None, header["epoch"])
    return [scope] if fits and scope.games else []


def _say_if_none(found: Sequence[object]) -> None:
    if not found:
        say("No games are on record yet; serai tournament create begins a tournament.")


def _say_rules(standings: Standings) -> None:
    game, epoch = standings.rules or ("nothing", 0)
    say(f"{game}, epoch {epoch}, {counted(standings.games, 'game')}", "bold")


def show_standings(standings: Standings) -> None:
    """Print the standings, and below them what the numbers mean."""
    _say_rules(standings)
    columns = [
        *(number(""), Column("bot", style="bold"), Column("version", spare=True), number("Elo"), number("95 %")),
        *(number("games"), number("blocks", spare=True), number("wins"), number("points")),
        number("score"),
        Column("retired", style="red"),
    ]
    table(columns, [_line(place, row) for place, row in enumerate(standings.rows(), 1)])
    game, epoch = standings.rules or ("nothing", 0)
    say(
        "\nElo, its 95 % interval and the score are those of the bot in the row, against all it met under\n"
        f"epoch {epoch} of {game}. Everybody begins at {elo.START:.0f}, K is {elo.K:.0f} a game. The interval "
        "comes from\nthe spread between blocks (? with fewer than two), the score is its share of beaten opponents."
    )


def _line(place: int, row: Row) -> list[str]:
    return [
        *(str(place), row.bot, short(row.version), f"{row.elo:.0f}", _interval(row)),
        *(str(row.games), str(row.blocks), str(row.wins), f"{row.points:.1f}"),
        *("" if row.score is None else f"{row.score:.1%}", retirements(row.retirements)),
    ]


def _interval(row: Row) -> str:
    if row.low is None or row.high is None:
        return "?"
    return f"{row.low:.0f}–{row.high:.0f}"


def show_crosstable(standings: Standings, cross: Crosstable) -> None:
    """Print everybody against everybody; with too many of them, how to look at them."""
    _say_rules(standings)
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


def show_meetings(bot: str, standings: Standings, cross: Crosstable) -> None:
    """Print each version of a bot against everybody it met, a line for each."""
    for row in crosstable_rows(standings, cross, bot):
        _say_rules(standings)
        say(f"{row['bot']}@{short(row['version'])} against", "bold")
        columns = [Column("bot", style="bold"), Column("version", spare=True), number("met"), number("score")]
        cells = [
            [met["bot"], short(met["version"]), str(met["games"]), f"{met['score']:.1%}"] for met in row["against"]
        ]
        table(columns, cells)
        say(f"\nThe score is the share of games in which {bot} was ahead of the bot in the row (a tie is half).")
