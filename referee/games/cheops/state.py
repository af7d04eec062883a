"""What Cheops adds to the family's state: the pyramid, the Segen card, and who is joined to whom by routes."""

from __future__ import annotations

from typing import ClassVar, TypeVar

from serai.referee.catan_rules.layout import Layout
from serai.referee.catan_rules.rules import Rules
from serai.referee.catan_rules.state import NOBODY, Settlers
from serai.referee.core.luck import Luck
from serai.referee.games.cheops.board import PIECES

PHARAOH = NOBODY  # the owner of a stone that no seat placed


class Cheops(Settlers):
    """A game of Cheops. `pyramid` holds the owners of its stones in the order of placing.

    `webs` numbers the vertices that routes of any owners join; it is worked out when asked for and forgotten when a
    route is built.
    """

    __slots__ = ("pharaoh_left", "pyramid", "segen", "started", "stones", "webs")

    worked_out: ClassVar = ("webs",)
    pharaoh_left: int
    pyramid: tuple[int, ...]
    segen: int
    started: bool
    stones: tuple[int, ...]
    webs: bytes | None

    def __init__(self, seats: int, luck: Luck, rules: Rules, layout: Layout, robber: int) -> None:
        Settlers.__init__(self, seats, luck, rules, layout, robber)
        self.started = False
        self.stones = (0,) * seats
        self.pharaoh_left = PIECES.pharaoh_stones
        self.pyramid = ()
        self.segen = NOBODY
        self.webs = None

    def clone(self: S) -> S:
        copy = Settlers.clone(self)
        copy.started = self.started
        copy.stones = self.stones
        copy.pharaoh_left = self.pharaoh_left
        copy.pyramid = self.pyramid
        copy.segen = self.segen
        copy.webs = self.webs
        return copy

    def snapshot(self) -> tuple[object, ...]:
        pyramid = (self.started, self.stones, self.pharaoh_left, self.pyramid, self.segen)
        return (*Settlers.snapshot(self), pyramid)


S = TypeVar("S", bound=Cheops)
