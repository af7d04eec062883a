"""What changes in a game of Yspahan."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from serai.referee.core.agenda import Decision, State
from serai.referee.core.luck import Luck
from serai.referee.games.yspahan.board import CARAVAN_ROWS, EMPTY, GOODS, HUB, ROWS, SETUP, SHOPS

Group = tuple[int, int, int]  # a group of dice in the tower: their value, how many white, how many yellow


@dataclass(frozen=True, slots=True)
class Variant:
    """What the number of players changes (chapters "3 players", "4 players" and the two-player sheet)."""

    white_dice: int
    slots_per_row: int
    yellow_dice_stay: bool
    kept_for_constructing: frozenset[int]
    order: Callable[[Yspahan], tuple[int, ...]]
    last_order: Callable[[Yspahan], tuple[int, ...]]
    pick: Callable[[int], Decision[Yspahan]]
    build: Callable[[int], Decision[Yspahan]]

    @property
    def caravan_slots(self) -> int:
        return self.slots_per_row * len(CARAVAN_ROWS)


class Player:
    """A player's own things: score, gold, camels, goods in stock, cards in hand and buildings in order."""

    __slots__ = ("buildings", "camels", "gold", "hand", "score", "stock")

    buildings: list[int]
    camels: int
    gold: int
    hand: list[int]
    score: int
    stock: int

    def __init__(self) -> None:
        self.score = 0
        self.gold = SETUP.gold
        self.camels = 0
        self.stock = GOODS
        self.hand = []
        self.buildings = []

    def clone(self) -> Player:
        copy = Player.__new__(Player)
        copy.score = self.score
        copy.gold = self.gold
        copy.camels = self.camels
        copy.stock = self.stock
        copy.hand = self.hand[:]
        copy.buildings = self.buildings[:]
        return copy


class Yspahan(State):
    """The state: the city, the tower, the caravan, the cards and the players' own things."""

    __slots__ = (
        "active",
        "built",
        "caravan",
        "day",
        "deck",
        "discard",
        "first",
        "order",
        "players",
        "shops",
        "supervisor",
        "tower",
        "variant",
        "week",
    )  # fmt: skip

    active: int
    built: bool
    caravan: list[int]
    day: int
    deck: list[int]
    discard: list[int]
    first: int
    order: tuple[int, ...]
    players: list[Player]
    shops: list[int]
    supervisor: int
    tower: list[Group | None]
    variant: Variant
    week: int

    def __init__(self, seats: int, luck: Luck, variant: Variant, first: int) -> None:
        State.__init__(self, luck)
        self.variant = variant
        self.players = [Player() for _ in range(seats)]
        self.week = 1
        self.day = 1
        self.first = first
        self.order = ()
        self.active = first
        self.built = False
        self.tower = [None] * len(ROWS)
        self.shops = [EMPTY] * len(SHOPS)
        self.supervisor = HUB
        self.caravan = []
        self.deck = []
        self.discard = []

    def clone(self) -> Yspahan:
        copy = self.branch()
        copy.variant = self.variant
        copy.players = [player.clone() for player in self.players]
        copy.week = self.week
        copy.day = self.day
        copy.first = self.first
        copy.order = self.order
        copy.active = self.active
        copy.built = self.built
        copy.tower = self.tower[:]
        copy.shops = self.shops[:]
        copy.supervisor = self.supervisor
        copy.caravan = self.caravan[:]
        copy.deck = self.deck[:]
        copy.discard = self.discard[:]
        return copy

    def left_of(self, seat: int) -> int:
        return (seat + 1) % len(self.players)

    def snapshot(self) -> tuple[object, ...]:
        players = [(p.score, p.gold, p.camels, p.stock, bytes(p.hand), bytes(p.buildings)) for p in self.players]
        where = (self.week, self.day, self.first, self.order, self.active, self.built, self.supervisor)
        piles = (bytes(self.caravan), bytes(self.deck), bytes(self.discard))
        return (where, players, tuple(self.tower), bytes(self.shops), piles)
