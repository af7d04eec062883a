"""A recorded game is asked again as it was: the same options, the same view, the same news."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from serai.referee.clock import TimeControl
from serai.referee.core.agenda import Action
from serai.referee.games import GAMES
from serai.referee.match import Cause, Match, Question, Retirement
from serai.referee.replay import Replay, ReplayError, record
from serai.referee.replay_question import question_number, replay_question
from tests.referee.matches import UNHURRIED, new_match, play, whimsical

Asked = tuple[list[Action], Any, list[Any]]  # options, view, events


class Witness:
    """Plays games at random and writes down what every seat was asked; seats may leave, as a referee lets them."""

    def __init__(self, match: Match, seed: int) -> None:
        self.match = match
        self.luck = random.Random(seed)
        self.asked: dict[tuple[int, int], Asked] = {}
        self.answers: dict[tuple[int, int], Action | None] = {}
        self._count = [0] * match.seats

    def play(self, leave_after: dict[int, int]) -> Replay:
        """`leave_after` says with which question a seat is retired instead of answering it."""
        while not self.match.over:
            for question in self.match.questions():
                self._note(question)
            question = self.luck.choice(self._open())
            number = self._count[question.seat]
            if leave_after.get(question.seat) == number:
                self._retire(question)
            else:
                place = self.luck.randrange(len(question.options))
                self.answers[question.seat, number] = question.options[place]
                self.match.answer(question, place, seconds=0.0)
        return record(self.match)

    def _open(self) -> list[Question]:
        found = [self.match.open_question(seat) for seat in range(self.match.seats)]
        return [question for question in found if question is not None]

    def _note(self, question: Question) -> None:
        self._count[question.seat] += 1
        self.asked[question.seat, self._count[question.seat]] = seen(question)

    def _retire(self, question: Question) -> None:
        seat, after = question.seat, len(self.match.decisions)
        self.answers[seat, self._count[seat]] = None
        self.match.retire(Retirement(seat, Cause.CRASH, after, "it fell over", question='{"question_id": "1"}'))


def seen(question: Question) -> Asked:
    match = question.match
    return list(question.options), match.game.view(match.state, question.seat), question.events


@pytest.mark.parametrize("leave_after", [{}, {1: 3}, {0: 1, 2: 9}], ids=["all stay", "one leaves", "two leave"])
@pytest.mark.parametrize("game", GAMES)
def test_every_question_of_a_game_is_asked_again_as_it_was(game: str, leave_after: dict[int, int]) -> None:
    witness = Witness(Match(GAMES[game], 3, bytes(31) + b"\7", {}, TimeControl()), seed=5)
    replay = witness.play(leave_after)
    for seat, number in [*leave_after.items(), *random.Random(1).sample(sorted(witness.asked), 10)]:
        replayed = replay_question(GAMES[game], replay, seat, number, TimeControl())
        assert seen(replayed.question) == witness.asked[seat, number]
        assert replayed.answer == witness.answers[seat, number]
    numbers = {r["seat"]: question_number(replay.decisions, r) for r in replay.retirements}
    assert numbers == leave_after


def test_a_sealed_choice_is_asked_again_of_all_who_made_it() -> None:
    """Several seats are asked at once, and one of them leaves while the others have answered."""
    for seed in range(20):
        witness = Witness(new_match(seats=4, length="long"), seed)
        replay = witness.play({2: 4})
        for (seat, number), asked in witness.asked.items():
            replayed = replay_question(witness.match.game, replay, seat, number, UNHURRIED)
            assert seen(replayed.question) == asked
            assert replayed.answer == witness.answers[seat, number]


def test_a_seat_that_never_came_was_asked_nothing() -> None:
    match = new_match(seats=3)
    match.retire(Retirement(1, Cause.START, 0, "did not say hello"))
    replay = record(play(match, whimsical(3)))
    with pytest.raises(ReplayError, match="seat 1 was asked 0 questions, so there is no question 1"):
        replay_question(match.game, replay, 1, 1, UNHURRIED)
    assert question_number(replay.decisions, replay.retirements[0]) is None


def test_a_question_that_was_not_asked_is_an_error() -> None:
    match = play(new_match(), whimsical(2))
    with pytest.raises(ReplayError, match=r"seat 0 was asked \d+ questions, so there is no question 1000"):
        replay_question(match.game, record(match), 0, 1000, UNHURRIED)


def retired_at_its_first_question(evidence: str) -> Replay:
    """A game of three in which seat 0 is retired when it is first asked."""
    match = new_match()
    (question,) = match.questions()
    assert question.seat == 0
    match.retire(Retirement(0, Cause.TIME, 0, "too slow", question=evidence))
    return record(play(match, whimsical(3)))


def test_the_clock_is_the_one_that_is_kept_as_evidence() -> None:
    replay = retired_at_its_first_question('{"question_id": "1", "clock_milliseconds": 4321}')
    replayed = replay_question(new_match().game, replay, 0, 1, TimeControl(bank=60, increment=2, cap=20))
    match = replayed.question.match
    assert [clock.next_milliseconds for clock in match.clocks] == [4321, 62_000, 62_000]


@pytest.mark.parametrize("evidence", ["what?", "[]"])
def test_evidence_that_is_no_question_is_an_error(evidence: str) -> None:
    with pytest.raises(ReplayError, match="the question that seat 0 was retired at is not an object in JSON"):
        replay_question(new_match().game, retired_at_its_first_question(evidence), 0, 1, UNHURRIED)


def test_a_record_that_cannot_be_played_is_an_error() -> None:
    match = play(new_match(), whimsical(2))
    replay = replace(record(match), decisions=("0 dance",))
    with pytest.raises(
        ReplayError, match="the record cannot be played again: decision 0: '0 dance' is not SEAT ACTION"
    ):
        replay_question(match.game, replay, 0, 1000, UNHURRIED)
