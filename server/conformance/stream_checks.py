"""How a bot has to behave on its stream: every message is read as the referee would read it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from google.protobuf.json_format import MessageToJson
from google.protobuf.message import DecodeError

from serai.referee.core.agenda import Action
from serai.referee.core.errors import IllegalAction
from serai.referee.match import Cause, Fault
from serai.server.codec.base import Codec
from serai.server.conformance.results import CheckFailed
from serai.server.messages import question_json
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
    """An open question: its wire form, and the function that takes an answer or raises a Fault."""

    id: int
    handle: int
    encoded: bytes
    codec: Codec
    take: Callable[[int | Action], None]

    def __str__(self) -> str:
        return question_json(self.encoded)


class StreamChecks:
    """The checks that hold all the time: of every message, and of the answers to the open questions of one stream."""

    def __init__(self) -> None:
        self.open: dict[int, Asked] = {}
        self._answered: dict[int, Asked] = {}
        self._withdrawn: set[int] = set()

    def ask(self, asked: Asked) -> None:
        self.open[asked.id] = asked

    def withdraw(self, handle: int) -> None:
        """Close the questions of a game: an answer that is under way comes too late, which is nobody's fault."""
        for number in [asked.id for asked in self.open.values() if asked.handle == handle]:
            self._withdrawn.add(self.open.pop(number).id)

    def receive(self, data: bytes) -> None:
        """Check a message of the bot; CheckFailed says what is wrong with it."""
        if len(data) > MAX_MESSAGE:
            text = f"a message of {len(data)} bytes; the limit is {MAX_MESSAGE}"
            raise CheckFailed("message.size", Cause.PROTOCOL, text)
        try:
            message = pb.PlayRequest.FromString(data)
        except DecodeError:
            text = "bytes that are not a PlayRequest"
            raise CheckFailed("message.readable", Cause.PROTOCOL, text, answer=data[:200].hex()) from None
        self._check_fields(message)
        for answer in message.answers:
            self._take(answer)

    def _check_fields(self, message: pb.PlayRequest) -> None:
        if message.HasField("bye"):
            raise CheckFailed("stream.open", Cause.DISCONNECT, "the bot said bye while it was needed")
        if message.HasField("hello"):
            raise CheckFailed("hello.twice", Cause.PROTOCOL, "a second hello on the same stream")
        if not message.answers:
            raise CheckFailed("message.filled", Cause.PROTOCOL, "a message without answers", answer=str(message)[:200])

    def _take(self, answer: pb.Answer) -> None:
        asked = self.open.pop(answer.question_id, None)
        if asked is None:
            self._answer_to_nothing(answer)
            return
        self._answered[asked.id] = asked
        choice = self._choice(answer, asked)
        try:
            asked.take(choice)
        except Fault as fault:
            check = "answer.time" if fault.cause is Cause.TIME else "answer.legal"
            raise CheckFailed(check, fault.cause, fault.text, str(asked), answer_json(answer)) from None

    def _choice(self, answer: pb.Answer, asked: Asked) -> int | Action:
        if answer.HasField("option"):
            return answer.option
        if not answer.HasField("action"):
            text = "an answer without a choice"
            raise CheckFailed("answer.choice", Cause.PROTOCOL, text, str(asked), answer_json(answer))
        try:
            return asked.codec.read_action(answer.action)
        except IllegalAction as error:
            raise CheckFailed("answer.legal", Cause.ILLEGAL, str(error), str(asked), answer_json(answer)) from None
        except ValueError as error:
            raise CheckFailed("answer.game", Cause.PROTOCOL, str(error), str(asked), answer_json(answer)) from None

    def _answer_to_nothing(self, answer: pb.Answer) -> None:
        number = answer.question_id
        if number in self._withdrawn:
            self._withdrawn.discard(number)
        elif number in self._answered:
            text, asked = f"a second answer to question {number}", str(self._answered[number])
            raise CheckFailed("answer.once", Cause.PROTOCOL, text, asked, answer_json(answer))
        else:
            text = f"an answer to question {number}, which was never asked"
            raise CheckFailed("answer.asked", Cause.PROTOCOL, text, answer=answer_json(answer))


def answer_json(answer: pb.Answer) -> str:
    """Return an answer as JSON, for the evidence."""
    return MessageToJson(answer, preserving_proto_field_name=True, indent=None)
