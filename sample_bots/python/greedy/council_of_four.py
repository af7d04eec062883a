"""Council of Four: every option gets a gain, a rough guess of the points it will bring; the largest gain is chosen.

Counted are points made at once, what coins, assistants, cards and nobility may still bring, the rewards of all cities a
new emporium is linked to, and the way to the bonus tiles. Main actions come first, then a quick one if it gains.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import product
from typing import Any

from serai import Table
from serai.v1 import council_of_four_pb2 as c

COIN, ASSISTANT, CARD, WILD, MAIN = 0.35, 1.0, 0.7, 0.4, 4.0  # WILD: how much more than another card
EMPORIUM = 5.0  # each is a step towards the end, and towards longer chains
SWAP = 1.5  # what two new tiles may bring
LATER = 0.75  # what a permit is worth of the building it will allow
KING = 3  # the place of his council
OTHER_COLOURS = range(6)


def choose(table: Table, view: c.CouncilOfFourView, options: Sequence[c.CouncilOfFourAction]) -> int:
    """The place of the largest gain, the first of equals."""
    return max(range(len(options)), key=gains(table, view, options).__getitem__)


def gains(table: Table, view: c.CouncilOfFourView, options: Sequence[c.CouncilOfFourAction]) -> list[float]:
    """What each option gains."""
    seat = Seat(table, view)
    kinds = [option.WhichOneof("action") or "" for option in options]
    return [GAINS[kind](seat, getattr(option, kind)) for kind, option in zip(kinds, options, strict=True)]


class Kingdom:
    """What is printed, in a form that is quick to read."""

    def __init__(self, board: c.CouncilOfFourBoard) -> None:
        self.neighbours = [tuple(city.neighbours) for city in board.cities]
        self.distances = [tuple(city.distances) for city in board.cities]
        self.tokens = [pairs(city.token) for city in board.cities]
        self.neutral = [city.neutral for city in board.cities]
        self.cities_on = [tuple(permit.cities) for permit in board.permits]
        self.permits = [pairs(permit.bonus) for permit in board.permits]
        self.sets = {int(tile.tile): (tile.points, frozenset(tile.cities)) for tile in board.bonus_tiles}
        self.track = [pairs(space.bonus) for space in board.nobility]
        self.prices = (99, *board.council_price)
        self.coins_cap = board.coins_cap


def pairs(bonuses: Iterable[c.CouncilOfFourBonus]) -> list[tuple[int, int]]:
    return [(bonus.symbol, bonus.amount) for bonus in bonuses]


class Seat:
    """Our seat at one question: what each thing gains."""

    def __init__(self, table: Table, view: c.CouncilOfFourView) -> None:
        if table.memory is None:
            table.memory = Kingdom(table.board)
        self.kingdom: Kingdom = table.memory
        self.view, self.pending = view, view.pending
        self.me = view.players[table.seat]
        self.mine = frozenset(self.me.emporia)
        self.hand = tuple(view.hand)
        self.balconies: list[tuple[int, ...]] = [tuple(balcony.councillors) for balcony in view.balconies]
        self.rivals = [frozenset(player.emporia) for seat, player in enumerate(view.players) if seat != table.seat]
        king = view.king_pile[0] if view.king_pile else 0
        left = [self.kingdom.sets[tile] for tile in view.bonus_left]
        self.sets: list[tuple[int, frozenset[int]]] = [(points + king, cities) for points, cities in left]
        self.on_the_way = self.tiles(self.mine)
        # What was found out at this question.
        self.values: dict[int, float] = {}
        self.permits: dict[int, float] = {}
        self.fits: dict[tuple[int, ...], float] = {}
        self.paid: dict[int, list[tuple[int, float]]] = {}

    # --- bonuses

    def bonus(self, symbols: list[tuple[int, int]]) -> float:
        """What a row of symbols is worth to us now."""
        return sum(self.symbol(symbol, amount) for symbol, amount in symbols)

    def symbol(self, symbol: int, amount: int) -> float:
        if symbol == c.COUNCIL_OF_FOUR_SYMBOL_COINS:
            return COIN * min(amount, self.kingdom.coins_cap - self.me.coins)
        if symbol == c.COUNCIL_OF_FOUR_SYMBOL_NOBILITY:
            return self.climb(amount)
        return WORTH[symbol] * amount

    def climb(self, steps: int) -> float:
        """Steps on the nobility track: every one a little for its own sake, and the bonuses of the spaces."""
        start = self.me.nobility + 1
        spaces = self.kingdom.track[start : start + steps]
        others = [(s, n) for space in spaces for s, n in space if s != c.COUNCIL_OF_FOUR_SYMBOL_NOBILITY]
        return 0.7 * len(spaces) + self.bonus(others)

    # --- building

    def toll(self, city: int) -> int:
        return sum(city in rival for rival in self.rivals) + self.kingdom.neutral[city]

    def build(self, city: int) -> float:
        """An emporium there: the rewards of the chain, the way to bonus tiles, less assistants."""
        if city in self.mine or len(self.mine) == 10:
            return -99.0
        if city not in self.values:
            rewards = sum(self.bonus(self.kingdom.tokens[linked]) for linked in self.chain(city))
            tiles = self.tiles(self.mine | {city}) - self.on_the_way
            last = 3.0 * (len(self.mine) == 9)
            self.values[city] = EMPORIUM + rewards + tiles + last - ASSISTANT * self.toll(city)
        return self.values[city]

    def chain(self, city: int) -> set[int]:
        """The cities whose rewards building there would bring."""
        reached, todo = {city}, [city]
        while todo:
            new = self.mine.intersection(self.kingdom.neighbours[todo.pop()]) - reached
            reached |= new
            todo += new
        return reached

    def tiles(self, emporia: frozenset[int]) -> float:
        """Bonus tiles still to be had, with the king's, by the square of how far we are."""
        return sum(points * (len(cities & emporia) / len(cities)) ** 2 for points, cities in self.sets)

    def build_with(self, tile: int) -> float:
        """The best city of a tile that we can pay for."""
        open_cities = [city for city in self.kingdom.cities_on[tile] if self.toll(city) <= self.me.assistants]
        return max((self.build(city) for city in open_cities), default=-99.0)

    def king(self, city: int) -> float:
        """Build there with the king's help."""
        if self.toll(city) > self.me.assistants:
            return -99.0
        fare = 2 * self.kingdom.distances[self.view.king][city]
        return self.build(city) - self.cheapest(KING, fare) - COIN * fare

    # --- councils

    def payments(self, council: int) -> list[tuple[int, float]]:
        """All ways to satisfy a council with our cards: the price in coins, and what it takes from us."""
        if council not in self.paid:
            balcony = self.balconies[council]
            most = [min(self.hand[kind], balcony.count(kind + 1)) for kind in OTHER_COLOURS] + [min(4, self.hand[-1])]
            ways = [cards for cards in product(*(range(count + 1) for count in most)) if 1 <= sum(cards) <= 4]
            self.paid[council] = [(self.price(cards), self.cost(cards)) for cards in ways]
        return self.paid[council]

    def price(self, cards: Sequence[int]) -> int:
        return self.kingdom.prices[sum(cards)] + cards[-1]

    def cost(self, cards: Sequence[int]) -> float:
        """What a payment takes from us."""
        return COIN * self.price(cards) + CARD * sum(cards) + WILD * cards[-1]

    def cheapest(self, council: int, extra: int = 0) -> float:
        """What the best payment takes that leaves `extra` coins for the way."""
        coins = self.me.coins - extra
        return min((cost for price, cost in self.payments(council) if price <= coins), default=99.0)

    def friendly(self, balconies: Sequence[tuple[int, ...]]) -> float:
        """How well our cards fit the councils."""
        return sum(map(self.fit, balconies))

    def fit(self, balcony: tuple[int, ...]) -> float:
        """How well they fit one: the more of it they match, the better."""
        if balcony not in self.fits:
            matched = sum(min(self.hand[kind], balcony.count(kind + 1)) for kind in OTHER_COLOURS)
            self.fits[balcony] = 0.25 * min(4, matched + self.hand[-1]) ** 1.5
        return self.fits[balcony]

    def elect(self, council: int, colour: int) -> float:
        """What a councillor of this colour changes for us."""
        before = self.balconies[council]
        return self.fit((colour, *before[:-1])) - self.fit(before)

    def best_election(self, councils: Iterable[int] = range(4)) -> float:
        colours = [colour + 1 for colour, count in enumerate(self.view.pool) if count]
        return max(self.elect(council, colour) for council in councils for colour in colours)

    # --- permits

    def permit(self, tile: int) -> float:
        """A tile: its bonus, and part of the building it will allow, unless we hold tiles for that already."""
        if tile not in self.permits:
            self.permits[tile] = self.permit_worth(tile)
        return self.permits[tile]

    def permit_worth(self, tile: int) -> float:
        planned = set(self.mine)
        for held in self.me.permits_up:
            cities = [city for city in self.kingdom.cities_on[held] if city not in planned]
            planned.update(sorted(cities, key=self.build)[-1:])
        free = [self.build(city) for city in self.kingdom.cities_on[tile] if city not in planned]
        room = len(self.mine) + len(self.me.permits_up) < 10
        later = max([0.0, *free]) * LATER / (1 + 0.3 * len(self.me.permits_up)) if room else 0.0
        return self.bonus(self.kingdom.permits[tile]) + later

    def best_permit(self, region: int) -> float:
        shown = [tile - 1 for tile in self.view.regions[region].face_up if tile]
        return max((self.permit(tile) for tile in shown), default=-99.0) - self.cheapest(region)

    # --- the turn

    def turn(self, action: int) -> float:
        return TURN[action](self) if action in TURN else 0.0

    def main_elect(self) -> float:
        coins = min(4, self.kingdom.coins_cap - self.me.coins)
        return COIN * coins + self.best_election()

    def best_main(self) -> float:
        """The best that another main action would bring."""
        builds = [self.build_with(tile) for tile in self.me.permits_up]
        kings = [self.king(city) for city in range(len(self.kingdom.tokens))]
        return max([self.main_elect(), *builds, *kings, *(self.best_permit(region) for region in range(3))])

    def quick(self, gain: float) -> float:
        """A quick action can wait until the main action is done; then it is taken if it gains anything."""
        return gain if self.view.mains_done and not self.view.main_left else -50.0

    def spare_assistant(self) -> float:
        """What giving one up costs us: the fourth is needed less than the first."""
        return ASSISTANT if self.me.assistants < 4 else 0.25

    def swap(self, region: int) -> float:
        """Two new tiles instead of two that are worth little to us; one we can afford comes out of them, perhaps."""
        gain = SWAP - max(self.best_permit(region), 0.0) - self.spare_assistant()
        return gain if self.cheapest(region) < 99.0 else -99.0

    def best_swap(self) -> float:
        return max(map(self.swap, range(3)))

    def hire(self) -> float:
        return self.quick((ASSISTANT if self.me.assistants < 3 else 0.5) - 3 * COIN + 0.1 * (self.me.coins - 8))


