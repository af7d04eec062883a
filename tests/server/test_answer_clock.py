"""A bot is timed as one server (D16): every second in which it has a question open is charged to one decision."""

from __future__ import annotations

import random

import pytest

from serai.referee.clock import TimeControl
from serai.referee.match import Question
from serai.server.answer_clock import AnswerClock, Expired
from tests.referee.matches import calm_match

LONG = TimeControl(bank=1000, increment=0, cap=20)


def send(clock: AnswerClock, *numbers: int, now: float, control: TimeControl = LONG) -> list[Question]:
    """Send a question of a game of its own under each number."""
    questions = []
    for number in numbers:
        match = calm_match(control)
        (question,) = match.questions()
        match.sent(question, now)
        clock.sent({number: question}, now)
        questions.append(question)
    return questions


def answer(clock: AnswerClock, *numbers: int, now: float) -> dict[int, float]:
    """Take the answers of one message; what each costs."""
    costs = clock.charge(numbers, now)
    for number in numbers:
        clock.open.pop(number, None)
    return costs


def with_bank(seconds: float, cap: float = 20.0) -> TimeControl:
    return TimeControl(bank=seconds, increment=0, cap=cap)


def expired(clock: AnswerClock, now: float) -> Expired:
    late = clock.expired(now)
    assert late is not None
    return late


# --- what answers cost


def test_one_after_the_other_each_answer_costs_what_it_took() -> None:
    clock = AnswerClock()
    send(clock, 1, 2, 3, now=100.0)
    assert answer(clock, 1, now=119.0) == {1: 19.0}
    assert answer(clock, 2, now=138.0) == {2: 19.0}
    assert answer(clock, 3, now=139.0) == {3: 1.0}


def test_the_clock_runs_from_the_moment_there_is_something_to_do() -> None:
    clock = AnswerClock()
    send(clock, 1, now=100.0)
    assert answer(clock, 1, now=101.0) == {1: 1.0}
    send(clock, 2, now=150.0)
    assert answer(clock, 2, now=150.5) == {2: 0.5}


def test_answers_of_one_message_share_its_time() -> None:
    clock = AnswerClock()
    send(clock, 1, 2, 3, 4, now=100.0)
    assert answer(clock, 1, 2, 3, 4, now=106.0) == {1: 1.5, 2: 1.5, 3: 1.5, 4: 1.5}


def test_they_share_it_in_proportion_to_what_each_had() -> None:
    """Nobody can say which of them took the time: as long as they had enough together, none is late."""
    clock = AnswerClock()
    send(clock, 1, now=100.0, control=with_bank(1))
    send(clock, 2, now=100.0, control=with_bank(9))
    assert answer(clock, 1, 2, now=105.0) == {1: 0.5, 2: 4.5}


def test_out_of_order_the_answered_one_pays() -> None:
    clock = AnswerClock()
    send(clock, 1, 2, 3, now=100.0)
    assert answer(clock, 3, now=119.0) == {3: 19.0}
    assert answer(clock, 1, 2, now=121.0) == {1: 1.0, 2: 1.0}


def test_no_answer_pays_for_time_before_it_was_asked() -> None:
    """A bot with threads thinks about the first for 15 seconds and answers another at once."""
    clock = AnswerClock()
    send(clock, 1, now=100.0)
    send(clock, 2, now=114.0)
    assert answer(clock, 2, now=114.5) == {2: 0.5}
    assert answer(clock, 1, now=115.0) == {1: 14.5}


def test_that_time_stays_with_the_oldest_also_in_one_message() -> None:
    clock = AnswerClock()
    send(clock, 1, now=100.0)
    send(clock, 2, now=114.0)
    assert answer(clock, 1, 2, now=115.0) == {1: 14.0, 2: 1.0}


