"""Setup for two players (chapter of that name; rules 3 step 9): neutral emporia of an unused colour."""

from __future__ import annotations

from serai.referee.games.council_of_four.board import CITIES_ON, REGIONS
from serai.referee.games.council_of_four.events import NeutralTilesDrawn
from serai.referee.games.council_of_four.state import Council


def place_neutral_emporia(state: Council) -> None:
    """One tile of each face-down pile at random: all its cities get one. The tile is shuffled back (R23)."""
    tiles = tuple(draw_neutral_tile(state, region) for region in range(len(REGIONS)))
    state.neutral = frozenset(city for tile in tiles for city in CITIES_ON[tile])
    state.tell(NeutralTilesDrawn(tiles))


def draw_neutral_tile(state: Council, region: int) -> int:
    """Any tile of the face-down pile, which is then shuffled with it."""
    pile = state.piles[region]
    tile = pile[state.luck.below(len(pile), f"{REGIONS[region]} neutral tile")]
    state.piles[region] = state.luck.shuffled(sorted(pile), f"{REGIONS[region]} permits again")
    return tile
