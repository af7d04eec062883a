"""A recorded game as the match it was, up to a question: what a seat was asked, and the events that came with it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from serai.referee.clock import TimeControl
from serai.referee.core.agenda import Action
from serai.referee.core.game import Game
from serai.referee.match import Question
from serai.referee.replay import Replay, ReplayedMatch, ReplayError


@dataclass(frozen=True, slots=True)
class ReplayedQuestion:
    """A question of the record, open again in a match that has come so far; `answer` is what the seat did then.

    None: it gave no answer that counts, and was retired.
    """

    question: Question
    number: int
    answer: Action | None


def replay_question(
    game: Game, replay: Replay, seat: int, number: int, control: TimeControl | None
) -> ReplayedQuestion:
    """Return the question with this number, from 1, of a seat.

    Its clock is that of the game where the record holds times, and at the question a seat was retired at; otherwise it
    begins anew. Without a control it is that of the record. ReplayError: there is no such question, or the record
    cannot be played.
    """
    match = _play_until_asked(game, replay, seat, number, control)
    question = match.open_question(seat)
    if question is None:
        raise ReplayError(f"seat {seat} was asked {match.asked[seat]} questions, so there is no question {number}")
    _set_clock(match, question, number)
    return ReplayedQuestion(question, number, _recorded_answer(match, seat))


def question_number(decisions: Sequence[str], retirement: Mapping[str, Any]) -> int | None:
    """Return which of its questions, from 1, a seat was retired at; None if none was open."""
    if not retirement.get("question"):
        return None
    answered = [line.partition(" ")[0] == str(retirement["seat"]) for line in decisions[: retirement["after"]]]
    return 1 + sum(answered)


def _play_until_asked(game: Game, replay: Replay, seat: int, number: int, control: TimeControl | None) -> ReplayedMatch:
    """Play the record until the seat is asked for so many times, or to its end."""
    try:
        match = ReplayedMatch(game, replay, control)
        while match.asked[seat] < number and (step := match.next_step()):
            match.play(step)
    except ReplayError as error:
        raise ReplayError(f"the record cannot be played again: {error}") from None
    return match


def _set_clock(match: ReplayedMatch, question: Question, number: int) -> None:
    """Set the clock to what the evidence of a retirement says, if the seat was retired at this question."""
    for retirement in match.replay.retirements:
        if retirement["seat"] == question.seat and question_number(match.replay.decisions, retirement) == number:
            milliseconds = _evidence(retirement).get("clock_milliseconds")
            if isinstance(milliseconds, int):
                match.clocks[question.seat].resume(milliseconds)


def _evidence(retirement: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the question that is kept as evidence."""
    try:
        asked = json.loads(retirement["question"])
    except ValueError:
        asked = None
    if not isinstance(asked, Mapping):
        raise ReplayError(f"the question that seat {retirement['seat']} was retired at is not an object in JSON")
    return asked


def _recorded_answer(match: ReplayedMatch, seat: int) -> Action | None:
    """Return what the seat answered in the record to its open question; None if it was retired instead."""
    for number in range(len(match.decisions), len(match.replay.decisions)):
        step = match.step(number)
        if step.seat == seat:
            return None if step.is_default else step.action
    return None
