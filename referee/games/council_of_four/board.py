"""Cities, councillors, cards and tiles as printed: read once, checked, shared by every state."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from serai.referee.core.data_file import DataFile

DATA = DataFile(Path(__file__).with_name("data.toml"))


@dataclass(frozen=True, slots=True)
class Setup:
    coins: tuple[int, ...]
    assistants: tuple[int, ...]
    hand: int


@dataclass(frozen=True, slots=True)
class TurnRules:
    cards: int
    main_actions: int
    quick_actions: int


@dataclass(frozen=True, slots=True)
class Costs:
    council_price: tuple[int, ...]
    wild: int
    road: int
    emporium: int
    hire_coins: int
    swap_assistants: int
    elect_assistants: int
    extra_assistants: int


@dataclass(frozen=True, slots=True)
class Gains:
    elect_coins: int
    hire_assistants: int


@dataclass(frozen=True, slots=True)
class Supply:
    emporia: int
    assistant_singles: int
    assistant_triples: int


@dataclass(frozen=True, slots=True)
class Tracks:
    coins: int
    nobility: int


@dataclass(frozen=True, slots=True)
class Scoring:
    last_emporium: int
    nobility_first: int
    nobility_second: int
    most_permits: int


@dataclass(frozen=True, slots=True)
class Councillors:
    colours: tuple[str, ...]
    per_colour: int
    per_balcony: int
    councils: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cards:
    per_colour: int
    wild: int


@dataclass(frozen=True, slots=True)
class Engine:
    max_rounds: int
    short_game_rounds: int


@dataclass(frozen=True, slots=True)
class KingTiles:
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BonusTile:
    id: str
    cities: str
    points: int


@dataclass(frozen=True, slots=True)
class City:
    id: str
    name: str
    region: str


@dataclass(frozen=True, slots=True)
class Permit:
    id: str
    bonus: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Token:
    id: str
    bonus: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Space:
    space: int
    bonus: tuple[str, ...]


SETUP = DATA.one("setup", Setup)
TURN = DATA.one("turn", TurnRules)
COSTS = DATA.one("costs", Costs)
GAINS = DATA.one("gains", Gains)
SUPPLY = DATA.one("supply", Supply)
TRACKS = DATA.one("tracks", Tracks)
SCORING = DATA.one("scoring", Scoring)
ENGINE = DATA.one("engine", Engine)
KING_TILES = DATA.one("king_tiles", KingTiles).values
EMPORIA = SUPPLY.emporia
ASSISTANTS = SUPPLY.assistant_singles + 3 * SUPPLY.assistant_triples

COUNCILLORS = DATA.one("councillors", Councillors)
COLOURS = COUNCILLORS.colours
COUNCILS = COUNCILLORS.councils
REGIONS = COUNCILS[:-1]
KING = len(REGIONS)  # the king's council
DATA.distinct(COLOURS, "[councillors] colours")
DATA.distinct(COUNCILS, "[councillors] councils")
POOL = COUNCILLORS.per_colour * len(COLOURS) - COUNCILLORS.per_balcony * len(COUNCILS)
DATA.demand(POOL > 0, "[councillors]: nobody is left beside the board")
DATA.demand(
    len(COSTS.council_price) == COUNCILLORS.per_balcony,
    f"[costs] council_price: one price for each number of cards up to {COUNCILLORS.per_balcony}",
)

KINDS = (*COLOURS, "wild")
WILD = len(COLOURS)
CARDS = DATA.one("cards", Cards)
COPIES = (CARDS.per_colour,) * len(COLOURS) + (CARDS.wild,)
DECK = tuple(kind for kind, copies in enumerate(COPIES) for _ in range(copies))

# A payment is written as lots, so many cards of a kind: `orange=2`.
LOTS = tuple((kind, count) for kind in range(len(KINDS)) for count in range(1, COUNCILLORS.per_balcony + 1))
LOT_NAMES = tuple(f"{KINDS[kind]}={count}" for kind, count in LOTS)
LOT = {lot: number for number, lot in enumerate(LOTS)}

CITIES = DATA.rows("cities", City)
CITY_NAMES = tuple(city.id for city in CITIES)
REGION_OF_CITY = tuple(DATA.index(REGIONS, city.region, "region") for city in CITIES)
CITIES_IN = tuple(
    tuple(city for city, place in enumerate(REGION_OF_CITY) if place == region) for region in range(len(REGIONS))
)
DATA.demand(list(CITY_NAMES) == sorted(CITY_NAMES), "[[cities]] should stand in alphabetical order")

PERMITS = DATA.rows("permits", Permit)
PERMIT_NAMES = tuple(permit.id for permit in PERMITS)
CITIES_ON = tuple(tuple(DATA.index(CITY_NAMES, city, "city") for city in permit.id) for permit in PERMITS)
REGION_OF = tuple(REGION_OF_CITY[cities[0]] for cities in CITIES_ON)
PERMITS_OF = tuple(
    tuple(tile for tile, place in enumerate(REGION_OF) if place == region) for region in range(len(REGIONS))
)
for _tile, _cities in enumerate(CITIES_ON):
    _alien = [city for city in _cities if REGION_OF_CITY[city] != REGION_OF[_tile]]
    DATA.demand(not _alien, f"[[permits]] {PERMIT_NAMES[_tile]} names cities of two regions")
DATA.demand(len(set(map(len, PERMITS_OF))) == 1, "[[permits]]: every region needs the same number of tiles")
BY_NAME = tuple(sorted(range(len(PERMITS)), key=PERMIT_NAMES.__getitem__))  # the tiles in the order of their letters

TOKENS = DATA.rows("tokens", Token)
DATA.demand(len(TOKENS) == len(CITIES) - 1, "[[tokens]]: one for each city but the king's")

SPACES = DATA.rows("nobility", Space, key="space")
for _space in SPACES:
    DATA.demand(0 < _space.space <= TRACKS.nobility, f"[[nobility]] space {_space.space} is not on the track")

BONUS_TILES = DATA.rows("bonus_tiles", BonusTile)
BONUS_NAMES = tuple(tile.id for tile in BONUS_TILES)
SLOTS = 2  # face-up tiles of each region
