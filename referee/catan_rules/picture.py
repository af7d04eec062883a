"""A text board within 80 columns and 40 lines: the hexes drawn as a wall of bricks, each under the two above it.

Vertices lie in the seams, four columns apart: `.` open ground, a letter a building (a to d the settlements of
seats 0 to 3, A to D their cities). Edges are `-` and `|` when empty, `=a=` a road and `~a~` a ship. A hex says its
terrain by a letter and its number; `*` is the robber. A wide map is drawn narrower: vertices three columns apart,
`=a` a road along a seam, `a` an upright one. A game may put marks of its own on vertices and edges that are empty.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import NamedTuple

from serai.referee.catan_rules.components import DEV_CARD_NAMES, RESOURCE_NAMES, Terrain
from serai.referee.catan_rules.layout import Layout
from serai.referee.catan_rules.state import EMPTY, OWNER, SECOND
from serai.referee.catan_rules.view import PHASES, Pending, PlayerView, View

WIDTH = 80


class Scale(NamedTuple):
    """Columns from a vertex to the next, for the coordinates on the left, and for an upright edge."""

    half: int
    label: int
    upright: int


WIDE, NARROW = Scale(4, 9, 3), Scale(3, 7, 1)
NO_MARKS: Mapping[int, str] = {}

Canvas = list[list[str]]
Terrains = tuple[Terrain, ...]


def heading(view: View, goods: tuple[str, ...]) -> list[str]:
    dice = f", dice {view.dice[0]}+{view.dice[1]}" if view.turn else ""
    return wrap(f"turn {view.turn} of seat {view.active}{dice}: {question(view.pending, goods)}", WIDTH)


def question(asked: Pending, goods: tuple[str, ...]) -> str:
    """What is being decided, and by whom."""
    if not asked.phase:
        return "the game is over"
    words = f"{', '.join(f'seat {seat}' for seat in asked.asked)}: {PHASES[asked.phase].replace('_', ' ')}"
    if asked.left:
        words += f", {asked.left} left"
    if asked.offer:
        words += f" ({terms(asked.offer.give, asked.offer.get, goods)}{replies(asked, goods)})"
    return words


def terms(give: Sequence[int], get: Sequence[int], goods: tuple[str, ...]) -> str:
    """What is given for what: 2 wool + 1 ore for 1 grain."""
    sides = [" + ".join(f"{side.count(good)} {goods[good]}" for good in sorted({*side})) for side in (give, get)]
    return " for ".join(sides)


def replies(asked: Pending, goods: tuple[str, ...]) -> str:
    """What was answered, once all have."""
    said = [f"; seat {seat} accepts" for seat in asked.accepted]
    said += [f"; seat {other.seat} gives {terms(other.give, other.get, goods)}" for other in asked.counters]
    return "".join(said)


class Map(NamedTuple):
    """What is drawn, how wide, and the marks on empty vertices and edges."""

    view: View
    terrains: Terrains
    scale: Scale = WIDE
    vertex_marks: Mapping[int, str] = NO_MARKS
    edge_marks: Mapping[int, str] = NO_MARKS


def map_lines(drawn: Map) -> list[str]:
    """Every hex two lines below the row above it: a seam of vertices, then the hexes between their upright edges."""
    grid, scale = drawn.view.layout.grid, drawn.scale
    rows = [r for _, r in grid.hexes]
    left = min(2 * q + r for q, r in grid.hexes)
    top = min(rows)
    canvas = [[" "] * WIDTH for _ in range(2 * (max(rows) - top) + 3)]
    for hex_, (q, r) in enumerate(grid.hexes):
        x, y = scale.label + (2 * q + r - left) * scale.half, 2 * (r - top)
        _write(canvas, x + scale.half - 1, y + 1, _hex(drawn, hex_))
        _draw_sides(canvas, drawn, hex_, x, y)
    for r in sorted(set(rows)):
        first = min(q for q, row in grid.hexes if row == r)
        _write(canvas, 0, 2 * (r - top) + 1, f"q{first}r{r}")
    return ["".join(line).rstrip() for line in canvas]


def _hex(drawn: Map, hex_: int) -> str:
    layout = drawn.view.layout
    letter = drawn.terrains[layout.terrain[hex_]].letter
    return f"{letter}{layout.numbers[hex_] or ''}{'*' if hex_ == drawn.view.robber else ''}"


def _draw_sides(canvas: Canvas, drawn: Map, hex_: int, x: int, y: int) -> None:
    """The six corners, clockwise from the north, and the sides between them."""
    grid, half, upright = drawn.view.layout.grid, drawn.scale.half, drawn.scale.upright
    around = grid.corners[hex_]
    middle, right = x + half, x + 2 * half
    places = ((middle, y), (right, y), (right, y + 2), (middle, y + 2), (x, y + 2), (x, y))
    for side, (corner, (column, row)) in enumerate(zip(around, places, strict=True)):
        _write(canvas, column, row, _vertex(drawn, corner))
        beyond = around[(side + 1) % 6]
        edge = next(edge for edge in grid.edges_at[corner] if beyond in grid.ends[edge])
        if side in (1, 4):
            _write(canvas, column - upright // 2, y + 1, _edge(drawn, edge, "|".center(upright)))
        else:
            _write(canvas, min(column, places[(side + 1) % 6][0]) + 1, row, _edge(drawn, edge, "-" * (half - 1)))


def _vertex(drawn: Map, vertex: int) -> str:
    piece = drawn.view.vertices[vertex]
    if piece == EMPTY:
        ground = "." if drawn.view.layout.ground.buildable[vertex] else " "
        return drawn.vertex_marks.get(vertex, ground)
    return "ABCD"[OWNER[piece]] if piece > SECOND else "abcd"[OWNER[piece]]


def _edge(drawn: Map, edge: int, empty: str) -> str:
    """A piece, as wide as what is drawn in its place when there is none."""
    piece, width = drawn.view.edges[edge], len(empty)
    if piece == EMPTY:
        return drawn.edge_marks[edge] * width if edge in drawn.edge_marks else empty
    line, letter = "~" if piece > SECOND else "=", "abcd"[OWNER[piece]]
    return letter if width == 1 else f"{line}{letter}{line}"[:width]


def _write(canvas: Canvas, x: int, y: int, text: str) -> None:
    canvas[y][x : x + len(text)] = text


def ports(layout: Layout, goods: tuple[str, ...]) -> list[str]:
    """Every port with its rate, what it takes and its edge."""
    names = layout.grid.edge_names
    said = [
        f"{port.id} {port.rate}:1 {'any' if port.good is None else goods[port.good]} {names[port.edge]}"
        for port in layout.ports
    ]
    return wrap("ports: " + "; ".join(said), WIDTH, subsequent_indent="  ")


def players(view: View) -> list[str]:
    """A line for each seat; `>` marks those that are asked."""
    return [
        "     points cards dev knights road  pieces left",
        *(_player(view, seat, player) for seat, player in enumerate(view.players)),
    ]


def _player(view: View, seat: int, player: PlayerView) -> str:
    mark = ">" if seat in view.pending.asked else " "
    numbers = f"{player.points:6}{player.cards:6}{player.dev_cards:4}{player.knights:8}{player.road_length:5}"
    left = f"  {player.settlements}s {player.cities}c {'+'.join(map(str, player.routes))}r"
    held = [name for name, holder in _special(view) if holder == seat]
    return f"{mark}{seat} {'abcd'[seat]} {numbers}{left:13} {', '.join(held)}"


def _special(view: View) -> tuple[tuple[str, int | None], ...]:
    return (("longest road", view.longest_road), ("largest army", view.largest_army))


def piles(view: View, goods: tuple[str, ...]) -> list[str]:
    """Bank and deck, and what the seat itself holds."""
    bank = ", ".join(f"{amount} {name}" for amount, name in zip(view.bank, RESOURCE_NAMES, strict=True))
    lines = [f"bank: {bank}; deck: {view.deck} cards"]
    if view.own is not None:
        held = [f"{amount} {name}" for amount, name in zip(view.own.hand, goods, strict=True) if amount]
        held += [f"{n} {name}" for n, name in zip(view.own.dev_cards, DEV_CARD_NAMES, strict=True) if n]
        lines.append(f"seat {view.seat} holds: {', '.join(held) or 'nothing'}")
    return [piece for line in lines for piece in wrap(line, WIDTH)]