WORTH: dict[int, float] = {
    c.COUNCIL_OF_FOUR_SYMBOL_ASSISTANTS: ASSISTANT,
    c.COUNCIL_OF_FOUR_SYMBOL_POINTS: 1.0,
    c.COUNCIL_OF_FOUR_SYMBOL_MAIN_ACTIONS: MAIN,
    c.COUNCIL_OF_FOUR_SYMBOL_CARDS: CARD,
    c.COUNCIL_OF_FOUR_SYMBOL_TOKEN: 2.0,
    c.COUNCIL_OF_FOUR_SYMBOL_FREE_PERMIT: 5.0,
    c.COUNCIL_OF_FOUR_SYMBOL_REUSE_PERMIT: 4.0,
}

TURN: dict[int, Callable[[Seat], float]] = {
    c.COUNCIL_OF_FOUR_TURN_ACTION_MAIN_ELECT: lambda seat: seat.main_elect(),
    c.COUNCIL_OF_FOUR_TURN_ACTION_MAIN_PERMIT: lambda seat: max(seat.best_permit(region) for region in range(3)),
    c.COUNCIL_OF_FOUR_TURN_ACTION_MAIN_BUILD: lambda seat: max(seat.build_with(tile) for tile in seat.me.permits_up),
    c.COUNCIL_OF_FOUR_TURN_ACTION_MAIN_KING: lambda seat: max(map(seat.king, range(len(seat.kingdom.tokens)))),
    c.COUNCIL_OF_FOUR_TURN_ACTION_QUICK_HIRE: lambda seat: seat.hire(),
    c.COUNCIL_OF_FOUR_TURN_ACTION_QUICK_SWAP: lambda seat: seat.quick(seat.best_swap()),
    c.COUNCIL_OF_FOUR_TURN_ACTION_QUICK_ELECT: lambda seat: seat.quick(seat.best_election() - seat.spare_assistant()),
    c.COUNCIL_OF_FOUR_TURN_ACTION_QUICK_EXTRA: lambda seat: seat.quick(seat.best_main() - 3 * ASSISTANT),
}

