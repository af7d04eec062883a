"""The rounds of a Swiss or a knockout as people read them, and who stands where in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, repeat

from serai.ladder.commands.console import Column, number, say, table
from serai.ladder.desk.operation import Row
from serai.ladder.model.formats import swiss

_KNOCKOUT = """
At every table the bots in order, with the blocks they won and their share of all comparisons: blocks won count, then
comparisons. A match ends as soon as the blocks left cannot change who goes on. If all {blocks} do not say who does,
further blocks follow, {blocks} at most; then the better seed goes on.
"""


def show_rounds(whole: Row) -> None:
    """Print the rounds of a tournament that has some, and how it stands after them."""
    rows = whole["details"]["rounds"]
    if not rows:
        return
    is_knockout = whole["format"]["kind"] == "knockout"
    seats = [Column(place) for place in ("first", "second", "third", "fourth")[: whole["details"]["seats"]]]
    columns = [Column("round", style="bold"), *seats, *([Column("goes on")] if is_knockout else [])]
    table(columns, [[*line, *[""] * (len(columns) - len(line))] for row in rows for line in _lines(row)])
    if is_knockout:
        say(_KNOCKOUT.format(blocks=whole["format"]["blocks"]))
    else:
        say("\nAt every table the bots in order, with the share of all comparisons they could win.\n")
    _show_order(whole["order"], is_knockout)


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


def _show_order(order: Sequence[Row], is_knockout: bool) -> None:
    titles = [number("place"), Column("bot", style="bold")]
    if is_knockout:
        table(titles, [[str(row["place"]), row["bot"]] for row in order])
        say("\nWho came further is before; then the order at the last table. The rating below is of all games.\n")
        return
    table([*titles, number("score")], [[str(row["place"]), row["bot"], f"{row['score']:.2f}"] for row in order])
    say(f"\nThe score is the sum over rounds, a bye counts {swiss.BYE}. Equal scores share a place. The rating below")
    say("is of all games, and knows who was met in them.\n")