def test_what_is_not_open_costs_nothing() -> None:
    clock = AnswerClock()
    send(clock, 1, now=100.0)
    assert answer(clock, 7, now=105.0) == {}
    assert answer(clock, 1, 1, 7, now=106.0) == {1: 6.0}


def test_without_any_time_left_the_oldest_pays() -> None:
    clock = AnswerClock()
    questions = send(clock, 1, 2, now=100.0)
    for question in questions:
        question.match.allow(question, 0.0)
    assert answer(clock, 1, 2, now=101.0) == {1: 1.0, 2: 0.0}


@pytest.mark.parametrize("seed", range(20))
def test_every_second_is_charged_exactly_once(seed: int) -> None:
    """Whatever is sent and answered, in whatever order: costs add up to the time in which anything was open."""
    chance, clock = random.Random(seed), AnswerClock()
    now, busy, charged, number = 0.0, 0.0, 0.0, 0
    for _ in range(300):
        step = chance.choice([0.001, 0.1, 3.0])
        now, busy = now + step, busy + (step if clock.open else 0.0)
        if clock.open and chance.random() < 0.6:
            answers = chance.sample(list(clock.open), chance.randint(1, len(clock.open)))
            costs = answer(clock, *answers, now=now)
            assert all(cost >= 0 for cost in costs.values())
            charged += sum(costs.values())
        else:
            number += 1
            send(clock, number, now=now)
    charged += sum(answer(clock, *clock.open, now=now).values())
    assert charged == pytest.approx(busy)


# --- when time is up


def test_a_question_alone_has_as_long_as_it_is_allowed() -> None:
    clock = AnswerClock()
    (question,) = send(clock, 1, now=100.0)
    assert clock.expired(120.0) is None
    late = expired(clock, 120.01)
    assert (late.questions, late.fault.text, late.stuck) == ([question], "no answer in the 20.0 s it had", None)


def test_nothing_expires_where_nothing_is_open() -> None:
    clock = AnswerClock()
    send(clock, 1, now=100.0)
    answer(clock, 1, now=101.0)
    assert clock.expired(1000.0) is None


def test_every_answer_starts_the_clock_of_the_others_anew() -> None:
    clock = AnswerClock()
    send(clock, *range(10), now=0.0)
    for number in range(9):
        assert clock.expired(19.0 * (number + 1)) is None
        assert answer(clock, number, now=19.0 * (number + 1)) == {number: 19.0}
    assert clock.expired(190.0) is None
    assert clock.expired(191.1) is not None


def test_a_bot_that_answers_in_one_message_may_think_about_two_of_them() -> None:
    clock = AnswerClock()
    send(clock, *range(64), now=0.0)
    assert clock.expired(38.0) is None
    costs = answer(clock, *range(64), now=38.0)
    assert max(costs.values()) < 1.0


def test_a_bot_that_is_silent_for_two_of_many_is_stuck() -> None:
    clock = AnswerClock()
    send(clock, 1, 2, 3, now=100.0)
    late = expired(clock, 140.1)
    assert len(late.questions) == 3
    assert late.fault.text == "no answer in the 40.1 s that 3 open questions had"
    assert late.stuck is not None
    assert late.stuck.text == "stuck: the bot answered nothing in 40.1 s"


def give_up(clock: AnswerClock, number: int, now: float) -> Expired:
    late = expired(clock, now)
    clock.close(number, now)
    return late


def test_a_bot_that_lets_two_in_a_row_run_out_is_stuck() -> None:
    """Asked one at a time; the pause between them does not count."""
    clock = AnswerClock()
    send(clock, 1, now=100.0)
    assert give_up(clock, 1, now=120.1).stuck is None
    send(clock, 2, now=150.0)
    assert clock.expired(170.0) is None
    assert give_up(clock, 2, now=170.1).stuck is not None


def test_an_answer_in_between_shows_that_it_is_not() -> None:
    clock = AnswerClock()
    send(clock, 1, now=100.0)
    give_up(clock, 1, now=120.1)
    send(clock, 2, now=120.1)
    answer(clock, 2, now=121.0)
    send(clock, 3, now=121.0)
    assert give_up(clock, 3, now=141.1).stuck is None


