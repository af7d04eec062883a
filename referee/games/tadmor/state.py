"""What changes in a game of Tadmor."""

from __future__ import annotations

from dataclasses import dataclass

from serai.referee.core.agenda import Action, Decision, State, options
from serai.referee.core.luck import Luck
from serai.referee.games.tadmor.board import CONSTANTS, COUNTS, ERAS, FITTING, PLACE_NAMES, RESOURCES, START_GOODS
from serai.referee.games.tadmor.powers import Powers
from serai.referee.games.tadmor.tiles import in_play, powers_of
from serai.referee.games.tadmor.works import COLOUR_NAMES, RARE

NOBODY = -1
FREE = 0  # nothing stands there; otherwise 1 + 2 * seat + piece
STAGES = ("setup", "placement", "marauders", "improvements", "construction", "kingdom", "turn end", "over")
SETUP, PLACEMENT, MARAUDING, IMPROVING, CONSTRUCTION, KINGDOM, TURN_END, OVER = range(len(STAGES))


@dataclass(frozen=True, slots=True)
class Variant:
    """What the number of seats and the switches decide; shared by all states of a game."""

    seats: int
    tiles: tuple[tuple[int, ...], ...]  # in play, by era
    offer: int
    copies: int
    fitting: tuple[tuple[tuple[int, ...], ...], ...]  # by piece: spaces it can stand on, interchangeable ones together
    experienced_setup: bool
    k14_requires_reveal: bool
    extra_piece_missions_in_placement: bool
    free_rare_pp_per_tile: bool
    i47_temple_draws_mission: bool
    rare_choice_on_free_goods: bool


def variant_for(seats: int, switches: dict[str, bool]) -> Variant:
    count = COUNTS[seats]
    tiles = tuple(in_play(seats, era) for era in range(1, ERAS + 1))
    fitting = FITTING[count.board_side]
    return Variant(seats, tiles, count.improvement_offer, count.rare_copies_per_type, fitting, **switches)


class Player:
    """A player's own things. `reserve` holds the camels and ships that stand nowhere."""

    __slots__ = (
        "bought", "done", "ebla_open", "hand", "market_open", "owes", "owned", "pp", "rare", "rare_for_pp",
        "reserve", "returned", "temples", "tiles", "tower", "traded", "warehouse",
    )  # fmt: skip

    bought: list[int]
    done: list[int]
    ebla_open: bool
    hand: list[int]
    market_open: bool
    owes: int
    owned: list[int]
    pp: int
    rare: list[int]
    rare_for_pp: int
    reserve: list[int]
    returned: list[int]
    temples: list[int]
    tiles: tuple[int, ...]
    tower: int
    traded: list[int]
    warehouse: list[int]

    def __init__(self) -> None:
        self.pp = CONSTANTS.start_pp
        self.warehouse = list(START_GOODS)
        self.traded = [0] * len(RESOURCES)
        self.tower = 0
        self.temples = []
        self.hand = []
        self.done = []
        self.returned = []
        self.tiles = ()
        self.rare = [0] * len(RARE)
        self.owned = [CONSTANTS.start_camels, CONSTANTS.start_ships]
        self.reserve = [CONSTANTS.start_camels, CONSTANTS.start_ships]
        self.owes = 0
        self.new_turn()

    def new_turn(self) -> None:
        """What holds for one turn only is forgotten."""
        self.market_open = False
        self.ebla_open = False
        self.bought = [0, 0]
        self.rare_for_pp = 0

    def clone(self) -> Player:
        copy = Player.__new__(Player)
        copy.pp = self.pp
        copy.warehouse = self.warehouse[:]
        copy.traded = self.traded[:]
        copy.tower = self.tower
        copy.temples = self.temples[:]
        copy.hand = self.hand[:]
        copy.done = self.done[:]
        copy.returned = self.returned[:]
        copy.tiles = self.tiles
        copy.rare = self.rare[:]
        copy.owned = self.owned[:]
        copy.reserve = self.reserve[:]
        copy.owes = self.owes
        copy.market_open = self.market_open
        copy.ebla_open = self.ebla_open
        copy.bought = self.bought[:]
        copy.rare_for_pp = self.rare_for_pp
        return copy

    @property
    def powers(self) -> Powers:
        return powers_of(self.tiles)

    @property
    def missions(self) -> int:
        """Fulfilled missions, returned ones included."""
        return len(self.done) + len(self.returned)

    def snapshot(self) -> tuple[object, ...]:
        flags = (self.owes, self.market_open, self.ebla_open, tuple(self.bought), self.rare_for_pp)
        cards = (tuple(self.hand), tuple(self.done), tuple(self.returned), self.tiles)
        goods = (tuple(self.warehouse), tuple(self.traded), tuple(self.rare), tuple(self.owned), tuple(self.reserve))
        return (self.pp, self.tower, tuple(self.temples), cards, goods, flags)


