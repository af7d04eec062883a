"""A text board: the game as a viewer or a seat may see it, within 80 columns and 40 lines.

The map is drawn as it lies on the table, with every road. A city has its letter and colour, `*` where the king is, and
below them its token and the seats with an emporium. A council stands from the arrow side to where they fall.
"""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from serai.referee.core.picture import COLUMN_HEAD, UNNAMED, WIDTH, Picture, letter, listed, row_head, who
from serai.referee.games.council_of_four.board import (
    BONUS_NAMES,
    CITY_NAMES,
    COLOURS,
    COUNCILS,
    EMPORIA,
    KINDS,
    KING,
    PERMIT_NAMES,
    PERMITS,
    SLOTS,
    TOKENS,
)
from serai.referee.games.council_of_four.kingdom import KINGDOMS, SIDES
from serai.referee.games.council_of_four.view import PHASES, PlayerView, View

CELL, GAP, ROW = 9, 4, 3  # columns of a city, columns between two cities, lines from one city to the one below
# Column and row of every city: roads lead to the next column, one row up or down or straight, or along a column.
PLACES = {
    "A": (0, 1), "B": (0, 3), "C": (1, 0), "D": (1, 2), "E": (1, 4),
    "F": (2, 0), "G": (2, 2), "H": (2, 4), "I": (3, 1), "J": (3, 3),
    "K": (4, 0), "L": (4, 2), "M": (4, 4), "N": (5, 1), "O": (5, 3),
}  # fmt: skip
SHORT = {"coins": "c", "assistants": "a", "cards": "k", "vp": "v", "nobility": "n", "main": "m"}

Canvas = list[list[str]]


LEGEND = """\
The map: regions coast (A to E), hills (F to J) and mountains (K to O); lines are roads. A city has its letter and
its colour, * is the king. Below it stand its token, which a new emporium brings with those of all cities that it is
joined to by own ones, and the letters of the seats with an emporium there; n is a neutral one.

Rewards: c coins, a assistants, k cards, v points, n steps on the nobility track, m one more main action: 1a1c is an
assistant and a coin. The purple city has no token.

Councils: four councillors each. One who is elected enters at the left and pushes out the one at the right. Who
plays cards of their colours gets a permit of that region, or builds with the king's help.

Permits: CD:3v1a lets build in C or D, and brings 3 points and an assistant at once; +4 is how many lie below.

Beside: councillors that can be elected. Bonus: tiles for all cities of a region or of a colour; who takes one takes
the king's highest tile with it.

The table: points on the track, nobility, coins, assistants, cards in hand, emporia built of all ten, tiles won, and
the permits that can still be used and those that were."""


def picture(view: View, names: Sequence[str] = UNNAMED) -> Picture:
    """The whole game, top to bottom."""
    sides = "".join(SIDES[side] for side in view.sides)
    last = "" if view.trigger is None else f"; last turns: {who(names, view.trigger)} built all"
    title = f"Council of Four {sides}, round {view.round}, turn of {who(names, view.active)}{last}"
    board = (*_map(view), "", *_councils(view))
    return Picture(title, _question(view, names), board, _players(view, names), _supplies(view, names))


def _question(view: View, names: Sequence[str]) -> str:
    """What is being decided, and by whom."""
    asked = view.pending
    if asked.actor is None:
        return "The game is over"
    council = "" if asked.council is None else COUNCILS[asked.council]
    tile = "" if asked.tile is None else PERMIT_NAMES[asked.tile]
    city = "" if asked.city is None else CITY_NAMES[asked.city]
    words = {
        "turn": "chooses an action",
        "elect_council": "elects: which council?",
        "elect_colour": f"elects to {council}: which colour?",
        "permit_region": "acquires a permit: which region?",
        "permit_tile": f"acquires a permit of {council}: which tile?",
        "payment": f"satisfies {council} for {tile or city}",
        "build_tile": "builds: with which permit?",
        "build_city": f"builds with {tile}: where?",
        "king_city": "builds with the king's help: where?",
        "swap_region": "swaps permits: of which region?",
        "token": "gains a token: of which city?",
        "token_first": "gains two tokens: of which city first?",
        "free_permit": "takes a permit for free: which one?",
        "reuse_permit": "gains the bonus of a permit again: which one?",
    }
    phase = PHASES[asked.phase]
    left = f"(left: {view.main_left} main, {view.quick_left} quick)"
    return f"{who(names, asked.actor)} {words[phase]} {left}"


# --- the map


def _map(view: View) -> list[str]:
    """Cities and roads on a canvas of characters."""
    columns, rows = (1 + max(place[axis] for place in PLACES.values()) for axis in (0, 1))
    canvas = [[" "] * (columns * (CELL + GAP) - GAP) for _ in range(rows * ROW - 1)]
    for start, end in KINGDOMS[view.sides].roads:
        _draw_road(canvas, *sorted((PLACES[CITY_NAMES[start]], PLACES[CITY_NAMES[end]])))
    for city, name in enumerate(CITY_NAMES):
        _draw_city(view, canvas, city, PLACES[name])
    return ["".join(line) for line in canvas]


