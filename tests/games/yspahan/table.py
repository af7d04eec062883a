"""The table of Yspahan's scenarios: what lies where, said with the names of the board; and random games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from serai.referee.core.agenda import decision, over, push, waiting
from serai.referee.games import GAMES
from serai.referee.games.yspahan.board import BUILDING_NAMES, EMPTY, KIND_NAMES, ROWS, SHOP_NAMES, SQUARE_NAMES
from serai.referee.games.yspahan.calendar import begin_day
from serai.referee.games.yspahan.shops import places
from serai.referee.games.yspahan.state import Yspahan
from serai.referee.games.yspahan.turn import Turn
from tests.random_play import Case, Play, plain_cases
from tests.table import Player, Table

YSPAHAN = GAMES["yspahan"]
FOUR = "blue green red yellow"
THREE = "blue green red"
TWO = "blue green"
EVERY_CASE = pytest.mark.parametrize("case", plain_cases(YSPAHAN), ids=str)


class GameTable(Table):
    """A game of Yspahan at the first roll of day 1, blue being first player."""

    def __init__(self, names: str = FOUR, **chosen: str) -> None:
        variant = {"two_players": "on"} if names == TWO else {}
        Table.__init__(self, YSPAHAN, names, **variant, **chosen)
        self._arranged = len(self.state.journal)

    # What lies where before the scenario begins

    def dice(self, white: str, yellow: str = "") -> None:
        """What the next roll shows; yellow dice that are not told show whatever they do."""
        self.luck.foretell("white dice", *(int(face) - 1 for face in white))
        self.luck.foretell("yellow dice", *(int(face) - 1 for face in yellow))

    def goods(self, **shops: str) -> None:
        """Goods that lie in shops, taken from their owners' stocks."""
        for name, filled in shops.items():
            for shop in filled.split():
                self.state.shops[SHOP_NAMES.index(shop)] = self.names.index(name)
                self.player(name).set(stock=self.player(name).stock - 1)

    def caravan(self, owners: str) -> None:
        """Goods that lie in the caravan from its first slot on, taken from their owners' stocks."""
        self.state.caravan = [self.names.index(name) for name in owners.split()]
        for name in owners.split():
            self.player(name).set(stock=self.player(name).stock - 1)

    def cards(self, **hands: str) -> None:
        """Hands of these cards and no others, exchanged with the deck."""
        for name, kinds in hands.items():
            self.state.deck += self.player(name).hand
            hand = numbers(KIND_NAMES, kinds)
            for kind in hand:
                self.state.deck.remove(kind)
            self.player(name).set(hand=hand)

    def on_top(self, kinds: str) -> None:
        """The next cards of the deck, the first of them on top."""
        for kind in reversed(numbers(KIND_NAMES, kinds)):
            self.state.deck.remove(kind)
            self.state.deck.append(kind)

    def discarded(self, kinds: str) -> None:
        """Cards of the deck that lie on the discard pile."""
        for kind in numbers(KIND_NAMES, kinds):
            self.state.deck.remove(kind)
            self.state.discard.append(kind)
        self.set()

    def deck_into_the_hand_of(self, name: str) -> None:
        """Nothing is left to draw."""
        self.player(name).hand.extend(self.state.deck)
        self.set(deck=[])

    def owns(self, **buildings: str) -> None:
        """Buildings that stand already, in this order."""
        for name, owned in buildings.items():
            self.player(name).set(buildings=numbers(BUILDING_NAMES, owned))

    def supervisor(self, square: str) -> None:
        self.set(supervisor=SQUARE_NAMES.index(square))

    def turn(self, name: str, **groups: tuple[int, int]) -> None:
        """A turn of this player with these groups of (white) dice in the tower: value and number.

        A single group is taken without asking, unless the player holds cards.
        """
        self.state.tower = [(*groups[row], 0) if row in groups else None for row in ROWS]
        self.happens(Turn(self.names.index(name)))

    def day(self, week: int, day: int, first: str) -> None:
        """This day begins, and by the ordinary change this is its first player (the last day may know better)."""
        self.state.agenda.clear()
        self.set(week=week, day=day, first=self.names.index(first))
        self.happens(begin_day)

    def play_on(self, week: int = 4, day: int = 1) -> None:
        """Everybody answers like a retired seat, until this day begins or the game is over."""
        while not over(self.state) and (self.state.week, self.state.day) < (week, day):
            seat = waiting(self.state)[0]
            push(self.state, seat, decision(self.state).default(self.state, seat))

    # What is to be seen afterwards

    @property
    def told(self) -> list[str]:
        """What happened since the scenario began."""
        return self.journal[self._arranged :]

    def player(self, name: str) -> Player:
        return self.players[self.names.index(name)]

    @property
    def tower(self) -> dict[str, tuple[int, int, int]]:
        """The rows with dice, bottom to top: value, white dice, yellow dice."""
        return {row: group for row, group in zip(ROWS, self.state.tower, strict=True) if group}

    @property
    def where(self) -> str:
        """The square the Supervisor stands on."""
        square: int = self.state.supervisor
        return SQUARE_NAMES[square]

    @property
    def in_caravan(self) -> str:
        return " ".join(self.names[owner] for owner in self.state.caravan)

    @property
    def discards(self) -> list[str]:
        return [KIND_NAMES[kind] for kind in self.state.discard]

    @property
    def scores(self) -> list[int]:
        return [player.score for player in self.players]

    def in_shop(self, shop: str) -> str | None:
        """Whose good lies in the shop."""
        owner = self.state.shops[SHOP_NAMES.index(shop)]
        return None if owner == EMPTY else self.names[owner]

    def hand(self, name: str) -> list[str]:
        return [KIND_NAMES[kind] for kind in self.player(name).hand]

    def built(self, name: str) -> list[str]:
        return [BUILDING_NAMES[building] for building in self.player(name).buildings]

    def open_to(self, name: str, neighbourhood: str) -> list[str]:
        """The shops of a neighbourhood where the player may place a good now."""
        options = places(self.state, self.names.index(name), ROWS.index(neighbourhood) - 1)
        return [text.removeprefix("put:") for text in self.say(options)]


def all_states(case: Case, games: int = 4) -> Iterator[Yspahan]:
    """Every state of some random games in which somebody has to decide."""
    for number in range(games):
        yield from Play(case, number).states()


def numbers(names: Sequence[str], words: str) -> list[int]:
    return [names.index(word) for word in words.split()]
