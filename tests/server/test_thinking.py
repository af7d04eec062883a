"""A bot that thinks never loses on time because many of its games are in flight (D16). Simulated: nobody waits here."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from serai.referee.clock import TimeControl
from tests.server.simulated_bot import Simulation, Think

STANDARD = TimeControl(120, 1, 20)
DECISIONS = 1000
# A bank that a bot which thinks as long as the cap allows never empties.
ENDLESS = TimeControl(bank=20, increment=20, cap=20)
STYLES = [Simulation.answer_as_the_sdk_does, Simulation.answer_in_one_message, Simulation.answer_the_newest_first]

every_style = pytest.mark.parametrize("style", STYLES, ids=lambda style: style.__name__)
Style = Callable[[Simulation], None]


def play(style: Style, games: int, control: TimeControl, think: Think, decisions: int = DECISIONS) -> Simulation:
    """Let a bot think and answer so many times; nothing may be late."""
    bot = Simulation(games, control, think)
    while bot.decisions < decisions:
        style(bot)
        assert (bot.late, bot.expired) == ([], [])
    return bot


@every_style
@pytest.mark.parametrize("games", [1, 16, 64])
@pytest.mark.parametrize("seconds", [0.001, 0.05, 0.5])
def test_a_bot_that_thinks_is_never_late(style: Style, games: int, seconds: float) -> None:
    play(style, games, STANDARD, lambda _: seconds)


@every_style
@pytest.mark.parametrize(
    ("control", "seconds"), [(STANDARD, 0.1), (TimeControl(20, 1, 2), 0.02), (TimeControl(5, 0.15, 2), 0.1)]
)
def test_as_in_the_finding(style: Style, control: TimeControl, seconds: float) -> None:
    play(style, 64, control, lambda _: seconds)


@every_style
def test_a_bot_that_takes_19_of_20_seconds_on_every_move_is_never_late(style: Style) -> None:
    bot = play(style, 64, ENDLESS, lambda _: 19.0, decisions=300)
    assert bot.most_open == 1


@every_style
def test_a_bot_that_is_fast_at_first_and_takes_19_seconds_now_and_then_is_never_late(style: Style) -> None:
    bot = play(style, 64, ENDLESS, lambda n: 19.0 if n > 500 and n % 50 == 0 else 0.001, decisions=2000)
    assert bot.most_open > 32


@every_style
def test_a_bot_that_becomes_slower_and_slower_is_never_late(style: Style) -> None:
    """Each decision takes a fiftieth more than the last, up to 19 seconds."""
    play(style, 64, ENDLESS, lambda n: min(19.0, 0.0005 * 1.02**n), decisions=700)


@every_style
def test_a_fast_bot_soon_has_a_question_of_every_game(style: Style) -> None:
    bot = Simulation(64, STANDARD, lambda _: 0.0001)
    for _ in range(80):
        style(bot)
    assert bot.most_open >= 64


def test_what_waits_is_sent_with_the_clock_it_has_then() -> None:
    """A question that is held back has all its time when it is sent, however long it waited."""
    bot = Simulation(16, STANDARD, lambda _: 15.0)
    for _ in range(16):
        bot.answer_as_the_sdk_does()
        (number,) = bot.read()
        question = bot.stream.answer_clock.open[number]
        assert (question.sent, question.allowed) == (bot.clock.latest, 20.0)
        bot.stream.answer_clock.open.pop(number)
    assert bot.expired == []


def test_a_bot_that_hangs_with_many_questions_is_stuck_after_twice_the_cap() -> None:
    bot = play(Simulation.answer_as_the_sdk_does, 64, STANDARD, lambda _: 0.0001)
    began = bot.time
    assert len(bot.read()) == 64
    while not bot.expired:
        bot.time += 0.05
        bot.beat()
    assert bot.time - began == pytest.approx(40.0, abs=0.2)
    assert len(bot.expired[0].questions) == 64
    assert bot.expired[0].stuck


def test_a_bot_that_hangs_with_one_question_open_is_asked_another_and_is_stuck_then() -> None:
    bot = Simulation(64, STANDARD, lambda _: 0.0)
    began, stuck = bot.time, False
    while not stuck:
        assert len(bot.read()) == 1
        while not bot.expired:
            bot.time += 0.05
            bot.beat()
        (late,) = bot.expired
        bot.give_up(late)
        bot.expired.clear()
        stuck = late.stuck is not None
    assert bot.time - began == pytest.approx(40.0, abs=0.2)
    assert len(bot.late) == 0


def test_the_time_in_which_the_platform_stood_still_is_nobodys() -> None:
    bot = Simulation(1, STANDARD, lambda _: 0.0)
    bot.read()
    bot.beat()
    bot.time += 300.0
    bot.beat()
    assert bot.expired == []
