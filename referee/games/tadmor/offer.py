"""The improvements on offer and in the box (chapter "Improvements"; rules 5, 7.5, 7.6, 7.13)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache

from serai.referee.core.agenda import Action
from serai.referee.games.tadmor.board import PLACE_OF_TILE
from serai.referee.games.tadmor.events import OfferLaid, TookTile
from serai.referee.games.tadmor.state import FREE, Choice, Ending, Tadmor, take_back

LAST_ERA_OF_ARCHIVE = 2


@dataclass(frozen=True, slots=True)
class Acquire(Action):
    """Take an improvement."""

    form = "acquire:{tile}"
    tile: int


@dataclass(frozen=True, slots=True)
class Stop(Ending):
    """No more of it."""

    form = "stop"


acquire = cache(Acquire)
STOP = Stop()


def lay_out(state: Tadmor, tiles: tuple[int, ...]) -> None:
    """As many as there are spaces, drawn from these tiles; the rest goes to the box."""
    state.offer = sorted(state.luck.shuffled(sorted(tiles), "offer")[: state.variant.offer])
    state.tell(OfferLaid(tuple(state.offer)))


def archive(state: Tadmor) -> tuple[int, ...]:
    """Tiles of eras I and II in the box: neither on offer nor owned, and not of an era to come (A28)."""
    eras = state.variant.tiles[: min(state.era, LAST_ERA_OF_ARCHIVE)]
    return _in_the_box(eras, tuple(state.offer), tuple([player.tiles for player in state.players]))


@lru_cache(1 << 12)
def _in_the_box(
    eras: tuple[tuple[int, ...], ...], offer: tuple[int, ...], owned: tuple[tuple[int, ...], ...]
) -> tuple[int, ...]:
    """The tiles that nobody has; they change seldom, so each time is worked out once."""
    away = set(offer).union(*owned)
    return tuple(tile for era in eras for tile in era if tile not in away)


def gain_tile(state: Tadmor, seat: int, tile: int) -> None:
    """It works from now on; the offer is not filled up before the era changes."""
    if tile in state.offer:
        state.offer.remove(tile)
    state.players[seat].tiles += (tile,)
    state.tell(TookTile(seat, tile))


@dataclass(frozen=True, slots=True)
class GainWithPiece:
    """A step: a tile bought with a piece, which goes home, or onto the tile if that is a private action."""

    seat: int
    tile: int
    place: int

    def __call__(self, state: Tadmor) -> None:
        gain_tile(state, self.seat, self.tile)
        if self.tile in PLACE_OF_TILE:
            state.occupied[PLACE_OF_TILE[self.tile]] = state.occupied[self.place]
            state.occupied[self.place] = FREE
        else:
            take_back(state, self.place)


@dataclass(frozen=True, slots=True)
class TakingTile(Choice):
    """A free tile from the offer or from the box; of several, those after the first may be declined (A29)."""

    seat: int
    from_offer: bool
    left: int
    may_stop: bool = False

    def options(self, state: Tadmor, seat: int) -> list[Action]:
        tiles = state.offer if self.from_offer else archive(state)
        stop: list[Action] = [STOP] if self.may_stop else []
        return [*(acquire(tile) for tile in tiles), *stop]

    def resolve(self, state: Tadmor, seat: int, action: Action) -> None:
        if isinstance(action, Acquire):
            gain_tile(state, seat, action.tile)
            if self.left > 1:
                state.then(TakingTile(seat, self.from_offer, self.left - 1, may_stop=True))
