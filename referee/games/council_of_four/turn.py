"""The turn (chapter "Course of play"; rules 4): draw a card, then one main action and, if wanted, a quick one."""

from __future__ import annotations

from dataclasses import dataclass

from serai.referee.core.agenda import Action
from serai.referee.games.council_of_four.actions import (
    Pay,
    PickCity,
    PickColour,
    PickCouncil,
    PickRegion,
    PickTile,
    TurnAction,
)
from serai.referee.games.council_of_four.board import TURN
from serai.referee.games.council_of_four.building import MainBuild
from serai.referee.games.council_of_four.deck import draw_cards
from serai.referee.games.council_of_four.election import MainElect, QuickElect
from serai.referee.games.council_of_four.ending import next_seat
from serai.referee.games.council_of_four.events import TurnBegan
from serai.referee.games.council_of_four.king import MainKing
from serai.referee.games.council_of_four.permits import MainPermit, QuickSwap, refill
from serai.referee.games.council_of_four.quick import QuickExtra, QuickHire
from serai.referee.games.council_of_four.scoring import tell_scores
from serai.referee.games.council_of_four.state import Council, HandChoice


@dataclass(frozen=True, slots=True)
class EndTurn(Action):
    """End the turn; main actions that are left over are lost (R12)."""

    form = "end_turn"


MAIN_ELECT, END_TURN = MainElect(), EndTurn()
MAIN_ACTIONS: tuple[TurnAction, ...] = (MAIN_ELECT, MainPermit(), MainBuild(), MainKing())
QUICK_ACTIONS: tuple[TurnAction, ...] = (QuickHire(), QuickSwap(), QuickElect(), QuickExtra())
ACTIONS: tuple[type[Action], ...] = (
    *map(type, MAIN_ACTIONS), *map(type, QUICK_ACTIONS), EndTurn,
    PickCouncil, PickColour, PickRegion, PickTile, PickCity, Pay,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Turn:
    """A step: one player's turn, phase 1 and phase 2."""

    seat: int

    def __call__(self, state: Council) -> None:
        state.turn += 1
        state.active = self.seat
        state.main_left = TURN.main_actions
        state.mains_done = 0
        state.quick_left = TURN.quick_actions
        state.tell(TurnBegan(state.round, self.seat))
        draw_cards(state, self.seat, TURN.cards)
        state.then(Phase2(self.seat), end_turn)


@dataclass(frozen=True, slots=True)
class Phase2(HandChoice):
    """What to do next: quick and main actions in any order (R13); the end once a main action is done."""

    seat: int

    def options(self, state: Council, seat: int) -> list[Action]:
        me = state.players[seat]
        choices: list[Action] = []
        if state.main_left:
            choices += [action for action in MAIN_ACTIONS if action.possible(state, me)]
        if state.quick_left:
            choices += [action for action in QUICK_ACTIONS if action.possible(state, me)]
        if state.mains_done:
            choices.append(END_TURN)
        return choices

    def always_asked(self, state: Council, seat: int) -> bool:
        """Without a main action left, nothing in the list depends on the hand."""
        return state.variant.asks_forced or (state.main_left > 0 and any(state.players[seat].hand))

    def default(self, state: Council, seat: int) -> Action:
        """Electing is compulsory at worst; the rest is left undone."""
        return END_TURN if state.mains_done else MAIN_ELECT

    def resolve(self, state: Council, seat: int, action: Action) -> None:
        if action != END_TURN:
            state.owned = state.players[seat].permits
            state.then(refill, self)
            action.apply(state, seat)


def end_turn(state: Council) -> None:
    """The next player's turn, or the final score."""
    seat = next_seat(state)
    if seat is None:
        tell_scores(state)
    else:
        state.then(Turn(seat))
