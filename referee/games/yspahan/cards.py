"""Playing a card (chapter "Cards"; rules 7.9). What the cards do stands in effects.py."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from serai.referee.core.agenda import Action, Decision
from serai.referee.games.yspahan.deck import spend_card
from serai.referee.games.yspahan.effects import EFFECT_OF, Construct
from serai.referee.games.yspahan.state import Yspahan


@dataclass(frozen=True, slots=True)
class Play(Action):
    """Play a card for its effect: it lies face up at once, then the effect is resolved."""

    form = "play:{kind}"
    kind: int

    def apply(self, state: Yspahan, seat: int) -> None:
        spend_card(state, seat, self.kind)
        effect = EFFECT_OF[self.kind]
        if effect.choices(state, seat):
            state.then(CardChoice(seat, self.kind))
        else:
            effect.happen(state, seat)


@dataclass(frozen=True, slots=True)
class End(Action):
    """No more cards here: end the turn, or let the next good be sent."""

    form = "end"


play = cache(Play)
END = End()


def plays(state: Yspahan, seat: int) -> list[Action]:
    """One entry for each kind held that has a legal parameter now (R25)."""
    hand = state.players[seat].hand
    if not hand:
        return []
    kinds = sorted(set(hand) - state.variant.kept_for_constructing)
    return [play(kind) for kind in kinds if EFFECT_OF[kind].can(state, seat)]


@dataclass(frozen=True, slots=True)
class CardChoice(Decision[Yspahan]):
    """The parameter of a card that has been played; there is no way back."""

    seat: int
    kind: int

    def options(self, state: Yspahan, seat: int) -> list[Action]:
        return EFFECT_OF[self.kind].choices(state, seat)

    def always_asked(self, state: Yspahan, seat: int) -> bool:
        """A construction card: not asking would tell that the other one is not held (Y-IN-03)."""
        return isinstance(EFFECT_OF[self.kind], Construct) and bool(state.players[seat].hand)

    def resolve(self, state: Yspahan, seat: int, action: Action) -> None:
        EFFECT_OF[self.kind].chosen(state, seat, action)


class Window(Decision[Yspahan]):
    """A moment of the own turn when cards may be played (R4, R5); after a card it is open again."""

    __slots__ = ()

    def always_asked(self, state: Yspahan, seat: int) -> bool:
        """Not asking a seat with cards would tell that none of them is playable (Y-IN-03)."""
        return bool(state.players[seat].hand)

    def resolve(self, state: Yspahan, seat: int, action: Action) -> None:
        if isinstance(action, Play):
            state.then(self)
        action.apply(state, seat)
