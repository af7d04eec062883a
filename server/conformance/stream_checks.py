"""How a bot has to behave on its stream: every message is read as the referee would read it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from google.protobuf.json_format import MessageToJson
from google.protobuf.message import DecodeError

from serai.referee.core.agenda import Action
from serai.referee.match import Cause, Fault
from serai.server.codec.base import Codec
from serai.server.conformance.results import Misconduct
from serai.server.stream import MAX_MESSAGE
from serai.v1 import referee_pb2 as pb

# What is looked at all the time; each is a check of its own.
ALWAYS = (
    "answer.time",
    "answer.legal",
    "answer.once",
    "answer.asked",
    "answer.choice",
    "answer.game",
    "message.readable",
    "message.size",
    "message.filled",
    "hello.twice",
    "stream.open",
    "stream.once",
    "process.alive",
)


@dataclass(frozen=True, slots=True)
class Asked:
    """An open question: its wire form, and who says whether an answer is allowed."""

    id: int
    handle: int
    encoded: bytes
    codec: Codec
    take: Callable[[int | Action], None]

    def __str__(self) -> str:
        (question,) = pb.PlayResponse.FromString(self.encoded).questions
        return MessageToJson(question, preserving_proto_field_name=True, indent=None)


class Conduct:
    """The open questions of one stream, and what is said about them."""

    def __init__(self) -> None:
        self.open: dict[int, Asked] = {}
        self._answered: dict[int, Asked] = {}
        self._withdrawn: set[int] = set()

    def ask(self, asked: Asked) -> None:
        self.open[asked.id] = asked

    def withdraw(self, handle: int) -> None:
        """The game is over for the bot: an answer that is under way comes too late, which is nobody's fault."""
        for number in [asked.id for asked in self.open.values() if asked.handle == handle]:
            self._withdrawn.add(self.open.pop(number).id)

    def hear(self, data: bytes) -> None:
        """Take a message of the bot; Misconduct says what is wrong with it."""
        if len(data) > MAX_MESSAGE:
            text = f"a message of {len(data)} bytes; the limit is {MAX_MESSAGE}"
            raise Misconduct("message.size", Cause.PROTOCOL, text)
        try:
            message = pb.PlayRequest.FromString(data)
        except DecodeError:
            text = "bytes that are not a PlayRequest"
            raise Misconduct("message.readable", Cause.PROTOCOL, text, answer=data[:200].hex()) from None
        self._look_at(message)
        for answer in message.answers:
            self._take(answer)

    def _look_at(self, message: pb.PlayRequest) -> None:
        if message.HasField("bye"):
            raise Misconduct("stream.open", Cause.DISCONNECT, "the bot said bye while it was needed")
        if message.HasField("hello"):
            raise Misconduct("hello.twice", Cause.PROTOCOL, "a second hello on the same stream")
        if not message.answers:
            raise Misconduct("message.filled", Cause.PROTOCOL, "a message without answers", answer=str(message)[:200])

    def _take(self, answer: pb.Answer) -> None:
        asked = self.open.pop(answer.question_id, None)
        if asked is None:
            self._misplaced(answer)
            return
        self._answered[asked.id] = asked
        choice = self._choice(answer, asked)
        try:
            asked.take(choice)
        except Fault as fault:
            check = "answer.time" if fault.cause is Cause.TIME else "answer.legal"
            raise Misconduct(check, fault.cause, fault.text, str(asked), say(answer)) from None

    def _choice(self, answer: pb.Answer, asked: Asked) -> int | Action:
        if answer.HasField("option"):
            return answer.option
        if not answer.HasField("action"):
            text = "an answer without a choice"
            raise Misconduct("answer.choice", Cause.PROTOCOL, text, str(asked), say(answer))
        try:
            return asked.codec.read_action(answer.action)
        except ValueError as error:
            raise Misconduct("answer.game", Cause.PROTOCOL, str(error), str(asked), say(answer)) from None

    def _misplaced(self, answer: pb.Answer) -> None:
        number = answer.question_id
        if number in self._withdrawn:
            self._withdrawn.discard(number)
        elif number in self._answered:
            text, asked = f"a second answer to question {number}", str(self._answered[number])
            raise Misconduct("answer.once", Cause.PROTOCOL, text, asked, say(answer))
        else:
            text = f"an answer to question {number}, which was never asked"
            raise Misconduct("answer.asked", Cause.PROTOCOL, text, answer=say(answer))


def say(answer: pb.Answer) -> str:
    """An answer as JSON."""
    return MessageToJson(answer, preserving_proto_field_name=True, indent=None)