def test_also_an_answer_that_comes_too_late_shows_it_and_the_next_question_has_all_its_time() -> None:
    """The bot takes 25 s, and only then reads the question that was sent after 20."""
    clock = AnswerClock()
    send(clock, 1, now=100.0)
    give_up(clock, 1, now=120.1)
    send(clock, 2, now=120.1)
    clock.heard(now=125.0)
    assert clock.expired(144.9) is None
    assert answer(clock, 2, now=144.0) == {2: 19.0}


def test_empty_banks_are_no_sign_of_a_stuck_bot() -> None:
    clock = AnswerClock()
    send(clock, 1, 2, now=100.0, control=with_bank(0.1))
    late = expired(clock, 100.3)
    assert (len(late.questions), late.stuck) == (2, None)


def test_a_rich_question_gives_the_bot_time_to_say_which_it_was() -> None:
    """Alone the poor one is late by what it costs; nobody else is retired for it."""
    clock = AnswerClock()
    poor, _ = (*send(clock, 1, now=100.0, control=with_bank(0.1)), *send(clock, 2, now=100.0))
    assert clock.expired(101.0) is None
    assert answer(clock, 1, now=101.0)[1] > poor.allowed
    assert answer(clock, 2, now=120.0) == {2: 19.0}


# --- what is taken back, and what is passed over


def test_when_the_oldest_is_taken_back_the_clock_of_the_next_starts() -> None:
    clock = AnswerClock()
    send(clock, 1, 2, now=100.0)
    assert clock.close(1, now=110.0)
    assert answer(clock, 2, now=112.0) == {2: 2.0}


def test_when_another_is_taken_back_the_oldest_goes_on() -> None:
    clock = AnswerClock()
    send(clock, 1, 2, now=100.0)
    assert clock.close(2, now=110.0)
    assert not clock.close(2, now=111.0)
    assert answer(clock, 1, now=112.0) == {1: 12.0}


def test_a_question_that_is_passed_over_for_too_long_keeps_others_back() -> None:
    """A bot cannot think for ever about one question while it answers others: it runs out of others."""
    clock = AnswerClock()
    send(clock, 1, 2, 3, now=100.0)
    answer(clock, 2, now=115.0)
    assert not clock.is_passed_over(120.0)
    assert clock.is_passed_over(120.1)
    answer(clock, 3, now=121.0)
    assert clock.expired(141.0) is None
    assert expired(clock, 141.1).stuck is None
    clock.close(1, now=141.1)
    assert not clock.is_passed_over(141.1)


# --- the way to a bot that runs elsewhere


def test_time_on_the_wire_is_given_back_once_for_a_message_of_questions() -> None:
    """Two answers come one after the other: there was one way there and back."""
    clock = AnswerClock()
    clock.wire = 0.25
    send(clock, 1, 2, now=100.0)
    assert answer(clock, 1, now=100.5) == {1: 0.25}
    assert clock.given == 0.25
    assert answer(clock, 2, now=100.75) == {2: 0.25}
    send(clock, 3, now=101.0)
    assert answer(clock, 3, now=101.5) == {3: 0.25}


def test_no_more_is_given_back_than_an_answer_took() -> None:
    clock = AnswerClock()
    clock.wire = 0.25
    send(clock, 1, now=100.0)
    assert answer(clock, 1, now=100.125) == {1: 0.0}
    assert clock.given == 0.125


def test_a_bot_is_out_of_time_only_when_the_way_was_allowed_for() -> None:
    clock = AnswerClock()
    clock.wire = 0.25
    send(clock, 1, now=100.0, control=with_bank(1.0))
    assert clock.expired(101.125) is None
    assert expired(clock, 101.375).silence == 1.125
