"""What always holds (RULES.md 17), over random games; what holds in a single state is in invariants.py."""

import pytest

from serai.referee.core.agenda import Event, options, waiting
from serai.referee.games.tadmor.events import Redirected, Revealed, TurnBegan
from serai.referee.games.tadmor.state import FREE, PLACEMENT
from tests.games.tadmor.invariants import check
from tests.games.tadmor.table import TADMOR
from tests.random_play import Case, Play

SEATS = pytest.mark.parametrize("seats", [2, 3, 4])
GAMES = 12


def attacks(journal: list[Event]) -> dict[int, int]:
    """The region attacked in each turn, after all redirections."""
    turn, found = 0, dict[int, int]()
    for event in journal:
        if isinstance(event, TurnBegan):
            turn = event.turn
        elif isinstance(event, Revealed | Redirected):
            found[turn] = event.region
    return found


@SEATS
def test_the_invariants_hold_in_every_state(seats: int) -> None:
    """No. 1 to 8, 10 and 13: everything is in its place, and every decision is a choice."""
    for number in range(GAMES):
        play = Play(Case(TADMOR, seats, {}), 100 + number)
        for state in play.states():
            check(state)
            offered = options(state, waiting(state)[0])
            assert len(set(offered)) == len(offered) > 1
        check(play.state)
        assert play.state.turn == 9


@SEATS
def test_no_region_is_attacked_twice_running(seats: int) -> None:
    """No. 8, T-MA-14: and never in turn 1."""
    seen = 0
    for number in range(GAMES):
        play = Play(Case(TADMOR, seats, {}), number)
        play.to_the_end()
        regions = attacks(play.journal)
        seen += len(regions)
        assert 1 not in regions
        assert all(regions.get(turn + 1) != region for turn, region in regions.items())
    assert seen > GAMES


@SEATS
def test_the_order_of_a_turn_never_changes(seats: int) -> None:
    """No. 12: and no piece is on the board when a turn begins (no. 2)."""
    play, orders = Play(Case(TADMOR, seats, {}), 7), dict[int, set[tuple[int, ...]]]()
    for state in play.states():
        orders.setdefault(state.turn, set()).add(state.order)
        if state.stage == PLACEMENT and state.luck.drawn and state.placed == 0:
            placed = sum(code != FREE for code in state.occupied)
            assert placed + sum(map(sum, (player.reserve for player in state.players))) == sum(
                sum(player.owned) for player in state.players
            )
    assert all(len(found) == 1 for found in orders.values())
    assert set(orders) == set(range(10))
