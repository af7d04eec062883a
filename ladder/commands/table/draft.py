"""What a person answers, tried out before it counts: nothing is sent until it is final, so it can be taken back.

An answer stays open as long as the same seat is asked next and it learned nothing from it. Whether it did is tried in
worlds in which all that the seat does not know is dealt anew: if the seat sees the same in all of them, it was told
nothing. An answer that shows a card, rolls dice or lets others decide is final.
"""

from __future__ import annotations

from serai.referee.core.agenda import Action, Decision, Event, State, decision, push
from serai.referee.core.game import Game
from serai.referee.core.luck import DEAL_BYTES, Luck

WORLDS = 24  # in which an answer is tried; a card that is drawn unseen is told apart with near certainty


class Draft:
    """The answers of one seat from a question on; `state` is the table as it would stand then."""

    def __init__(self, game: Game, state: State, seat: int) -> None:
        self._game = game
        self._seat = seat
        self._states = [_branch(game, state)]
        self.actions: list[Action] = []

    @property
    def state(self) -> State:
        return self._states[-1]

    @property
    def asked(self) -> Decision[State]:
        """What the seat has to decide now."""
        return decision(self.state)

    @property
    def options(self) -> list[Action]:
        return self.state.options[self._seat]

    @property
    def events(self) -> list[Event]:
        """What came of the last answer, as the seat may know it."""
        return _seen(self.state, self._seat)

    @property
    def can_undo(self) -> bool:
        return len(self._states) > 1

    def undo(self) -> None:
        """Take the last answer back."""
        self._states.pop()
        self.actions.pop()

    def answer(self, action: Action) -> bool:
        """Take an answer; False if it is final: others are asked now, or the seat has learned something."""
        after = _branch(self._game, self.state)
        push(after, self._seat, action)
        self.actions.append(action)
        if set(after.options) != {self._seat} or self._reveals(action, after):
            return False
        self._states.append(after)
        return True

    def _reveals(self, action: Action, after: State) -> bool:
        known = self._game.view(after, self._seat), _seen(after, self._seat)
        for number in range(1, WORLDS + 1):
            luck = Luck(number.to_bytes(DEAL_BYTES, "big"))
            world = _branch(self._game, self._game.redeal(self.state, self._seat, luck))
            push(world, self._seat, action)
            if (self._game.view(world, self._seat), _seen(world, self._seat)) != known:
                return True
        return False


def _branch(game: Game, state: State) -> State:
    copy: State = game.clone(state)
    copy.journal = []
    return copy


def _seen(state: State, seat: int) -> list[Event]:
    assert state.journal is not None
    return [event.seen_by(seat) for event in state.journal]
