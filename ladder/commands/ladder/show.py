"""Standings and cross tables as people and programs read them."""

from __future__ import annotations

from collections.abc import Sequence

from serai.ladder.commands.console import Column, counted, number, say, short, table
from serai.ladder.json_rows import RuleSet
from serai.ladder.model.facts import Entrant, Fact
from serai.ladder.ratings import elo
from serai.ladder.ratings.standings import Crosstable, Row, crosstable, standings


def show_standings(rules: RuleSet, facts: Sequence[Fact]) -> None:
    """The rating table; below it what its numbers mean."""
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
        *("" if row.score is None else f"{row.score:.1%}", retirements(row)),
    ]


def _interval(row: Row) -> str:
    if row.low is None or row.high is None:
        return "?"
    return f"{row.low:.0f}–{row.high:.0f}"


def retirements(row: Row) -> str:
    """How often the bot was retired, by cause."""
    return ", ".join(f"{count} {cause}" for cause, count in row.retirements.items())


def show_crosstable(rules: RuleSet, facts: Sequence[Fact]) -> None:
    """Everybody against everybody."""
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
