"""The text board of Cheops: the family's map and players, and the pyramid level by level."""

from __future__ import annotations

from serai.referee.catan_rules.picture import Map, heading, map_lines, piles, players, ports
from serai.referee.games.cheops.board import GOODS, PYRAMID, TERRAINS
from serai.referee.games.cheops.state import PHARAOH
from serai.referee.games.cheops.view import View


def picture(view: View) -> str:
    """The whole game, top to bottom."""
    table = view.table
    lines = [*heading(table, GOODS), *map_lines(Map(table, TERRAINS)), *ports(table.layout, GOODS)]
    lines += [*_players(view), _pyramid(view), *piles(table, GOODS)]
    return "\n".join(line.rstrip() for line in lines)


def _players(view: View) -> list[str]:
    """The family's lines with gold, stones and the pharaoh's cards."""
    head, *rows = players(view.table)
    return [f"{head:60}  gold stones", *(f"{row.rstrip():60}{_own(view, seat)}" for seat, row in enumerate(rows))]


def _own(view: View, seat: int) -> str:
    card = "+3" if view.segen == seat else "-2" if seat in view.fluch else ""
    return f"{view.gold[seat]:6}{view.stones[seat]:7} {card}"


def _pyramid(view: View) -> str:
    """The stones of each level, bottom first: a letter for a seat, P the pharaoh, a dot for a free place."""
    stones = ["P" if owner == PHARAOH else "abcd"[owner] for owner in view.pyramid]
    stones += ["."] * (sum(PYRAMID.levels) - len(stones))
    levels = []
    for size in PYRAMID.levels:
        levels.append("".join(stones[:size]))
        stones = stones[size:]
    begun = "" if view.started else " (not begun)"
    return f"pyramid: {' '.join(levels)}{begun}; pharaoh: {view.pharaoh_left} left"
