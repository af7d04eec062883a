"""How the conformance checks read what a bot says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from google.protobuf.unknown_fields import UnknownFieldSet

from serai.referee.core.agenda import Action
from serai.referee.core.errors import IllegalAction
from serai.referee.games import GAMES
from serai.referee.match import Cause
from serai.server.conformance.results import CheckFailed, Result, Results
from serai.server.conformance.sample_questions import SampleQuestion, collect
from serai.server.conformance.scripted_games import padded
from serai.server.conformance.stream_checks import ALWAYS, Asked, StreamChecks
from serai.v1 import referee_pb2 as pb

SAMPLE = collect(GAMES["yspahan"])["RollChoice"]


def asked(number: int, sample: SampleQuestion = SAMPLE) -> Asked:
    return Asked(number, 1, sample.question(number, 1, 5000), sample.codec, sample.judge)


@pytest.fixture
def checks() -> StreamChecks:
    found = StreamChecks()
    found.ask(asked(5))
    return found


def answers(*given: pb.Answer) -> bytes:
    return pb.PlayRequest(answers=given).SerializeToString()


def faults() -> Iterator[tuple[bytes, str, Cause]]:
    protocol = Cause.PROTOCOL
    yield b"\xff\xff", "message.readable", protocol
    yield bytes(300_000), "message.size", protocol
    yield b"", "message.filled", protocol
    yield pb.PlayRequest(hello=pb.Hello(name="again")).SerializeToString(), "hello.twice", protocol
    yield pb.PlayRequest(bye=pb.Bye()).SerializeToString(), "stream.open", Cause.DISCONNECT
    yield answers(pb.Answer(question_id=6, option=0)), "answer.asked", protocol
    yield answers(pb.Answer(question_id=5)), "answer.choice", protocol
    yield answers(pb.Answer(question_id=5, action=pb.Action())), "answer.game", protocol
    yield answers(pb.Answer(question_id=5, option=99)), "answer.legal", Cause.ILLEGAL
    yield answers(*[pb.Answer(question_id=5, option=0)] * 2), "answer.once", protocol


@pytest.mark.parametrize(("message", "check", "cause"), list(faults()), ids=lambda value: str(value)[:20])
def test_what_is_wrong_has_a_name_and_a_cause(checks: StreamChecks, message: bytes, check: str, cause: Cause) -> None:
    with pytest.raises(CheckFailed) as found:
        checks.receive(message)
    assert (found.value.check, found.value.cause) == (check, cause)
    assert check in ALWAYS
    if check in ("answer.legal", "answer.choice", "answer.game", "answer.once"):
        assert '"question_id": "5"' in found.value.question
        assert '"question_id": "5"' in found.value.answer


def test_an_action_that_its_codec_refuses_is_illegal(checks: StreamChecks, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(action: pb.Action) -> Action:
        raise IllegalAction("there is no shop 99")

    monkeypatch.setattr(SAMPLE.codec, "read_action", refuse)
    with pytest.raises(CheckFailed, match="there is no shop 99") as found:
        checks.receive(answers(pb.Answer(question_id=5, action=pb.Action())))
    assert (found.value.check, found.value.cause) == ("answer.legal", Cause.ILLEGAL)


def test_an_answer_closes_its_question(checks: StreamChecks) -> None:
    checks.receive(answers(pb.Answer(question_id=5, option=0)))
    assert checks.open == {}


def test_a_late_answer_is_nobodys_fault_once(checks: StreamChecks) -> None:
    late = answers(pb.Answer(question_id=5, option=0))
    checks.withdraw(1)
    checks.receive(late)
    with pytest.raises(CheckFailed, match="which was never asked"):
        checks.receive(late)


def test_unknown_fields_are_added_where_they_are_wanted() -> None:
    message = pb.PlayResponse.FromString(SAMPLE.question(1, 2, 3))
    for path in ((), ("questions",), ("questions", "view"), ("questions", "options")):
        changed = pb.PlayResponse.FromString(padded(message, *path))
        inner: list[Any] = [changed]
        for name in path:
            inner = [getattr(part, name) for part in inner]
            inner = [item for part in inner for item in (part if hasattr(part, "__len__") else [part])]
        assert inner
        assert all(len(UnknownFieldSet(part)) == 3 for part in inner)
        changed.DiscardUnknownFields()
        assert changed == message


def test_a_failure_stays_whatever_is_found_later() -> None:
    results = Results(["a", "b", "c"])
    results.ok("a")
    results.fail("a", CheckFailed("a", Cause.TIME, "first"), "printed")
    results.fail("a", CheckFailed("a", Cause.CRASH, "second"), "")
    results.ok("a", "b")
    found = results.close()
    assert [(result.result, result.cause, result.detail) for result in found] == [
        (Result.FAILED, "time", "first"),
        (Result.OK, "", ""),
        (Result.MISSED, "", "a failed"),
    ]
