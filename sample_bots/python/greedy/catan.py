"""Catan: every option gets a gain; the largest is chosen. A hand is worth what it can soon be paid for.

Prices have a worth of their own, so trades, discards and replies are judged by what they do to the hand. Places are
judged by how often their numbers come up and by the kinds they add.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from serai import Table
from serai.v1 import catan_pb2 as c

LUMBER, BRICK, WOOL, GRAIN, ORE = range(5)
ROAD: dict[int, int] = {LUMBER: 1, BRICK: 1}
SETTLEMENT = {LUMBER: 1, BRICK: 1, WOOL: 1, GRAIN: 1}
CITY = {GRAIN: 2, ORE: 3}
DEV_CARD = {WOOL: 1, GRAIN: 1, ORE: 1}
KNIGHT, MONOPOLY = 0, 4
HAND_LIMIT = 7
FREE = 0.15  # what a card is worth that nothing needs
PER_PIP = 0.35  # what one chance in 36 to get a card is worth
NEW_KIND = 1.2  # a kind we had no place for
PORT = 1.0
ROAD_MINIMUM, ARMY_MINIMUM = 5, 3
MOST_OFFERS = 1  # in a turn
GOODS = (c.CATAN_GOOD_LUMBER, c.CATAN_GOOD_BRICK, c.CATAN_GOOD_WOOL, c.CATAN_GOOD_GRAIN, c.CATAN_GOOD_ORE)

T = TypeVar("T")


def choose(table: Table, view: c.CatanView, options: Sequence[c.CatanAction]) -> c.CatanAction:
    """The largest gain: an option, or an offer of our own."""
    seat = Seat(table, view, table.board.map)
    return best(seat, [*options, *(c.CatanAction(offer=offer) for offer in seat.own_offers())])


def gains(table: Table, view: c.CatanView, options: Sequence[c.CatanAction]) -> list[float]:
    """What each option gains."""
    seat = Seat(table, view, table.board.map)
    return [seat.gain(option) for option in options]


def best(seat: Seat, options: Sequence[T]) -> T:
    """The option with the largest gain, the first of equals."""
    gains = [seat.gain(option) for option in options]
    return options[max(range(len(gains)), key=gains.__getitem__)]


class Island:
    """The map in a form that is quick to read."""

    def __init__(self, board: c.CatanMap) -> None:
        self.ends = [tuple(edge.vertices) for edge in board.edges]
        self.buildable = [vertex.buildable for vertex in board.vertices]
        self.edges_at: list[list[int]] = [[] for _ in board.vertices]
        for edge, ends in enumerate(self.ends):
            for vertex in ends:
                self.edges_at[vertex].append(edge)
        self.hexes = [(hex_.yields - 1, pips(hex_.number), tuple(hex_.vertices)) for hex_ in board.hexes]
        self.yields: list[list[tuple[int, int]]] = [[] for _ in board.vertices]
        for good, chance, corners in self.hexes:
            for vertex in corners:
                if chance:
                    self.yields[vertex].append((good, chance))
        self.ports = {vertex: port.good - 1 for port in board.ports for vertex in port.vertices}
        self.beside = [[sum(self.ends[edge]) - vertex for edge in edges] for vertex, edges in enumerate(self.edges_at)]


def pips(number: int) -> int:
    """Ways out of 36 to roll a number."""
    return 6 - abs(7 - number) if number else 0


class Seat:
    """Our seat at one question: what each option gains."""

    def __init__(self, table: Table, view: c.CatanView, board: c.CatanMap) -> None:
        if table.memory is None:
            table.memory = Island(board)
        self.island: Island = table.memory
        self.view, self.seat, self.seats = view, table.seat, table.seats
        self.me = view.players[table.seat]
        self.hand = list(view.own.hand)
        self.vertices = list(view.vertices)
        self.mine = [v for v, piece in enumerate(self.vertices) if piece and (piece - 1) % 4 == self.seat]
        self.income = [0] * len(self.hand)
        for vertex in self.mine:
            for good, chance in self.island.yields[vertex]:
                self.income[good] += chance
        self.reached = self.reached_vertices()
        self.sites = [vertex for vertex in self.reached if self.is_open(vertex)]
        self.goals = self.prices()
        self.now = self.worth(self.hand)

    def gain(self, option: Any) -> float:
        kind = option.WhichOneof("action")
        return GAINS[kind](self, getattr(option, kind))

    # --- what a hand is worth

    def prices(self) -> list[tuple[float, dict[int, int]]]:
        """What we would like to pay for, and what it brings; the best first."""
        goals = [(3.0, DEV_CARD)]
        if self.me.cities and self.me.settlements < 5:
            goals.append((8.0, CITY))
        if self.me.settlements:
            goals.append((8.5 if self.sites else 4.5, SETTLEMENT))
        if self.me.roads and not self.sites:
            goals.append((4.0, ROAD))
        return sorted(goals, key=lambda goal: -goal[0])

    def worth(self, hand: Sequence[int]) -> float:
        """Each goal by the share of its price that is there, the further ones from what the nearer ones leave."""
        left, total, weight = list(hand), 0.0, 1.0
        for value, price in self.goals:
            missing = 0
            for good, amount in price.items():
                rest = left[good] - amount
                if rest < 0:
                    missing -= rest
                    rest = 0
                left[good] = rest
            size = sum(price.values())
            share = (size - missing) / size
            total += weight * value * share * share
            weight *= 0.5 if missing else 1.0
        return total + FREE * sum(left) - 0.3 * max(0, sum(hand[:5]) - HAND_LIMIT)

    def more(self, *changes: tuple[int, int]) -> float:
        """What the hand gains by changes of its goods."""
        hand = self.hand[:]
        for good, amount in changes:
            hand[good] += amount
        return self.worth(hand) - self.now

    def pay(self, price: dict[int, int]) -> float:
        return self.more(*((good, -amount) for good, amount in price.items()))

    # --- places

    def place(self, vertex: int) -> float:
        """What a settlement there would bring: its numbers, new kinds, a port."""
        total = 0.0
        for good, chance in self.island.yields[vertex]:
            total += PER_PIP * chance + (NEW_KIND if not self.income[good] else 0.0)
        return total + (PORT if vertex in self.island.ports else 0.0)

    def is_open(self, vertex: int) -> bool:
        """Whether the ground is free and the distance kept."""
        taken = self.vertices
        if taken[vertex] or not self.island.buildable[vertex]:
            return False
        return not any(taken[place] for place in self.island.beside[vertex])

    def reached_vertices(self) -> set[int]:
        """Where our roads lead."""
        laid = [edge for edge, piece in enumerate(list(self.view.edges)) if piece and (piece - 1) % 4 == self.seat]
        return {vertex for edge in laid for vertex in self.island.ends[edge]}

    def leads_to(self, edge: int) -> float:
        """The best new site at the end of a road, or one step further."""
        best = 0.0
        for vertex in self.island.ends[edge]:
            if vertex not in self.reached and not self.vertices[vertex]:
                further = [next_ for next_ in self.island.beside[vertex] if self.is_open(next_)]
                here = 1.5 * self.place(vertex) if self.is_open(vertex) else 0.0
                best = max([best, here, *(0.7 * self.place(next_) for next_ in further)])
        return best

    def route(self, edge: int) -> float:
        """A road: towards a site if we have none, or for the longest road."""
        others = [player.road_length for seat, player in enumerate(self.view.players) if seat != self.seat]
        ahead = self.me.road_length + 1 >= ROAD_MINIMUM and self.me.road_length in (max(others), max(others) - 1)
        holds = self.view.HasField("longest_road") and self.view.longest_road == self.seat
        towards = self.leads_to(edge) if not self.sites else 0.2 * self.leads_to(edge)
        return towards + (2.0 if ahead and not holds else 0.0)

    # --- robber and cards

    def robber_on(self, hex_: int) -> float:
        """What others lose there, the leaders more, less what we lose."""
        _, chance, corners = self.island.hexes[hex_]
        total = 0.0
        for vertex in corners:
            piece = self.vertices[vertex]
            if piece:
                owner, loss = (piece - 1) % 4, chance * (1 + (piece > 4))
                total += -2.0 * loss if owner == self.seat else loss * (1 + self.view.players[owner].points / 10)
        return total

    def victim(self, seat: int) -> float:
        player = self.view.players[seat]
        return player.points + min(player.cards, 7) / 10

    def knight(self) -> float:
        """To drive the robber away, or for the largest army."""
        army = max((p.knights for seat, p in enumerate(self.view.players) if seat != self.seat), default=0)
        holds = self.view.HasField("largest_army") and self.view.largest_army == self.seat
        winning = not holds and self.me.knights + 1 > army and self.me.knights + 1 >= ARMY_MINIMUM
        return 6.0 * winning + (3.0 if self.robber_on(self.view.robber) < 0 else 0.8)

    def monopoly(self, good: int) -> float:
        """What the others may hold of a kind, guessed from how many cards they have."""
        others = sum(player.cards for seat, player in enumerate(self.view.players) if seat != self.seat)
        return self.more((good, others // 5)) - 1.0 if others >= 10 else -1.0

    def plenty(self) -> float:
        """The two cards that help most."""
        kinds = range(5)
        return max(self.more((a, 1), (b, 1)) for a in kinds for b in kinds) - 1.0

    # --- trade

    def exchange(self, gives: Sequence[int], gets: Sequence[int]) -> float:
        """What we gain by giving goods of CatanGood for others."""
        return self.more(*((good - 1, -1) for good in gives), *((good - 1, 1) for good in gets))

    def with_partner(self, gives: Sequence[int], gets: Sequence[int], partner: int) -> float:
        """What a trade gains us, less what it may bring the partner; who is about to win gets nothing."""
        points = self.view.players[partner].points
        return self.exchange(gives, gets) - (0.3 if points < 8 else 5.0)

    def accept(self) -> float:
        """We would give what was asked for."""
        offer = self.view.pending.offer
        return self.with_partner(offer.gets, offer.gives, self.view.active)

    def counter(self, gives: Sequence[int], gets: Sequence[int]) -> float:
        """It is often refused, so it comes second to an offer that is good enough as it is."""
        gain = self.with_partner(gives, gets, self.view.active)
        return 0.1 * gain if gain > 0.8 else -1.0

    def offer(self, gives: Sequence[int], gets: Sequence[int]) -> float:
        """An offer costs nothing but a try; what we can spare comes first, and we do not pester."""
        gain = self.exchange(gives, gets)
        return 0.1 * gain if gain > 1.0 and self.view.offers_made < MOST_OFFERS else -1.0

    def own_offers(self) -> list[c.CatanOffer]:
        """One card for one, of all that we hold for all that we lack, unless somebody has refused it this turn."""
        if self.view.pending.phase != c.CATAN_PHASE_MAIN or self.view.offers_made >= MOST_OFFERS:
            return []
        refused = [(tuple(offer.gives), tuple(offer.gets)) for offer in self.view.refused]
        held = [good for good in GOODS if self.hand[good - 1]]
        terms = [((give,), (get,)) for give in held for get in GOODS if give != get]
        if not any(player.cards for seat, player in enumerate(self.view.players) if seat != self.seat):
            return []
        return [c.CatanOffer(gives=gives, gets=gets) for gives, gets in terms if (gives, gets) not in refused]

    def partner(self, partner: int) -> float:
        """On the terms of its counter-offer, or on ours."""
        pending = self.view.pending
        for other in pending.counters:
            if other.seat == partner:
                return self.with_partner(other.gets, other.gives, partner)
        gain = self.with_partner(pending.offer.gives, pending.offer.gets, partner)
        return gain - 0.01 * self.view.players[partner].points


def play(seat: Seat, action: c.CatanAction.Play) -> float:
    if action.card == c.CATAN_CARD_KNIGHT:
        return seat.knight()
    if action.card == c.CATAN_CARD_YEAR_OF_PLENTY:
        return seat.plenty()
    return 3.0 if not seat.sites else 0.5


GAINS: dict[str, Callable[[Any, Any], float]] = {
    "setup_settlement": lambda seat, a: seat.place(a.vertex),
    "setup_route": lambda seat, a: seat.leads_to(a.edge),
    "roll": lambda seat, a: 1.0,
    "discard": lambda seat, a: seat.more((a.resource - 1, -1)),
    "move_robber": lambda seat, a: seat.robber_on(a.hex),
    "steal": lambda seat, a: seat.victim(a.victim),
    "build_route": lambda seat, a: seat.route(a.edge) + seat.pay(ROAD),
    "build_settlement": lambda seat, a: 9.0 + seat.place(a.vertex) + seat.pay(SETTLEMENT),
    "build_city": lambda seat, a: 9.0 + seat.place(a.vertex) + seat.pay(CITY),
    "buy_dev_card": lambda seat, a: 4.0 + seat.pay(DEV_CARD),
    "play": play,
    "play_monopoly": lambda seat, a: seat.monopoly(a.resource - 1),
    "place_free": lambda seat, a: seat.route(a.edge),
    "skip_free": lambda seat, a: -1.0,
    "take": lambda seat, a: seat.more((a.resource - 1, 1)),
    "bank_trade": lambda seat, a: seat.exchange([a.give] * seat.me.rates[a.give - 1], [a.get]) - 0.2,
    "offer": lambda seat, a: seat.offer(a.gives, a.gets),
    "counter": lambda seat, a: seat.counter(a.gives, a.gets),
    "accept": lambda seat, a: seat.accept(),
    "decline": lambda seat, a: 0.0,
    "choose_partner": lambda seat, a: seat.partner(a.partner),
    "choose_nobody": lambda seat, a: 0.0,
    "end_turn": lambda seat, a: 0.0,
}
