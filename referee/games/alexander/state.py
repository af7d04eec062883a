"""What Alexander's campaign adds to the family's table: supply pile, gold, path and chips, advisers, spent soldiers."""

from __future__ import annotations

from typing import TypeVar

from serai.referee.catan_rules.components import CARD_KINDS
from serai.referee.catan_rules.goods import gain
from serai.referee.catan_rules.state import NOBODY, Settlers
from serai.referee.core.luck import Luck
from serai.referee.games.alexander.board import (
    ADVISERS_OF,
    CHIP,
    CHIPS,
    EVENTS,
    GOLD,
    GOLD_ROW,
    JUNCTIONS,
    LAYOUT,
    PATH,
    ROBBER_START,
    SUPPLY_OF,
)


class Campaign(Settlers):
    """The table of the campaign. Piles have their top first; chips lie in the order of the path.

    `position` is the arrow Alexander stands on; `won` and `removed` count chips by event. `advisers` are the holders of
    the cards in use. The bottom `buried` cards of the deck are knights that were spent, which everybody saw; `known`
    counts by seat the knights bought from among them and not played, `known_fresh` those of them bought this turn.
    """

    __slots__ = (
        "advisers", "buried", "chips", "known", "known_fresh", "position", "removed", "spare", "supply", "won",
    )  # fmt: skip

    def __init__(self, seats: int, luck: Luck) -> None:
        Settlers.__init__(self, seats, luck, LAYOUT, ROBBER_START)
        self.position = 0
        self.supply = self._supply(luck)
        chips = luck.shuffled(CHIPS, "chips")
        places = JUNCTIONS.count(CHIP)
        self.chips, self.spare = tuple(chips[:places]), tuple(chips[places:])
        self.won = ((0,) * len(EVENTS),) * seats
        self.removed = (0,) * len(EVENTS)
        self.advisers = (NOBODY,) * len(ADVISERS_OF[seats])
        self.buried = 0
        self.known = (0,) * seats
        self.known_fresh = 0
        for vertex in PATH[1:]:
            self.open[vertex] = 0
        for seat in range(seats):
            gain(self, seat, GOLD, GOLD_ROW.start)

    def _supply(self, luck: Luck) -> tuple[int, ...]:
        """The pile takes its cards from the open stacks (rules 4)."""
        each = SUPPLY_OF[len(self.players)]
        for kind in range(CARD_KINDS):
            self.bank[kind] -= each
        return tuple(luck.shuffled([kind for kind in range(CARD_KINDS) for _ in range(each)], "supply"))

    def clone(self: S) -> S:
        copy = Settlers.clone(self)
        copy.position = self.position
        copy.supply = self.supply
        copy.chips = self.chips
        copy.spare = self.spare
        copy.won = self.won
        copy.removed = self.removed
        copy.advisers = self.advisers
        copy.buried = self.buried
        copy.known = self.known
        copy.known_fresh = self.known_fresh
        return copy

    def snapshot(self) -> tuple[object, ...]:
        path = (self.position, self.chips, self.spare, self.won, self.removed, self.advisers)
        cards = (self.supply, self.buried, self.known, self.known_fresh)
        return (*Settlers.snapshot(self), path, cards)


S = TypeVar("S", bound=Campaign)
