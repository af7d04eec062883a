"""What is in the box of every game of the family: read once from data.toml, checked, shared by every state."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from serai.referee.core.data_file import DataFile

DATA = DataFile(Path(__file__).with_name("data.toml"))


@dataclass(frozen=True, slots=True)
class Resources:
    names: tuple[str, ...]
    cards_each: int


@dataclass(frozen=True, slots=True)
class Terrain:
    """What lies on a hex; `yields` is a good's name or empty."""

    id: str
    letter: str
    ground: str
    yields: str

    @property
    def is_land(self) -> bool:
        return self.ground == "land"


@dataclass(frozen=True, slots=True)
class Pieces:
    settlements: int
    cities: int
    roads: int


@dataclass(frozen=True, slots=True)
class Costs:
    road: tuple[str, ...]
    settlement: tuple[str, ...]
    city: tuple[str, ...]
    dev_card: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DevCard:
    id: str
    copies: int
    effect: str
    arguments: dict[str, int]


@dataclass(frozen=True, slots=True)
class Victory:
    settlement: int
    city: int
    vp_card: int
    longest_road: int
    longest_road_min: int
    largest_army: int
    largest_army_min: int


@dataclass(frozen=True, slots=True)
class Seven:
    hand_limit: int


@dataclass(frozen=True, slots=True)
class Bank:
    rate: int
    generic_port_rate: int
    special_port_rate: int


@dataclass(frozen=True, slots=True)
class Offers:
    per_turn: int


def terrains_of(data: DataFile) -> tuple[Terrain, ...]:
    """The rows [[terrains]] of a data.toml; the ground of each is land or water."""
    found = data.rows("terrains", Terrain)
    for terrain in found:
        data.demand(terrain.ground in ("land", "water"), f"[[terrains]] {terrain.id}: ground {terrain.ground!r}")
    return found


def counts(data: DataFile, names: Sequence[str], goods: Sequence[str], what: str) -> tuple[tuple[int, int], ...]:
    """A cost as pairs of good and amount."""
    amounts = [0] * len(goods)
    for name in names:
        amounts[data.index(goods, name, f"{what}: good")] += 1
    return tuple((good, amount) for good, amount in enumerate(amounts) if amount)


RESOURCES = DATA.one("resources", Resources)
RESOURCE_NAMES = RESOURCES.names
CARD_KINDS = len(RESOURCE_NAMES)  # goods below this number are cards; gold, where a game has it, is none
DATA.distinct(RESOURCE_NAMES, "[resources] names")
TERRAINS = terrains_of(DATA)
PIECES = DATA.one("pieces", Pieces)
COSTS = DATA.one("costs", Costs)
DEV_CARDS = DATA.rows("dev_cards", DevCard)
DEV_CARD_NAMES = tuple(card.id for card in DEV_CARDS)
KNIGHT, VICTORY_POINT = (DATA.index(DEV_CARD_NAMES, name, "card") for name in ("knight", "victory_point"))
DECK = tuple(kind for kind, card in enumerate(DEV_CARDS) for _ in range(card.copies))
VICTORY = DATA.one("victory", Victory)
SEVEN = DATA.one("seven", Seven)
BANK = DATA.one("bank", Bank)
OFFERS = DATA.one("offers", Offers)
