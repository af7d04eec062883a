"""The text board of the campaign: the family's map with the path on it, the path as a line, the auction, the seats."""

from __future__ import annotations

from collections.abc import Sequence

from serai.referee.catan_rules.picture import NARROW, Map, legend, map_lines, piles, players, ports, question, title
from serai.referee.catan_rules.state import NOBODY
from serai.referee.core.picture import UNNAMED, Picture, all_of, letter, listed, who
from serai.referee.games.alexander.board import (
    ADVISERS,
    ADVISERS_OF,
    ARROWS,
    BLANK,
    CHIP,
    COLOURS,
    EVENT_NAMES,
    GOAL,
    GOODS,
    JUNCTIONS,
    PATH,
    PURPLE,
    TEMPLE,
    TEMPLE_NAMES,
    TERRAINS,
)
from serai.referee.games.alexander.view import STEPS, AuctionView, View

MARKS = {TEMPLE: "T", CHIP: "?", BLANK: "o"}


# What a seat that is asked does, by the step of an auction.
DOES = ("bids", "returns cards for a bid it cannot pay", "sends soldiers", "pays", "may settle", "chooses an adviser")
assert len(DOES) == len(STEPS)
CAMPAIGN = """\
The map is narrow: upright roads are one letter, and ports one digit.

The path: @ is Alexander, T a temple, ? an event chip, o a blank junction, x the goal; on the line - is passed, > is he,
! an arrow that he leaves only on a 7. At T and ? the seats bid for helping him. Behind each seat stand gold, chips won
and the points of its adviser."""
LEGEND = legend(TERRAINS, CAMPAIGN)


def picture(view: View, names: Sequence[str] = UNNAMED) -> Picture:
    """The whole game, top to bottom."""
    table = view.table
    does = "decides" if view.auction is None else DOES[view.auction.step]
    return Picture(
        title=f"Alexander, {title(table, names)}",
        question=question(table, GOODS, names, does),
        board=(*map_lines(_map(view)), *_path(view), *_auction(view.auction, names), *ports(table, GOODS)),
        seats=_players(view, names),
        beside=(*_chips(view), *piles(table, GOODS, names)),
    )


def _map(view: View) -> Map:
    ahead = {PATH[k]: MARKS[JUNCTIONS[k]] for k in range(view.position + 1, len(JUNCTIONS))}
    goal = {ARROWS[k]: "x" for k, colour in enumerate(COLOURS) if colour == GOAL}
    return Map(view.table, TERRAINS, NARROW, ahead, goal | {ARROWS[view.position]: "@"})


def _path(view: View) -> list[str]:
    """Every junction on a line, and what comes next."""
    here = view.position
    line = "-" * here + ">" + "".join(_ahead(k) for k in range(here + 1, len(JUNCTIONS)))
    temples = [f"{TEMPLE_NAMES[k]} ({k})" for k in range(here + 1, len(JUNCTIONS)) if TEMPLE_NAMES[k]]
    waits = ", which he leaves only on a 7" if COLOURS[here] == PURPLE else ""
    return [f"path: {line}", *listed(f"Alexander on arrow {here}{waits}; next temples:", temples[:3])]


def _ahead(k: int) -> str:
    """The junction before an arrow; a purple or last arrow is shown after it."""
    return MARKS[JUNCTIONS[k]] + {PURPLE: "!", GOAL: "x"}.get(COLOURS[k], "")


def _auction(auction: AuctionView | None, names: Sequence[str]) -> list[str]:
    if auction is None:
        return []
    said = [f"{EVENT_NAMES[auction.event]} at junction {auction.junction}"]
    said.append(f"bid {auction.bid}" + ("" if auction.leader is None else f" of {who(names, auction.leader)}"))
    for name, out in (("passed", auction.passed), ("out", auction.excluded)):
        if out:
            said.append(f"{name}: {all_of(names, out)}")
    if auction.left:
        said.append(f"still to give: {auction.left}")
    return listed("auction:", said, separator=";")


def _players(view: View, names: Sequence[str]) -> tuple[str, ...]:
    """The family's lines with gold, chips and advisers."""
    head, *rows = players(view.table, names)
    return (f"{head}  gold chips", *(f"{row}{_own(view, seat)}" for seat, row in enumerate(rows)))


def _own(view: View, seat: int) -> str:
    cards = ADVISERS_OF[len(view.gold)]
    held = [f"+{ADVISERS[card].points}" for card, holder in zip(cards, view.advisers, strict=True) if holder == seat]
    return f"{view.gold[seat]:6}{sum(view.won[seat]):6} {''.join(held)}"


def _chips(view: View) -> list[str]:
    """Chips won by kind, those gone, and the cards nobody sees."""
    won = [f"{letter(seat)}: {_kinds(chips)}" for seat, chips in enumerate(view.won) if any(chips)]
    free = sum(holder == NOBODY for holder in view.advisers)
    rest = [f"gone: {_kinds(view.removed)}", f"advisers free: {free}", f"supply pile: {view.supply}"]
    return [
        *listed("chips won:", won or ["none"], separator=";"),
        *listed("chips", [*rest, f"spent knights under the deck: {view.buried}"], separator=";"),
    ]


def _kinds(counts: tuple[int, ...]) -> str:
    return ", ".join(f"{amount} {name}" for amount, name in zip(counts, EVENT_NAMES, strict=True) if amount) or "none"
