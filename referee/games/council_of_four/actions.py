"""What a seat may answer: the actions of a turn, and the choices they ask for (rules 4.5)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from serai.referee.core.agenda import Action
from serai.referee.games.council_of_four.board import COSTS, LOTS, WILD
from serai.referee.games.council_of_four.state import Council, Player


class TurnAction(Action):
    """An action of the turn; it is listed only if it can be completed, so there is no way back (rules 4.4)."""

    __slots__ = ()

    def possible(self, state: Council, me: Player) -> bool:
        """Whether it can be completed now."""
        return True

    def begin(self, state: Council, seat: int) -> None:
        """Do it, or ask what it needs."""


class MainAction(TurnAction):
    """One of the four main actions."""

    __slots__ = ()

    def apply(self, state: Council, seat: int) -> None:
        state.main_left -= 1
        state.mains_done += 1
        self.begin(state, seat)


class QuickAction(TurnAction):
    """One of the four quick actions."""

    __slots__ = ()

    def apply(self, state: Council, seat: int) -> None:
        state.quick_left -= 1
        self.begin(state, seat)


@dataclass(frozen=True, slots=True)
class PickCouncil(Action):
    """Any of the four councils, to elect a councillor to."""

    form = "council:{council}"
    council: int


@dataclass(frozen=True, slots=True)
class PickColour(Action):
    """The colour of a councillor beside the board."""

    form = "colour:{colour}"
    colour: int


@dataclass(frozen=True, slots=True)
class PickRegion(Action):
    """A region, for its council or for its permit tiles."""

    form = "region:{region}"
    region: int


@dataclass(frozen=True, slots=True)
class PickTile(Action):
    """A permit tile: to acquire, to build with or to reuse."""

    form = "tile:{tile}"
    tile: int


@dataclass(frozen=True, slots=True)
class PickCity(Action):
    """A city: to build in, to send the king to, or for its token."""

    form = "city:{city}"
    city: int


@dataclass(frozen=True, slots=True)
class Pay(Action):
    """Cards for a council, as lots: so many of a kind."""

    form = "pay:{lots}"
    lots: tuple[int, ...]

    @property
    def cards(self) -> list[tuple[int, int]]:
        """Kind and number."""
        return [LOTS[lot] for lot in self.lots]

    @property
    def price(self) -> int:
        """10, 7, 4 or 0 coins for 1 to 4 cards, and 1 more for each wild card."""
        cards = self.cards
        wild = sum(count for kind, count in cards if kind == WILD)
        return COSTS.council_price[sum(count for _, count in cards) - 1] + wild * COSTS.wild


pick_council = cache(PickCouncil)
pick_colour = cache(PickColour)
pick_region = cache(PickRegion)
pick_tile = cache(PickTile)
pick_city = cache(PickCity)
