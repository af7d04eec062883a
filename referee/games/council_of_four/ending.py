"""End of the game and final score (chapter of that name; rules 8 and 9)."""

from __future__ import annotations

from typing import NamedTuple

from serai.referee.core.game import Score, ranks_by
from serai.referee.games.council_of_four.board import BONUS_TILES, SCORING
from serai.referee.games.council_of_four.events import EndTriggered, Scored
from serai.referee.games.council_of_four.state import Council
from serai.referee.games.council_of_four.symbols import gain_points


def last_emporium(state: Council, seat: int) -> None:
    """3 points for everybody who builds the tenth (R19); the first to do so triggers one last turn for all others."""
    gain_points(state, SCORING.last_emporium)
    if state.trigger is None:
        seats = len(state.players)
        state.trigger = seat
        state.last_turns = tuple((seat + step) % seats for step in range(1, seats))
        state.tell(EndTriggered(seat))


def next_seat(state: Council) -> int | None:
    """Clockwise; after the trigger one turn each; nobody when the game is over (R30: too many rounds)."""
    if state.trigger is not None:
        if not state.last_turns:
            return None
        following, *rest = state.last_turns
        state.last_turns = tuple(rest)
        return following
    following = (state.active + 1) % len(state.players)
    if following == 0:
        if state.round == state.variant.max_rounds:
            return None
        state.round += 1
    return following


class Points(NamedTuple):
    """Where a player's points come from."""

    track: int
    bonus_tiles: int
    king_tiles: int
    nobility: int
    permits: int


def final_points(state: Council) -> list[Points]:
    nobility = nobility_points([seat.nobility for seat in state.players])
    permits = permit_points([len(seat.permits) for seat in state.players], state.variant.tied_leaders_score)
    return [
        Points(
            track=seat.vp,
            bonus_tiles=sum(BONUS_TILES[tile].points for tile in seat.bonus_tiles),
            king_tiles=sum(seat.king_tiles),
            nobility=nobility[number],
            permits=permits[number],
        )
        for number, seat in enumerate(state.players)
    ]


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
    left_over = [seat.assistants + sum(seat.hand) for seat in state.players]
    return Score(points, ranks_by(tuple(zip(points, left_over, strict=True))))


def tell_scores(state: Council) -> None:
    for seat, points in enumerate(final_points(state)):
        state.tell(Scored(seat, *points))