def _draw_road(canvas: Canvas, start: tuple[int, int], end: tuple[int, int]) -> None:
    """Down a column, straight across, or slanting up or down to the next column."""
    (x, y), (to_x, to_y) = start, end
    left, top = x * (CELL + GAP) + CELL, y * ROW
    if x == to_x:
        for line in range(top + 2, to_y * ROW):
            canvas[line][left - CELL // 2 - 1] = "|"
    elif y == to_y:
        for column in range(left, to_x * (CELL + GAP)):
            canvas[top + 1][column] = "-"
    else:
        slant = [(top + 1, 0), (top + 2, 1), (top + 2, 2), (top + 3, 3)] if to_y > y else []
        slant = slant or [(top, 0), (top - 1, 1), (top - 1, 2), (top - 2, 3)]
        for line, column in slant:
            canvas[line][left + column] = "\\" if to_y > y else "/"


def _draw_city(view: View, canvas: Canvas, city: int, place: tuple[int, int]) -> None:
    left, top = place[0] * (CELL + GAP), place[1] * ROW
    name = f"{CITY_NAMES[city]} {KINGDOMS[view.sides].colours[city]}" + ("*" if city == view.king else "")
    token = view.tokens[city]
    reward = "" if token is None else _short(TOKENS[token].bonus)
    owners = "".join(letter(seat) for seat, player in enumerate(view.players) if city in player.emporia)
    owners += "n" if city in view.neutral else ""
    for line, text in enumerate((name, f"{reward:5}{owners}")):
        canvas[top + line][left : left + CELL] = f"{text:{CELL}}"


def _short(bonus: tuple[str, ...]) -> str:
    """`assistants 1`, `coins 1` is `1a1c`."""
    symbols = [text.split() for text in bonus]
    return "".join(f"{amount}{SHORT[name]}" for name, amount in symbols)


# --- what lies around it


def _councils(view: View) -> list[str]:
    """Each council with the tiles in front of it; then the councillors beside the board."""
    lines = ["council    enters > falls                permits face up and below"]
    for council, name in enumerate(COUNCILS):
        row = " ".join(COLOURS[colour] for colour in view.balconies[council])
        lines.append(f"{name:11}{row:27}" + (_permits(view, council) if council != KING else _king(view)))
    beside = [f"{COLOURS[colour]} {count}" for colour, count in enumerate(view.pool) if count]
    return [*lines, _bonus(view), f"beside     {', '.join(beside)}"]


def _permits(view: View, region: int) -> str:
    tiles = view.face_up[region * SLOTS : region * SLOTS + SLOTS]
    return f"{' '.join(map(_tile, tiles))} +{view.piles[region].size}"


def _tile(tile: int | None) -> str:
    """A face-up tile, or the empty place where there is none."""
    return f"{'-':12}" if tile is None else f"{PERMIT_NAMES[tile] + ':' + _short(PERMITS[tile].bonus):12}"


def _king(view: View) -> str:
    return f"king's tiles {' '.join(map(str, view.king_pile)) or '-'}"


def _bonus(view: View) -> str:
    left = ", ".join(BONUS_NAMES[tile] for tile in view.bonus_left)
    return f"bonus      {left or 'no tile is left'}"


def _players(view: View, names: Sequence[str]) -> tuple[str, ...]:
    """Two lines for each seat, the second for permit tiles."""
    head = f"{COLUMN_HEAD}points nobility coins assist. cards built  tiles won"
    return (head, *(line for seat, player in enumerate(view.players) for line in _player(view, seat, player, names)))


def _player(view: View, seat: int, player: PlayerView, names: Sequence[str]) -> list[str]:
    numbers = f"{player.vp:6}{player.nobility:9}{player.coins:6}{player.assistants:8}{player.cards:6}"
    tiles = [BONUS_NAMES[tile] for tile in player.bonus_tiles] + [*map(str, player.king_tiles)]
    built = f"{len(player.emporia)}/{EMPORIA}"
    up, down = (" ".join(PERMIT_NAMES[tile] for tile in tiles) for tiles in (player.permits_up, player.permits_down))
    line = f"{row_head(names, seat, seat == view.pending.actor)}{numbers}{built:>6}  {' '.join(tiles)}"
    return [line, *_wrapped(f"permits: {up or '-'}; used: {down or '-'}")]


def _wrapped(text: str) -> list[str]:
    return wrap(text, WIDTH, initial_indent="     ", subsequent_indent="     ")


def _supplies(view: View, names: Sequence[str]) -> tuple[str, ...]:
    """Supply, deck and discards, and the hand if the view has one."""
    stock = f"supply: {view.assistant_pool} assistants; deck: {view.deck} cards; discards:"
    lines = listed(stock, _cards(view.discard))
    if view.seat is not None:
        lines += listed(f"hand of {who(names, view.seat)}:", _cards(view.hand))
    return tuple(lines)


def _cards(counts: tuple[int, ...]) -> list[str]:
    return [f"{KINDS[kind]} {count}" for kind, count in enumerate(counts) if count]
