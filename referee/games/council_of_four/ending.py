"""End of the game (chapter of that name; rules 8): whose turn comes next, and when nobody's does."""

from __future__ import annotations

from serai.referee.games.council_of_four.board import SCORING
from serai.referee.games.council_of_four.events import EndTriggered
from serai.referee.games.council_of_four.gains import gain_points
from serai.referee.games.council_of_four.state import Council


def last_emporium(state: Council, seat: int) -> None:
    """3 points for everybody who builds the tenth (R19); the first to do so triggers the end."""
    gain_points(state, SCORING.last_emporium)
    if state.trigger is None:
        trigger_end(state, seat)


def trigger_end(state: Council, seat: int) -> None:
    """The builder finishes his turn; all others have one last turn each."""
    seats = len(state.players)
    state.trigger = seat
    state.last_turns = tuple((seat + step) % seats for step in range(1, seats))
    state.tell(EndTriggered(seat))


def next_seat(state: Council) -> int | None:
    """Whose turn comes next; nobody's when the game is over."""
    return next_clockwise(state) if state.trigger is None else next_last_turn(state)


def next_clockwise(state: Council) -> int | None:
    """Round after round; a game that nobody ends is over after so many (R30)."""
    following = (state.active + 1) % len(state.players)
    if following == 0:
        if state.round == state.variant.max_rounds:
            return None
        state.round += 1
    return following


def next_last_turn(state: Council) -> int | None:
    """After the trigger one turn each."""
    if not state.last_turns:
        return None
    following, *rest = state.last_turns
    state.last_turns = tuple(rest)
    return following
