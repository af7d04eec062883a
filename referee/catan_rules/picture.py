"""A text board within 80 columns and 40 lines: the hexes drawn as a wall of bricks, each under the two above it.

Vertices lie in the seams, four columns apart: `.` open ground, a letter a building (a to d the settlements of
seats 0 to 3, A to D their cities). Edges are `-` and `|` when empty, `=a=` a road and `~a~` a ship. A hex says its
terrain by a letter and its number; `*` is the robber.
"""

from __future__ import annotations

from textwrap import wrap

from referee.catan_rules.components import DEV_CARD_NAMES, RESOURCE_NAMES, Terrain
from referee.catan_rules.layout import Layout
from referee.catan_rules.state import EMPTY, OWNER, SECOND
from referee.catan_rules.view import PHASES, Pending, Player, View

WIDTH = 80
HALF = 4  # columns from a vertex to the next
LABEL = 9  # columns for the coordinates on the left

Canvas = list[list[str]]
Terrains = tuple[Terrain, ...]


def picture(view: View, terrains: Terrains, goods: tuple[str, ...]) -> str:
    """The whole table, top to bottom."""
    lines = [*heading(view, goods), *map_lines(view, terrains), *ports(view.layout, goods)]
    lines += [*players(view), *piles(view, goods)]
    return "\n".join(line.rstrip() for line in lines)


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
        offer = asked.offer
        words += f" ({offer.n} {goods[offer.give]} for {offer.m} {goods[offer.get]})"
    return words


def map_lines(view: View, terrains: Terrains) -> list[str]:
    """Every hex two lines below the row above it: a seam of vertices, then the hexes between their upright edges."""
    grid = view.layout.grid
    rows = [r for _, r in grid.hexes]
    left = min(2 * q + r for q, r in grid.hexes)
    top = min(rows)
    canvas = [[" "] * WIDTH for _ in range(2 * (max(rows) - top) + 3)]
    for hex_, (q, r) in enumerate(grid.hexes):
        x, y = LABEL + (2 * q + r - left) * HALF, 2 * (r - top)
        _write(canvas, x + 3, y + 1, _hex(view, hex_, terrains))
        _draw_sides(canvas, view, hex_, x, y)
    for r in sorted(set(rows)):
        first = min(q for q, row in grid.hexes if row == r)
        _write(canvas, 0, 2 * (r - top) + 1, f"q{first}r{r}")
    return ["".join(line).rstrip() for line in canvas]


def _hex(view: View, hex_: int, terrains: Terrains) -> str:
    letter = terrains[view.layout.terrain[hex_]].letter
    number = view.layout.numbers[hex_]
    return f"{letter}{number or ''}{'*' if hex_ == view.robber else ''}"


def _draw_sides(canvas: Canvas, view: View, hex_: int, x: int, y: int) -> None:
    """The six corners, clockwise from the north, and the sides between them."""
    grid = view.layout.grid
    around = grid.corners[hex_]
    places = ((x + 4, y), (x + 8, y), (x + 8, y + 2), (x + 4, y + 2), (x, y + 2), (x, y))
    for side, (corner, (column, row)) in enumerate(zip(around, places, strict=True)):
        _write(canvas, column, row, _vertex(view, corner))
        beyond = around[(side + 1) % 6]
        edge = next(edge for edge in grid.edges_at[corner] if beyond in grid.ends[edge])
        if side in (1, 4):
            _write(canvas, column - 1, y + 1, _edge(view.edges[edge], " | "))
        else:
            _write(canvas, min(column, places[(side + 1) % 6][0]) + 1, row, _edge(view.edges[edge], "---"))


def _vertex(view: View, vertex: int) -> str:
    piece = view.vertices[vertex]
    if piece == EMPTY:
        return "." if view.layout.ground.buildable[vertex] else " "
    return "ABCD"[OWNER[piece]] if piece > SECOND else "abcd"[OWNER[piece]]


def _edge(piece: int, empty: str) -> str:
    if piece == EMPTY:
        return empty
    line = "~" if piece > SECOND else "="
    return f"{line}{'abcd'[OWNER[piece]]}{line}"


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


def _player(view: View, seat: int, player: Player) -> str:
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
