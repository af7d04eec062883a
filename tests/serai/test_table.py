"""The luck of a bot: it looks random, is the same on every run, and says nothing about the dice."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from serai import Luck


def draws(luck: Luck, bound: int, times: int = 12) -> list[int]:
    return [luck.below(bound) for _ in range(times)]


def test_luck_is_the_same_on_every_run_and_machine() -> None:
    assert draws(Luck("c0ffee\n2"), 6) == [3, 5, 4, 2, 5, 0, 1, 2, 2, 1, 2, 5]


def test_luck_differs_by_secret() -> None:
    lucks = [Luck("c0ffee"), Luck("c0ffef"), Luck("decaf")]
    assert len({tuple(draws(luck, 6)) for luck in lucks}) == len(lucks)


@given(bound=st.integers(1, 1 << 64), secret=st.text())
def test_a_draw_is_below_its_bound(bound: int, secret: str) -> None:
    assert all(0 <= draw < bound for draw in draws(Luck(secret), bound))


def test_every_number_comes_about_equally_often() -> None:
    """Six thousand throws of a die: each face a thousand times, give or take five standard deviations."""
    thrown = draws(Luck("c0ffee"), 6, times=6000)
    assert all(abs(thrown.count(face) - 1000) < 5 * 29 for face in range(6))


@pytest.mark.parametrize("bound", [0, -1, (1 << 64) + 1])
def test_a_bound_out_of_reach_is_refused(bound: int) -> None:
    with pytest.raises(ValueError, match="the bound is 1 to"):
        Luck("c0ffee").below(bound)
