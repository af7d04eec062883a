"""The symbols (chapter "Symbols"; rules 6.2, 6.4): what is printed is data, what it gives is a verb.

A bonus is a row of symbols. It goes on the agenda in printed order, before all that is still waiting there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from serai.referee.games.council_of_four.board import DATA, PERMITS, SPACES, TOKENS, TRACKS
from serai.referee.games.council_of_four.deck import draw_cards
from serai.referee.games.council_of_four.gains import gain_assistants, gain_coins, gain_main_actions, gain_points
from serai.referee.games.council_of_four.nobility import advance, choose_tokens, reuse_permit, take_free_permit
from serai.referee.games.council_of_four.state import Council


@dataclass(frozen=True, slots=True)
class Effect:
    """A step: the acting player gains what the symbol stands for, so many times."""

    amount: int

    def __call__(self, state: Council) -> None:
        """Gain it."""


class Coins(Effect):
    """Steps forward on the wealth track."""

    __slots__ = ()

    def __call__(self, state: Council) -> None:
        gain_coins(state, self.amount)


class Assistants(Effect):
    """Assistants from the supply."""

    __slots__ = ()

    def __call__(self, state: Council) -> None:
        gain_assistants(state, self.amount)


class Points(Effect):
    """Steps forward on the score track."""

    __slots__ = ()

    def __call__(self, state: Council) -> None:
        gain_points(state, self.amount)


class MainActions(Effect):
    """Additional main actions in this turn."""

    __slots__ = ()

    def __call__(self, state: Council) -> None:
        gain_main_actions(state, self.amount)


class Cards(Effect):
    """Politics cards from the deck."""

    __slots__ = ()

    def __call__(self, state: Council) -> None:
        draw_cards(state, state.active, self.amount)


class Nobility(Effect):
    """Steps on the nobility track; the bonus of every space reached comes before the next step (R4)."""

    __slots__ = ()

    def __call__(self, state: Council) -> None:
        if self.amount > 1:
            state.then(Nobility(self.amount - 1))
        advance(state)


class Tokens(Effect):
    """The bonus of one token, or of two."""

    __slots__ = ()

    def __call__(self, state: Council) -> None:
        choose_tokens(state, self.amount)


class FreePermit(Effect):
    """A face-up permit tile without paying."""

    __slots__ = ()

    def __call__(self, state: Council) -> None:
        take_free_permit(state)


class ReusePermit(Effect):
    """The bonuses of an own permit tile again."""

    __slots__ = ()

    def __call__(self, state: Council) -> None:
        reuse_permit(state)


EFFECTS: dict[str, type[Effect]] = {
    "coins": Coins,
    "assistants": Assistants,
    "vp": Points,
    "main": MainActions,
    "cards": Cards,
    "nobility": Nobility,
    "token": Tokens,
    "free_permit": FreePermit,
    "reuse_permit": ReusePermit,
}
_TRACK_ONLY = {"token", "free_permit", "reuse_permit"}
_ON_TILES = {name: effect for name, effect in EFFECTS.items() if name not in _TRACK_ONLY}


def _bind(bonus: tuple[str, ...], effects: Mapping[str, type[Effect]], where: str) -> tuple[Effect, ...]:
    """The effects a printed bonus names, each with how often it is printed: `coins 3`."""
    DATA.demand(bool(bonus), f"{where}: a bonus needs a symbol")
    bound = []
    for text in bonus:
        name, _, amount = text.partition(" ")
        DATA.demand(amount.isdecimal() and int(amount) > 0, f"{where}: {text!r} should be a symbol and how often")
        bound.append(DATA.bind(effects, name, {"amount": int(amount)}, where))
    return tuple(bound)


_GIVES = {space.space: _bind(space.bonus, EFFECTS, f"[[nobility]] space {space.space}") for space in SPACES}
TOKEN_BONUS = tuple(_bind(token.bonus, _ON_TILES, f"[[tokens]] {token.id}") for token in TOKENS)
PERMIT_BONUS = tuple(_bind(permit.bonus, _ON_TILES, f"[[permits]] {permit.id}") for permit in PERMITS)
TRACK = tuple(_GIVES.get(space, ()) for space in range(TRACKS.nobility + 1))