REGION: dict[int, Callable[[Seat, int], float]] = {
    c.COUNCIL_OF_FOUR_PHASE_PERMIT_REGION: lambda seat, region: seat.best_permit(region),
    c.COUNCIL_OF_FOUR_PHASE_SWAP_REGION: lambda seat, region: seat.swap(region),
}

CITY: dict[int, Callable[[Seat, int], float]] = {
    c.COUNCIL_OF_FOUR_PHASE_BUILD_CITY: lambda seat, city: seat.build(city),
    c.COUNCIL_OF_FOUR_PHASE_KING_CITY: lambda seat, city: seat.king(city),
    c.COUNCIL_OF_FOUR_PHASE_TOKEN: lambda seat, city: seat.bonus(seat.kingdom.tokens[city]),
    c.COUNCIL_OF_FOUR_PHASE_TOKEN_FIRST: lambda seat, city: seat.bonus(seat.kingdom.tokens[city]),
}

TILE: dict[int, Callable[[Seat, int], float]] = {
    c.COUNCIL_OF_FOUR_PHASE_PERMIT_TILE: lambda seat, tile: seat.permit(tile),
    c.COUNCIL_OF_FOUR_PHASE_FREE_PERMIT: lambda seat, tile: seat.permit(tile),
    c.COUNCIL_OF_FOUR_PHASE_BUILD_TILE: lambda seat, tile: seat.build_with(tile),
    c.COUNCIL_OF_FOUR_PHASE_REUSE_PERMIT: lambda seat, tile: seat.bonus(seat.kingdom.permits[tile]),
}

GAINS: dict[str, Callable[[Seat, Any], float]] = {
    "turn": lambda seat, a: seat.turn(a.action),
    "council": lambda seat, a: seat.best_election([a.council - 1]),
    "colour": lambda seat, a: seat.elect(seat.pending.council - 1, a.colour),
    "region": lambda seat, a: REGION[seat.pending.phase](seat, a.region - 1),
    "tile": lambda seat, a: TILE[seat.pending.phase](seat, a.tile),
    "city": lambda seat, a: CITY[seat.pending.phase](seat, a.city),
    "pay": lambda seat, a: -seat.cost(a.cards),
}
