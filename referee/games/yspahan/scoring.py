"""The end of the game (chapter "End of the game"; rules 9.4)."""

from __future__ import annotations

from serai.referee.core.game import Items, Score, ranks_by
from serai.referee.games.yspahan import events
from serai.referee.games.yspahan.state import Yspahan


def score(state: Yspahan) -> Score:
    """The highest score wins, equal scores share; gold, camels and cards left are worth nothing."""
    points = tuple(player.score for player in state.players)
    return Score(points, ranks_by(points))


def items(state: Yspahan) -> Items:
    """Where the points come from, added up from what was told: the state keeps the sum alone."""
    assert state.journal is not None, "only a game with its journal knows"
    counted = {item: [0] * len(state.players) for item in ("souks", "caravan", "joining it", "buildings", "sales")}
    for told in state.journal:
        match told:
            case events.SoukScored():
                counted["souks"][told.seat] += told.points
            case events.CaravanScored():
                counted["caravan"] = [had + got for had, got in zip(counted["caravan"], told.points, strict=True)]
            case events.JoinedCaravan():
                counted["joining it"][told.seat] += told.points
            case events.Constructed():
                counted["buildings"][told.seat] += told.points
            case events.SoldCamels() | events.SoldGold():
                counted["sales"][told.seat] += told.points
    return {item: tuple(points) for item, points in counted.items()}
