"""The table of Tadmor's scenarios: what lies where, said with the names of the board.

A scenario begins with an empty board, empty hands and no goods; what matters is arranged, then a stage happens.
"""

from __future__ import annotations

from collections.abc import Sequence

from serai.referee.core.agenda import decision, over, push, waiting
from serai.referee.games import GAMES
from serai.referee.games.tadmor.anytime import collection
from serai.referee.games.tadmor.board import MISSION_NAMES, PIECES, PLACE_NAMES, REGION_NAMES, RESOURCES, TILE_NAMES
from serai.referee.games.tadmor.construction import construction_phase
from serai.referee.games.tadmor.improvements import improvements_phase
from serai.referee.games.tadmor.kingdom import kingdom_phase
from serai.referee.games.tadmor.marauders import marauders_stage
from serai.referee.games.tadmor.placement import placement_stage
from serai.referee.games.tadmor.state import CONSTRUCTION, FREE, NOBODY, owner_of, piece_of, put
from serai.referee.games.tadmor.turn import advance_clock, begin_turn, clean_up
from serai.referee.games.tadmor.works import COLOUR_NAMES, GOOD_NAMES
from tests.table import Player, Table

TADMOR = GAMES["tadmor"]
NAMES = {2: "red blue", 3: "red blue green", 4: "red blue green yellow"}
NONE = [0, 0, 0, 0]


class Start(Table):
    """A game of Tadmor at its first decision."""

    def __init__(self, seats: int = 4, **chosen: str) -> None:
        Table.__init__(self, TADMOR, NAMES[seats], **chosen)

    @property
    def by_position(self) -> list[Player]:
        """The players in the order of the first turn."""
        return [self.players[seat] for seat in self.state.order]

    def seat(self, name: str) -> Player:
        return self.players[self.names.index(name)]

    def answer_all(self) -> None:
        """Everybody answers as a retired seat would, until the first turn begins."""
        while self.state.turn == 0:
            self.answer()

    def answer(self) -> None:
        seat = waiting(self.state)[0]
        push(self.state, seat, decision(self.state).default(self.state, seat))

    def play_on(self, turn: int) -> None:
        """Everybody answers as a retired seat would, until this turn begins or the game is over."""
        while not over(self.state) and self.state.turn < turn:
            self.answer()


