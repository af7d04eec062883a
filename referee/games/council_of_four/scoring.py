"""The final score (chapter "End of the game"; rules 9)."""

from __future__ import annotations

from typing import NamedTuple

from serai.referee.core.game import Items, Score, ranks_by
from serai.referee.games.council_of_four.board import BONUS_TILES, SCORING
from serai.referee.games.council_of_four.events import Scored
from serai.referee.games.council_of_four.state import Council, Player


class FinalPoints(NamedTuple):
    """Where a player's points come from."""

    track: int
    bonus_tiles: int
    king_tiles: int
    nobility: int
    permits: int


def final_points(state: Council) -> list[FinalPoints]:
    """The points of every seat, at the end of the game or as if it ended now."""
    nobility = nobility_points([player.nobility for player in state.players])
    permits = permit_points([len(player.permits) for player in state.players], state.variant.tied_leaders_score)
    return [
        FinalPoints(
            track=player.vp,
            bonus_tiles=bonus_tile_points(player),
            king_tiles=king_tile_points(player),
            nobility=nobility[seat],
            permits=permits[seat],
        )
        for seat, player in enumerate(state.players)
    ]


def bonus_tile_points(player: Player) -> int:
    """The values of his bonus tiles."""
    return sum(BONUS_TILES[tile].points for tile in player.bonus_tiles)


def king_tile_points(player: Player) -> int:
    """The values of his king's reward tiles."""
    return sum(player.king_tiles)


def nobility_points(spaces: list[int]) -> list[int]:
    """5 for all who are farthest; if it is one only, 2 for all who are second; space 0 counts too (R21)."""
    first = max(spaces)
    points = {first: SCORING.nobility_first}
    if spaces.count(first) == 1:
        points[max(space for space in spaces if space < first)] = SCORING.nobility_second
    return [points.get(space, 0) for space in spaces]


def permit_points(tiles: list[int], tied_leaders_score: bool) -> list[int]:
    """3 for who has most, face up and down; for all of them if several have, or for none (R20)."""
    most = max(tiles)
    scores = tied_leaders_score or tiles.count(most) == 1
    return [SCORING.most_permits if scores and count == most else 0 for count in tiles]


def score(state: Council) -> Score:
    """The most points win; a tie goes to who has more assistants and cards together, then it is shared (R22)."""
    points = tuple(map(sum, final_points(state)))
    left_over = [player.assistants + sum(player.hand) for player in state.players]
    return Score(points, ranks_by(tuple(zip(points, left_over, strict=True))))


def items(state: Council) -> Items:
    """Where the points come from."""
    rows = zip(*final_points(state), strict=True)
    return {name.replace("_", " "): points for name, points in zip(FinalPoints._fields, rows, strict=True)}


def tell_scores(state: Council) -> None:
    """Where everybody's points come from."""
    for seat, points in enumerate(final_points(state)):
        state.tell(Scored(seat, *points))
