"""The nobility track (chapter of that name; rules 6.3, 6.4): steps on it, and what its own three symbols ask."""

from __future__ import annotations

from dataclasses import dataclass

from serai.referee.core.agenda import Action
from serai.referee.games.council_of_four.actions import PickCity, PickTile, pick_city, pick_tile
from serai.referee.games.council_of_four.board import BY_NAME, TOKENS, TRACKS
from serai.referee.games.council_of_four.events import Advanced, ChoseToken, Reused
from serai.referee.games.council_of_four.permits import acquire
from serai.referee.games.council_of_four.state import Choice, Council

WITH_NOBILITY = frozenset(
    number for number, token in enumerate(TOKENS) if any(text.startswith("nobility ") for text in token.bonus)
)


def advance(state: Council) -> None:
    """One space; its bonus comes before all that is still waiting. At the end of the track a step is lost (R3)."""
    me = state.player
    if me.nobility < TRACKS.nobility:
        me.nobility += 1
        state.tell(Advanced(state.active, me.nobility))
        state.then(*state.variant.track[me.nobility])


def eligible_cities(state: Council) -> list[int]:
    """Cities with an own emporium whose token has no nobility symbol, by letter."""
    emporia = sorted(state.player.emporia)
    return [city for city in emporia if state.tokens[city] is not None and state.tokens[city] not in WITH_NOBILITY]


def choose_tokens(state: Council, tokens: int) -> None:
    """The bonus of one token, or of two tokens of different cities (R10); a bonus nobody can have is lost (R11)."""
    cities = eligible_cities(state)
    if len(cities) > 1 and tokens > 1:
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
    state.then(*state.variant.token_bonus[token])


def take_free_permit(state: Council) -> None:
    """A face-up tile of any region without paying, if there is one; its bonuses are gained (R8)."""
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


def reuse_permit(state: Council) -> None:
    """The bonuses of a tile owned before this action, if there is one, face up or face down (R9)."""
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
        state.then(*state.variant.permit_bonus[action.tile])
