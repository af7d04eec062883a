"""What changes in a game of the family. A game with more to keep adds it in a subclass of Settlers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, NamedTuple, TypeVar

from serai.referee.catan_rules.beliefs import CERTAIN, Belief
from serai.referee.catan_rules.components import BANK, CARD_KINDS, DEV_CARDS
from serai.referee.catan_rules.layout import Layout
from serai.referee.catan_rules.rules import Rules
from serai.referee.core.agenda import State
from serai.referee.core.luck import Luck

NOBODY = 9  # holds a special card that nobody holds: no seat has this number

# A place holds 0 or a piece: seat + 1 for a settlement or a road, seat + 5 for a city or a ship.
EMPTY = 0
SECOND = 4
OWNER = (NOBODY, 0, 1, 2, 3, 0, 1, 2, 3)
NO_CARDS = (0,) * len(DEV_CARDS)
WORTH = (0, 1, 1, 1, 1, 2, 2, 2, 2)  # what a building takes from a hex, and its points


Goods = tuple[int, ...]  # a good as often as it changes hands, in the order of goods


class Refused(NamedTuple):
    """An offer of the active seat, and the seats it was made to that did not accept it."""

    give: Goods
    get: Goods
    to: tuple[int, ...]


class Proposal(NamedTuple):
    """A counter-offer: whose it is, what it would give and what it wants."""

    seat: int
    give: Goods
    get: Goods


class Player:
    """A player's own things: goods, pieces on the board, development cards, and what follows from the board.

    Only the hand changes in place; the tuples are replaced when they change, so clones share them. `frontier` (edges to
    build on from) and `sites` (vertices reached) are worked out when asked for and forgotten when something is built.
    `played` counts the development cards that were played, by kind.
    """

    __slots__ = (
        "cards", "cities", "dev_cards", "fresh", "frontier", "hand", "knights", "played", "rates",
        "road_length", "routes", "settlements", "sites",
    )  # fmt: skip

    worked_out: ClassVar = ("frontier", "sites")  # never saved: that they are known may tell what a seat could pay
    cards: int
    cities: int
    dev_cards: tuple[int, ...]
    fresh: tuple[int, ...]
    frontier: tuple[int, ...] | None
    hand: list[int]
    knights: int
    played: tuple[int, ...]
    rates: tuple[int, ...]
    road_length: int
    routes: tuple[int, ...]
    settlements: int
    sites: tuple[int, ...] | None

    def __init__(self, goods: int, kinds_of_routes: int) -> None:
        self.hand = [0] * goods
        self.cards = 0
        self.routes = (0,) * kinds_of_routes
        self.settlements = 0
        self.cities = 0
        self.dev_cards = NO_CARDS
        self.fresh = NO_CARDS
        self.knights = 0
        self.played = NO_CARDS
        self.road_length = 0
        self.rates = (BANK.rate,) * goods
        self.frontier = None
        self.sites = None

    def clone(self) -> Player:
        copy = Player.__new__(Player)
        copy.hand = self.hand[:]
        copy.cards = self.cards
        copy.routes = self.routes
        copy.settlements = self.settlements
        copy.cities = self.cities
        copy.dev_cards = self.dev_cards
        copy.fresh = self.fresh
        copy.knights = self.knights
        copy.played = self.played
        copy.road_length = self.road_length
        copy.rates = self.rates
        copy.frontier = self.frontier
        copy.sites = self.sites
        return copy

    def snapshot(self) -> tuple[object, ...]:
        pieces = (*self.routes, self.settlements, self.cities, self.knights, self.road_length)
        return (
            tuple(self.hand),
            self.cards,
            bytes(pieces),
            bytes(self.dev_cards),
            bytes(self.fresh),
            bytes(self.played),
            bytes(self.rates),
        )


class Settlers(State):
    """The rules and the map it is played by, pieces on vertices and edges, bank, deck, robber, special cards, players.

    `open` marks the vertices that may still be settled, `doubts` what each seat cannot know of the hands
    (hidden_hands.py), `beliefs` which hands it holds for how likely (beliefs.py): that follows from what happened, and
    no snapshot has it.
    """

    __slots__ = (
        "active",
        "bank",
        "beliefs",
        "card_played",
        "deck",
        "dice",
        "doubts",
        "edges",
        "ending",
        "largest_army",
        "layout",
        "longest_road",
        "offers_made",
        "open",
        "players",
        "refused",
        "refused_counters",
        "robber",
        "rules",
        "vertices",
        "winners",
    )  # fmt: skip

    active: int
    bank: list[int]
    beliefs: tuple[Belief, ...]
    card_played: bool
    deck: tuple[int, ...]
    dice: tuple[int, int]
    doubts: tuple[tuple[int, ...], ...]
    edges: bytearray
    ending: int
    largest_army: int
    layout: Layout
    longest_road: int
    offers_made: int
    open: bytearray
    players: list[Player]
    refused: tuple[Refused, ...]
    refused_counters: tuple[Proposal, ...]
    robber: int
    rules: Rules
    vertices: bytearray
    winners: tuple[int, ...]

    def __init__(self, seats: int, luck: Luck, rules: Rules, layout: Layout, robber: int) -> None:
        State.__init__(self, luck)
        self.rules = rules
        self.layout = layout
        self.players = [Player(len(rules.goods), len(rules.routes)) for _ in range(seats)]
        self.bank = list(rules.supply)
        self.vertices = bytearray(len(layout.grid.vertices))
        self.edges = bytearray(len(layout.grid.edges))
        self.open = bytearray(layout.ground.buildable)
        self.robber = robber
        self.deck = ()
        self.active = 0
        self.dice = (0, 0)
        self.card_played = False
        self.offers_made = 0
        self.refused = ()
        self.refused_counters = ()
        self.longest_road = NOBODY
        self.largest_army = NOBODY
        self.doubts = ((0,) * (seats * CARD_KINDS),) * (seats + 1)
        self.beliefs = (CERTAIN,) * (seats + 1)
        self.winners = ()
        self.ending = 0

    def clone(self: S) -> S:
        copy = self.branch()
        copy.rules = self.rules
        copy.layout = self.layout
        copy.players = [player.clone() for player in self.players]
        copy.bank = self.bank[:]
        copy.vertices = self.vertices[:]
        copy.edges = self.edges[:]
        copy.open = self.open[:]
        copy.robber = self.robber
        copy.deck = self.deck
        copy.active = self.active
        copy.dice = self.dice
        copy.card_played = self.card_played
        copy.offers_made = self.offers_made
        copy.refused = self.refused
        copy.refused_counters = self.refused_counters
        copy.longest_road = self.longest_road
        copy.largest_army = self.largest_army
        copy.doubts = self.doubts
        copy.beliefs = self.beliefs
        copy.winners = self.winners
        copy.ending = self.ending
        return copy

    def others(self, seat: int) -> tuple[int, ...]:
        """The other seats, clockwise."""
        return OTHERS[len(self.players)][seat]

    def clockwise(self, seat: int) -> tuple[int, ...]:
        """All seats, this one first."""
        return (seat, *OTHERS[len(self.players)][seat])

    def snapshot(self) -> tuple[object, ...]:
        pieces = (bytes(self.vertices), bytes(self.edges), bytes(self.open), self.robber)
        trade = (self.offers_made, [tuple(each) for each in (*self.refused, *self.refused_counters)])
        turn = (self.turn, self.active, self.dice, self.card_played, trade)
        special = (self.longest_road, self.largest_army, self.winners, self.ending)
        players = [player.snapshot() for player in self.players]
        doubts = [bytes(row) for row in self.doubts]
        return (self.layout.snapshot, pieces, turn, special, tuple(self.bank), bytes(self.deck), players, doubts)


S = TypeVar("S", bound=Settlers)


def one_more(counts: tuple[int, ...], place: int, change: int = 1) -> tuple[int, ...]:
    """The counts with one more (or as many as `change` says) in one place."""
    return (*counts[:place], counts[place] + change, *counts[place + 1 :])


def best_of(counts: Sequence[int], holder: int) -> int:
    """Who has a card that goes to the most: its holder while nobody is ahead, a single leader, or nobody."""
    most = max(counts)
    if holder != NOBODY and counts[holder] == most:
        return holder
    return counts.index(most) if counts.count(most) == 1 else NOBODY


OTHERS = {
    seats: tuple(tuple((seat + step) % seats for step in range(1, seats)) for seat in range(seats))
    for seats in range(2, 5)
}
