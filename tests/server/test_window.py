"""The window: how many questions a bot has open is what it has shown it can answer in a moment (D16)."""

from __future__ import annotations

from math import inf

import pytest

from serai.server.window import MOMENT, MOST, SHARE, Window


def shown(*messages: tuple[int, float]) -> Window:
    """A window after messages of so many answers that took so many seconds each."""
    window = Window()
    for answers, seconds in messages:
        window.answered(answers, answers * seconds)
    return window


def admitted(window: Window, least: float = inf) -> int:
    """How many questions can be open at once."""
    return window.room(0, least)


def test_it_starts_with_one_question() -> None:
    assert admitted(Window()) == 1


def test_it_doubles_with_every_message_of_a_fast_bot() -> None:
    sizes = [admitted(shown(*[(1, 0.0001)] * n)) for n in range(7)]
    assert sizes == [1, 2, 4, 8, 16, 32, 64]


def test_it_has_an_end() -> None:
    assert admitted(shown(*[(1, 0.0)] * 50)) == MOST


@pytest.mark.parametrize("seconds", [0.001, 0.005, 0.02, 0.05, 0.1])
def test_it_holds_what_the_bot_answers_in_a_moment(seconds: float) -> None:
    size = admitted(shown(*[(1, seconds)] * 20))
    assert MOMENT / 2 < size * seconds <= MOMENT + 1e-9


@pytest.mark.parametrize("seconds", [0.2, 0.5, 19.0])
def test_a_bot_that_thinks_is_asked_one_question_at_a_time(seconds: float) -> None:
    assert admitted(shown(*[(1, seconds)] * 20)) == 1


def test_it_shrinks_at_once_when_answers_get_slow() -> None:
    fast = [(1, 0.0001)] * 10
    assert admitted(shown(*fast, (1, 19.0))) == 1
    assert admitted(shown(*fast, (8, 0.05))) == 5


def test_a_slow_answer_is_forgotten_slowly() -> None:
    """Not by the first fast answers after it: the next slow one may follow soon. In the end it is."""
    fast = [(1, 0.0001)] * 10
    assert admitted(shown(*fast, (1, 19.0), *[(1, 0.0001)] * 300)) == 1
    assert admitted(shown(*fast, (1, 19.0), *[(1, 0.0001)] * 1000)) >= 64


def test_where_time_is_short_fewer_are_open() -> None:
    """In all they take a small part of what the one with the least time has; one is always asked."""
    window = shown(*[(1, 0.01)] * 20)
    assert admitted(window) == 25
    assert admitted(window, least=0.4) == int(0.4 * SHARE / 0.01)
    assert admitted(window, least=0.0) == 1


def test_what_is_open_takes_room() -> None:
    window = shown(*[(1, 0.01)] * 20)
    assert [window.room(n, inf) for n in (0, 1, 24, 25, 30)] == [25, 24, 1, 0, -5]
