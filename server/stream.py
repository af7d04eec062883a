"""One bot's stream: its games and open questions, what is ready for it, and what it answers.

The referee never waits to fill a batch: what is ready is sent as soon as the bot has shown a sign of life since the
last message (or after a moment of patience), and what becomes ready meanwhile goes in the next one.
"""

from __future__ import annotations

import asyncio
from typing import Any, Protocol

import grpc
from google.protobuf.message import DecodeError

from serai.referee.core.agenda import Action
from serai.referee.match import Cause, Fault, Match, Question
from serai.server.codec.event_log import Chronicle
from serai.server.stall_clock import FairClock
from serai.v1 import referee_pb2 as pb

MAX_MESSAGE = 256 * 1024  # bytes a bot may send at once
MOST_FAULTS = 100  # on one stream; a bot that goes on and on is heard no more
PATIENCE = 0.05  # seconds a bot that is still busy with its last message keeps the next one waiting

QUESTIONS_PER_GAME = 1 << 20  # ids say which game they belong to: an answer out of place is laid at the right door

Seat = tuple[Match, int]  # a seat in one game

_CAUSES = {cause: pb.FaultCause.Value(f"FAULT_CAUSE_{cause.name}") for cause in Cause}


class Listener(Protocol):
    """Who is told what a stream brings."""

    def answered(self, question: Question, choice: int | Action, now: float) -> None:
        """A bot has answered one of its open questions."""

    def misbehaved(self, stream: Stream, seat: Seat | None, text: str, evidence: str) -> None:
        """A bot broke the protocol, on one seat or altogether."""

    def lost(self, stream: Stream) -> None:
        """The stream has ended and it was not us who ended it."""


class Place:
    """A bot's place in one game: its handle on the stream, what is told there, how many questions were asked."""

    __slots__ = ("asked", "chronicle", "codec", "handle")

    def __init__(self, handle: int, chronicle: Chronicle, asked: int) -> None:
        self.handle = handle
        self.chronicle = chronicle
        self.codec = chronicle.codec
        self.asked = asked


