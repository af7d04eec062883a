"""The end of the game (chapter "End of the game"; rules 9.4)."""

from __future__ import annotations

from serai.referee.core.game import Score, ranks_by
from serai.referee.games.yspahan.state import Yspahan


def score(state: Yspahan) -> Score:
    """The highest score wins, equal scores share; gold, camels and cards left are worth nothing."""
    points = tuple(player.score for player in state.players)
    return Score(points, ranks_by(points))
