"""The rounds of a Swiss or a knockout as people read them, and who stands where in them."""

from __future__ import annotations

from serai.ladder.commands.console import Column, number, say, table
from serai.ladder.model.formats import knockout, swiss
from serai.ladder.model.tournament import Tournament
from serai.ladder.service.json_rows import round_rows
from serai.ladder.storage.growth import Growth
from serai.ladder.storage.store import Store


def show_rounds(store: Store, tournament: Tournament) -> None:
    """Print the rounds of a tournament that has some, and how it stands after them."""
    rows = list(round_rows(store, tournament))
    if not rows:
        return
    seats = [Column(place) for place in ("first", "second", "third", "fourth")[: tournament.seats]]
    cells = []
    for row in rows:
        for at, seated in enumerate(row["tables"]):
            cells.append([row["title"] if at == 0 else "", *(f"{of['bot']} {of['score']:.0%}" for of in seated)])
        if row["byes"]:
            cells.append(["", f"bye: {', '.join(row['byes'])}", *[""] * (tournament.seats - 1)])
    table([Column("round", style="bold"), *seats], cells)
    say("\nAt every table the bots in order, with the share of all comparisons they could win.\n")
    _show_order(store, tournament)


def _show_order(store: Store, tournament: Tournament) -> None:
    history = store.history(tournament.name)
    made = Growth(store, tournament.name).stages(tournament, history)
    if tournament.format.kind == "knockout":
        placed = knockout.placing(history.active, made, tournament.format.blocks)
        titles = [number("place"), Column("bot", style="bold")]
        table(titles, [[str(place), str(tournament.bots[bot])] for place, bot in enumerate(placed, 1)])
        say("\nWho came further is before; then the order at the last table. The rating below is of all games.\n")
        return
    points = swiss.scores([bot for bot in range(len(tournament.bots)) if bot not in history.excluded], made)
    order = sorted(points, key=lambda bot: (-points[bot], bot))
    titles = [number("place"), Column("bot", style="bold"), number("score")]
    rows = [[str(place), str(tournament.bots[bot]), f"{points[bot]:.2f}"] for place, bot in enumerate(order, 1)]
    table(titles, rows)
    say(f"\nThe score is the sum over rounds, a bye counts {swiss.BYE}. The rating below is of all games.\n")
