"""What Alexander's campaign adds to the family's state: supply pile, path and chips, advisers, spent soldiers."""

from __future__ import annotations

from typing import NamedTuple, TypeVar

from serai.referee.catan_rules.layout import Layout
from serai.referee.catan_rules.rules import Rules
from serai.referee.catan_rules.state import NOBODY, Settlers
from serai.referee.core.luck import Luck
from serai.referee.games.alexander.board import ADVISERS_OF, EVENTS


class Sale(NamedTuple):
    """What was sold where, to whom, for how much; who had passed, and who was excluded for not paying."""

    event: int
    junction: int
    seat: int
    bid: int
    passed: tuple[int, ...] = ()
    excluded: tuple[int, ...] = ()


class Alexander(Settlers):
    """A game of Alexander the Great. Piles have their top first; chips lie in the order of the path.

    `position` is the arrow Alexander stands on; `won` and `removed` count chips by event. `advisers` are the holders of
    the cards in use. The bottom `buried` cards of the deck are knights that were spent, which everybody saw; `known`
    counts by seat the knights bought from among them and not played, `known_fresh` those of them bought this turn.
    """

    __slots__ = (
        "advisers", "buried", "chips", "known", "known_fresh", "position", "removed", "spare", "supply", "won",
    )  # fmt: skip

    advisers: tuple[int, ...]
    buried: int
    chips: tuple[int, ...]
    known: tuple[int, ...]
    known_fresh: int
    position: int
    removed: tuple[int, ...]
    spare: tuple[int, ...]
    supply: tuple[int, ...]
    won: tuple[tuple[int, ...], ...]

    def __init__(self, seats: int, luck: Luck, rules: Rules, layout: Layout, robber: int) -> None:
        Settlers.__init__(self, seats, luck, rules, layout, robber)
        self.position = 0
        self.supply = ()
        self.chips = ()
        self.spare = ()
        self.won = ((0,) * len(EVENTS),) * seats
        self.removed = (0,) * len(EVENTS)
        self.advisers = (NOBODY,) * len(ADVISERS_OF[seats])
        self.buried = 0
        self.known = (0,) * seats
        self.known_fresh = 0

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


S = TypeVar("S", bound=Alexander)
