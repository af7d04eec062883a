"""A recorded game as the match it was, up to a question: what a seat was asked, and what it was told with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from serai.referee.clock import TimeControl
from serai.referee.core.agenda import Action
from serai.referee.core.errors import IllegalAction
from serai.referee.core.game import Game
from serai.referee.match import Cause, Fault, Match, Question, Retirement
from serai.referee.replay import Replay, ReplayError


@dataclass(frozen=True, slots=True)
class Recalled:
    """A question of the record, open again in a match that has come so far; `answer` is what the seat did then.

    None: it gave no answer that counts, and was retired.
    """

    question: Question
    number: int
    answer: Action | None


def recall(game: Game, replay: Replay, seat: int, number: int, control: TimeControl) -> Recalled:
    """The question with this number, from 1, of a seat. ReplayError: there is none, or the record cannot be played."""
    try:
        return _Recall(game, replay, control).question(seat, number)
    except (Fault, IllegalAction, ValueError) as error:
        raise ReplayError(f"the record cannot be played again: {error}") from None


def question_number(decisions: Sequence[str], retirement: Mapping[str, Any]) -> int | None:
    """Which of its questions, from 1, a seat was retired at; None if none was open."""
    if not retirement.get("question"):
        return None
    answered = [line.partition(" ")[0] == str(retirement["seat"]) for line in decisions[: retirement["after"]]]
    return 1 + sum(answered)


class _Recall:
    """Plays a record again as the referee did: it asks all that is due before it takes the next answer."""

    def __init__(self, game: Game, replay: Replay, control: TimeControl) -> None:
        self._replay = replay
        self._match = Match(game, replay.seats, bytes.fromhex(replay.deal), replay.options, control)
        self._to_retire = list(replay.retirements)
        self._retired: dict[int, int] = {r["seat"]: r["after"] for r in replay.retirements}
        self._asked = [0] * replay.seats

    def question(self, seat: int, number: int) -> Recalled:
        for at in range(len(self._replay.decisions)):
            if found := self._ask(seat, number):
                return Recalled(found, number, self._answer_of(seat, at))
            self._feed(at)
        raise ReplayError(f"seat {seat} was asked {self._asked[seat]} questions, so there is no question {number}")

    def _ask(self, seat: int, number: int) -> Question | None:
        """Ask what is due, and retire who was retired now: first those who were not asked any more."""
        self._retire(was_asked=False)
        for question in self._match.questions():
            self._asked[question.seat] += 1
            if question.seat == seat and self._asked[seat] == number:
                return question
        self._retire(was_asked=True)
        return None

    def _retire(self, was_asked: bool) -> None:
        for retirement in list(self._to_retire):
            now = retirement["after"] == len(self._match.decisions)
            if now and bool(retirement.get("question")) == was_asked:
                self._to_retire.remove(retirement)
                cause = Cause(retirement["cause"])
                self._match.retire(Retirement(retirement["seat"], cause, retirement["after"], ""))

    def _feed(self, at: int) -> None:
        """Let the seat answer; default answers are given by the match itself."""
        seat, action = self._decision(at)
        if not self._is_default(at, seat):
            question = self._match.open_question(seat)
            if question is None:
                raise ReplayError(f"decision {at}: seat {seat} is not asked")
            self._match.answer(question, action, now=0.0)

    def _answer_of(self, seat: int, at: int) -> Action | None:
        """The next decision of the seat in the record, if it was its own."""
        for later in range(at, len(self._replay.decisions)):
            mine, action = self._decision(later)
            if mine == seat:
                return None if self._is_default(later, seat) else action
        return None

    def _decision(self, at: int) -> tuple[int, Action]:
        seat, _, text = self._replay.decisions[at].partition(" ")
        return int(seat), self._match.game.actions.read(text)

    def _is_default(self, at: int, seat: int) -> bool:
        return at >= self._retired.get(seat, at + 1)
