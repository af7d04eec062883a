"""Bonus tiles and the king's reward tiles (chapter of that name; rules 7)."""

from __future__ import annotations

from serai.referee.games.council_of_four.events import TookBonusTile, TookKingTile
from serai.referee.games.council_of_four.state import Council


def take_tiles(state: Council, seat: int) -> None:
    """Who completes a region or a colour first takes its tile, and each time the top one of the king's pile (R18)."""
    me = state.players[seat]
    sets = state.variant.kingdom.sets
    for tile in state.bonus_left:
        if sets[tile] <= me.emporia:
            state.bonus_left = tuple(left for left in state.bonus_left if left != tile)
            me.bonus_tiles += (tile,)
            state.tell(TookBonusTile(seat, tile))
            take_king_tile(state, seat)


def take_king_tile(state: Council, seat: int) -> None:
    """The top one, as long as there is one."""
    if state.king_pile:
        top, *rest = state.king_pile
        state.king_pile = tuple(rest)
        state.players[seat].king_tiles += (top,)
        state.tell(TookKingTile(seat, top))
