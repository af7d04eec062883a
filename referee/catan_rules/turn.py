"""The turn (rules 5): roll, then trade and build in any order, then end. A game's rules name its steps."""

from __future__ import annotations

from dataclasses import dataclass

from serai.referee.catan_rules.cards import play_choices
from serai.referee.catan_rules.events import TurnBegan
from serai.referee.catan_rules.production import roll
from serai.referee.catan_rules.scoring import end_by_guard
from serai.referee.catan_rules.state import NO_CARDS, Settlers
from serai.referee.catan_rules.trade import Offer, check_offer
from serai.referee.core.agenda import Action, Decision


@dataclass(frozen=True, slots=True)
class Roll(Action):
    """Roll the dice."""

    form = "roll"


@dataclass(frozen=True, slots=True)
class EndTurn(Action):
    """Hand the dice on."""

    form = "end_turn"


ROLL, END_TURN = Roll(), EndTurn()


def begin_turn(state: Settlers) -> None:
    """The next turn, for the active seat, in the steps the game names."""
    state.turn += 1
    state.card_played = False
    state.offers_made = 0
    state.refused = ()
    state.refused_counters = ()
    state.tell(TurnBegan(state.turn, state.active))
    state.then(*state.rules.turn, end_turn)


def end_turn(state: Settlers) -> None:
    """What was bought is playable from the next own turn on; the next seat clockwise is active."""
    state.players[state.active].fresh = NO_CARDS
    state.active = state.clockwise(state.active)[1]
    state.then(end_by_guard if state.turn >= state.rules.max_turns else begin_turn)


def before_the_roll(state: Settlers) -> None:
    state.then(PreRoll(state.active))


def trade_and_build(state: Settlers) -> None:
    state.then(Main(state.active))


@dataclass(frozen=True, slots=True)
class PreRoll(Decision[Settlers]):
    """Before the roll only development cards can be used; asked also of who holds none, which nobody must learn."""

    seat: int

    def options(self, state: Settlers, seat: int) -> list[Action]:
        return [ROLL, *play_choices(state, seat)]

    def always_asked(self, state: Settlers, seat: int) -> bool:
        return True

    def resolve(self, state: Settlers, seat: int, action: Action) -> None:
        if isinstance(action, Roll):
            roll(state)
        else:
            state.then(self)
            action.apply(state, seat)


@dataclass(frozen=True, slots=True)
class Main(Decision[Settlers]):
    """All that the game's rules let a seat do after the roll, any number of times, until it ends its turn."""

    seat: int

    open_ended = (Offer,)

    def options(self, state: Settlers, seat: int) -> list[Action]:
        found: list[Action] = []
        for choices in state.rules.choices:
            found += choices(state, seat)
        found.append(END_TURN)
        return found

    def check(self, state: Settlers, seat: int, action: Action) -> None:
        if isinstance(action, Offer):
            check_offer(state, seat, action)
        else:
            Decision.check(self, state, seat, action)

    def always_asked(self, state: Settlers, seat: int) -> bool:
        """Not being asked would tell that the hand allows nothing."""
        return True

    def default(self, state: Settlers, seat: int) -> Action:
        return END_TURN

    def resolve(self, state: Settlers, seat: int, action: Action) -> None:
        if not isinstance(action, EndTurn):
            state.then(self)
            action.apply(state, seat)
