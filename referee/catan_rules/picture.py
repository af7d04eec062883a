"""A text board within 80 columns and 40 lines: the hexes drawn as a wall of bricks, each under the two above it.

Vertices lie in the seams, four columns apart: `.` open ground, a letter a building (a to d the settlements, A to D
the cities). Edges are `-` and `|` when empty, `=a=` a road, `~a~` a ship and `(1)` a port. A hex says its terrain by
a letter and its number; `*` is the robber. A wide map is drawn narrower: vertices three columns apart, `=a` a road
along a seam, `a` an upright one. A game may put marks of its own on vertices and edges that are empty.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from serai.referee.catan_rules.components import DEV_CARD_NAMES, RESOURCE_NAMES, Terrain
from serai.referee.catan_rules.state import EMPTY, OWNER, SECOND
from serai.referee.catan_rules.view import PHASES, Pending, PlayerView, View
from serai.referee.core.picture import (
    COLUMN_HEAD,
    LETTERS,
    WIDTH,
    all_of,
    letter,
    letters,
    listed,
    painted,
    row_head,
    who,
)

SMALL = LETTERS.lower()
# What the seats that are asked do, by phase.
DOES = {
    "setup_settlement": "founds a settlement",
    "setup_route": "places a route at the new settlement",
    "pre_roll": "rolls, or plays a card before",
    "discard": "discards, still to go: {left}",
    "move_robber": "moves the robber",
    "steal": "says whom to rob",
    "main": "trades, builds, or ends the turn",
    "free_route": "places a free route, still to go: {left}",
    "take": "takes a card of choice, still to go: {left}",
    "trade_reply": "answers the offer",
    "trade_pick": "says with whom to trade",
}
# The dice of the view are those of this turn surely: in other phases they may be left from the turn before.
ROLLED = {"discard", "main", "trade_reply", "trade_pick", "scenario"}


class Scale(NamedTuple):
    """Columns from a vertex to the next, for the coordinates on the left, and for an upright edge."""

    half: int
    label: int
    upright: int


WIDE, NARROW = Scale(4, 9, 3), Scale(3, 7, 1)
NO_MARKS: Mapping[int, str] = {}

HEXES = """\
The number is the roll that brings it, * the robber. At the left stands the name of the first hex of a row; q grows by
one from hex to hex. q0r-2NE is its edge in the north-east, q0r-2N its corner in the north. What is told names places
by the hexes around them: G9/W3 is the edge between the two."""
CORNERS = """\
Corners: . is free, a small letter is a settlement of that seat, a capital one its city. Edges: =a= is a road of A, ~a~
a ship of A, (1) a port: the list of ports says what it takes and who is there."""
TABLE = """\
The table: points that all can see (at the end all points), cards in hand, development cards, knights played (* the
largest army), road (* the longest), and what is left to build: settlements/cities/roads."""

Canvas = list[list[str]]
Terrains = tuple[Terrain, ...]


def title(view: View, names: Sequence[str]) -> str:
    return f"turn {view.turn} of {who(names, view.active)}" if view.turn else "founding"


def dice(view: View) -> str:
    """What was rolled; nothing where it may be what was rolled in the turn before."""
    phase = PHASES[view.pending.phase]
    rolled = phase in ROLLED or (phase in ("move_robber", "steal") and not view.card_played)
    return f"rolled {view.dice[0]}+{view.dice[1]}={sum(view.dice)}: " if rolled and any(view.dice) else ""


def question(view: View, goods: tuple[str, ...], names: Sequence[str], scenario: str = "decides") -> str:
    """What is being decided, and by whom; `scenario` is what is done in a phase that only one game has."""
    asked = view.pending
    if not asked.phase:
        return f"The game is over; {all_of(names, view.winners)} won"
    does = DOES.get(PHASES[asked.phase], scenario).format(left=asked.left)
    words = f"{dice(view)}{all_of(names, asked.asked)} {does}"
    if asked.offer:
        words += f": {who(names, view.active)} gives {terms(asked.offer.give, asked.offer.get, goods)}"
        words += replies(asked, goods, names)
    return words


def terms(give: Sequence[int], get: Sequence[int], goods: tuple[str, ...]) -> str:
    """What is given for what: 2 wool + 1 ore for 1 grain."""
    sides = [" + ".join(f"{side.count(good)} {goods[good]}" for good in sorted({*side})) for side in (give, get)]
    return " for ".join(sides)


def replies(asked: Pending, goods: tuple[str, ...], names: Sequence[str]) -> str:
    """What was answered, once all have."""
    said = [f"; {who(names, seat)} accepts" for seat in asked.accepted]
    said += [f"; {who(names, other.seat)} gives {terms(other.give, other.get, goods)}" for other in asked.counters]
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
    owner = OWNER[piece]
    return letter(owner) if piece > SECOND else painted(owner, SMALL[owner])


def _edge(drawn: Map, edge: int, empty: str) -> str:
    """A piece, as wide as what is drawn in its place when there is none."""
    piece, width = drawn.view.edges[edge], len(empty)
    if piece == EMPTY:
        return _marked(drawn, edge, empty)
    line, owner = "~" if piece > SECOND else "=", OWNER[piece]
    return painted(owner, SMALL[owner] if width == 1 else f"{line}{SMALL[owner]}{line}"[:width])


def _marked(drawn: Map, edge: int, empty: str) -> str:
    """A mark of the game, the number of a port, or what an empty edge looks like."""
    if edge in drawn.edge_marks:
        return drawn.edge_marks[edge] * len(empty)
    for number, port in enumerate(drawn.view.layout.ports, 1):
        if port.edge == edge:
            return f"({number})" if len(empty) > len("(1") else f"{number}{empty[1:]}"
    return empty


def _write(canvas: Canvas, x: int, y: int, text: str) -> None:
    canvas[y][x : x + len(text)] = text


def ports(view: View, goods: tuple[str, ...]) -> list[str]:
    """Every port by its number on the map: what it takes, its rate, and who is there."""
    return listed("ports:", [_port(view, number, goods) for number in range(len(view.layout.ports))])


def _port(view: View, number: int, goods: tuple[str, ...]) -> str:
    port = view.layout.ports[number]
    at = [view.vertices[vertex] for vertex in view.layout.grid.ends[port.edge]]
    owners = letters(OWNER[piece] for piece in at if piece != EMPTY)
    name = f"({number + 1}) {port.rate}:1 {'any' if port.good is None else goods[port.good]}"
    return f"{name} {owners}" if owners else name


def players(view: View, names: Sequence[str]) -> list[str]:
    """A line for each seat; * marks who has the longest road and the largest army."""
    rows = [_player(view, seat, player, names) for seat, player in enumerate(view.players)]
    return [f"{COLUMN_HEAD}points cards dev knights road     left", *rows]


def _player(view: View, seat: int, player: PlayerView, names: Sequence[str]) -> str:
    army, road = ("*" if seat == holder else " " for holder in (view.largest_army, view.longest_road))
    numbers = f"{player.points:6}{player.cards:6}{player.dev_cards:4}"
    numbers += f"{player.knights:7}{army}{player.road_length:4}{road}"
    left = f"{player.settlements}/{player.cities}/{'+'.join(map(str, player.routes))}"
    return f"{row_head(names, seat, seat in view.pending.asked)}{numbers}{left:>9}"


def piles(view: View, goods: tuple[str, ...], names: Sequence[str]) -> list[str]:
    """Bank and deck, and what the seat itself holds."""
    bank = [f"{amount} {name}" for amount, name in zip(view.bank, RESOURCE_NAMES, strict=True)]
    lines = listed(f"deck: {view.deck} cards; bank:", bank)
    if view.own is not None and view.seat is not None:
        counts = (*zip(view.own.hand, goods, strict=True), *zip(view.own.dev_cards, DEV_CARD_NAMES, strict=True))
        held = [f"{amount} {name.replace('_', ' ')}" for amount, name in counts if amount]
        lines += listed(f"{who(names, view.seat)} holds:", held or ["nothing"])
    return lines


def legend(terrains: Terrains, *more: str) -> str:
    """What the map and the table of a game of the family mean; `more` is what it adds."""
    kinds = [f"{terrain.letter} {terrain.id.replace('_', ' ')}" + _yield(terrain) for terrain in terrains]
    return "\n\n".join((f"Hexes: {', '.join(kinds)}. {HEXES}", CORNERS, TABLE, *more))


def _yield(terrain: Terrain) -> str:
    return f" ({terrain.yields})" if terrain.yields else ""
