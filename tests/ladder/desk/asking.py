"""Somebody who asks an arena over gRPC itself: what comes back is kept to the byte."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import grpc

from serai.v1 import desk_pb2 as pb
from serai.v1.desk_pb2_grpc import DeskServiceStub


class Answered(NamedTuple):
    """All bytes of an answer, its status and its line."""

    data: bytes
    code: grpc.StatusCode
    line: str

    @property
    def rows(self) -> list[Any]:
        return [json.loads(line) for line in self.data.splitlines()]


class Asker:
    """Somebody with a token, or nobody without one."""

    def __init__(self, channel: grpc.Channel, token: str = "") -> None:
        self._stub = DeskServiceStub(channel)
        self._metadata = (("authorization", f"Bearer {token}"),) if token else ()

    def ask(self, operation: str, arguments: object = None, **files: bytes) -> Answered:
        """Ask with arguments, whatever they are; text is sent as it is."""
        text = arguments if isinstance(arguments, str) else json.dumps(arguments or {})
        return self.send(
            pb.AskRequest(operation=operation, arguments_json=text),
            *(pb.AskRequest(file=name, piece=piece) for name, piece in files.items()),
        )

    def send(self, *messages: pb.AskRequest) -> Answered:
        call = self._stub.Ask(iter(messages), metadata=self._metadata, timeout=60)
        data = b""
        try:
            for message in call:
                data += message.data
        except grpc.RpcError as error:
            return Answered(data, error.code(), error.details() or "")
        return Answered(data, grpc.StatusCode.OK, "")
