"""What always holds (RULES.md, section 13) from one state to the next; test_every_board.py has what one state shows."""

import random

import pytest

from serai.referee.core.agenda import digest, options, over, push, waiting
from serai.referee.core.luck import Luck
from serai.referee.games.council_of_four.king import KingPayment
from tests.games.council_of_four.invariants import check
from tests.games.council_of_four.table import COUNCIL, SEATS, begin, random_states
from tests.random_play import deal

every_number_of_seats = pytest.mark.parametrize("seats", SEATS)


@every_number_of_seats
def test_nothing_falls(seats: int) -> None:
    """Rules 13, no. 5: points and nobility never fall; nor does the number of emporia."""
    before = [(0, 0, 0)] * seats
    for state in random_states(seats, 2):
        now = [(player.vp, player.nobility, len(player.emporia)) for player in state.players]
        for news, olds in zip(now, before, strict=True):
            assert all(new >= old for new, old in zip(news, olds, strict=True))
        before = now
    assert before != [(0, 0, 0)] * seats


@every_number_of_seats
def test_emporia_by_permit_and_by_king(seats: int) -> None:
    """Rules 13, no. 6 and 9: what no permit stands for was built with the king, who stands where he was last used."""
    by_king = [0] * seats
    king = begin(seats, 3).king
    for state in random_states(seats, 3):
        assert state.king == king
        for seat, player in enumerate(state.players):
            assert len(player.emporia) == len(player.permits_down) + by_king[seat]
        top = state.agenda[-1] if state.agenda else None
        if isinstance(top, KingPayment):
            by_king[top.seat] += 1
            king = top.city
    assert sum(by_king) > 0


def test_neutral_emporia_stay() -> None:
    """Rules 13, no. 7."""
    neutral = begin(2, 4).neutral
    assert all(state.neutral == neutral for state in random_states(2, 4))


@every_number_of_seats
def test_the_same_answers_give_the_same_game(seats: int) -> None:
    """Rules 13, no. 12: looking at options and views changes nothing."""
    plain = [digest(state) for state in random_states(seats, 5)]
    looked = []
    for state in random_states(seats, 5):
        for seat in (None, *range(seats)):
            COUNCIL.view(state, seat)
        for seat in waiting(state):
            options(state, seat)
        looked.append(digest(state))
    assert looked == plain


@every_number_of_seats
def test_asking_what_is_forced_changes_no_result(seats: int) -> None:
    """Rules 13, no. 12: with auto_apply_single off the same answers and the forced ones lead to the same end."""
    state, asked = begin(seats, 6), begin(seats, 6, auto_apply_single="off")
    chance = random.Random(seats)
    skipped = 0
    while not over(state):
        action = chance.choice(options(state, state.active))
        for each in (state, asked):
            push(each, each.active, action)
        while not over(asked) and asked.agenda != state.agenda:
            (only,) = options(asked, asked.active)
            push(asked, asked.active, only)
            skipped += 1
        assert digest(asked) == digest(state)
    assert over(asked)
    assert skipped > 20


@every_number_of_seats
def test_views_know_nothing_hidden(seats: int) -> None:
    """Rules 13, no. 13: other hands mixed with the deck, unseen tiles in another order."""
    for number, state in enumerate(random_states(seats, 7)):
        viewer = (None, *range(seats))[number % (seats + 1)]
        twin = COUNCIL.redeal(state, viewer, Luck(deal(number)))
        check(twin)
        assert COUNCIL.view(twin, viewer) == COUNCIL.view(state, viewer)


@every_number_of_seats
def test_everybody_has_as_many_turns(seats: int) -> None:
    """Rules 13, no. 14: they differ by one at most until the end is triggered, and by one when the game is over."""
    turns = [0] * seats
    turn = 0
    for state in random_states(seats, 8):
        if state.turn != turn:
            turn = state.turn
            turns[state.active] += 1
            assert max(turns) - min(turns) <= 1 + (state.trigger is not None)
    assert sum(turns) == state.turn
