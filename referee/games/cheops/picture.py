"""The text board of Cheops: the family's map and players, and the pyramid level by level."""

from __future__ import annotations

from collections.abc import Sequence

from serai.referee.catan_rules.picture import Map, legend, map_lines, piles, players, ports, question, title
from serai.referee.core.picture import UNNAMED, Picture, letter
from serai.referee.games.cheops.board import GOODS, PYRAMID, TERRAINS
from serai.referee.games.cheops.state import PHARAOH
from serai.referee.games.cheops.view import View

NILE = """\
Left to build are settlements/cities/roads+ships. Behind it stand gold and stones in the pyramid; +3 is the segen for
the most stones, -2 the fluch for the fewest. Pyramid: its levels, the lowest first; a letter is a stone of that seat, P
one of the pharaoh, a dot is free."""
LEGEND = legend(TERRAINS, NILE)


def picture(view: View, names: Sequence[str] = UNNAMED) -> Picture:
    """The whole game, top to bottom."""
    table = view.table
    return Picture(
        title=f"Cheops, {title(table, names)}",
        question=question(table, GOODS, names),
        board=(*map_lines(Map(table, TERRAINS)), *ports(table, GOODS)),
        seats=_players(view, names),
        beside=(_pyramid(view), *piles(table, GOODS, names)),
    )


def _players(view: View, names: Sequence[str]) -> tuple[str, ...]:
    """The family's lines with gold, stones and the pharaoh's cards."""
    head, *rows = players(view.table, names)
    return (f"{head}  gold stones", *(f"{row}{_own(view, seat)}" for seat, row in enumerate(rows)))


def _own(view: View, seat: int) -> str:
    card = "+3" if view.segen == seat else "-2" if seat in view.fluch else ""
    return f"{view.gold[seat]:6}{view.stones[seat]:7} {card}"


def _pyramid(view: View) -> str:
    """The stones of each level, bottom first: a letter for a seat, P the pharaoh, a dot for a free place."""
    stones = ["P" if owner == PHARAOH else letter(owner) for owner in view.pyramid]
    stones += ["."] * (sum(PYRAMID.levels) - len(stones))
    levels = []
    for size in PYRAMID.levels:
        levels.append("".join(stones[:size]))
        stones = stones[size:]
    begun = "" if view.started else " (not begun)"
    return f"pyramid: {' '.join(levels)}{begun}; pharaoh: {view.pharaoh_left} left"
