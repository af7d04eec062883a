"""The table of Council of Four's scenarios: what lies where, said with the names of the board.

It begins as in the setup picture of the rulebook's English edition: all boards on side A, the king in Juvelar.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

from serai.referee.core.agenda import decision, over, push, waiting
from serai.referee.games import GAMES
from serai.referee.games.council_of_four.board import (
    BONUS_NAMES,
    CITY_NAMES,
    COLOURS,
    COUNCILLORS,
    COUNCILS,
    DECK,
    KINDS,
    PERMIT_NAMES,
    PERMITS_OF,
    REGIONS,
    SLOTS,
    TOKENS,
)
from serai.referee.games.council_of_four.state import Council
from serai.referee.games.council_of_four.turn import Phase2, Turn, end_turn
from tests.random_play import Case, Play
from tests.table import Player, Table

COUNCIL = GAMES["council_of_four"]
FOUR = "green red yellow blue"
THREE = "green red yellow"
TWO = "green red"
SEATS = COUNCIL.seat_counts
BOARDS = [dict(zip(REGIONS, sides, strict=True)) for sides in product("AB", repeat=len(REGIONS))]

# The picture: tokens by city, face-up tiles, and the balconies from the arrow side on.
PICTURE_TOKENS = (
    "A T04 B T12 C T06 D T08 E T11 F T05 G T10 H T01 I T03 J - K T09 L T07 M T13 N T02 O T14"  # no token for the king
)
PICTURE_TILES = {"coast": "B CDE", "hills": "J G", "mountains": "KNO KL"}
PICTURE_BALCONIES = {
    "coast": "white black orange purple",
    "hills": "orange orange blue purple",
    "mountains": "white black white purple",
    "king": "pink pink blue white",
}
TOKEN_NAMES = [token.id for token in TOKENS]


class GameTable(Table):
    """A game in which green is to act, with nothing in anybody's hand."""

    def __init__(self, names: str = FOUR, **chosen: str) -> None:
        Table.__init__(self, COUNCIL, names, **chosen)
        words = PICTURE_TOKENS.split()
        tokens = dict(zip(words[::2], words[1::2], strict=True))
        self.state.tokens = tuple(TOKEN_NAMES.index(t) if (t := tokens[city]) != "-" else None for city in CITY_NAMES)
        for region, tiles in PICTURE_TILES.items():
            self.tiles(region, tiles)
        for council, colours in PICTURE_BALCONIES.items():
            self.state.balconies[COUNCILS.index(council)] = tuple(numbers(COLOURS, colours))
        self.state.neutral = frozenset()
        for player in self.players:
            player.set(hand=[0] * len(KINDS))
        self.state.deck = list(DECK)
        self.balcony("king", PICTURE_BALCONIES["king"])
        self._arranged = len(self.state.journal)

    # What lies where before the scenario begins

    def balcony(self, council: str, colours: str) -> None:
        """The councillors of a council from the arrow side on; who sits nowhere lies beside the board."""
        self.state.balconies[COUNCILS.index(council)] = tuple(numbers(COLOURS, colours))
        sitting = [colour for balcony in self.state.balconies for colour in balcony]
        self.set(pool=[COUNCILLORS.per_colour - sitting.count(colour) for colour in range(len(COLOURS))])

    def tiles(self, region: str, face_up: str, pile: str | None = None) -> None:
        """The face-up tiles (`-` for an empty place) and the pile of a region, top first; by default all others."""
        place = REGIONS.index(region)
        shown = [None if name == "-" else PERMIT_NAMES.index(name) for name in face_up.split()]
        owned = [tile for player in self.state.players for tile in player.permits]
        others = [tile for tile in PERMITS_OF[place] if tile not in shown and tile not in owned]
        self.state.face_up[place * SLOTS : place * SLOTS + SLOTS] = shown
        self.state.piles[place] = others if pile is None else list(reversed(numbers(PERMIT_NAMES, pile)))
        self.state.known[place] = 0
        self.set()

    def hand(self, name: str, cards: str) -> None:
        """A hand of these cards, `orange 2 wild 1`, exchanged with the deck."""
        player = self.seat(name)
        self.state.deck += [kind for kind, count in enumerate(player.hand) for _ in range(count)]
        counts = counted(cards)
        for kind, count in enumerate(counts):
            for _ in range(count):
                self.state.deck.remove(kind)
        player.set(hand=counts)

    def deck(self, cards: str, discard: str = "") -> None:
        """The deck, its top first, and the discards; all other cards are out of the game."""
        self.set(deck=list(reversed(numbers(KINDS, cards))), discard=counted(discard))

    def owns(self, name: str, up: str = "", down: str = "") -> None:
        """Permit tiles before the player, taken from the piles."""
        tiles = numbers(PERMIT_NAMES, up), numbers(PERMIT_NAMES, down)
        for tile in [*tiles[0], *tiles[1]]:
            for pile in self.state.piles:
                if tile in pile:
                    pile.remove(tile)
        self.seat(name).set(permits_up=tuple(tiles[0]), permits_down=tuple(tiles[1]))

    def built(self, **cities: str) -> None:
        """Emporia that stand already: `green="C F G"`."""
        for name, letters in cities.items():
            self.seat(name).set(emporia=frozenset(numbers(CITY_NAMES, letters)))

    def neutral(self, cities: str) -> None:
        self.set(neutral=frozenset(numbers(CITY_NAMES, cities)))

    def king_at(self, city: str) -> None:
        self.set(king=CITY_NAMES.index(city))

    def king_pile(self, values: str) -> None:
        """The king's tiles that are left."""
        self.set(king_pile=tuple(map(int, values.split())))

    def bonus_left(self, names: str) -> None:
        self.set(bonus_left=tuple(numbers(BONUS_NAMES, names)))

    def acts(self, name: str, hand: str = "", **things: Any) -> None:
        """The player is about to act, with these things and no card drawn; nothing else is waiting."""
        self.state.agenda.clear()
        self.state.active = self.names.index(name)
        self.state.main_left, self.state.mains_done, self.state.quick_left = 1, 0, 1
        self.hand(name, hand)
        self.seat(name).set(**things)
        self.happens(Phase2(self.state.active), end_turn)

    def turn(self, name: str) -> None:
        """A whole turn of the player begins; nothing else is waiting."""
        self.state.agenda.clear()
        self.happens(Turn(self.names.index(name)))

    def gains(self, name: str, *symbols: Any) -> None:
        """The player, before he acts, gains what these symbols stand for."""
        self.state.active = self.names.index(name)
        self.happens(*symbols)

    def play_on(self, rounds: int | None = None) -> None:
        """Everybody answers like a retired seat, until this round begins or the game is over."""
        while not over(self.state) and (rounds is None or self.state.round < rounds):
            seat = waiting(self.state)[0]
            push(self.state, seat, decision(self.state).default(self.state, seat))

    # What is to be seen afterwards

    @property
    def told(self) -> list[str]:
        """What happened since the scenario began."""
        return self.journal[self._arranged :]

    def seat(self, name: str) -> Player:
        return self.players[self.names.index(name)]

    @property
    def acting(self) -> str:
        return str(self.names[self.state.active])

    @property
    def king(self) -> str:
        return str(CITY_NAMES[self.state.king])

    @property
    def pool(self) -> str:
        return " ".join(f"{COLOURS[colour]} {count}" for colour, count in enumerate(self.state.pool) if count)

    def council(self, name: str) -> str:
        return " ".join(COLOURS[colour] for colour in self.state.balconies[COUNCILS.index(name)])

    def face_up(self, region: str) -> str:
        place = REGIONS.index(region)
        shown = self.state.face_up[place * SLOTS : place * SLOTS + SLOTS]
        return " ".join("-" if tile is None else PERMIT_NAMES[tile] for tile in shown)

    def pile(self, region: str) -> str:
        """Top first."""
        return " ".join(PERMIT_NAMES[tile] for tile in reversed(self.state.piles[REGIONS.index(region)]))

    def cards(self, name: str) -> str:
        return said(self.seat(name).hand)

    @property
    def discards(self) -> str:
        return said(self.state.discard)

    def cities(self, name: str) -> str:
        """The player's emporia."""
        return " ".join(CITY_NAMES[city] for city in sorted(self.seat(name).emporia))

    def up(self, name: str) -> str:
        return " ".join(PERMIT_NAMES[tile] for tile in self.seat(name).permits_up)

    def down(self, name: str) -> str:
        return " ".join(PERMIT_NAMES[tile] for tile in self.seat(name).permits_down)

    def bonus_tiles(self, name: str) -> str:
        return " ".join(BONUS_NAMES[tile] for tile in self.seat(name).bonus_tiles)


def begin(seats: int = 4, number: int = 0, **chosen: str) -> Council:
    """The game of this number at its first decision."""
    state = Case(COUNCIL, seats, chosen).begin(number)
    assert isinstance(state, Council)
    return state


def random_states(seats: int, number: int, **chosen: str) -> Iterator[Council]:
    """A random game: the state at every decision, and once more when the game is over."""
    play = Play(Case(COUNCIL, seats, chosen), number)
    yield from play.states()
    yield play.state


def numbers(names: Sequence[str], words: str) -> list[int]:
    return [names.index(word) for word in words.split()]


def counted(cards: str) -> list[int]:
    """`orange 2 wild 1` as counts by kind."""
    words = cards.split()
    counts = dict(zip(words[::2], map(int, words[1::2]), strict=True))
    return [counts.get(kind, 0) for kind in KINDS]


def said(counts: list[int]) -> str:
    return " ".join(f"{KINDS[kind]} {count}" for kind, count in enumerate(counts) if count)
