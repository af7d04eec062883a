"""A match: who is asked, how long they may take, in which order answers count. Nobody waits: time is handed in."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import permutations

import pytest

from serai.referee.clock import TimeControl
from serai.referee.core.agenda import Action, digest
from serai.referee.match import Cause, Fault, Question
from serai.referee.replay import Replay, record, verify
from tests.harbour import HARBOUR, PASS, PAY, Bid, Drew, Landed, Raid, Sell
from tests.referee.matches import answer, ask, calm_match, new_match, play, stormy_match, thrifty, whimsical

# --- asking


def test_the_seat_whose_turn_it_is_is_asked_once() -> None:
    match = calm_match()
    (question,) = match.questions()
    assert (question.seat, question.options) == (0, match.state.options[0])
    assert match.open_question(0) is question
    assert match.questions() == []


def test_a_question_brings_what_has_happened_since_the_last_one() -> None:
    match = calm_match()
    (first,) = ask(match)
    assert [type(event) for event in first.events] == [Landed, Drew]
    match.answer(first, Sell(0), seconds=0.0)
    (second,) = ask(match)
    assert (second.seat, second.events) == (0, [])


def test_what_a_seat_may_not_know_is_not_in_its_news() -> None:
    """Seat 0 has drawn a card; seat 1 hears of it with its first question, but not which one."""
    match = calm_match()
    (question,) = ask(match)
    assert question.events[1] != Drew(0, None)
    match.answer(question, PASS, seconds=0.0)
    answer(match, Bid(1))
    (question,) = ask(match)
    assert question.seat == 1
    assert question.events[1] == Drew(0, None)


def test_a_seat_is_asked_out_of_turn() -> None:
    match = calm_match()
    answer(match, Raid(2))
    (question,) = ask(match)
    assert (question.seat, question.options) == (2, [PASS, PAY])


# --- answering


def test_an_option_can_be_named_by_its_place_or_in_words() -> None:
    one, two = calm_match(), calm_match()
    answer(one, one.state.options[0].index(Sell(1)))
    answer(two, Sell(1))
    assert one.decisions == two.decisions == [(0, Sell(1))]
    assert digest(one.state) == digest(two.state)


def test_a_free_answer_need_not_be_listed() -> None:
    match = calm_match()
    answer(match, PASS)
    (question,) = ask(match)
    assert question.options == [PASS, Bid(1)]
    match.answer(question, Bid(3), seconds=0.0)
    assert match.decisions[-1] == (0, Bid(3))


@pytest.mark.parametrize("place", [-1, 7, 99, 2**31])
def test_an_option_that_does_not_exist_is_illegal(place: int) -> None:
    match = calm_match()
    (question,) = ask(match)
    with pytest.raises(Fault, match=f"^option {place} does not exist; there are 7$") as fault:
        match.answer(question, place, seconds=0.0)
    assert fault.value.cause is Cause.ILLEGAL


@pytest.mark.parametrize(
    ("before", "action", "message"),
    [
        ([], PAY, r"Pay\(\) is not among the options of seat 0"),
        ([], Raid(0), r"Raid\(victim=0\) is not among the options of seat 0"),
        ([PASS], Bid(4), r"Bid\(coins=4\) is neither a pass nor a bid above 0 and up to 3"),
        ([PASS, Bid(2)], Bid(2), r"Bid\(coins=2\) is neither a pass nor a bid above 2 and up to 3"),
    ],
)
def test_an_action_that_is_not_allowed_is_illegal(before: list[Action], action: Action, message: str) -> None:
    match = calm_match()
    answer(match, *before)
    (question,) = ask(match)
    with pytest.raises(Fault, match=f"^{message}$") as fault:
        match.answer(question, action, seconds=0.0)
    assert fault.value.cause is Cause.ILLEGAL


def test_a_refused_answer_changes_nothing() -> None:
    match = calm_match()
    (question,) = ask(match)
    before = digest(match.state)
    with pytest.raises(Fault):
        match.answer(question, PAY, seconds=5.0)
    assert (digest(match.state), match.decisions, match.clocks[0].bank) == (before, [], 1000)
    assert match.open_question(0) is question


def test_a_question_is_answered_once() -> None:
    match = calm_match()
    (question,) = ask(match)
    match.answer(question, Sell(0), seconds=0.0)
    ask(match)
    with pytest.raises(AssertionError, match="answered once"):
        match.answer(question, Sell(0), seconds=0.0)


# --- time


def test_the_bank_pays_for_a_decision_and_the_increment_adds_to_it() -> None:
    match = calm_match(control=TimeControl(bank=10, increment=2, cap=60))
    (question,) = ask(match, now=100.0)
    assert (question.sent, question.allowed) == (100.0, 12.0)
    match.answer(question, Sell(0), seconds=5.0)
    (question,) = ask(match, now=200.0)
    assert (question.seat, question.sent, question.allowed) == (0, 200.0, 9.0)
    assert [clock.bank for clock in match.clocks] == [7, 10, 10]


def test_a_question_that_has_not_been_sent_has_no_limit() -> None:
    match = calm_match(control=TimeControl(bank=1, increment=2, cap=20))
    (question,) = match.questions()
    assert (question.allowed, question.at_hand) == (float("inf"), 3.0)
    assert match.clocks[0].bank == 1
    match.sent(question, now=50.0)
    assert question.allowed == 3.0


def test_an_answer_may_be_allowed_more_time_than_its_clock_has() -> None:
    match = calm_match(control=TimeControl(bank=1, increment=0, cap=2))
    (question,) = ask(match, now=50.0)
    match.allow(question, seconds=600)
    match.answer(question, PASS, seconds=600.0)
    assert match.decisions == [(0, PASS)]


def test_one_decision_may_not_take_longer_than_the_cap() -> None:
    match = calm_match(control=TimeControl(bank=100, increment=0, cap=8))
    (question,) = ask(match, now=0.0)
    assert (question.at_hand, question.allowed) == (8.0, 8.0)


def test_an_answer_at_the_deadline_is_in_time() -> None:
    match = calm_match(control=TimeControl(bank=3, increment=0, cap=20))
    (question,) = ask(match, now=1.0)
    match.answer(question, PASS, seconds=3.0)
    assert match.decisions == [(0, PASS)]
    assert match.clocks[0].bank == 0


def test_an_answer_after_the_deadline_is_late() -> None:
    match = calm_match(control=TimeControl(bank=3, increment=0, cap=20))
    (question,) = ask(match, now=1.0)
    with pytest.raises(Fault, match=r"^answered 0\.250 s after the deadline$") as fault:
        match.answer(question, PASS, seconds=3.25)
    assert fault.value.cause is Cause.TIME
    assert match.decisions == []


# --- several seats at once


def test_nothing_happens_before_all_have_chosen() -> None:
    match, questions = stormy_match()
    before, decided = digest(match.state), len(match.decisions)
    for question in questions[:-1]:
        match.answer(question, 0, seconds=0.0)
        assert (digest(match.state), len(match.decisions)) == (before, decided)
        assert match.questions() == []
    match.answer(questions[-1], 0, seconds=0.0)
    assert digest(match.state) != before


def test_a_seat_pays_for_its_own_time_only() -> None:
    match, questions = stormy_match()
    for seconds, question in enumerate(questions):
        match.answer(question, 0, seconds=10.0 * seconds)
    assert [match.clocks[question.seat].bank for question in questions[:3]] == [1000, 990, 980]


def test_an_illegal_answer_is_found_at_once_and_not_when_all_have_answered() -> None:
    match, questions = stormy_match()
    with pytest.raises(Fault, match="is not among the options of seat"):
        match.answer(questions[0], PASS, seconds=0.0)


def test_whoever_answers_first_the_game_is_the_same() -> None:
    """What is asked at once may be answered in any order: same game, same record, and it verifies."""
    records = []
    for order in permutations(range(3)):
        match, questions = stormy_match()
        for question in [questions[place] for place in order] + questions[3:]:
            match.answer(question, len(question.options) - 1, seconds=0.0)
        records.append(record(play(match, whimsical(3))))
        verify(HARBOUR, records[-1])
    assert all(one == records[0] for one in records)


@pytest.mark.parametrize("deal", range(5))
def test_fast_and_slow_bots_play_the_same_game(deal: int) -> None:
    def record_of(order: Callable[[list[Question]], Iterable[Question]]) -> Replay:
        return record(play(new_match(4, deal, length="long"), whimsical(deal), order))

    assert record_of(reversed) == record_of(lambda questions: questions[1:] + questions[:1]) == record_of(list)


# --- the end


def test_a_match_ends_with_points_and_ranks() -> None:
    match = play(new_match(seats=2), thrifty)
    assert match.over
    assert match.questions() == []
    assert [(o.rank, o.ending, o.cause) for o in match.outcomes()] == [(1, "played", None), (1, "played", None)]
    assert len({o.points for o in match.outcomes()}) == 1


def test_there_is_a_digest_for_every_turn() -> None:
    match = play(new_match(seats=3), whimsical(4))
    assert len(match.digests) == match.state.turn == 9
    assert match.digests[-1] == digest(match.state)