class Stream:
    """The referee's side of one bot's connection."""

    def __init__(self, hello: pb.Hello, clock: FairClock, listener: Listener) -> None:
        self.max_games = max(1, hello.max_games)
        self.open: dict[int, Question] = {}
        self._clock = clock
        self._listener = listener
        self._withdrawn: set[int] = set()
        self._places: dict[Seat, Place] = {}
        self._seats: dict[int, Seat] = {}
        self._seated = 0
        self._faults = 0
        self._due: list[Question] = []
        self._outbox: tuple[list[bytes], list[bytes], list[bytes]] = ([], [], [])
        self._go = asyncio.Event()
        self._impatience: asyncio.TimerHandle | None = None
        self._busy = False
        self._ending = False

    # What the referee says

    def welcome(self, message: pb.Welcome) -> None:
        self._say(0, pb.PlayResponse(welcome=message))

    def start(self, seat: Seat, message: pb.GameStarted, chronicle: Chronicle, asked: int = 0) -> None:
        """Seat the bot in a game, in which its seat may have been asked before."""
        self._seated += 1
        self._places[seat] = Place(self._seated, chronicle, asked)
        self._seats[self._seated] = seat
        message.game_handle = self._seated
        message.seat = seat[1]
        self._say(0, pb.PlayResponse(games_started=[message]))

    def ask(self, question: Question) -> None:
        """Put a question in the next message."""
        place = self._places[question.match, question.seat]
        place.asked += 1
        question.id = place.handle * QUESTIONS_PER_GAME + place.asked
        question.sent = self._clock.latest
        question.deadline = question.sent + question.match.control.cap
        self.open[question.id] = question
        self._due.append(question)
        self._outbox[1].append(self._encoded(question, place))
        if not self._go.is_set():
            self._consider()

    def encoded(self, question: Question) -> bytes:
        return self._encoded(question, self._places[question.match, question.seat])

    def _encoded(self, question: Question, place: Place) -> bytes:
        match, seat = question.match, question.seat
        return place.codec.question(
            question.id,
            place.handle,
            place.chronicle.told(seat, question.since, question.until),
            match.game.view(match.state, seat),
            question.options,
            match.clocks[seat].next_milliseconds,
        )

    def withdraw(self, question: Question) -> None:
        """Close a question the bot has not answered; an answer that is under way comes too late."""
        if self.open.pop(question.id, None):
            self._withdrawn.add(question.id)

    def end(self, seat: Seat, message: pb.GameEnded) -> None:
        """A game is over; nothing to say to a process that came after it began."""
        place = self._places.pop(seat, None)
        if place is None:
            return
        message.game_handle = place.handle
        del self._seats[place.handle]
        self._say(2, pb.PlayResponse(games_ended=[message]))

    def fault(self, fault: Fault, seat: Seat | None = None, question: Question | None = None) -> None:
        """Tell the bot what it did wrong."""
        message = pb.Fault(cause=_CAUSES[fault.cause], text=fault.text)
        if seat in self._places:
            message.game_handle = self._places[seat].handle
        if question is not None:
            message.question_id = question.id
        self._say(2, pb.PlayResponse(faults=[message]))

    def close(self) -> None:
        """Send what is ready, then end the stream."""
        self._ending = True
        self._go.set()

    def _say(self, place: int, message: pb.PlayResponse) -> None:
        self._outbox[place].append(message.SerializeToString())
        self._consider()

    def _consider(self) -> None:
        """Something is ready: let it go at once, or after a moment when the bot is still busy with the last message."""
        if not self._busy:
            self._go.set()
        elif self._impatience is None:
            self._impatience = asyncio.get_running_loop().call_later(PATIENCE, self._go.set)

    # What goes over the wire

    async def serve(self, context: grpc.aio.ServicerContext[Any, Any]) -> None:
        """Carry messages both ways until either side ends it."""
        tasks = {asyncio.create_task(self._read(context)), asyncio.create_task(self._write(context))}
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            if not self._ending:
                self._listener.lost(self)
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _read(self, context: grpc.aio.ServicerContext[Any, Any]) -> None:
        while not self._ending:
            message = await context.read()
            if message is grpc.aio.EOF:
                return
            self._busy = False
            self._receive(message)
            if self._impatience is not None:
                self._go.set()
        await asyncio.Event().wait()  # what is left to say is still being written

    async def _write(self, context: grpc.aio.ServicerContext[Any, Any]) -> None:
        while True:
            await self._go.wait()
            message = self._next_message()
            if message:
                await context.write(message)
            elif self._ending:
                return

    def _next_message(self) -> bytes:
        """All that is ready, in the order of the fields; the clocks of its questions start."""
        self._go.clear()
        if self._impatience is not None:
            self._impatience.cancel()
            self._impatience = None
        message = b"".join([part for parts in self._outbox for part in parts])
        for parts in self._outbox:
            parts.clear()
        if self._due:
            now, share = self._clock.now(), len(self._due)
            for question in self._due:
                question.match.sent(question, now, share)
            self._due.clear()
            self._busy = True
        if self._ending:
            self._go.set()
        return message

    # What the bot says

    def _receive(self, data: bytes) -> None:
        if len(data) > MAX_MESSAGE:
            return self._misbehave(None, f"a message of {len(data)} bytes; the limit is {MAX_MESSAGE}", "")
        try:
            message = pb.PlayRequest.FromString(data)
        except DecodeError:
            return self._misbehave(None, "bytes that are not a PlayRequest", data[:200].hex())
        if message.HasField("bye"):
            self.close()
            return self._listener.lost(self)
        if message.HasField("hello") or not message.answers:
            return self._misbehave(None, "a message without answers", str(message)[:200])
        now = self._clock.now()
        for answer in message.answers:
            if not self._ending:
                self._answer(answer, now)
        return None

    def _answer(self, answer: pb.Answer, now: float) -> None:
        question = self.open.pop(answer.question_id, None)
        if question is None:
            self._misplaced(answer)
        elif answer.HasField("option"):
            self._listener.answered(question, answer.option, now)
        elif answer.HasField("action"):
            self._act(question, answer.action, now)
        else:
            self._misbehave((question.match, question.seat), "an answer without a choice", str(answer))

    def _act(self, question: Question, action: pb.Action, now: float) -> None:
        try:
            choice = self._places[question.match, question.seat].codec.read_action(action)
        except ValueError as error:
            self._misbehave((question.match, question.seat), str(error), str(action)[:200])
        else:
            self._listener.answered(question, choice, now)

    def _misplaced(self, answer: pb.Answer) -> None:
        """An answer to no open question: late is nobody's fault; a second one, or to nothing asked, is the bot's."""
        handle, number = divmod(answer.question_id, QUESTIONS_PER_GAME)
        seat = self._seats.get(handle)
        if answer.question_id in self._withdrawn:
            self._withdrawn.discard(answer.question_id)
        elif seat is None and 0 < handle <= self._seated:
            self._overlook(answer)
        elif seat is not None and 0 < number <= self._places[seat].asked:
            self._misbehave(seat, f"a second answer to question {answer.question_id}", str(answer)[:200])
        else:
            self._misbehave(
                None, f"an answer to question {answer.question_id}, which was never asked", str(answer)[:200]
            )

    def _overlook(self, answer: pb.Answer) -> None:
        """An answer in a game that is over harms nobody, unless there is no end of them."""
        self._faults += 1
        if self._faults > MOST_FAULTS:
            self._misbehave(None, f"an answer to question {answer.question_id} of a game that is over", "")

    def _misbehave(self, seat: Seat | None, text: str, evidence: str) -> None:
        """Whoever sits there is told; too many faults concern the whole stream, which is then closed."""
        self._faults += 1
        if self._faults > MOST_FAULTS:
            seat, text = None, f"more than {MOST_FAULTS} faults on one stream, the last of them {text}"
        self._listener.misbehaved(self, seat, text, evidence)
