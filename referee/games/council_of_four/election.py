"""Electing a councillor (chapter "Electing a councillor", quick action 3; rules 5.2 and 5.7)."""

from __future__ import annotations

from dataclasses import dataclass

from serai.referee.core.agenda import Action, options
from serai.referee.games.council_of_four.actions import (
    MainAction,
    PickColour,
    PickCouncil,
    QuickAction,
    pick_colour,
    pick_council,
)
from serai.referee.games.council_of_four.board import COLOURS, COSTS, COUNCILS, GAINS
from serai.referee.games.council_of_four.events import Elected, SentAssistant
from serai.referee.games.council_of_four.gains import gain_coins, return_assistants
from serai.referee.games.council_of_four.state import Choice, Council, Player


@dataclass(frozen=True, slots=True)
class MainElect(MainAction):
    """Elect a councillor and gain 4 coins; always possible."""

    form = "main_elect"

    def begin(self, state: Council, seat: int) -> None:
        state.then(ElectCouncil(seat, GAINS.elect_coins))


@dataclass(frozen=True, slots=True)
class QuickElect(QuickAction):
    """Return an assistant and elect a councillor, without the coins."""

    form = "quick_elect"

    def possible(self, state: Council, me: Player) -> bool:
        return me.assistants >= COSTS.elect_assistants

    def begin(self, state: Council, seat: int) -> None:
        return_assistants(state, COSTS.elect_assistants)
        state.tell(SentAssistant(seat))
        state.then(ElectCouncil(seat, 0))


@dataclass(frozen=True, slots=True)
class ElectCouncil(Choice):
    """Any of the four councils, the king's included."""

    seat: int
    coins: int

    def options(self, state: Council, seat: int) -> list[Action]:
        return [pick_council(council) for council in range(len(COUNCILS))]

    def default(self, state: Council, seat: int) -> Action:
        """The first council that stays as it is when the colour that falls is elected again."""
        unchanged = [council for council in range(len(COUNCILS)) if state.pool[state.balconies[council][-1]]]
        return pick_council(unchanged[0] if unchanged else 0)

    def resolve(self, state: Council, seat: int, action: Action) -> None:
        assert isinstance(action, PickCouncil)
        state.then(ElectColour(seat, self.coins, action.council))


@dataclass(frozen=True, slots=True)
class ElectColour(Choice):
    """Any colour beside the board, also one that is in the council or about to fall (R29)."""

    seat: int
    coins: int
    council: int

    def options(self, state: Council, seat: int) -> list[Action]:
        return [pick_colour(colour) for colour in range(len(COLOURS)) if state.pool[colour]]

    def default(self, state: Council, seat: int) -> Action:
        falling = pick_colour(state.balconies[self.council][-1])
        choices = options(state, seat)
        return falling if falling in choices else choices[0]

    def resolve(self, state: Council, seat: int, action: Action) -> None:
        assert isinstance(action, PickColour)
        elect(state, seat, self.council, action.colour)
        if self.coins:
            gain_coins(state, self.coins)


def elect(state: Council, seat: int, council: int, colour: int) -> None:
    """In on the arrow side; the row moves on and the last one falls, to lie beside the board."""
    *staying, fallen = state.balconies[council]
    state.balconies[council] = (colour, *staying)
    state.pool[colour] -= 1
    state.pool[fallen] += 1
    state.tell(Elected(seat, council, colour, fallen))
