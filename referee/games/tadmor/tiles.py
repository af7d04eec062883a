"""The improvements (appendix "List of improvements"; rules 5, 11): the effect of each, and what a set of them gives."""

from __future__ import annotations

from functools import lru_cache

from serai.referee.games.tadmor.board import DATA, IMPROVEMENTS, PLACE_OF_TILE, Improvement
from serai.referee.games.tadmor.powers import Powers
from serai.referee.games.tadmor.tile_effects import EFFECTS, PrivateAction, TileEffect


def _bind(tile: Improvement) -> TileEffect:
    """The effect a tile's row names, tried once: what makes no sense fails here and not in era three."""
    effect = DATA.bind(EFFECTS, tile.effect, tile.params, f"[[improvement]] {tile.id}")
    effect.add(Powers())
    return effect


TILE_EFFECTS = tuple(map(_bind, IMPROVEMENTS))
PRIVATE = {PLACE_OF_TILE[tile]: effect for tile, effect in enumerate(TILE_EFFECTS) if isinstance(effect, PrivateAction)}
PRIVATE_MARKETS, PRIVATE_TEMPLES, ANY_CONSTRUCTION, ANY_KINGDOM = (
    tuple(place for place, effect in PRIVATE.items() if effect.action == kind) for kind in PrivateAction.kinds
)


@lru_cache(1 << 14)
def powers_of(tiles: tuple[int, ...]) -> Powers:
    """All that these tiles give together."""
    powers = Powers()
    for tile in tiles:
        TILE_EFFECTS[tile].add(powers)
        if tile in PLACE_OF_TILE:
            powers.private.append(PLACE_OF_TILE[tile])
    return powers


def in_play(seats: int, era: int) -> tuple[int, ...]:
    """The tiles of an era that are used with so many seats."""
    rows = enumerate(IMPROVEMENTS)
    return tuple(n for n, tile in rows if tile.era == era and (seats > 2 or tile.two_player))


START_TILES = tuple(n for n, tile in enumerate(IMPROVEMENTS) if tile.start)
DATA.demand(len(START_TILES) >= 4, "[[improvement]]: a START tile for each of four players is needed")
