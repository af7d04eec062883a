"""How bots were timed before: everything is sent, and each open question has a clock that runs from then on.

Kept to compare with: the bank pays for a share of the message a question came in, the cap is time on the wall.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from serai.referee.match import Question
from serai.server.answer_clock import AnswerClock, Expired
from serai.server.stall_clock import StallClock
from serai.server.stream import Listener, Stream
from serai.v1 import referee_pb2 as pb

PATIENCE = 0.05  # seconds a bot that was busy with its last message kept the next one waiting


class SeparateClocks(AnswerClock):
    """Every open question has its own deadline."""

    __slots__ = ("deadlines", "shares")

    def __init__(self) -> None:
        super().__init__()
        self.shares: dict[int, int] = {}
        self.deadlines: dict[int, float] = {}

    def begin(self, number: int, question: Question, share: int, now: float) -> None:
        self.sent({number: question}, now)
        clock = question.match.clocks[question.seat]
        self.shares[number] = share
        self.deadlines[number] = now + min(clock.control.cap, (clock.bank + clock.control.increment) * share)

    def charge(self, question_ids: Iterable[int], now: float) -> dict[int, float]:
        return {number: self._cost(number, now) for number in question_ids if number in self.open}

    def _cost(self, number: int, now: float) -> float:
        question = self.open[number]
        return float("inf") if now > self.deadlines[number] else (now - question.sent) / self.shares[number]

    def expired(self, now: float) -> Expired | None:
        late = [question for number, question in self.open.items() if now > self.deadlines[number]]
        return Expired(late, 0.0, 0.0) if late else None


class EachByItself(Stream):
    """A stream that sends all that is ready."""

    def __init__(self, hello: pb.Hello, clock: StallClock, listener: Listener) -> None:
        super().__init__(hello, clock, listener)
        self.answer_clock = self._clocks = SeparateClocks()

    def ask(self, question_id: int, question: Question, message: bytes) -> None:
        super().ask(question_id, question, message)
        if self._busy:
            asyncio.get_running_loop().call_later(PATIENCE, self._wake.set)

    def _send_questions(self) -> list[bytes]:
        now, sent = self._clock.now(), dict(self._waiting)
        self._waiting.clear()
        for number, (question, _) in sent.items():
            self._clocks.begin(number, question, len(sent), now)
        self._listener.sent([question for question, _ in sent.values()], now)
        self._busy = True
        return [message for _, message in sent.values()]
