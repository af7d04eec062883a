"""The rounds of a Swiss or a knockout as people read them, and who stands where in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, repeat

from serai.ladder.commands.console import Column, number, say, table
from serai.ladder.model.formats import knockout, swiss
from serai.ladder.model.formats.results import Stage
from serai.ladder.model.history import History
from serai.ladder.model.tournament import Tournament
from serai.ladder.service.json_rows import Row, round_rows, rounds_of
from serai.ladder.storage.store import Store

_KNOCKOUT = """
At every table the bots in order, with the blocks they won and their share of all comparisons: blocks won count, then
comparisons. A match ends as soon as the blocks left cannot change who goes on. If all {blocks} do not say who does,
further blocks follow, {blocks} at most; then the better seed goes on.
"""


def show_rounds(store: Store, tournament: Tournament) -> None:
    """Print the rounds of a tournament that has some, and how it stands after them."""
    history, made = rounds_of(store, tournament)
    rows = list(round_rows(tournament, history, made))
    if not rows:
        return
    is_knockout = tournament.format.kind == "knockout"
    seats = [Column(place) for place in ("first", "second", "third", "fourth")[: tournament.seats]]
    columns = [Column("round", style="bold"), *seats, *([Column("goes on")] if is_knockout else [])]
    table(columns, [[*line, *[""] * (len(columns) - len(line))] for row in rows for line in _lines(row)])
    if is_knockout:
        say(_KNOCKOUT.format(blocks=tournament.format.blocks))
    else:
        say("\nAt every table the bots in order, with the share of all comparisons they could win.\n")
    _show_order(tournament, history, made)


def _lines(row: Row) -> Iterator[list[str]]:
    """Yield a line for each table of a round, and one for those who have a bye."""
    titles = chain([row["title"]], repeat(""))
    for seated in row["tables"]:
        yield [next(titles), *map(_cell, seated), _going_on(seated)]
    if row["byes"]:
        yield [next(titles), f"bye: {', '.join(row['byes'])}"]


def _cell(of: Row) -> str:
    won = f" {of['won']:.3g}," if "won" in of else ""
    return f"{of['bot']}{won} {of['score']:.0%}"


def _going_on(seated: Sequence[Row]) -> str:
    """Return who goes on from a table of a knockout, if that is known."""
    return ", ".join(of["bot"] for of in seated if of.get("goes_on"))


def _show_order(tournament: Tournament, history: History, made: Sequence[Stage]) -> None:
    if tournament.format.kind == "knockout":
        placed = knockout.placing(history.active, made, tournament.format.blocks)
        titles = [number("place"), Column("bot", style="bold")]
        table(titles, [[str(place), str(tournament.bots[bot])] for place, bot in enumerate(placed, 1)])
        say("\nWho came further is before; then the order at the last table. The rating below is of all games.\n")
        return
    points = swiss.scores([bot for bot in range(len(tournament.bots)) if bot not in history.excluded], made)
    order = sorted(points, key=lambda bot: (-points[bot], bot))
    titles = [number("place"), Column("bot", style="bold"), number("score")]
    places = {bot: 1 + sum(points[bot] < other for other in points.values()) for bot in order}
    table(titles, [[str(places[bot]), str(tournament.bots[bot]), f"{points[bot]:.2f}"] for bot in order])
    say(f"\nThe score is the sum over rounds, a bye counts {swiss.BYE}. Equal scores share a place. The rating below")
    say("is of all games, and knows who was met in them.\n")
