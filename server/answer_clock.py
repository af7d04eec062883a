"""The clock of a bot's stream: a bot is timed as one server, whatever number of its games is in flight.

Every second in which it has a question open is charged to exactly one decision. A clock that ran for each open question
would charge waiting in line as thinking. To a bot that plays over a network the time on the wire is given back, once
for every message of questions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import inf

from serai.referee.match import Cause, Fault, Question

STUCK_CAPS = 2  # a bot that says nothing for so many times the cap is not thinking any more


@dataclass(frozen=True, slots=True)
class Expired:
    """Questions whose time is up: how long the bot was silent, and how long in all since it last answered."""

    questions: list[Question]
    silence: float
    missed: float

    @property
    def fault(self) -> Fault:
        """What retires their seats."""
        if len(self.questions) == 1:
            return Fault(Cause.TIME, f"no answer in the {self.questions[0].allowed:.1f} s it had")
        return Fault(Cause.TIME, f"no answer in the {self.silence:.1f} s that {len(self.questions)} open questions had")

    @property
    def stuck(self) -> Fault | None:
        """What ends the stream, if the bot hangs."""
        first = self.questions[0]
        if self.missed < STUCK_CAPS * first.match.controls[first.seat].cap:
            return None
        return Fault(Cause.TIME, f"stuck: the bot answered nothing in {self.missed:.1f} s")


class AnswerClock:
    """What is open on a stream, oldest first, and since when its time has not been charged.

    It is told the time, and what is open has been told how long it may take (`Question.allowed`). `wire` is what is
    given back for a message of questions, in seconds; `given` what was with the last answers.
    """

    __slots__ = ("_credit", "_missed", "_since", "given", "open", "wire")

    def __init__(self) -> None:
        self.open: dict[int, Question] = {}
        self._since = 0.0
        self._missed = 0.0  # seconds of questions that were given up since the bot last answered
        self._credit = 0.0  # what is still to be given back
        self.wire = 0.0
        self.given = 0.0

    def sent(self, questions: Mapping[int, Question], now: float) -> None:
        """Note that questions were sent; the clock runs at once if no other is open."""
        if not self.open:
            self._since = now
        self.open.update(questions)
        self._credit = self.wire

    def charge(self, question_ids: Iterable[int], now: float) -> dict[int, float]:
        """Return what the answers of one message cost, in seconds by id; ids that are not open cost nothing.

        They share the time since the last answer, each in proportion to what it had. None is charged for time before
        it was sent: that stays with the oldest question. The clock of what is still open starts anew.
        """
        answered = {number: self.open[number] for number in question_ids if number in self.open}
        if not answered:
            return {}
        elapsed, oldest = now - self._since, next(iter(self.open))
        if self._credit:
            self.given = min(self._credit, elapsed)
            self._credit -= self.given
            elapsed -= self.given
        had = sum([question.allowed for question in answered.values()])
        rate = elapsed / had if had else 0.0
        costs = {number: min(rate * asked.allowed, now - asked.sent) for number, asked in answered.items()}
        rest = elapsed - sum(costs.values())
        if oldest in costs:
            costs[oldest] += rest
            rest = 0.0
        self._since = now - rest
        self._missed = 0.0
        return costs

    def heard(self, now: float) -> None:
        """Note a sign of life that answers nothing open: an answer that came too late. Clocks start anew."""
        self._since = now
        self._missed = 0.0

    def close(self, question_id: int, now: float) -> bool:
        """Take back a question; whether it was open. After the oldest, the clock of the next one starts."""
        is_oldest = question_id == next(iter(self.open), None)
        if is_oldest:
            self._since = max(self._since, now)
        return self.open.pop(question_id, None) is not None

    @property
    def least(self) -> float:
        """What the open question with the least time has, in seconds."""
        return min([question.allowed for question in self.open.values()], default=inf)

    def is_passed_over(self, now: float) -> bool:
        """Whether the oldest question has been passed over for longer than it may take: the bot gets no new ones."""
        oldest = next(iter(self.open.values()), None)
        return oldest is not None and now - oldest.sent > oldest.allowed

    def expired(self, now: float) -> Expired | None:
        """Return all that is open if the bot has been silent for longer than the two with the most time together have.

        From outside, a bot that thinks about two of them in a row looks the same; an answer that comes is judged by
        what it costs.
        """
        silence = now - self._since - self._credit
        if not self.open or silence <= sum(sorted([question.allowed for question in self.open.values()])[-2:]):
            return None
        self._since = now
        self._missed += silence
        return Expired(list(self.open.values()), silence, self._missed)
