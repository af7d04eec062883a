"""A position as a real match with a real stream to one of its seats: what it is sent, byte by byte."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from serai.ladder.proof.stack import Stack
from serai.referee.clock import TimeControl
from serai.referee.core.agenda import Action, Event
from serai.referee.core.luck import bot_luck, commit
from serai.referee.match import Fault, Question
from serai.server.codec import CODECS
from serai.server.stall_clock import StallClock
from serai.server.stream import Place, Stream, ToldAgain
from serai.v1 import referee_pb2 as pb

BOT = "somebody"
LUCK = "the same in both worlds"  # what worlds are drawn with: a seat's own luck tells it nothing
BANK = 77.7  # seconds every clock has left: what was used so far is the same in both worlds


class World:
    """One of two worlds that a seat must not be able to tell apart. It listens to its own stream."""

    def __init__(self, stack: Stack, state: Any, journal: Sequence[Event], deal: bytes, seat: int) -> None:
        """`state` is taken over: what happens in this world happens to it."""
        state.journal = list(journal)
        game = stack.game.starting_from(state)
        self.match = stack.match(game, stack.seats, deal, stack.settings, TimeControl())
        self.seat = seat
        for clock in self.match.clocks:
            clock.bank = BANK
        codec = CODECS[game.name]
        self._messages = stack.messages(self.match)
        self._messages.send_worlds(seat, LUCK)
        self._stream = stack.stream(pb.Hello(max_games=64, worlds=True), StallClock(lambda: 0.0), self)
        self._place = self._stream.add_place((self.match, seat), codec.read_action)
        self._of_the_deal = [commit(deal).encode(), bot_luck(deal, BOT, seat).encode()]

    @property
    def state(self) -> Any:
        return self.match.state

    # What the seat is sent

    def started(self) -> bytes:
        """Return what is sent when the game begins."""
        self._stream.start(self._messages.started(self._place.handle, self.seat, BOT))
        return self._sent()

    def asked(self) -> bytes:
        """Return what is sent when all that is due is asked; nothing if this seat is not asked."""
        for question in self.match.questions():
            if question.seat == self.seat:
                number = self._place.next_question_id()
                self._stream.ask(number, question, self._messages.question(question, number, self._place.handle))
        return self._sent()

    def ended(self) -> bytes:
        """Return what is sent when the game is over."""
        self._stream.end(self._place, self._messages.ended(self._place.handle, self.seat, reveals=False))
        return self._sent()

    def resumed(self) -> bytes:
        """Return what is sent when the bot comes back on a new connection: all that its seat was told."""
        again = self._messages.started_again(self._place.handle, self.seat, BOT)
        self._stream.resume([ToldAgain(self._place, again, b"")])
        return self._sent()

    def refused(self, answer: pb.Answer) -> bytes:
        """Return what is sent for a wrong answer to the open question."""
        answer.question_id = self._place.question_id
        self._stream.receive(pb.PlayRequest(answers=[answer]).SerializeToString())
        return self._sent()

    def _sent(self) -> bytes:
        """Return what is on the wire now. Commitment and own luck are digests of the deal and may differ."""
        message = self._stream.next_message()
        for digest in self._of_the_deal:
            message = message.replace(digest, b"-" * len(digest))
        return message

    # What the stream reports

    def sent(self, questions: Sequence[Question], now: float) -> None:
        for question in questions:
            self.match.sent(question, now)

    def answered(self, question: Question, choice: int | Action, seconds: float) -> None:
        try:
            self.match.answer(question, choice, seconds)
        except Fault as fault:
            self._stream.fault(fault, self._place.handle, self._place.question_id)

    def faulted(self, stream: Stream, place: Place | None, fault: Fault, evidence: str) -> None:
        stream.fault(fault, self._place.handle, self._place.question_id)

    def lost(self, stream: Stream) -> None:
        """Nothing can be lost here."""
