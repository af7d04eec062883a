"""Time control: bank, increment and cap. Nobody waits here: time is handed in."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from serai.referee.clock import UNLIMITED, Clock, TimeControl

SECONDS = st.integers(1, 10**12).map(lambda microseconds: microseconds / 1_000_000)


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("120+1/20", TimeControl(120, 1, 20)),
        ("0+0.5/2", TimeControl(0, 0.5, 2)),
        ("60.25+0/0.1", TimeControl(60.25, 0, 0.1)),
        ("1000000+1/3600", TimeControl(1_000_000, 1, 3600)),
        ("86400.125+0/86400", TimeControl(86_400.125, 0, 86_400)),
    ],
)
def test_a_time_control_and_its_text(text: str, control: TimeControl) -> None:
    assert TimeControl.read(text) == control
    assert str(control) == text


@given(SECONDS, SECONDS, SECONDS)
def test_every_text_of_a_time_control_reads_back(bank: float, increment: float, cap: float) -> None:
    control = TimeControl(bank, increment, cap)
    assert TimeControl.read(str(control)) == control


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "should read BANK+INCREMENT/CAP in seconds, for example 120+1/20"),
        ("120", "should read BANK+INCREMENT/CAP"),
        ("120+1", "should read BANK+INCREMENT/CAP"),
        ("-1+1/20", "should read BANK+INCREMENT/CAP"),
        ("120+1/20s", "should read BANK+INCREMENT/CAP"),
        ("120+1/inf", "should read BANK+INCREMENT/CAP"),
        ("1.2.3+1/20", "holds something that is not a number of seconds"),
        (".+1/20", "holds something that is not a number of seconds"),
        ("9" * 400 + "+1/20", "is longer than any game"),
        ("120+1/0", "leaves no time at all"),
        ("0+0/20", "leaves no time at all"),
    ],
)
def test_a_wrong_time_control_says_what_is_wrong(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)) as error:
        TimeControl.read(text)
    assert repr(text) in str(error.value)


def test_what_holds_when_nothing_is_chosen() -> None:
    assert str(TimeControl()) == "120+1/20"


def test_a_decision_adds_its_increment_and_costs_what_it_took() -> None:
    clock = Clock(TimeControl(bank=10, increment=2, cap=60))
    assert clock.at_hand == 12
    clock.end(5)
    assert clock.bank == 7
    assert clock.at_hand == 9


def test_the_cap_holds_whatever_is_in_the_bank() -> None:
    clock = Clock(TimeControl(bank=100, increment=0, cap=8))
    assert clock.at_hand == 8


def test_a_bank_is_never_overdrawn() -> None:
    clock = Clock(TimeControl(bank=1, increment=0, cap=60))
    clock.end(5)
    assert clock.bank == 0


def test_a_seat_is_told_what_its_next_decision_begins_with() -> None:
    clock = Clock(TimeControl(bank=1.2345, increment=0.5, cap=60))
    assert clock.next_milliseconds == 1734


@pytest.mark.parametrize("milliseconds", [0, 1, 999, 1734, 121_000])
def test_a_clock_goes_on_from_what_a_question_showed(milliseconds: int) -> None:
    clock = Clock(TimeControl(bank=7, increment=0.3, cap=60))
    clock.resume(milliseconds)
    assert clock.next_milliseconds == milliseconds


def test_without_earning_a_decision_is_lent_its_increment() -> None:
    """A quick answer costs nothing and brings nothing; a slow one costs what it took beyond the increment."""
    clock = Clock(TimeControl(bank=10, increment=2, cap=60))
    assert clock.at_hand == 12
    clock.end(0.5, earns=False)
    assert clock.bank == 10
    clock.end(5, earns=False)
    assert clock.bank == 7


def test_no_limit_at_all_reads_back() -> None:
    assert TimeControl.read("none") is UNLIMITED
    assert str(UNLIMITED) == "none"
    assert Clock(UNLIMITED).next_milliseconds < 1 << 32, "a message holds no more"
