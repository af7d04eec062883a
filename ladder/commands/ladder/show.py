"""The work of `serai ladder`: standings and cross tables as people and programs read them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from serai.ladder.bots.registry import TWIN
from serai.ladder.commands.at_desk import desk
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
from serai.ladder.desk import tables
from serai.ladder.desk.operation import Row
from serai.ladder.errors import UserProblem
from serai.ladder.ratings import elo
from serai.ladder.ratings.rated import share_a_group
from serai.ladder.ratings.table import Choice
from serai.referee.games import GAMES

# More columns than any terminal shows.
MOST_COLUMNS = 40


def show_ladder(game: str | None, epoch: int | None, options: dict[str, str], choice: Choice, as_json: bool) -> None:
    """Print the standings under each set of rules."""
    with late_progress("folding") as shown, desk(shown) as asked:
        found = list(
            asked.ask(
                tables.standings,
                game=game,
                epoch=epoch,
                options=options,
                anchors=dict(choice.anchors),
                with_outages=choice.with_outages,
                latest=choice.latest,
            )
        )
    if as_json:
        say_json_list(row for standings in found for row in standings["rows"])
        return
    for standings in found:
        show_standings(standings)
    _say_if_none(found, game, epoch, options)


def show_crosstables(
    game: str | None,
    epoch: int | None,
    options: dict[str, str],
    tournament: str | None,
    bot: str | None,
    as_json: bool,
) -> None:
    """Print the cross table under each set of rules, of all tournaments or of one, whole or of one bot."""
    with late_progress("folding") as shown, desk(shown) as asked:
        found = list(
            asked.ask(tables.crosstables, game=game, epoch=epoch, options=options, tournament=tournament, bot=bot)
        )
    if as_json:
        say_json_list(row for cross in found for row in cross["meetings"])
        return
    if bot is not None and found and not any(cross["meetings"] for cross in found):
        raise UserProblem(f"no game of {bot} is on record there; serai ladder names who played")
    for cross in found:
        if bot is None:
            show_crosstable(cross)
        else:
            show_meetings(bot, cross)
    _say_if_none(found, game, epoch, options)


def rebuild_tables(as_json: bool) -> int:
    """Make all tables anew from the facts, and print whether they were right. Return the exit code: 1 if not."""
    with late_progress("folding") as shown, desk(shown) as asked:
        wrong = asked.ask(tables.rebuild)["wrong"]
    if as_json:
        say_json({"wrong": wrong})
    elif wrong:
        say(f"All tables were made anew. These had been wrong and are right now: {', '.join(wrong)}")
    else:
        say("All tables were made anew and are the same to the bit.")
    return 1 if wrong else 0


def _say_if_none(found: Sequence[object], game: str | None, epoch: int | None, options: Mapping[str, str]) -> None:
    """Say that there is nothing, and of what, if something was asked for."""
    chosen = [f"{name}={choice}" for name, choice in options.items()]
    wanted = [*([game] if game else []), *([] if epoch is None else [f"epoch {epoch}"]), *chosen]
    if not found and wanted:
        say(f"No games of {', '.join(wanted)} are on record; serai ladder shows those there are.")
    elif not found:
        say("No games are on record yet; serai tournament create begins a tournament.")


def say_rules(rules: Row) -> None:
    """Print what was played: the game, its epoch, the options that are not the usual ones, and how many games."""
    if rules["game"] is None:
        return
    game, options = rules["game"], sorted(rules["options"].items())
    # The rules of a game are loaded for its options only: that takes longer than to read the table.
    usual = {switch.name: switch.default for switch in GAMES[game].switches} if options and game in GAMES else {}
    chosen = [f"{name} {value}" for name, value in options if usual.get(name) != value]
    say(", ".join([game, f"epoch {rules['epoch']}", *chosen, counted(rules["games"], "game")]), "bold")


def show_standings(standings: Row) -> None:
    """Print the standings, and below them what the numbers mean."""
    say_rules(standings)
    columns = [
        *(number(""), Column("bot", style="bold"), Column("version", spare=True), number("rating"), number("95 %")),
        *(number("place"), Column("group"), number("games"), number("wins"), number("points"), number("score")),
        *(number("blocks", spare=True), number("Elo", spare=True), number("trend", spare=True)),
        *(number("place by seat", spare=True), Column("retired", style="red")),
    ]
    table(columns, [_line(place, row) for place, row in enumerate(standings["rows"], 1)])
    if standings["unconfined"]:
        say(f"\n{counted(standings['unconfined'], 'game')} of these played WITHOUT A SANDBOX: bots could cheat.", "red")
    say(
        "\nThe rating is the estimate from all games at once, whatever their order; the mean is "
        f"{elo.START:.0f}. Its 95 % interval\nand the place a bot may have come from the spread between blocks. "
        "Bots that share a letter of their groups cannot\nbe told apart. The score is the share of beaten opponents; "
        "Elo, with its latest trend, is the history game by game."
    )
    _say_limits(standings)
    _say_twins(standings)


def _say_limits(standings: Row) -> None:
    """Print what a reader has to know before comparing ratings of this table."""
    if outages := standings["outages"]:
        say(f"{counted(outages, 'block')} in which the platform failed all bots are left out of the ratings.")
    if behind := standings["behind"]:
        say(f"Not in the ratings yet, while much is being played: the newest {counted(behind, 'block')}.")
    parts = [[row["bot"] for row in standings["rows"] if row["part"] == part] for part in _parts(standings)]
    if len(parts) > 1:
        named = "; ".join(", ".join(bots) for bots in parts)
        say(f"These never met, directly or through others, and cannot be compared: {named}.", "yellow")


def _say_twins(standings: Row) -> None:
    """Print whether twins can be told apart: they are the same bot, so the table claims too much if they can."""
    groups = {row["bot"]: row["group"] for row in standings["rows"]}
    for bot, group in groups.items():
        other = groups.get(bot + TWIN)
        if other is not None and share_a_group(group, other):
            say(f"{bot} and its twin cannot be told apart, as it should be.")
        elif other is not None:
            say(f"{bot} and its twin are rated apart though they are the same: luck is larger than it seems.", "red")


def _parts(standings: Row) -> list[int]:
    return sorted({row["part"] for row in standings["rows"]})


def _line(place: int, row: Row) -> list[str]:
    return [
        *(str(place), row["bot"], short(row["version"]), f"{row['rating']:.0f}"),
        *(f"{row['rating_low']:.0f}–{row['rating_high']:.0f}", _places(row), row["group"]),
        *(str(row["games"]), str(row["wins"]), f"{row['points']:.1f}"),
        *("" if row["score"] is None else f"{row['score']:.1%}", str(row["blocks"]), f"{row['elo']:.0f}"),
        *(f"{row['trend']:+.0f}", " ".join(_mean_place(places) for places in row["seat_places"])),
        retirements(row["retirements"]),
    ]


def _places(row: Row) -> str:
    best, worst = row["rank_best"], row["rank_worst"]
    return str(best) if best == worst else f"{best}–{worst}"


def _mean_place(places: Sequence[int]) -> str:
    """Return the mean place from one seat; a dash if it never sat there."""
    games = sum(places)
    return f"{sum(place * count for place, count in enumerate(places, 1)) / games:.1f}" if games else "-"


def show_crosstable(cross: Row) -> None:
    """Print everybody against everybody; with too many of them, how to look at them."""
    say_rules(cross)
    entrants = cross["entrants"]
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
    table(columns, [_cross_line(entrants, place, row) for place, row in enumerate(cross["meetings"], 1)])
    say("\nThe share of games in which the bot of the row was ahead of the bot of the column (a shared place is half);")
    say("met counts how often the bot of the row was compared with another.")


def _cross_line(entrants: Sequence[Row], place: int, row: Row) -> list[str]:
    met = {(other["bot"], other["version"]): other for other in row["against"]}
    who = row["bot"], row["version"]
    others = [(other["bot"], other["version"]) for other in entrants]
    cells = ["·" if other == who else _cell(met.get(other)) for other in others]
    return [str(place), row["bot"], short(row["version"]), *cells, str(sum(one["games"] for one in met.values()))]


def _cell(meeting: Row | None) -> str:
    return "-" if meeting is None else f"{meeting['score']:.1%}"


def show_meetings(bot: str, cross: Row) -> None:
    """Print each version of a bot against everybody it met, a line for each."""
    for row in cross["meetings"]:
        say_rules(cross)
        say(f"{row['bot']}@{short(row['version'])} against", "bold")
        columns = [Column("bot", style="bold"), Column("version", spare=True), number("met"), number("score")]
        cells = [
            [met["bot"], short(met["version"]), str(met["games"]), f"{met['score']:.1%}"] for met in row["against"]
        ]
        table(columns, cells)
        say(f"\nThe score is the share of games in which {bot} was ahead of the bot in the row (a tie is half).")
