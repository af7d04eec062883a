"""A bot on a real stream, without wire and without waiting: time is moved by hand, from one decision to the next."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from serai.referee.clock import TimeControl
from serai.referee.core.agenda import Action
from serai.referee.core.luck import DEAL_BYTES
from serai.referee.match import Cause, Fault, Match, Question, Retirement
from serai.server.answer_clock import Expired
from serai.server.gathering import Gathering
from serai.server.stall_clock import BEAT, StallClock
from serai.server.stream import Place, Stream
from serai.v1 import referee_pb2 as pb
from tests.harbour import HARBOUR

FLUSH_SECONDS = 0.02  # as in the SDK
Think = Callable[[int], float]  # seconds for a decision, by its number


class Simulation:
    """Harbour for two, both seats on one stream, so many games at once; what ends is begun anew."""

    def __init__(self, games: int, control: TimeControl, think: Think) -> None:
        self.time = 100.0
        self.decisions = 0
        self.most_open = 0
        self.late: list[Fault] = []
        self.expired: list[Expired] = []
        self.clock = StallClock(lambda: self.time)
        self.stream = Stream(pb.Hello(max_games=games), self.clock, self)
        self.stream._gathering = _Nobody(lambda: None)
        self._control = control
        self._think = think
        self._numbers: dict[Question, int] = {}
        self._places: dict[tuple[Match, int], Place] = {}
        self._inbox: list[int] = []
        for number in range(games):
            self._begin(number)

    def _begin(self, number: int) -> None:
        match = Match(HARBOUR, 2, number.to_bytes(DEAL_BYTES, "big"), {"length": "long"}, self._control)
        for seat in range(2):
            self._places[match, seat] = self.stream.add_place((match, seat), _no_action)
        self._ask(match)

    def _ask(self, match: Match) -> None:
        if match.over:
            return self._begin(len(self._places))
        for question in match.questions():
            number = self._numbers[question] = self._places[match, question.seat].next_question_id()
            message = pb.PlayResponse(questions=[pb.Question(question_id=number)])
            self.stream.ask(number, question, message.SerializeToString())
        return None

    # The bot

    def read(self) -> list[int]:
        """Return the questions of the next message."""
        message = pb.PlayResponse.FromString(self.stream.next_message())
        self.most_open = max(self.most_open, len(self.stream.answer_clock.open))
        return [question.question_id for question in message.questions]

    def decide(self) -> None:
        """Think about a decision while the referee's heart beats."""
        until = self.time + self._think(self.decisions)
        self.decisions += 1
        while self.time < until and not self.expired:
            self.time = min(until, self.time + BEAT)
            self.beat()

    def say(self, numbers: Sequence[int]) -> None:
        answers = [pb.Answer(question_id=number, option=0) for number in numbers]
        self.stream._busy = False
        self.stream.receive(pb.PlayRequest(answers=answers).SerializeToString())

    def answer_as_the_sdk_does(self) -> None:
        ready, flushed = list[int](), self.time
        for number in self.read():
            self.decide()
            ready.append(number)
            if self.time - flushed > FLUSH_SECONDS:
                self.say(ready)
                ready, flushed = [], self.time
        if ready:
            self.say(ready)

    def answer_in_one_message(self) -> None:
        numbers = self.read()
        for _ in numbers:
            self.decide()
        self.say(numbers)

    def answer_the_newest_first(self) -> None:
        self._inbox += self.read()
        self.decide()
        self.say([self._inbox.pop()])

    # The referee

    def beat(self) -> None:
        if late := self.stream.answer_clock.expired(self.clock.beat()):
            self.expired.append(late)

    def give_up(self, late: Expired) -> None:
        """Retire the seats of what expired, as a sitting does."""
        for question in late.questions:
            self.stream.withdraw(self._numbers[question])
            question.match.retire(Retirement(question.seat, Cause.TIME, 0, late.fault.text))
        for match in {question.match for question in late.questions}:
            self._ask(match)

    def sent(self, questions: Sequence[Question], now: float) -> None:
        for question in questions:
            question.match.sent(question, now)

    def answered(self, question: Question, choice: int | Action, seconds: float) -> None:
        try:
            question.match.answer(question, choice, seconds)
        except Fault as fault:
            self.late.append(fault)
        else:
            self._ask(question.match)

    def faulted(self, stream: Stream, place: Place | None, fault: Fault, evidence: str) -> None:
        raise AssertionError(fault.text)

    def lost(self, stream: Stream) -> None:
        raise AssertionError("nobody ends this stream")


class _Nobody(Gathering):
    """The bot reads when it likes, so nothing is sent and nothing waits."""

    def wait_for(self, due: int, ready: int) -> None:
        pass


def _no_action(action: pb.Action) -> Action:
    raise AssertionError("this bot answers with places")
