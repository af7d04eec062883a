"""Yspahan: every option gets a gain, a rough guess of the points it will bring; the largest gain is chosen.

Counted are points made at once, the chance of completing souks, goods in the caravan, and what camels, gold, cards
and buildings may still bring. What others gain or lose counts less, the more of them there are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from serai import Table
from serai.v1 import yspahan_pb2 as y

WEEKS, DAYS = 3, 7
CAMEL, GOLD = 1.3, 1.0  # as long as some building needs it
CARD = 2.2
DIE = 0.3  # a yellow one
SAFE = 0.95  # the chance that a complete souk stays complete

# How many goods a turn brings for a souk: its row must be there, nobody quicker, and nothing else better.
SUPPLY = {y.YSPAHAN_ROW_BAG: 0.4, y.YSPAHAN_ROW_BARREL: 0.35, y.YSPAHAN_ROW_CHEST: 0.25, y.YSPAHAN_ROW_VASE: 0.1}
# What the power of a building brings in a turn.
POWER: dict[int, float] = {
    y.YSPAHAN_BUILDING_PADDOCK: 0.3,
    y.YSPAHAN_BUILDING_STORE: 0.4,
    y.YSPAHAN_BUILDING_HAMMAM: 0.2,
    y.YSPAHAN_BUILDING_CARAVANSERAI: 0.3,
    y.YSPAHAN_BUILDING_BAZAAR: 0.5,
    y.YSPAHAN_BUILDING_HOIST: 0.6,
}
WAIVERS = (y.YSPAHAN_CARD_BUILD_NO_CAMELS, y.YSPAHAN_CARD_BUILD_NO_GOLD)


def choose(table: Table, view: y.YspahanView, options: Sequence[y.YspahanAction]) -> int:
    """The place of the largest gain. A card does not use up the turn, so one that gains anything comes first."""
    gained = gains(table, view, options)
    played = [option.HasField("play") for option in options]
    cards = [place for place, is_card in enumerate(played) if is_card and gained[place] > 0]
    others = [place for place, is_card in enumerate(played) if not is_card]
    return max(cards or others, key=gained.__getitem__)


def gains(table: Table, view: y.YspahanView, options: Sequence[y.YspahanAction]) -> list[float]:
    """What each option gains."""
    seat = Seat(table, view)
    kinds = [option.WhichOneof("action") or "" for option in options]
    return [GAINS[kind](seat, getattr(option, kind)) for kind, option in zip(kinds, options, strict=True)]


class City:
    """What is printed, in a form that is quick to read."""

    def __init__(self, board: y.YspahanBoard) -> None:
        self.souks = [(souk.neighbourhood, souk.value, tuple(souk.shops)) for souk in board.souks]
        self.souk_of = {shop: number for number, souk in enumerate(board.souks) for shop in souk.shops}
        self.shops_at = [tuple(square.shops) for square in board.squares]
        self.steps = [tuple(square.steps) for square in board.squares]
        self.prices: dict[int, tuple[int, int]] = {b.building: (b.camels, b.gold) for b in board.buildings}
        self.ladder = tuple(board.ladder)
        self.slots = board.caravan_slots_per_row
        self.placed = tuple(board.caravan_placed)


@lru_cache(1 << 16)
def property_worth(city: City, camels: int, gold: int, buildings: frozenset[int], turns: int) -> float:
    """What property may still bring: camels and gold as far as buildings need them, less towards the end."""
    prices = [price for building, price in city.prices.items() if building not in buildings]
    needed = [sum(price[piece] for price in prices) for piece in (0, 1)]
    pieces = CAMEL * min(camels, needed[0]) + GOLD * min(gold, needed[1])
    climbed = sum(city.ladder) * len(buildings) / len(city.ladder) - sum(city.ladder[: len(buildings)])
    return (pieces + climbed) * min(1.0, turns / 8) + turns * sum(POWER[building] for building in buildings)


@lru_cache(1 << 16)
def best_worth(city: City, camels: int, gold: int, buildings: frozenset[int], turns: int) -> float:
    """The same if the best construction follows that can be paid, or none."""
    built = [built_worth(city, camels - c, gold - g, buildings, turns, b) for b, (c, g) in city.prices.items()]
    return max(property_worth(city, camels, gold, buildings, turns), *built)


def built_worth(city: City, camels: int, gold: int, buildings: frozenset[int], turns: int, building: int) -> float:
    """The same after a construction that leaves so many camels and gold, the points of the ladder included."""
    if camels < 0 or gold < 0 or building in buildings:
        return float("-inf")
    return city.ladder[len(buildings)] + property_worth(city, camels, gold, buildings | {building}, turns)


class Seat:
    """Our seat at one question: what each thing gains. Owners are numbered from 1, as on the wire."""

    def __init__(self, table: Table, view: y.YspahanView) -> None:
        if table.memory is None:
            table.memory = City(table.board)
        self.city: City = table.memory
        self.view, self.pending = view, view.pending
        self.owner, self.seats = table.seat + 1, table.seats
        self.camels, self.gold = view.players[table.seat].camels, view.players[table.seat].gold
        self.buildings = frozenset[int](view.players[table.seat].buildings)
        self.shops = list(view.shops)
        self.weeks, self.days = WEEKS + 1 - view.week, DAYS - view.day
        self.turns = (self.weeks - 1) * DAYS + self.days
        self.worth = property_worth if view.built or table.seats == 2 else best_worth
        self.now = self.worth(self.city, self.camels, self.gold, self.buildings, self.turns)

    def has(self, building: int) -> bool:
        return building in self.buildings

    # --- dice

    def take(self, row: int) -> float:
        """A group of dice: the best that can be done with it."""
        group = next(group for group in self.view.tower if group.row == row)
        count = group.white + group.yellow * (self.view.order[0] == self.owner - 1)
        construct = self.construct() if self.seats == 2 else 0.0
        return max(self.use(row, count), self.move(group.value), self.card(), construct)

    def use(self, row: int, count: int) -> float:
        """Camels, gold or goods, as many as dice; Paddock, Store and Hoist add theirs."""
        if row == y.YSPAHAN_ROW_CAMEL:
            return self.more(camels=count + self.has(y.YSPAHAN_BUILDING_PADDOCK))
        if row == y.YSPAHAN_ROW_GOLD:
            return self.more(gold=count + 2 * self.has(y.YSPAHAN_BUILDING_STORE))
        return self.supply(row, count + self.has(y.YSPAHAN_BUILDING_HOIST))

    # --- camels, gold, buildings and cards

    def more(self, camels: int = 0, gold: int = 0) -> float:
        return self.worth(self.city, self.camels + camels, self.gold + gold, self.buildings, self.turns) - self.now

    def build(self, building: int, *cards: int) -> float:
        """A building; with a construction card its part of the price is not paid."""
        price = self.city.prices[building]
        camels = self.camels - price[0] * (y.YSPAHAN_CARD_BUILD_NO_CAMELS not in cards)
        gold = self.gold - price[1] * (y.YSPAHAN_CARD_BUILD_NO_GOLD not in cards)
        return built_worth(self.city, camels, gold, self.buildings, self.turns, building) - self.now

    def construct(self, *cards: int) -> float:
        """The best building."""
        return max(self.build(building, *cards) for building in self.city.prices)

    def card(self, card: int = 1) -> float:
        """A card in hand, whichever (0: none)."""
        return CARD * min(1.0, self.turns / 3) if card else 0.0

    def sell(self, card: int, amount: int) -> float:
        if card == y.YSPAHAN_CARD_SELL_CAMELS:
            return 2 * amount + self.more(camels=-amount)
        return amount + self.more(gold=-amount)

    # --- shops

    def supply(self, row: int, goods: int) -> float:
        """Goods for a neighbourhood: as many as fit in the souk that gains most."""
        return max((self.fill(souk, goods) for souk in self.open_souks(row)), default=0.0)

    def open_souks(self, row: int) -> list[int]:
        """Our unfinished souks there; if there are none, those nobody has a good in."""
        souks = [souk for souk, (here, _, _) in enumerate(self.city.souks) if here == row]
        ours = [souk for souk in souks if self.held(souk, self.owner) and self.held(souk, 0)]
        return ours or [souk for souk in souks if self.held(souk, 0) == len(self.city.souks[souk][2])]

    def held(self, souk: int, owner: int) -> int:
        """How many shops of the souk an owner (0: nobody) has."""
        return [self.shops[shop] for shop in self.city.souks[souk][2]].count(owner)

    def fill(self, souk: int, goods: int) -> float:
        """As many of the goods in a souk as there is room for."""
        held = self.held(souk, self.owner)
        return self.souk_worth(souk, held + min(goods, self.held(souk, 0))) - self.souk_worth(souk, held)

    def souk_worth(self, souk: int, held: int) -> float:
        """The points of a souk, times the chance that it will be complete."""
        row, value, shops = self.city.souks[souk]
        missing, turns = len(shops) - held, self.days * SUPPLY[row]
        chance = turns / (turns + missing) if missing else SAFE
        return (value + 2 * self.has(y.YSPAHAN_BUILDING_BAZAAR)) * chance if held else 0.0

    # --- the Supervisor and the caravan

    def move(self, value: int) -> float:
        """The best square; one without goods brings nothing and costs nothing."""
        squares = [square for square, shops in enumerate(self.city.shops_at) if any(self.shops[shop] for shop in shops)]
        return max([0.0, *(self.go(square, value) for square in squares if self.toll(square, value) <= self.gold)])

    def toll(self, square: int, value: int) -> int:
        steps = self.city.steps[self.view.supervisor][square]
        return max(0, abs(steps - value) - 3 * self.has(y.YSPAHAN_BUILDING_HAMMAM))

    def go(self, square: int, value: int) -> float:
        """Every good there goes to the caravan; what others gain by it is our loss."""
        total = self.more(gold=-self.toll(square, value))
        for shop in self.city.shops_at[square]:
            owner = self.shops[shop]
            if owner == self.owner:
                total += self.join(owner) - self.cost(shop) + self.card() * self.has(y.YSPAHAN_BUILDING_CARAVANSERAI)
            elif owner:
                total -= (self.join(owner) - self.cost(shop)) / (self.seats - 1)
        return total

    def cost(self, shop: int) -> float:
        """What its owner loses when the good in the shop is sent: a chance of the souk, or a camel to save it."""
        loss = self.loss(shop)
        return min(loss, CAMEL) if self.view.players[self.shops[shop] - 1].camels else loss

    def loss(self, shop: int) -> float:
        souk = self.city.souk_of[shop]
        held = self.held(souk, self.shops[shop])
        return self.souk_worth(souk, held) - self.souk_worth(souk, held - 1)

    def join(self, owner: int) -> float:
        """The next place in the caravan: its points, and more goods or a higher row at the scorings."""
        caravan = list(self.view.caravan)
        points = self.city.placed[len(caravan) // self.city.slots]
        return points + self.caravan_worth([*caravan, owner], owner) - self.caravan_worth(caravan, owner)

    def caravan_worth(self, caravan: list[int], owner: int) -> float:
        """An owner's goods times their highest row, at the next scoring and a little at those after it."""
        slots = [slot for slot, each in enumerate(caravan) if each == owner]
        return len(slots) * (1.6 + slots[-1] // self.city.slots) * (0.8 + 0.2 * self.weeks) if slots else 0.0


EFFECTS: dict[int, Callable[[Seat], float]] = {
    y.YSPAHAN_CARD_CAMELS3: lambda seat: seat.more(camels=3),
    y.YSPAHAN_CARD_GOLD3: lambda seat: seat.more(gold=3),
    y.YSPAHAN_CARD_EXCHANGE: lambda seat: max(seat.more(n, -n) for n in range(-seat.camels, seat.gold + 1)),
    y.YSPAHAN_CARD_PLACE_SHOP: lambda seat: max(seat.supply(row, 1) for row in SUPPLY),
    y.YSPAHAN_CARD_PLACE_CARAVAN: lambda seat: seat.join(seat.owner),
    y.YSPAHAN_CARD_SELL_CAMELS: lambda seat: seat.sell(y.YSPAHAN_CARD_SELL_CAMELS, min(4, seat.camels)),
    y.YSPAHAN_CARD_SELL_GOLD: lambda seat: seat.sell(y.YSPAHAN_CARD_SELL_GOLD, min(10, seat.gold)),
    y.YSPAHAN_CARD_BUILD_NO_CAMELS: lambda seat: seat.construct(y.YSPAHAN_CARD_BUILD_NO_CAMELS),
    y.YSPAHAN_CARD_BUILD_NO_GOLD: lambda seat: seat.construct(y.YSPAHAN_CARD_BUILD_NO_GOLD),
}

GAINS: dict[str, Callable[[Seat, Any], float]] = {
    "roll": lambda seat, a: seat.more(gold=-a.yellow_dice) + DIE * a.yellow_dice,
    "take": lambda seat, a: seat.take(a.row),
    "no_dice": lambda seat, a: seat.card(),
    "main": lambda seat, a: seat.use(seat.pending.row, seat.pending.count + bool(a.thrown)) - seat.card(a.thrown),
    "super": lambda seat, a: seat.move(seat.pending.value),
    "draw": lambda seat, a: seat.card(),
    "construct": lambda seat, a: seat.construct(),
    "put": lambda seat, a: seat.fill(seat.city.souk_of[a.shop], max(1, seat.pending.count)),
    "go": lambda seat, a: seat.go(a.square, seat.pending.value),
    "first": lambda seat, a: float(seat.shops[a.shop] == seat.owner),
    "send": lambda seat, a: -seat.loss(seat.pending.shop),
    "pay": lambda seat, a: seat.more(camels=-1),
    "build": lambda seat, a: seat.build(a.building, a.card or seat.pending.card) - seat.card(a.card),
    "build_for_both": lambda seat, a: seat.build(a.building, *WAIVERS) - seat.card(),
    "end": lambda seat, a: property_worth(seat.city, seat.camels, seat.gold, seat.buildings, seat.turns) - seat.now,
    "play": lambda seat, a: EFFECTS[a.card](seat) - seat.card(),
    "exchange": lambda seat, a: seat.more(a.gold - a.camels, a.camels - a.gold),
    "sell": lambda seat, a: seat.sell(seat.pending.card, a.amount),
}