class GameTable(Start):
    """A table where red is first and nobody has anything but pieces, in the first turn of an era."""

    def __init__(self, seats: int = 4, era: int = 1, **chosen: str) -> None:
        Start.__init__(self, seats, **chosen)
        state = self.state
        state.agenda.clear()
        state.options = {}
        state.era, state.turn, state.first = era, 3 * era - 2, 0
        state.order = state.clockwise_from(0)
        state.offer = []
        for player in state.players:
            player.warehouse = NONE[:]
        self._arranged = len(state.journal)

    # What lies where before the scenario begins

    def goods(self, **stores: tuple[int, int, int, int]) -> None:
        """Wood, stone, marble, gold in the Warehouse."""
        for name, counts in stores.items():
            self.seat(name).set(warehouse=list(counts))

    def traded(self, **stores: tuple[int, int, int, int]) -> None:
        for name, counts in stores.items():
            self.seat(name).set(traded=list(counts))

    def tiles(self, **owned: str) -> None:
        for name, tiles in owned.items():
            self.seat(name).set(tiles=(*self.seat(name).tiles, *numbers(TILE_NAMES, tiles)))

    def hand(self, **cards: str) -> None:
        self._deal("hand", cards)

    def done(self, **cards: str) -> None:
        self._deal("done", cards)

    def returned(self, **cards: str) -> None:
        self._deal("returned", cards)

    def _deal(self, where: str, cards: dict[str, str]) -> None:
        for name, missions in cards.items():
            for card in numbers(MISSION_NAMES, missions):
                self.state.deck.remove(card)
                getattr(self.seat(name), where).append(card)
        self.set()

    def on_deck(self, missions: str) -> None:
        """The next missions of the deck, the first of them on top."""
        for card in reversed(numbers(MISSION_NAMES, missions)):
            self.state.deck.remove(card)
            self.state.deck.append(card)

    def stand(self, **pieces: str) -> None:
        """Pieces on places, as `camel:pal_market`."""
        for name, places in pieces.items():
            for piece, place in (text.split(":") for text in places.split()):
                put(self.state, self.names.index(name), PIECES.index(piece), PLACE_NAMES.index(place))
        self.set()

    def offer(self, tiles: str) -> None:
        self.set(offer=numbers(TILE_NAMES, tiles))

    def pile(self, **piles: str) -> None:
        """The goods of a pile, the top one first."""
        for colour, goods in piles.items():
            self.state.piles[COLOUR_NAMES.index(colour)] = numbers(GOOD_NAMES, goods)[::-1]
        self.set()

    def rare(self, **owned: str) -> None:
        for name, goods in owned.items():
            held = numbers(GOOD_NAMES, goods)
            self.seat(name).set(rare=[held.count(good) for good in range(len(GOOD_NAMES))])

    def towers(self, **heights: int) -> None:
        for name, height in heights.items():
            self.seat(name).set(tower=height)

    def marauders(self, current: str = "", held: str = "", by: str = "") -> None:
        """The region on the Current space, and the card somebody has chosen."""
        self.set(
            current=REGION_NAMES.index(current) if current else NOBODY,
            held=REGION_NAMES.index(held) if held else NOBODY,
            holder=self.names.index(by) if by else NOBODY,
        )

    # What happens

    def turn(self, number: int) -> None:
        """This turn begins."""
        self.set(turn=number - 1, era=(number - 1) // 3 + 1)
        self.happens(begin_turn)

    def placing(self) -> None:
        self.happens(placement_stage)

    def attack(self) -> None:
        self.happens(marauders_stage)

    def improve(self) -> None:
        """The improvements phase and the collection after it."""
        self.happens(improvements_phase, collection)

    def build(self) -> None:
        self.set(stage=CONSTRUCTION)
        self.happens(construction_phase)

    def resolve(self) -> None:
        """The whole resolution stage."""
        self.happens(improvements_phase, collection, construction_phase, kingdom_phase)

    def kingdom(self) -> None:
        self.set(stage=CONSTRUCTION)
        self.happens(kingdom_phase)

    def end_turn(self) -> None:
        self.happens(clean_up, advance_clock)

    # What is to be seen afterwards

    @property
    def told(self) -> list[str]:
        """What happened since the scenario began."""
        return self.journal[self._arranged :]

    def on(self, place: str) -> str | None:
        """Whose piece stands on a place, as `red camel`."""
        code = self.state.occupied[PLACE_NAMES.index(place)]
        return None if code == FREE else f"{self.names[owner_of(code)]} {PIECES[piece_of(code)]}"

    @property
    def current(self) -> str | None:
        return None if self.state.current == NOBODY else REGION_NAMES[self.state.current]

    @property
    def discards(self) -> list[str]:
        return [MISSION_NAMES[card] for card in self.state.discard]

    @property
    def offered(self) -> list[str]:
        return [TILE_NAMES[tile] for tile in self.state.offer]

    def owned(self, name: str) -> list[str]:
        return [TILE_NAMES[tile] for tile in self.seat(name).tiles]

    def cards(self, name: str, where: str = "hand") -> list[str]:
        return [MISSION_NAMES[card] for card in getattr(self.seat(name), where)]

    def goods_of(self, name: str) -> list[str]:
        """The rare goods of a player."""
        return [GOOD_NAMES[good] for good, count in enumerate(self.seat(name).rare) for _ in range(count)]


def in_order(*names: str, era: int = 2) -> GameTable:
    """A table where the turn goes round in this order."""
    table = GameTable(len(names), era=era)
    seats = tuple(map(table.names.index, names))
    table.set(order=seats, first=seats[0])
    return table


def numbers(names: Sequence[str], words: str) -> list[int]:
    return [names.index(word) for word in words.split()]


def only(options: list[str], kind: str) -> list[str]:
    """The options of one kind, without its name."""
    return [option.partition(":")[2] for option in options if option.partition(":")[0] == kind]


def cost(**counts: int) -> tuple[int, ...]:
    return tuple(counts.get(name, 0) for name in RESOURCES)
