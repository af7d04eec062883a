"""The symbols (chapter "Symbols"; rules 6.2): what is printed is data, what it gives is a verb.

A bonus is a row of symbols. It goes on the agenda in printed order, before all that is still waiting there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from serai.referee.games.council_of_four.board import DATA, PERMITS, TOKENS, TRACKS
from serai.referee.games.council_of_four.deck import draw_cards
from serai.referee.games.council_of_four.events import (
    Advanced,
    GainedAssistants,
    GainedCoins,
    GainedMainActions,
    GainedPoints,
)
from serai.referee.games.council_of_four.state import Council


@dataclass(frozen=True, slots=True)
class Symbol:
    """A step: the acting player gains what the symbol stands for, so many times."""

    amount: int

    def __call__(self, state: Council) -> None:
        """Gain it."""


class Coins(Symbol):
    """Steps forward on the wealth track, which ends at 20 (R1)."""

    __slots__ = ()

    def __call__(self, state: Council) -> None:
        gain_coins(state, self.amount)


class Assistants(Symbol):
    """Assistants from the supply, as far as it lasts (R2)."""

    __slots__ = ()

    def __call__(self, state: Council) -> None:
        gain_assistants(state, self.amount)


class Points(Symbol):
    """Steps forward on the score track, at once."""

    __slots__ = ()

    def __call__(self, state: Council) -> None:
        gain_points(state, self.amount)


class MainActions(Symbol):
    """More main actions in this turn, if wanted (R12)."""

    __slots__ = ()

    def __call__(self, state: Council) -> None:
        state.main_left += self.amount
        state.tell(GainedMainActions(state.active, self.amount))


class Cards(Symbol):
    """Politics cards from the deck."""

    __slots__ = ()

    def __call__(self, state: Council) -> None:
        draw_cards(state, state.active, self.amount)


class Nobility(Symbol):
    """Steps on the nobility track; the bonus of every space reached comes before the next step (R4)."""

    __slots__ = ()

    def __call__(self, state: Council) -> None:
        me = state.player
        if me.nobility == TRACKS.nobility:
            return
        me.nobility += 1
        state.tell(Advanced(state.active, me.nobility))
        if self.amount > 1:
            state.then(Nobility(self.amount - 1))
        state.then(*state.variant.track[me.nobility])


def gain_coins(state: Council, amount: int) -> None:
    """What does not fit on the wealth track is lost."""
    me = state.player
    gained = min(amount, state.variant.coins_cap - me.coins)
    me.coins += gained
    state.tell(GainedCoins(state.active, gained))


def gain_assistants(state: Council, amount: int) -> None:
    gained = min(amount, state.assistant_pool)
    state.player.assistants += gained
    state.assistant_pool -= gained
    state.tell(GainedAssistants(state.active, gained))


def return_assistants(state: Council, amount: int) -> None:
    """Back to the supply."""
    state.player.assistants -= amount
    state.assistant_pool += amount


def gain_points(state: Council, amount: int) -> None:
    state.player.vp += amount
    state.tell(GainedPoints(state.active, amount))


SYMBOLS: dict[str, type[Symbol]] = {
    "coins": Coins,
    "assistants": Assistants,
    "vp": Points,
    "main": MainActions,
    "cards": Cards,
    "nobility": Nobility,
}


def bind(bonus: tuple[str, ...], symbols: Mapping[str, type[Symbol]], where: str) -> tuple[Symbol, ...]:
    """The verbs a printed bonus names: a misspelt one fails here and not in round nine."""
    bound = []
    for text in bonus:
        name, _, amount = text.partition(" ")
        DATA.demand(name in symbols, f"{where}: symbol {name!r} is none of {', '.join(symbols)}")
        DATA.demand(amount.isdecimal() and int(amount) > 0, f"{where}: {text!r} should be a symbol and how often")
        bound.append(symbols[name](int(amount)))
    DATA.demand(bool(bound), f"{where}: a bonus needs a symbol")
    return tuple(bound)


TOKEN_BONUS = tuple(bind(token.bonus, SYMBOLS, f"[[tokens]] {token.id}") for token in TOKENS)
PERMIT_BONUS = tuple(bind(permit.bonus, SYMBOLS, f"[[permits]] {permit.id}") for permit in PERMITS)
