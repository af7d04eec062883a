"""A seat whose bot failed is retired: default answers play it to the end, and the others get a real game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from serai.referee.core.agenda import decision, digest, push, waiting
from serai.referee.core.game import Score
from serai.referee.match import Cause, Outcome, Retirement, outcomes
from serai.referee.replay import record, verify
from tests.harbour import HARBOUR, Bid, Raid, Sell
from tests.referee.matches import answer, ask, calm_match, new_match, play, retire, stormy_match, thrifty, whimsical

LOST, BROKEN = Cause.TIME, Cause.CRASH


def test_a_retired_seat_is_not_asked_again_and_the_others_play_on() -> None:
    match = calm_match()
    answer(match, Sell(0))
    retire(match, 0)
    asked = set()
    while not match.over:
        for question in ask(match):
            asked.add(question.seat)
            match.answer(question, whimsical(1)(question), seconds=0.0)
    assert asked == {1, 2}
    verify(HARBOUR, record(match))


def test_a_retired_seat_gives_its_default_answers() -> None:
    match = new_match(length="long")
    retire(match, 1)
    play(match, whimsical(2))
    again = HARBOUR.begin(3, match.deal, match.settings)
    defaults = 0
    for seat, action in match.decisions:
        if seat == 1:
            defaults += 1
            assert action == decision(again).default(again, seat)
        push(again, seat, action)
    assert defaults > 5


def test_a_seat_retired_before_its_first_question_never_gets_one() -> None:
    match = calm_match()
    retire(match, 0, Cause.START, "the bot did not say hello")
    assert all(question.seat != 0 for question in ask(match))
    assert match.decisions[0][0] == 0


def test_a_seat_asked_out_of_turn_can_be_retired_there() -> None:
    match = calm_match()
    answer(match, Raid(2))
    (question,) = ask(match)
    retire(match, question.seat)
    assert match.open_question(2) is None
    assert 2 not in waiting(match.state)
    verify(HARBOUR, record(play(match, whimsical(3))))


def test_questions_of_others_stay_open_when_a_seat_is_retired() -> None:
    match = calm_match()
    (question,) = ask(match)
    retire(match, 2)
    assert match.open_question(0) is question
    assert match.questions() == []
    match.answer(question, Sell(0), seconds=0.0)
    assert match.decisions == [(0, Sell(0))]


def test_when_all_seats_are_retired_the_game_plays_itself_to_the_end() -> None:
    match = calm_match()
    for seat in range(3):
        assert not match.over
        retire(match, seat)
    assert match.over
    assert match.questions() == []
    assert [outcome.ending for outcome in match.outcomes()] == ["retired"] * 3
    assert [outcome.rank for outcome in match.outcomes()] == [1, 1, 1]
    verify(HARBOUR, record(match))


# --- several seats at once


def test_an_unseen_choice_goes_on_without_the_retired_seat() -> None:
    match, questions = stormy_match()
    *others, late = questions
    for question in others:
        match.answer(question, 0, seconds=0.0)
    before = digest(match.state)
    retire(match, late.seat, LOST)
    assert digest(match.state) != before
    verify(HARBOUR, record(play(match, whimsical(4))))


def test_a_seat_that_breaks_after_its_unseen_choice_gives_the_default_instead() -> None:
    """Its answer had not happened yet, so the record must be able to say: from here on default answers only."""
    match, questions = stormy_match()
    first, *others = questions
    match.answer(first, len(first.options) - 1, seconds=0.0)
    retire(match, first.seat)
    decided = len(match.decisions)
    for question in others:
        match.answer(question, 0, seconds=0.0)
    assert match.decisions[decided] == (first.seat, first.options[0])
    assert first.options[0] != first.options[-1]
    verify(HARBOUR, record(play(match, whimsical(5))))


# --- what is kept


def test_the_evidence_is_kept() -> None:
    match = calm_match()
    evidence = Retirement(1, LOST, 0, "no answer in the 20 s it had", "question", "answer", "Traceback ...")
    match.retire(evidence)
    assert match.retirements == {1: evidence}
    assert record(play(match, thrifty)).retirements == (
        {
            "seat": 1,
            "cause": "time",
            "after": 0,
            "text": "no answer in the 20 s it had",
            "question": "question",
            "answer": "answer",
            "stderr": "Traceback ...",
        },
    )


def test_the_first_cause_counts() -> None:
    match = calm_match()
    retire(match, 1, LOST)
    retire(match, 1, BROKEN)
    assert match.retirements[1].cause is LOST


def test_nobody_is_retired_from_a_game_that_is_over() -> None:
    """A bot that dies after its last answer has played."""
    match = play(new_match(seats=2), thrifty)
    before = record(match)
    retire(match, 0)
    assert match.retirements == {}
    assert record(match) == before


def test_a_retired_seat_ranks_behind_whoever_played_to_the_end() -> None:
    match = calm_match()
    answer(match, Sell(0), Sell(1), Sell(2))
    retire(match, 0)
    play(match, lambda question: Bid(question.options[1].coins) if hasattr(question.options[1], "coins") else 0)
    assert match.outcomes()[0].rank == 3


@pytest.mark.parametrize(
    ("points", "ranks", "causes", "expected"),
    [
        ((9, 7, 5), (1, 2, 3), {}, [1, 2, 3]),
        ((9, 7, 5), (1, 2, 3), {0: LOST}, [3, 1, 2]),
        ((9, 7, 5), (1, 2, 3), {0: LOST, 1: BROKEN}, [2, 2, 1]),
        ((9, 9, 5), (1, 1, 3), {2: LOST}, [1, 1, 3]),
        ((9, 9, 5), (1, 1, 3), {0: LOST}, [3, 1, 2]),
        ((9, 7, 7, 5), (1, 2, 2, 4), {3: LOST}, [1, 2, 2, 4]),
        ((9, 7, 5), (1, 2, 3), {0: LOST, 1: LOST, 2: BROKEN}, [1, 1, 1]),
    ],
)
def test_ranks_with_retired_seats(
    points: tuple[int, ...], ranks: tuple[int, ...], causes: dict[int, Cause], expected: list[int]
) -> None:
    """Those who played share the places among themselves; the retired share the last one. Points stay what they are."""
    game = replace(HARBOUR, score=lambda state: Score(points, ranks))
    results = outcomes(game, HARBOUR.begin(3, bytes(32), {}), causes)
    assert [result.rank for result in results] == expected
    assert [result.points for result in results] == list(points)
    assert [result.cause for result in results] == [causes.get(seat) for seat in range(len(points))]


def test_an_outcome_says_how_it_ended() -> None:
    assert Outcome(5, 1, None).ending == "played"
    assert Outcome(5, 1, Cause.DISCONNECT).ending == "retired"