class Tadmor(State):
    """All that changes: pieces on the board, tiles on offer, piles, missions, marauders and the players' own things.

    `turn` counts the turns of the rulebook. The top of a pile and of the deck is its last card. Marauders cards that
    are neither on the Current space nor held nor just revealed are the deck.
    """

    __slots__ = (
        "completions",
        "current",
        "deck",
        "discard",
        "era",
        "first",
        "held",
        "holder",
        "occupied",
        "offer",
        "order",
        "piles",
        "placed",
        "players",
        "quota",
        "revealed",
        "revealer",
        "stage",
        "variant",
    )  # fmt: skip

    completions: list[int]
    current: int
    deck: list[int]
    discard: list[int]
    era: int
    first: int
    held: int
    holder: int
    occupied: list[int]
    offer: list[int]
    order: tuple[int, ...]
    piles: list[list[int]]
    placed: int
    players: list[Player]
    quota: int
    revealed: int
    revealer: int
    stage: int
    variant: Variant

    def __init__(self, luck: Luck, variant: Variant, first: int) -> None:
        State.__init__(self, luck)
        self.variant = variant
        self.players = [Player() for _ in range(variant.seats)]
        self.era = 1
        self.stage = SETUP
        self.first = first
        self.order = self.clockwise_from(first)
        self.occupied = [FREE] * len(PLACE_NAMES)
        self.offer = []
        self.piles = [[] for _ in COLOUR_NAMES]
        self.deck = []
        self.discard = []
        self.completions = []
        self.current = NOBODY
        self.held = NOBODY
        self.holder = NOBODY
        self.revealed = NOBODY
        self.revealer = NOBODY
        self.quota = 1
        self.placed = 0

    def clone(self) -> Tadmor:
        copy = self.branch()
        copy.variant = self.variant
        copy.players = [player.clone() for player in self.players]
        copy.era = self.era
        copy.stage = self.stage
        copy.first = self.first
        copy.order = self.order
        copy.occupied = self.occupied[:]
        copy.offer = self.offer[:]
        copy.piles = [pile[:] for pile in self.piles]
        copy.deck = self.deck[:]
        copy.discard = self.discard[:]
        copy.completions = self.completions[:]
        copy.current = self.current
        copy.held = self.held
        copy.holder = self.holder
        copy.revealed = self.revealed
        copy.revealer = self.revealer
        copy.quota = self.quota
        copy.placed = self.placed
        return copy

    def clockwise_from(self, seat: int) -> tuple[int, ...]:
        return tuple((seat + step) % len(self.players) for step in range(len(self.players)))

    def stands(self, seat: int, place: int) -> bool:
        """Whether a piece of the seat stands there."""
        return (self.occupied[place] - 1) >> 1 == seat

    def opponents(self, seat: int) -> list[int]:
        return [other for other in range(len(self.players)) if other != seat]

    def snapshot(self) -> tuple[object, ...]:
        where = (self.turn, self.era, self.stage, self.first, self.order, self.quota, self.placed)
        marauders = (self.current, self.held, self.holder, self.revealed, self.revealer)
        piles = (tuple(map(tuple, self.piles)), tuple(self.deck), tuple(self.discard), tuple(self.offer))
        players = tuple(player.snapshot() for player in self.players)
        return (where, marauders, bytes(self.occupied), piles, tuple(self.completions), players)


def piece_code(seat: int, piece: int) -> int:
    return 1 + 2 * seat + piece


def owner_of(code: int) -> int:
    return (code - 1) >> 1


def piece_of(code: int) -> int:
    return (code - 1) & 1


def put(state: Tadmor, seat: int, piece: int, place: int) -> None:
    """A piece goes from the reserve to a free place."""
    state.players[seat].reserve[piece] -= 1
    state.occupied[place] = piece_code(seat, piece)


def take_back(state: Tadmor, place: int) -> None:
    """The piece that stands there goes back to its owner's reserve."""
    code = state.occupied[place]
    if code != FREE:
        state.players[owner_of(code)].reserve[piece_of(code)] += 1
        state.occupied[place] = FREE


def gain_piece(state: Tadmor, seat: int, piece: int) -> None:
    """One more camel or ship, in the reserve."""
    state.players[seat].owned[piece] += 1
    state.players[seat].reserve[piece] += 1


class Ending(Action):
    """An answer that does nothing: what a retired seat says when it may."""

    __slots__ = ()


class Choice(Decision[Tadmor]):
    """A decision of one seat; a retired one ends, passes, declines or stops, and else takes the first option."""

    __slots__ = ()

    def default(self, state: Tadmor, seat: int) -> Action:
        allowed = options(state, seat)
        return next((action for action in allowed if isinstance(action, Ending)), allowed[0])
