"""Three weeks of seven days (chapters "Course of play", "End of the day", "End of the week"; rules 6 and 9)."""

from __future__ import annotations

from serai.referee.games.yspahan.board import (
    AFTER_LAST_SHOP,
    BAZAAR,
    CALENDAR,
    EMPTY,
    FIRST_SHOP,
    HUB,
    ROWS,
    SHOPS,
    SOUKS,
)
from serai.referee.games.yspahan.buildings import power
from serai.referee.games.yspahan.caravan import score_caravan
from serai.referee.games.yspahan.events import DayBegan, SoukScored, WeekEnded
from serai.referee.games.yspahan.state import Yspahan
from serai.referee.games.yspahan.turn import Turn


def begin_day(state: Yspahan) -> None:
    """Every player's turn in today's order, the first with the supply, then the end of the day."""
    state.order = state.variant.last_order(state) if is_last_day(state) else state.variant.order(state)
    state.first = state.order[0]
    state.tell(DayBegan(state.week, state.day, state.order))
    opening, *others = state.order
    state.then(Turn(opening, opens_day=True), *(Turn(seat) for seat in others), end_day)


def is_last_day(state: Yspahan) -> bool:
    return state.week == CALENDAR.weeks and state.day == CALENDAR.days


def clockwise(state: Yspahan) -> tuple[int, ...]:
    """The first player begins, the others follow clockwise."""
    seats = len(state.players)
    return tuple((state.first + turn) % seats for turn in range(seats))


def by_rising_score(state: Yspahan) -> tuple[int, ...]:
    """Four players, the last day: the lowest score first, among equals the farthest from yesterday."""
    seats = len(state.players)
    yesterday = state.first - 1
    return tuple(sorted(range(seats), key=lambda seat: (state.players[seat].score, -((seat - yesterday) % seats))))


def end_day(state: Yspahan) -> None:
    """The tower is cleared, the left neighbour becomes first player; after day 7 the week ends."""
    state.tower = [None] * len(ROWS)
    state.first = state.left_of(state.first)
    if state.day < CALENDAR.days:
        state.day += 1
        state.then(begin_day)
    else:
        state.then(end_week)


def end_week(state: Yspahan) -> None:
    """Souks score and all shops are emptied; the caravan scores and stays; the Supervisor goes back to the hub."""
    score_souks(state)
    empty_shops(state)
    score_caravan(state)
    state.tell(WeekEnded(state.week))
    if state.week < CALENDAR.weeks:
        state.week += 1
        state.day = 1
        state.supervisor = HUB
        state.then(begin_day)


def score_souks(state: Yspahan) -> None:
    """Every complete souk scores its value for its owner, two more with a Bazaar; incomplete ones nothing."""
    for souk, printed in enumerate(SOUKS):
        owners = set(state.shops[FIRST_SHOP[souk] : AFTER_LAST_SHOP[souk]])
        if len(owners) == 1 and EMPTY not in owners:
            owner = owners.pop()
            points = printed.value + power(state.players[owner], BAZAAR)
            state.players[owner].score += points
            state.tell(SoukScored(owner, souk, points))


def empty_shops(state: Yspahan) -> None:
    """The goods return to their owners' stocks."""
    for owner in state.shops:
        if owner != EMPTY:
            state.players[owner].stock += 1
    state.shops = [EMPTY] * len(SHOPS)
