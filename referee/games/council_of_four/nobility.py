"""The nobility track (chapter of that name; rules 6.3, 6.4): its own three symbols, and what every space gives."""

from __future__ import annotations

from dataclasses import dataclass

from serai.referee.core.agenda import Action
from serai.referee.games.council_of_four.actions import PickCity, PickTile, pick_city, pick_tile
from serai.referee.games.council_of_four.board import BY_NAME, SPACES, TRACKS
from serai.referee.games.council_of_four.events import ChoseToken, Reused
from serai.referee.games.council_of_four.permits import acquire
from serai.referee.games.council_of_four.state import Choice, Council
from serai.referee.games.council_of_four.symbols import PERMIT_BONUS, SYMBOLS, TOKEN_BONUS, Nobility, Symbol, bind

WITH_NOBILITY = frozenset(
    token for token, bonus in enumerate(TOKEN_BONUS) if any(isinstance(symbol, Nobility) for symbol in bonus)
)


def eligible_cities(state: Council) -> list[int]:
    """Cities with an own emporium whose token has no nobility symbol, by letter."""
    emporia = sorted(state.player.emporia)
    return [city for city in emporia if state.tokens[city] is not None and state.tokens[city] not in WITH_NOBILITY]


class TokenSymbol(Symbol):
    """The bonus of one token, or of two tokens of different cities (R10); a bonus nobody can have is lost (R11)."""

    __slots__ = ()

    def __call__(self, state: Council) -> None:
        cities = eligible_cities(state)
        if len(cities) > 1 and self.amount > 1:
            state.then(FirstToken(state.active))
        elif cities:
            state.then(OneToken(state.active))


@dataclass(frozen=True, slots=True)
class OneToken(Choice):
    """One token; as the second of two, one of a city later in the alphabet: so every pair is listed once."""

    seat: int
    after: int = -1

    def options(self, state: Council, seat: int) -> list[Action]:
        return [pick_city(city) for city in eligible_cities(state) if city > self.after]

    def resolve(self, state: Council, seat: int, action: Action) -> None:
        assert isinstance(action, PickCity)
        gain_token(state, seat, action.city)


@dataclass(frozen=True, slots=True)
class FirstToken(Choice):
    """The first of two tokens: any but the last in the alphabet."""

    seat: int

    def options(self, state: Council, seat: int) -> list[Action]:
        return [pick_city(city) for city in eligible_cities(state)[:-1]]

    def resolve(self, state: Council, seat: int, action: Action) -> None:
        assert isinstance(action, PickCity)
        state.then(OneToken(seat, after=action.city))
        gain_token(state, seat, action.city)


def gain_token(state: Council, seat: int, city: int) -> None:
    """Only that token: no connection counts."""
    token = state.tokens[city]
    assert token is not None
    state.tell(ChoseToken(seat, city))
    state.then(*TOKEN_BONUS[token])


class FreePermit(Symbol):
    """A face-up tile of any region without paying; its bonuses are gained (R8)."""

    __slots__ = ()

    def __call__(self, state: Council) -> None:
        if any(tile is not None for tile in state.face_up):
            state.then(TakePermit(state.active))


@dataclass(frozen=True, slots=True)
class TakePermit(Choice):
    """Places that were left during this action are still empty."""

    seat: int

    def options(self, state: Council, seat: int) -> list[Action]:
        return [pick_tile(tile) for tile in state.face_up if tile is not None]

    def resolve(self, state: Council, seat: int, action: Action) -> None:
        assert isinstance(action, PickTile)
        acquire(state, seat, action.tile)


class ReusePermit(Symbol):
    """The bonuses of a tile owned before this action, face up or face down (R9)."""

    __slots__ = ()

    def __call__(self, state: Council) -> None:
        if state.owned:
            state.then(PermitAgain(state.active))


@dataclass(frozen=True, slots=True)
class PermitAgain(Choice):
    """The tile stays as it lies."""

    seat: int

    def options(self, state: Council, seat: int) -> list[Action]:
        return [pick_tile(tile) for tile in BY_NAME if tile in state.owned]

    def resolve(self, state: Council, seat: int, action: Action) -> None:
        assert isinstance(action, PickTile)
        state.tell(Reused(seat, action.tile))
        state.then(*PERMIT_BONUS[action.tile])


TRACK_SYMBOLS = SYMBOLS | {"token": TokenSymbol, "free_permit": FreePermit, "reuse_permit": ReusePermit}
_GIVES = {space.space: bind(space.bonus, TRACK_SYMBOLS, f"[[nobility]] space {space.space}") for space in SPACES}
TRACK: tuple[tuple[Symbol, ...], ...] = tuple(_GIVES.get(space, ()) for space in range(TRACKS.nobility + 1))
