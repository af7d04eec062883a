"""What changes in a game of Council of Four."""

from __future__ import annotations

from dataclasses import dataclass, field

from serai.referee.core.agenda import Decision, State, Step
from serai.referee.core.luck import Luck
from serai.referee.games.council_of_four.board import (
    BONUS_TILES,
    COLOURS,
    COUNCILS,
    KINDS,
    KING_TILES,
    REGIONS,
    SETUP,
    SLOTS,
    TURN,
)
from serai.referee.games.council_of_four.kingdom import Kingdom

Bonuses = tuple[tuple[Step, ...], ...]


@dataclass(frozen=True, slots=True)
class Variant:
    """What is agreed before the game: the boards, and the rulings that switches change.

    What tokens, permit tiles and spaces of the nobility track give is the same in every game. It stands here because
    one bonus leads to another: effects.py, which binds them, knows the chapters, and those find them in the state.
    """

    kingdom: Kingdom
    token_bonus: Bonuses = field(compare=False)
    permit_bonus: Bonuses = field(compare=False)
    track: Bonuses = field(compare=False)
    coins_cap: int
    assistants: int
    tied_leaders_score: bool
    max_rounds: int
    asks_forced: bool


class Player:
    """A seat's own things. Permit tiles stand in the order acquired (face up) and used (face down)."""

    __slots__ = (
        "assistants", "bonus_tiles", "coins", "emporia", "hand", "king_tiles", "nobility", "permits_down",
        "permits_up", "vp",
    )  # fmt: skip

    assistants: int
    bonus_tiles: tuple[int, ...]
    coins: int
    emporia: frozenset[int]
    hand: list[int]
    king_tiles: tuple[int, ...]
    nobility: int
    permits_down: tuple[int, ...]
    permits_up: tuple[int, ...]
    vp: int

    def __init__(self, seat: int) -> None:
        self.coins = SETUP.coins[seat]
        self.assistants = SETUP.assistants[seat]
        self.vp = 0
        self.nobility = 0
        self.hand = [0] * len(KINDS)
        self.emporia = frozenset()
        self.permits_up = ()
        self.permits_down = ()
        self.bonus_tiles = ()
        self.king_tiles = ()

    def clone(self) -> Player:
        copy = Player.__new__(Player)
        copy.coins = self.coins
        copy.assistants = self.assistants
        copy.vp = self.vp
        copy.nobility = self.nobility
        copy.hand = self.hand[:]
        copy.emporia = self.emporia
        copy.permits_up = self.permits_up
        copy.permits_down = self.permits_down
        copy.bonus_tiles = self.bonus_tiles
        copy.king_tiles = self.king_tiles
        return copy

    @property
    def permits(self) -> tuple[int, ...]:
        """All tiles, face up and face down."""
        return self.permits_up + self.permits_down

    def snapshot(self) -> tuple[object, ...]:
        plain = (self.coins, self.assistants, self.vp, self.nobility)
        tiles = (self.permits_up, self.permits_down, self.bonus_tiles, self.king_tiles)
        return (plain, tuple(self.hand), tuple(sorted(self.emporia)), tiles)


class Council(State):
    """Deck and piles have their top last; the `known` tiles at the bottom of a pile have been seen by all."""

    __slots__ = (
        "active",
        "assistant_pool",
        "balconies",
        "bonus_left",
        "deck",
        "discard",
        "face_up",
        "king",
        "king_pile",
        "known",
        "last_turns",
        "main_left",
        "mains_done",
        "neutral",
        "owned",
        "piles",
        "players",
        "pool",
        "quick_left",
        "reforms",
        "round",
        "tokens",
        "trigger",
        "variant",
    )  # fmt: skip

    active: int
    assistant_pool: int
    balconies: list[tuple[int, ...]]
    bonus_left: tuple[int, ...]
    deck: list[int]
    discard: list[int]
    face_up: list[int | None]
    king: int
    king_pile: tuple[int, ...]
    known: list[int]
    last_turns: tuple[int, ...]
    main_left: int
    mains_done: int
    neutral: frozenset[int]
    owned: tuple[int, ...]
    piles: list[list[int]]
    players: list[Player]
    pool: list[int]
    quick_left: int
    reforms: int
    round: int
    tokens: tuple[int | None, ...]
    trigger: int | None
    variant: Variant

    def __init__(self, seats: int, luck: Luck, variant: Variant) -> None:
        State.__init__(self, luck)
        self.variant = variant
        self.players = [Player(seat) for seat in range(seats)]
        self.deck = []
        self.discard = [0] * len(KINDS)
        self.reforms = 0
        self.piles = [[] for _ in REGIONS]
        self.known = [0] * len(REGIONS)
        self.face_up = [None] * (SLOTS * len(REGIONS))
        self.balconies = [()] * len(COUNCILS)
        self.pool = [0] * len(COLOURS)
        self.tokens = ()
        self.king = variant.kingdom.king_city
        self.neutral = frozenset()
        self.king_pile = KING_TILES
        self.bonus_left = tuple(range(len(BONUS_TILES)))
        self.assistant_pool = variant.assistants - sum(player.assistants for player in self.players)
        self.round = 1
        self.active = 0
        self.main_left = TURN.main_actions
        self.mains_done = 0
        self.quick_left = TURN.quick_actions
        self.owned = ()
        self.trigger = None
        self.last_turns = ()

    def clone(self) -> Council:
        copy = self.branch()
        copy.variant = self.variant
        copy.players = [player.clone() for player in self.players]
        copy.deck = self.deck[:]
        copy.discard = self.discard[:]
        copy.reforms = self.reforms
        copy.piles = [pile[:] for pile in self.piles]
        copy.known = self.known[:]
        copy.face_up = self.face_up[:]
        copy.balconies = self.balconies[:]
        copy.pool = self.pool[:]
        copy.tokens = self.tokens
        copy.king = self.king
        copy.neutral = self.neutral
        copy.king_pile = self.king_pile
        copy.bonus_left = self.bonus_left
        copy.assistant_pool = self.assistant_pool
        copy.round = self.round
        copy.active = self.active
        copy.main_left = self.main_left
        copy.mains_done = self.mains_done
        copy.quick_left = self.quick_left
        copy.owned = self.owned
        copy.trigger = self.trigger
        copy.last_turns = self.last_turns
        return copy

    @property
    def player(self) -> Player:
        """The acting player's things: every gain and every payment is his."""
        return self.players[self.active]

    def snapshot(self) -> tuple[object, ...]:
        turn = (self.round, self.active, self.main_left, self.mains_done, self.quick_left, self.owned)
        cards = (bytes(self.deck), tuple(self.discard), self.reforms)
        permits = (tuple(map(bytes, self.piles)), tuple(self.known), tuple(self.face_up))
        council = (tuple(self.balconies), tuple(self.pool))
        board = (self.variant.kingdom.sides, self.tokens, self.king, tuple(sorted(self.neutral)))
        rewards = (self.king_pile, self.bonus_left, self.assistant_pool, self.trigger, self.last_turns)
        return (turn, [player.snapshot() for player in self.players], cards, permits, council, board, rewards)


class Choice(Decision[Council]):
    """A decision whose options follow from what everybody sees: a single one need not be asked."""

    __slots__ = ()

    def always_asked(self, state: Council, seat: int) -> bool:
        return state.variant.asks_forced


class HandChoice(Choice):
    """A decision whose options depend on the hand: not asking who holds cards would tell what they do not allow."""

    __slots__ = ()

    def always_asked(self, state: Council, seat: int) -> bool:
        return state.variant.asks_forced or any(state.players[seat].hand)
