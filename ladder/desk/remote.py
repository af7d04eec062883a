"""Operations at an arena: named over gRPC, their answers read piece by piece."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any, ParamSpec, TypeVar, cast

import grpc

from serai.ladder.access import client
from serai.ladder.access.address import Address
from serai.ladder.bots.version import Package
from serai.ladder.desk import following
from serai.ladder.desk.operation import Operation, Row
from serai.ladder.errors import PlatformProblem, Problem, UserProblem
from serai.ladder.storage.redis_waiting import Patience
from serai.v1 import desk_pb2 as pb
from serai.v1.desk_pb2_grpc import DeskServiceStub

P = ParamSpec("P")
T = TypeVar("T")

PIECE_BYTES = 512 * 1024
RETRY_AFTER = "retry-after-seconds"

_MOST_WAITS = 5
_LOOK_SECONDS = 1.0
_LONGEST_WAIT = 10.0


class RemoteDesk:
    """Asks an arena over an open channel.

    With `waiting` one that has answered and goes away is waited for, and a line says so.
    """

    def __init__(self, channel: grpc.Channel, address: Address, waiting: Callable[[str], None] | None = None) -> None:
        self._desk = DeskServiceStub(channel)
        self._address = address
        self._has_answered = False
        self._patience = None if waiting is None else Patience(str(address), waiting, limit=None)

    def ask(self, operation: Operation[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        return self.bring({}, operation, *args, **kwargs)

    def bring(self, files: Mapping[str, bytes], operation: Operation[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        arguments = json.dumps(operation.named(*args, **kwargs))
        lines = self._patiently(pb.AskRequest(operation=operation.name, arguments_json=arguments), files)
        if operation.is_streamed:
            return cast(T, lines)
        [value] = lines
        return cast(T, value)

    def play(
        self, name: str, workers: int | None, at: Callable[[Row], None], say: Callable[[str], None], tended: bool
    ) -> None:
        if workers:
            raise UserProblem("the arena's workers play it: leave out --workers, or start some with serai worker there")
        self.ask(following.start, name=name, tended=tended)
        while not (now := self.ask(following.progress, name=name))["is_over"]:
            at(now)
            if now["failed"]:
                raise PlatformProblem(now["failed"])
            if now["halted"]:
                raise UserProblem(now["why_halted"])
            time.sleep(_LOOK_SECONDS)
        at(now)

    def interrupted(self, name: str, again: str) -> str:
        pause = f"serai tournament pause {name} halts it"
        return f"interrupted; {self._address} plays on: serai tournament watch {name} follows it, {pause}"

    def build(self, package: Package) -> None:
        """It is built where it is played."""

    def _patiently(self, question: pb.AskRequest, files: Mapping[str, bytes]) -> Iterator[Any]:
        """Yield the values of an answer. Whoever asked too often, or while the arena is away, asks again.

        Not in the middle of an answer: what was read already would come twice.
        """
        attempts, begun = _Attempts(self._patience if self._has_answered else None), False
        while True:
            try:
                for value in _values(self._desk.Ask(_messages(question, files))):
                    begun = True
                    yield value
            except grpc.RpcError as error:
                if begun or not attempts.may_go_on(error):
                    raise self._problem(error, question.operation) from None
            else:
                self._has_answered = True
                attempts.over()
                return

    def _problem(self, error: grpc.RpcError, operation: str) -> Problem:
        """Return what a failed call is: the line that the operation had for us, or one about the arena."""
        if error.code() is grpc.StatusCode.INVALID_ARGUMENT:
            return UserProblem(error.details())
        if error.code() is grpc.StatusCode.FAILED_PRECONDITION:
            return PlatformProblem(error.details())
        if error.code() is grpc.StatusCode.UNIMPLEMENTED:
            return PlatformProblem(f"{self._address} runs an older Serai that cannot do this: {operation}")
        return client.problem(error, self._address)


class _Attempts:
    """How often one question was asked in vain."""

    def __init__(self, patience: Patience | None) -> None:
        self._patience = patience
        self._waits = 0
        self._failures = 0
        self._since = time.monotonic()

    def may_go_on(self, error: grpc.RpcError) -> bool:
        """Wait before the question is asked again: as long as the arena says, or until it may be back.

        False if that is of no use.
        """
        wait = _wait_of(error)
        if wait is not None and self._waits < _MOST_WAITS:
            self._waits += 1
            time.sleep(wait)
            return True
        if self._patience is not None and error.code() is grpc.StatusCode.UNAVAILABLE:
            self._failures += 1
            self._patience.wait(error, "it does not answer", self._failures, self._since)
            return True
        return False

    def over(self) -> None:
        """The question was answered."""
        if self._patience is not None:
            self._patience.over()


def _messages(question: pb.AskRequest, files: Mapping[str, bytes]) -> Iterator[pb.AskRequest]:
    yield question
    for name, content in files.items():
        for first in range(0, max(len(content), 1), PIECE_BYTES):
            yield pb.AskRequest(file=name, piece=content[first : first + PIECE_BYTES])


def _values(answer: Iterator[pb.AskResponse]) -> Iterator[Any]:
    """Yield the values in the lines of an answer."""
    begun: list[bytes] = []
    for message in answer:
        *whole, rest = message.data.split(b"\n")
        for line in whole:
            yield json.loads(b"".join([*begun, line]))
            begun = []
        begun.append(rest)


def _wait_of(error: grpc.RpcError) -> float | None:
    """Return how long the arena says to wait before it is tried again; None if it does not, or too long."""
    if error.code() is not grpc.StatusCode.RESOURCE_EXHAUSTED:
        return None
    said: Any = error.trailing_metadata() or ()
    waits = [float(value) for name, value in said if name == RETRY_AFTER]
    return waits[0] if waits and waits[0] <= _LONGEST_WAIT else None
