"""The city, the tower, the caravan and the cards as printed: read once, checked, shared by every state."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from serai.referee.core.data_file import DataFile

DATA = DataFile(Path(__file__).with_name("data.toml"))
EMPTY = 9  # the owner of an empty shop: no seat has this number


@dataclass(frozen=True, slots=True)
class Calendar:
    weeks: int
    days: int


@dataclass(frozen=True, slots=True)
class Setup:
    gold: int


@dataclass(frozen=True, slots=True)
class Limits:
    goods: int


@dataclass(frozen=True, slots=True)
class Dice:
    white: int
    white_for_two: int
    yellow: int
    faces: int


@dataclass(frozen=True, slots=True)
class Tower:
    rows: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Souk:
    id: str
    neighbourhood: str
    value: int


@dataclass(frozen=True, slots=True)
class Shop:
    id: str
    souk: str
    squares: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Square:
    id: str
    arm: str
    distance: int
    shops: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CaravanRow:
    row: int
    placed: int
    multiplier: int


@dataclass(frozen=True, slots=True)
class CaravanSize:
    seats: int
    slots_per_row: int


@dataclass(frozen=True, slots=True)
class Ladder:
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Building:
    id: str
    name: str
    camels: int
    gold: int
    amount: int


@dataclass(frozen=True, slots=True)
class CardKind:
    id: str
    copies: int
    effect: str
    arguments: dict[str, int | str]


CALENDAR = DATA.one("calendar", Calendar)
SETUP = DATA.one("setup", Setup)
GOODS = DATA.one("limits", Limits).goods
DICE = DATA.one("dice", Dice)

ROWS = DATA.one("tower", Tower).rows
DATA.demand(len(ROWS) == DICE.faces, f"[tower] rows: {len(ROWS)} rows for dice of {DICE.faces} faces")
CAMEL, GOLD = 0, len(ROWS) - 1
NEIGHBOURHOODS = ROWS[1:-1]

SOUKS = DATA.rows("souks", Souk)
SOUK_NAMES = tuple(souk.id for souk in SOUKS)
NEIGHBOURHOOD_OF_SOUK = tuple(DATA.index(NEIGHBOURHOODS, souk.neighbourhood, "neighbourhood") for souk in SOUKS)
SOUKS_IN = tuple(
    tuple(souk for souk, place in enumerate(NEIGHBOURHOOD_OF_SOUK) if place == here)
    for here in range(len(NEIGHBOURHOODS))
)

SHOPS = DATA.rows("shops", Shop)
SHOP_NAMES = tuple(shop.id for shop in SHOPS)
SOUK_OF = tuple(DATA.index(SOUK_NAMES, shop.souk, "souk") for shop in SHOPS)
DATA.demand(list(SOUK_OF) == sorted(SOUK_OF), "[[shops]] should stand souk by souk, in the order of [[souks]]")
SHOPS_OF = tuple(tuple(shop for shop, souk in enumerate(SOUK_OF) if souk == here) for here in range(len(SOUKS)))
DATA.demand(all(SHOPS_OF), "every souk needs a shop")
FIRST_SHOP = tuple(shops[0] for shops in SHOPS_OF)
AFTER_LAST_SHOP = tuple(shops[-1] + 1 for shops in SHOPS_OF)
INNER = tuple(not shop.squares for shop in SHOPS)

SQUARES = DATA.rows("squares", Square)
SQUARE_NAMES = tuple(square.id for square in SQUARES)
HUB = DATA.index(SQUARE_NAMES, "hub", "square")
for arm in {square.arm: None for square in SQUARES if square.arm != "hub"}:
    distances = [square.distance for square in SQUARES if square.arm == arm]
    DATA.demand(distances == list(range(1, len(distances) + 1)), f"[[squares]] of the arm {arm}: a step is missing")
SHOPS_AT = tuple(tuple(DATA.index(SHOP_NAMES, shop, "shop") for shop in square.shops) for square in SQUARES)
DATA.demand(
    {(shop.id, square) for shop in SHOPS for square in shop.squares}
    == {(shop, square.id) for square in SQUARES for shop in square.shops},
    "[[shops]] and [[squares]] disagree about which shop touches which square",
)


def _steps(start: Square, end: Square) -> int:
    """Steps on the street tree: along one arm the difference, otherwise by way of the hub."""
    if start.arm == end.arm:
        return abs(start.distance - end.distance)
    return start.distance + end.distance


STEPS = tuple(tuple(_steps(start, end) for end in SQUARES) for start in SQUARES)

CARAVAN_ROWS = DATA.rows("caravan", CaravanRow, key="row")
SLOTS_PER_ROW = {size.seats: size.slots_per_row for size in DATA.rows("caravan_sizes", CaravanSize, key="seats")}
DATA.demand(SLOTS_PER_ROW.keys() >= {2, 3, 4}, "[[caravan_sizes]] for 2, 3 and 4 seats are needed")

BUILDINGS = DATA.rows("buildings", Building)
BUILDING_NAMES = tuple(building.id for building in BUILDINGS)
PADDOCK, STORE, HAMMAM, CARAVANSERAI, BAZAAR, HOIST = (
    DATA.index(BUILDING_NAMES, name, "building")
    for name in ("paddock", "store", "hammam", "caravanserai", "bazaar", "hoist")
)
LADDER = DATA.one("ladder", Ladder).points
DATA.demand(len(LADDER) == len(BUILDINGS), "[ladder] points: one entry for each building")

CARDS = DATA.rows("cards", CardKind)
KIND_NAMES = tuple(card.id for card in CARDS)
DECK = tuple(kind for kind, card in enumerate(CARDS) for _ in range(card.copies))
