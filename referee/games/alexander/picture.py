"""The text board of the campaign: the family's map with the path on it, the path as a line, the auction, the seats.

On the map `T` is a temple ahead of Alexander, `?` a chip, `o` a blank junction, `@` the arrow he stands on and `x` the
goal; what he has passed is ordinary ground. On the line `-` is passed, `>` his arrow, `!` a purple one.
"""

from __future__ import annotations

from textwrap import wrap

from serai.referee.catan_rules.picture import NARROW, WIDTH, Map, heading, map_lines, piles, players, ports
from serai.referee.catan_rules.state import NOBODY
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


def picture(view: View) -> str:
    """The whole game, top to bottom."""
    table = view.table
    lines = [*heading(table, GOODS), *map_lines(_map(view)), *_path(view), *_auction(view.auction)]
    lines += [*ports(table.layout, GOODS), *_players(view), *_chips(view), *piles(table, GOODS)]
    return "\n".join(line.rstrip() for line in lines)


def _map(view: View) -> Map:
    ahead = {PATH[k]: MARKS[JUNCTIONS[k]] for k in range(view.position + 1, len(JUNCTIONS))}
    goal = {ARROWS[k]: "x" for k, colour in enumerate(COLOURS) if colour == GOAL}
    return Map(view.table, TERRAINS, NARROW, ahead, goal | {ARROWS[view.position]: "@"})


def _path(view: View) -> list[str]:
    """Every junction on a line, and what comes next."""
    here = view.position
    line = "-" * here + ">" + "".join(_ahead(k) for k in range(here + 1, len(JUNCTIONS)))
    names = [f"{TEMPLE_NAMES[k]} ({k})" for k in range(here + 1, len(JUNCTIONS)) if TEMPLE_NAMES[k]]
    waits = ", which he leaves only on a 7" if COLOURS[here] == PURPLE else ""
    words = f"Alexander on arrow {here}{waits}; next temples: {', '.join(names[:3]) or 'none'}"
    return [f"path: {line}", *wrap(words, WIDTH)]


def _ahead(k: int) -> str:
    """The junction before an arrow; a purple or last arrow is shown after it."""
    return MARKS[JUNCTIONS[k]] + {PURPLE: "!", GOAL: "x"}.get(COLOURS[k], "")


def _auction(auction: AuctionView | None) -> list[str]:
    if auction is None:
        return []
    words = f"auction: {EVENT_NAMES[auction.event]} at junction {auction.junction}, {STEPS[auction.step]}"
    words += f", bid {auction.bid}" + ("" if auction.leader is None else f" of seat {auction.leader}")
    for name, out in (("passed", auction.passed), ("excluded", auction.excluded)):
        if out:
            words += f", {name} {', '.join(map(str, out))}"
    return wrap(words + (f", {auction.left} left" if auction.left else ""), WIDTH)


def _players(view: View) -> list[str]:
    """The family's lines with gold, chips and advisers."""
    head, *rows = players(view.table)
    return [f"{head:60} gold chips", *(f"{row.rstrip():60}{_own(view, seat)}" for seat, row in enumerate(rows))]


def _own(view: View, seat: int) -> str:
    cards = ADVISERS_OF[len(view.gold)]
    held = [f"+{ADVISERS[card].points}" for card, holder in zip(cards, view.advisers, strict=True) if holder == seat]
    return f"{view.gold[seat]:5}{sum(view.won[seat]):6} {''.join(held)}"


def _chips(view: View) -> list[str]:
    """Chips won by kind, those gone, and the cards nobody sees."""
    won = [f"{seat}: {_kinds(chips)}" for seat, chips in enumerate(view.won) if any(chips)]
    free = sum(holder == NOBODY for holder in view.advisers)
    words = f"chips won {'; '.join(won) or 'none'}; gone {_kinds(view.removed)}; advisers free {free}; "
    return wrap(f"{words}supply pile {view.supply}; spent knights under the deck {view.buried}", WIDTH)


def _kinds(counts: tuple[int, ...]) -> str:
    return ", ".join(f"{amount} {name}" for amount, name in zip(counts, EVENT_NAMES, strict=True) if amount) or "none"
