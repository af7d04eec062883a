"""A text board: the game as a viewer or a seat may see it, within 80 columns and 40 lines.

The street is drawn as it lies on the board, `(S)` is the Supervisor. A shop at the street is drawn once, beside its
square, with the first letter of its souk's colour and its owner's letter (`.` when empty); all shops of a souk stand
together in its line, in the corner of its neighbourhood.
"""

from __future__ import annotations

from collections.abc import Sequence

from serai.referee.core.picture import COLUMN_HEAD, UNNAMED, WIDTH, Picture, letter, letters, listed, row_head, who
from serai.referee.games.yspahan.board import (
    BUILDING_NAMES,
    CARAVAN_ROWS,
    EMPTY,
    HUB,
    KIND_NAMES,
    NEIGHBOURHOOD_OF_SOUK,
    NEIGHBOURHOODS,
    ROWS,
    SHOP_NAMES,
    SHOPS_AT,
    SHOPS_OF,
    SOUK_OF,
    SOUKS,
    SOUKS_IN,
    SQUARES,
)
from serai.referee.games.yspahan.state import Group
from serai.referee.games.yspahan.view import PHASES, PlayerView, View

CELL = 4  # columns of one square of the street
ROW_NAMES = ("bottom", "middle", "top")  # of the caravan
ARMS = {"hub": (0, 0), "west": (-1, 0), "north": (0, -1), "east": (1, 0), "south": (0, 1)}
CORNERS = {"bag": (-1, 1), "barrel": (1, 1), "chest": (-1, -1), "vase": (1, -1)}

SHORT_NAMES = {"caravanserai": "serai"}

Place = tuple[int, int]  # squares to the right of the hub, squares below it


LEGEND = """\
The cross is the street: w10 to e7 from west to east, n4 to s7 from north to south, + where they meet; (S) is the
Supervisor. The souks lie in four neighbourhoods, one in each corner: a line says neighbourhood, colour, what the
souk scores when one seat owns all its shops at the end of a week, and its shops: a letter is the seat with a good
there, a dot is an empty shop. Shops at the street are drawn beside it once more: yA is a shop of the yellow souk
there, with a good of A. When the Supervisor stops beside a good, it is sent to the caravan.

Tower: the dice rolled today. Who takes a row gets what it names (camels, gold, or goods for that neighbourhood), or
a card, or moves the Supervisor by the value of the dice. y marks a yellow die, bought for the day.

Caravan: filled from the bottom. A good scores + points when it joins; when the caravan is full and at the end of a
week a seat scores its goods times the x of its highest row.

The table: points, gold, camels, cards in hand, buildings (serai: the caravanserai)."""


def picture(view: View, names: Sequence[str] = UNNAMED) -> Picture:
    """The whole view, top to bottom."""
    title = f"Yspahan, week {view.week}, day {view.day}; order of turns {letters(view.order)}"
    board = (*_city(view), "", *_beside(_tower(view), _caravan(view)))
    return Picture(title, _question(view, names), board, _players(view, names), _cards(view, names))


def _question(view: View, names: Sequence[str]) -> str:
    """What is being decided, and by whom."""
    asked = view.pending
    row = "" if asked.row is None else ROWS[asked.row]
    shop = "" if asked.shop is None else SHOP_NAMES[asked.shop]
    kind = "" if asked.kind is None else KIND_NAMES[asked.kind]
    phase = PHASES[asked.phase]
    if asked.actor is None:
        return "The game is over"
    words = {
        "roll": "may buy yellow dice and rolls",
        "pick": "takes dice from the tower",
        "act": f"uses the dice of {row}: {asked.amount} of value {asked.value}",
        "place": f"supplies {row}, goods to place: {asked.amount}",
        "move": f"moves the Supervisor by {asked.value}",
        "order": "says which good is sent first",
        "ransom": f"may keep the good in {shop} for a camel",
        "card": f"chooses what the card {kind.replace('_', ' ')} does",
        "build": "may construct and ends the turn",
        "construct": "chooses a building",
        "between": "may play cards before the next good",
    }
    return f"{who(names, asked.actor)} {words[phase]}"


def _city(view: View) -> list[str]:
    """The street with its shops, and the souks of each neighbourhood in its corner."""
    drawn = {_place(square): _square(view, square) for square in range(len(SQUARES))}
    drawn |= {_beside_street(square, shop): _shop(view, shop) for square, at in enumerate(SHOPS_AT) for shop in at}
    xs, ys = {x for x, _ in drawn}, {y for _, y in drawn}
    rows = range(min(ys), max(ys) + 1)
    lines = {y: "".join(drawn.get((x, y), "").rjust(CELL) for x in range(min(xs), max(xs) + 1)) for y in rows}
    for place, name in enumerate(NEIGHBOURHOODS):
        _write_souks(lines, CORNERS[name], _souks(view, place), middle=-min(xs) * CELL)
    return list(lines.values())


