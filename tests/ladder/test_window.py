"""How many blocks are begun at a time follows how long they take."""

import pytest

from serai.ladder.queue.window import LONG, SHORT, Window

DECISIONS = 200


def test_it_begins_with_one() -> None:
    window = Window(64)
    assert (window.size, window.knows_pace) == (1, False)


def test_a_fast_block_lets_as_many_begin_as_fit_in_a_few_seconds() -> None:
    window = Window(64)
    window.over(0.8, 1, DECISIONS)
    assert (window.size, window.knows_pace) == (10, True)
    window.over(2.0, 10, DECISIONS)
    assert window.size == 40


def test_it_never_grows_beyond_what_may_be_in_flight() -> None:
    window = Window(8)
    window.over(0.0, 1, DECISIONS)
    assert window.size == 8


def test_a_block_that_shared_with_few_takes_nothing_back() -> None:
    """The last blocks of a job are played by themselves, and fast."""
    window = Window(64)
    window.over(0.2, 1, DECISIONS)
    window.over(5.9, 1, DECISIONS)
    assert window.size == 40


@pytest.mark.parametrize("seconds", [SHORT, 8.0, LONG])
def test_it_stays_where_blocks_take_the_right_time(seconds: float) -> None:
    window = Window(64)
    window.over(0.8, 1, DECISIONS)
    window.over(seconds, 10, DECISIONS)
    assert window.size == 10


def test_slow_blocks_make_it_shrink_once_and_never_below_one() -> None:
    window = Window(64)
    window.over(0.2, 1, DECISIONS)
    for _ in range(40):  # all that had begun tell the same
        window.over(16.0, 40, DECISIONS)
    assert window.size == 20
    window.over(100.0, 20, DECISIONS)
    assert window.size == 1
    window.over(100.0, 1, DECISIONS)
    assert window.size == 1


def test_the_pace_of_games_in_play_lets_more_begin_before_one_is_over() -> None:
    """Thirty games of ten blocks make 3,000 decisions a second: with 200 each they take 2 seconds."""
    window = Window(64)
    window.over(0.8, 1, DECISIONS)
    window.paced(0.5, 1500, games=30, together=10)
    assert window.size == 40


@pytest.mark.parametrize("decisions", [0, 150])
def test_a_slow_pace_changes_nothing(decisions: int) -> None:
    """It may be a moment's; what games took in the end is what counts."""
    window = Window(64)
    window.over(0.8, 1, DECISIONS)
    window.paced(0.5, decisions, games=30, together=10)
    assert window.size == 10


def test_the_pace_says_nothing_before_the_length_of_a_game_is_known() -> None:
    window = Window(64)
    window.paced(0.5, 1500, games=3, together=1)
    assert window.size == 1
