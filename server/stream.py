"""One bot's stream: it carries messages both ways and reports what was sent when, and what the bot answered.

What is ready is sent as soon as the bot has nothing open or has answered something since the last message, and what
becomes ready meanwhile goes in the next one; where there are many games, questions wait a moment for each other (see
gathering.py). Questions beyond the bot's window wait too. No clock runs for one that is unsent.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple, Protocol

import grpc
from google.protobuf.message import DecodeError

from serai.referee.core.agenda import Action
from serai.referee.core.errors import IllegalAction
from serai.referee.match import Cause, Fault, Match, Question
from serai.server.answer_clock import AnswerClock
from serai.server.gathering import Gathering
from serai.server.stall_clock import StallClock
from serai.server.window import Window
from serai.v1 import referee_pb2 as pb

MAX_MESSAGE = 256 * 1024  # bytes a bot may send at once
MOST_WITHDRAWN = 1000  # questions taken back whose answer may still come
MOST_FAULTS = 100  # on one stream; a bot that goes on and on is heard no more
LARGEST = 1024 * 1024  # bytes of starts that go in one message: many clients take no more than 4 MiB

QUESTIONS_PER_GAME = 1 << 20  # ids say which game they belong to, so that a fault is laid to the right one

Seat = tuple[Match, int]  # a seat in one game
ReadAction = Callable[[pb.Action], Action]

_CAUSES = {cause: pb.FaultCause.Value(f"FAULT_CAUSE_{cause.name}") for cause in Cause}


@dataclass(slots=True)
class OnWire:
    """The time that the answers of a seat spent on the wire, in seconds: as measured, and as given back."""

    answers: int = 0
    measured: float = 0.0
    given: float = 0.0


class Place:
    """A bot's place in one game on its stream: the handle of the game, and how many questions were asked there.

    Up to `forgiven` they may be answered twice, for the bot was away meanwhile: once before it, once after.
    """

    __slots__ = ("asked", "forgiven", "handle", "on_wire", "read_action", "seat")

    def __init__(self, handle: int, seat: Seat, read_action: ReadAction, asked: int) -> None:
        self.handle = handle
        self.seat = seat
        self.read_action = read_action
        self.asked = asked
        self.forgiven = 0
        self.on_wire: OnWire | None = None

    @property
    def question_id(self) -> int:
        """The id of the last question that was asked here."""
        return self.handle * QUESTIONS_PER_GAME + self.asked

    def next_question_id(self) -> int:
        self.asked += 1
        return self.handle * QUESTIONS_PER_GAME + self.asked


class Listener(Protocol):
    """What a stream reports to."""

    def sent(self, questions: Sequence[Question], now: float) -> None:
        """Questions were sent, all in one message."""

    def answered(self, question: Question, choice: int | Action, seconds: float) -> None:
        """The bot has answered one of its open questions, and is charged so many seconds for it."""

    def faulted(self, stream: Stream, place: Place | None, fault: Fault, evidence: str) -> None:
        """The bot sent something wrong, in one game or altogether."""

    def lost(self, stream: Stream) -> None:
        """The stream has ended and it was not us who ended it."""


class ToldAgain(NamedTuple):
    """A running game as it is told to a bot that is back: its start with all that has happened, its open question."""

    place: Place
    started: bytes
    question: bytes


class Stream:
    """The referee's side of one bot's connection. Its games have handles behind the first one."""

    def __init__(self, hello: pb.Hello, clock: StallClock, listener: Listener, first_handle: int = 0) -> None:
        self.max_games = max(1, hello.max_games)
        self.wants_worlds = hello.worlds
        self.answer_clock = AnswerClock()
        self.round_trip = 0.0  # to a remote bot and back, in seconds
        self.received = 0  # messages
        self._window = Window()
        self._clock = clock
        self._listener = listener
        self._withdrawn: dict[int, None] = {}  # the latest of them, oldest first
        self._places: dict[int, Place] = {}
        self._first_handle = self._last_handle = first_handle
        self._faults = 0
        self._waiting: dict[int, tuple[Question, bytes]] = {}
        self._outbox: tuple[list[bytes], list[bytes]] = ([], [])  # what goes before the questions, and what after them
        self._wake = asyncio.Event()
        self._gathering = Gathering(self._send)
        self._seats = 1  # at a table
        self._busy = False
        self._closing = False

    # To the bot

    def welcome(self, message: pb.Welcome) -> None:
        self._queue(0, pb.PlayResponse(welcome=message).SerializeToString())

    def add_place(self, seat: Seat, read_action: ReadAction, asked: int = 0) -> Place:
        """Give a seat a handle on this stream; it may have been asked before."""
        self._last_handle += 1
        self._seats = seat[0].seats
        place = self._places[self._last_handle] = Place(self._last_handle, seat, read_action, asked)
        return place

    def start(self, message: bytes) -> None:
        """Put the start of a game in the next message."""
        self._queue(0, message)

    def ask(self, question_id: int, question: Question, message: bytes) -> None:
        """Put a question in the next message that has room for it."""
        self._waiting[question_id] = (question, message)
        self._go_on()

    def withdraw(self, question_id: int) -> bool:
        """Close a question the bot has not answered; whether it was sent. An answer under way comes too late."""
        if self._waiting.pop(question_id, None):
            return False
        if self.answer_clock.close(question_id, self._clock.latest):
            self._withdrawn[question_id] = None
            if len(self._withdrawn) > MOST_WITHDRAWN:
                del self._withdrawn[next(iter(self._withdrawn))]
            self._busy = self._busy and bool(self.answer_clock.open)
            self._go_on()
        return True

    def end(self, place: Place, message: bytes) -> None:
        """Put the end of a game in the next message; nothing if its place was on the stream of an earlier process."""
        if self._places.get(place.handle) is place:
            del self._places[place.handle]
            self._faults = max(0, self._faults - 1)  # A stream lives long, and a fault a game is not too many.
            self._queue(1, message)

    def fault(self, fault: Fault, handle: int = 0, question_id: int = 0) -> None:
        """Tell the bot what it did wrong."""
        message = pb.Fault(
            cause=_CAUSES[fault.cause], text=fault.text, game_handle=handle or None, question_id=question_id or None
        )
        self._queue(1, pb.PlayResponse(faults=[message]).SerializeToString())

    def close(self) -> None:
        """Send what is ready, then end the stream."""
        self._closing = True
        self._wake.set()

    def resume(self, games: Sequence[ToldAgain]) -> None:
        """The bot is back on a new connection, which knows nothing yet: tell it these games, and no others.

        All that was ready is of games that are told anyway, or of no more use. An answer may come twice now.
        """
        before, after = self._outbox
        after.clear()
        before[:] = [game.started for game in games] + [game.question for game in games if game.question]
        self._places = {game.place.handle: game.place for game in games}
        for game in games:
            game.place.forgiven = game.place.asked
        self._faults = 0
        self._busy = bool(self.answer_clock.open)
        if before or self._waiting:
            self._wake.set()

    def _queue(self, place: int, message: bytes) -> None:
        self._outbox[place].append(message)
        self._go_on()

    def _go_on(self) -> None:
        """Send what is ready, unless the bot is still busy with the last message: its next answer comes first."""
        if self._busy:
            return
        if any(self._outbox):
            self._wake.set()
        elif self._waiting:
            due = min(len(self._places) // self._seats, self._window.size)
            self._gathering.wait_for(due, len(self._waiting))

    def _send(self) -> None:
        if not self._busy:
            self._wake.set()

    # Over the wire

    async def serve(self, context: grpc.aio.ServicerContext[Any, Any]) -> None:
        """Carry messages both ways until either side ends it."""
        tasks = {asyncio.create_task(self._read(context)), asyncio.create_task(self._write(context))}
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            if not self._closing:
                self._listener.lost(self)
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _read(self, context: grpc.aio.ServicerContext[Any, Any]) -> None:
        while not self._closing:
            message = await context.read()
            if message is grpc.aio.EOF:
                return
            self.take(message)
        await asyncio.Event().wait()  # what is left to send is still being written

    def take(self, message: bytes) -> None:
        """Take a message of the bot."""
        self._busy = False
        self.receive(message)
        self._go_on()

    async def _write(self, context: grpc.aio.ServicerContext[Any, Any]) -> None:
        while message := await self.to_send():
            await context.write(message)

    async def to_send(self) -> bytes:
        """Wait until something is ready, and return all of it; nothing when the stream is at its end."""
        while True:
            await self._wake.wait()
            message = self.next_message()
            if message or self._closing:
                return message

    @property
    def is_closing(self) -> bool:
        return self._closing

    def next_message(self) -> bytes:
        """Return all that is ready, in the order of the fields, and report the questions in it as sent."""
        self._wake.clear()
        before, after = self._outbox
        if sum(map(len, before)) > LARGEST:
            return self._first_part(before)
        questions = self._send_questions() if self._waiting and not self._closing else []
        message = b"".join([*before, *questions, *after])
        before.clear()
        after.clear()
        if self._closing:
            self._wake.set()
        return message

    def _first_part(self, before: list[bytes]) -> bytes:
        """Return as much as goes in one message, at least something; the rest goes in the next."""
        size = count = 0
        while count < len(before) and (not count or size + len(before[count]) <= LARGEST):
            size += len(before[count])
            count += 1
        message = b"".join(before[:count])
        del before[:count]
        self._wake.set()
        return message

    def _send_questions(self) -> list[bytes]:
        """Start the clocks of the questions that there is room for, and return their messages."""
        now = self._clock.now()
        room = 0 if self.answer_clock.is_passed_over(now) else self._room()
        if room <= 0:
            return []
        ready = list(islice(self._waiting.items(), room))
        for number, _ in ready:
            del self._waiting[number]
        self.answer_clock.sent({number: question for number, (question, _) in ready}, now)
        self._listener.sent([question for _, (question, _) in ready], now)
        self._busy = True
        return [message for _, (_, message) in ready]

    def _room(self) -> int:
        """Return how many questions may be sent; the one with the least time counts also if it still has to wait."""
        clock = self.answer_clock
        least = min([question.at_hand for question, _ in self._waiting.values()])
        return self._window.room(len(clock.open), min(least, clock.least))

    # From the bot

    def receive(self, data: bytes) -> None:
        self.received += 1
        if len(data) > MAX_MESSAGE:
            return self._break_protocol(None, f"a message of {len(data)} bytes; the limit is {MAX_MESSAGE}", "")
        try:
            message = pb.PlayRequest.FromString(data)
        except DecodeError:
            return self._break_protocol(None, "bytes that are not a PlayRequest", data[:200].hex())
        if message.HasField("bye"):
            self.close()
            return self._listener.lost(self)
        if message.HasField("hello") or not message.answers:
            return self._break_protocol(None, "a message without answers", str(message)[:200])
        costs = self._charge([answer.question_id for answer in message.answers])
        for answer in message.answers:
            if not self._closing:
                self._answer(answer, costs)
        return None

    def _charge(self, numbers: list[int]) -> dict[int, float]:
        """Return what the answers cost, in seconds by id; a late one costs nothing more, and clocks start anew."""
        now = self._clock.now()
        costs = self.answer_clock.charge(numbers, now)
        if costs:
            self._window.answered(len(costs), sum(costs.values()))
            if self.round_trip:
                self._note_wire(costs)
        elif any(number in self._withdrawn for number in numbers):
            self.answer_clock.heard(now)
        return costs

    def _note_wire(self, answered: Iterable[int]) -> None:
        """Note the time on the wire with the games that were answered in; they share what was given back."""
        numbers = list(answered)
        for number in numbers:
            if place := self._places.get(number // QUESTIONS_PER_GAME):
                wire = place.on_wire = place.on_wire or OnWire()
                wire.answers += 1
                wire.measured += self.round_trip
                wire.given += self.answer_clock.given / len(numbers)

    def _answer(self, answer: pb.Answer, costs: dict[int, float]) -> None:
        question = self.answer_clock.open.pop(answer.question_id, None)
        if question is None:
            self._answer_to_nothing(answer)
        elif answer.HasField("option"):
            self._listener.answered(question, answer.option, costs[answer.question_id])
        elif answer.HasField("action"):
            self._act(question, answer, costs[answer.question_id])
        else:
            self._break_protocol(self._place_of(answer), "an answer without a choice", str(answer))

    def _act(self, question: Question, answer: pb.Answer, seconds: float) -> None:
        place = self._places[answer.question_id // QUESTIONS_PER_GAME]
        try:
            choice = place.read_action(answer.action)
        except IllegalAction as error:
            self._listener.faulted(self, place, Fault(Cause.ILLEGAL, str(error)), str(answer.action)[:200])
        except ValueError as error:
            self._break_protocol(place, str(error), str(answer.action)[:200])
        else:
            self._listener.answered(question, choice, seconds)

    def _place_of(self, answer: pb.Answer) -> Place | None:
        return self._places.get(answer.question_id // QUESTIONS_PER_GAME)

    def _answer_to_nothing(self, answer: pb.Answer) -> None:
        """An answer to no open question: late is no fault; a second one, or to nothing asked, is the bot's."""
        handle, number = divmod(answer.question_id, QUESTIONS_PER_GAME)
        place = self._places.get(handle)
        if answer.question_id in self._withdrawn:
            del self._withdrawn[answer.question_id]
        elif place is None and self._first_handle < handle <= self._last_handle:
            self._ignore(answer)
        elif place is not None and number <= place.forgiven and answer.question_id not in self._waiting:
            return  # It was answered before the bot was away.
        elif place is not None and 0 < number <= place.asked and answer.question_id not in self._waiting:
            self._break_protocol(place, f"a second answer to question {answer.question_id}", str(answer)[:200])
        else:
            self._break_protocol(
                None, f"an answer to question {answer.question_id}, which was never asked", str(answer)[:200]
            )

    def _ignore(self, answer: pb.Answer) -> None:
        """An answer in a game that is over harms nobody, unless there is no end of them."""
        self._faults += 1
        if self._faults > MOST_FAULTS:
            self._break_protocol(None, f"an answer to question {answer.question_id} of a game that is over", "")

    def _break_protocol(self, place: Place | None, text: str, evidence: str) -> None:
        """Report a fault in one game; too many faults concern the whole stream."""
        self._faults += 1
        if self._faults > MOST_FAULTS:
            place, text = None, f"more than {MOST_FAULTS} faults on one stream, the last of them {text}"
        self._listener.faulted(self, place, Fault(Cause.PROTOCOL, text), evidence)