def _place(square: int) -> Place:
    across, down = ARMS[SQUARES[square].arm]
    return across * SQUARES[square].distance, down * SQUARES[square].distance


def _beside_street(square: int, shop: int) -> Place:
    """A shop lies on its neighbourhood's side of the street."""
    x, y = _place(square)
    across, down = CORNERS[NEIGHBOURHOODS[NEIGHBOURHOOD_OF_SOUK[SOUK_OF[shop]]]]
    return (x, y + down) if y == 0 else (x + across, y)


def _square(view: View, square: int) -> str:
    if square == view.supervisor:
        return "(S)"
    return "+" if square == HUB else SQUARES[square].id


def _shop(view: View, shop: int) -> str:
    return _colour(SOUK_OF[shop])[0] + _owner(view, shop)


def _owner(view: View, shop: int) -> str:
    return "." if view.shops[shop] == EMPTY else letter(view.shops[shop])


def _colour(souk: int) -> str:
    return SOUKS[souk].id.partition(".")[2]


def _souks(view: View, neighbourhood: int) -> list[str]:
    """A line for each souk: its colour, its points, its shops."""
    return [
        f"{NEIGHBOURHOODS[neighbourhood]:7}{_colour(souk):7}{SOUKS[souk].value:2}  "
        + " ".join(_owner(view, shop) for shop in SHOPS_OF[souk])
        for souk in SOUKS_IN[neighbourhood]
    ]


def _write_souks(lines: dict[int, str], corner: Place, souks: list[str], middle: int) -> None:
    """From the second row beside the street outwards, left or right of the north or south arm."""
    across, down = corner
    start = 0 if across < 0 else middle + 3 * CELL
    first = 2 if down > 0 else -len(souks) - 1
    for y, souk in enumerate(souks, first):
        line = lines[y].ljust(start + len(souk))
        lines[y] = line[:start] + souk + line[start + len(souk) :]


def _tower(view: View) -> list[str]:
    """Top to bottom; a yellow die is marked."""
    return ["tower", *(f"  {ROWS[row]:8}{_dice(view.tower[row])}" for row in reversed(range(len(ROWS))))]


def _dice(group: Group | None) -> str:
    if group is None:
        return "-"
    value, white, yellow = group
    return " ".join([str(value)] * white + [f"{value}y"] * yellow)


def _caravan(view: View) -> list[str]:
    """Top to bottom; each row with its multiplier and the points for joining it."""
    per_row = view.caravan_slots // len(CARAVAN_ROWS)
    slots = [*map(letter, view.caravan), *"." * (view.caravan_slots - len(view.caravan))]
    rows = [
        f"  {ROW_NAMES[row.row - 1]:7} x{row.multiplier} +{row.placed}  {' '.join(slots[start : start + per_row])}"
        for row, start in zip(CARAVAN_ROWS, range(0, view.caravan_slots, per_row), strict=True)
    ]
    return ["caravan", *reversed(rows)]


def _beside(left: list[str], right: list[str]) -> list[str]:
    """Two blocks side by side."""
    right = [*right, *[""] * (len(left) - len(right))]
    return [f"{a:<{WIDTH // 2 + 4}}{b}" for a, b in zip(left, right, strict=True)]


def _players(view: View, names: Sequence[str]) -> tuple[str, ...]:
    """A line for each seat."""
    lines = [_player(view, seat, player, names) for seat, player in enumerate(view.players)]
    return (f"{COLUMN_HEAD}points gold camels cards  buildings", *lines)


def _player(view: View, seat: int, player: PlayerView, names: Sequence[str]) -> str:
    numbers = f"{player.score:6}{player.gold:5}{player.camels:7}{player.cards:6}"
    buildings = " ".join(SHORT_NAMES.get(building, building) for building in _built(player))
    return f"{row_head(names, seat, seat == view.pending.actor)}{numbers}  {buildings}"


def _built(player: PlayerView) -> list[str]:
    return [BUILDING_NAMES[building] for building in player.buildings]


def _cards(view: View, names: Sequence[str]) -> tuple[str, ...]:
    """Goods, deck and discards, and the hand if the view has one."""
    goods = ", ".join(f"{player.stock} {letter(seat)}" for seat, player in enumerate(view.players))
    lines = [f"goods left: {goods}"]
    lines += listed(f"deck: {view.deck} cards; discards:", _kinds(view.discard))
    if view.seat is not None:
        lines += listed(f"hand of {who(names, view.seat)}:", _kinds(view.hand))
    return tuple(lines)


def _kinds(cards: tuple[int, ...]) -> list[str]:
    counted = {KIND_NAMES[kind].replace("_", " "): cards.count(kind) for kind in cards}
    return [name if count == 1 else f"{name} x{count}" for name, count in counted.items()]
