"""The work of `serai ladder`: standings and cross tables as people and programs read them."""

from __future__ import annotations

from collections.abc import Sequence

from serai.ladder.commands.console import Column, counted, number, retirements, say, say_json_list, short, table
from serai.ladder.model.facts import Entrant, Fact
from serai.ladder.model.plan import find_game
from serai.ladder.ratings import elo
from serai.ladder.ratings.standings import Crosstable, Row, crosstable, standings
from serai.ladder.service.json_rows import RuleSet, by_rules, crosstable_rows, ladder_rows
from serai.ladder.storage import tournaments
from serai.ladder.storage.store import open_store


def show_ladder(game: str | None, epoch: int | None, as_json: bool) -> None:
    """Print the standings under each set of rules."""
    found = _facts(game, epoch, None)
    if as_json:
        say_json_list(row for rules, facts in found.items() for row in ladder_rows(rules, facts))
        return
    for rules, facts in found.items():
        show_standings(rules, facts)
    _say_if_none(found)


def show_crosstables(game: str | None, epoch: int | None, tournament: str | None, as_json: bool) -> None:
    """Print the cross table under each set of rules, of all tournaments or of one."""
    found = _facts(game, epoch, tournament)
    if as_json:
        say_json_list(row for rules, facts in found.items() for row in crosstable_rows(rules, facts))
        return
    for rules, facts in found.items():
        show_crosstable(rules, facts)
    _say_if_none(found)


def _facts(game: str | None, epoch: int | None, tournament: str | None) -> dict[RuleSet, list[Fact]]:
    """Return the facts that are asked for, by rules; UserProblem if there is no such game or tournament."""
    if game is not None:
        find_game(game)
    with open_store() as store:
        facts = store.all_facts(game) if tournament is None else store.facts(tournaments.load(store, tournament).name)
        return by_rules(facts, game, epoch)


def _say_if_none(found: dict[RuleSet, list[Fact]]) -> None:
    if not found:
        say("No games are on record yet; serai tournament create begins a tournament.")


def show_standings(rules: RuleSet, facts: Sequence[Fact]) -> None:
    """Print the standings, and below them what the numbers mean."""
    say(f"{rules[0]}, epoch {rules[1]}, {counted(len(facts), 'game')}", "bold")
    columns = [
        *(number(""), Column("bot", style="bold"), Column("version", spare=True), number("Elo"), number("95 %")),
        *(number("games"), number("blocks", spare=True), number("wins"), number("points")),
        number("score"),
        Column("retired", style="red"),
    ]
    table(columns, [_line(place, row) for place, row in enumerate(standings(facts), 1)])
    say(
        "\nElo, its 95 % interval and the score are those of the bot in the row, against all it met under\n"
        f"epoch {rules[1]} of {rules[0]}. Everybody begins at {elo.START:.0f}, K is {elo.K:.0f} a game. The interval "
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


def show_crosstable(rules: RuleSet, facts: Sequence[Fact]) -> None:
    """Print everybody against everybody."""
    cross = crosstable(facts)
    say(f"{rules[0]}, epoch {rules[1]}, {counted(len(facts), 'game')}", "bold")
    numbers = [str(place) for place in range(1, len(cross.entrants) + 1)]
    columns = [
        number(""),
        Column("bot", style="bold"),
        Column("version", spare=True),
        *map(number, numbers),
        number("met", spare=True),
    ]
    table(columns, [_cross_line(cross, place, one) for place, one in enumerate(cross.entrants, 1)])
    say("\nThe share of games in which the bot of the row was ahead of the bot of the column (a shared place is half);")
    say("met counts how often the bot of the row was compared with another.")


def _cross_line(cross: Crosstable, place: int, one: Entrant) -> list[str]:
    cells = [_cell(cross, one, other) for other in cross.entrants]
    met = sum(meeting.games for (who, _), meeting in cross.meetings.items() if who == one)
    return [str(place), one.bot, short(one.version), *cells, str(met)]


def _cell(cross: Crosstable, one: Entrant, other: Entrant) -> str:
    if one == other:
        return "·"
    return f"{cross.meetings[one, other].score:.1%}" if (one, other) in cross.meetings else "-"
