"""How many blocks are begun at a time follows how long they take."""

import pytest

from serai.ladder.queue.window import LONG, SHORT, Window


def test_it_begins_with_one() -> None:
    assert Window(64).size == 1


def test_a_fast_block_lets_as_many_begin_as_fit_in_a_few_seconds() -> None:
    window = Window(64)
    window.over(0.4, 1)
    assert window.size == 10
    window.over(1.0, 10)
    assert window.size == 40


def test_it_never_grows_beyond_what_may_be_in_flight() -> None:
    window = Window(8)
    window.over(0.0, 1)
    assert window.size == 8


def test_a_block_that_shared_with_few_takes_nothing_back() -> None:
    """The last blocks of a job are played by themselves, and fast."""
    window = Window(64)
    window.over(0.1, 1)
    window.over(2.9, 1)
    assert window.size == 40


@pytest.mark.parametrize("seconds", [SHORT, 4.0, LONG])
def test_it_stays_where_blocks_take_the_right_time(seconds: float) -> None:
    window = Window(64)
    window.over(0.4, 1)
    window.over(seconds, 10)
    assert window.size == 10


def test_slow_blocks_make_it_shrink_once_and_never_below_one() -> None:
    window = Window(64)
    window.over(0.1, 1)
    for _ in range(40):  # all that had begun tell the same
        window.over(8.0, 40)
    assert window.size == 20
    window.over(100.0, 20)
    assert window.size == 1
    window.over(100.0, 1)
    assert window.size == 1
