"""Operations over gRPC: the arena runs them on its store, in the name of whoever calls."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from itertools import islice
from typing import Any, TypeVar

import grpc

from serai.ladder.access.needs import READ, check
from serai.ladder.access.quotas import UPLOADS, Quotas
from serai.ladder.access.refusal import Exhausted
from serai.ladder.bots.bot_archive import LARGEST
from serai.ladder.desk.arguments import read
from serai.ladder.desk.catalogue import all_operations
from serai.ladder.desk.operation import Call, Operation
from serai.ladder.errors import UserProblem
from serai.ladder.service.answering import answer, refuse
from serai.ladder.service.gate import caller
from serai.ladder.storage import audit
from serai.ladder.storage.store import Store
from serai.v1 import desk_pb2 as pb
from serai.v1.desk_pb2_grpc import DeskServiceServicer

T = TypeVar("T")

SERVICE = pb.DESCRIPTOR.services_by_name["DeskService"].full_name
MOST_UPLOADED = 2 * LARGEST  # bytes of all files of a call

_UPLOADS_AT_ONCE = 8
_UPLOADS_OF_OWNER = 2
_UPLOAD_WAIT = 5.0  # seconds, for who uploads too often at once
_UPLOAD_SECONDS = 300.0
_ROWS_AT_ONCE = 200
_PIECE_BYTES = 256 * 1024
_SHOWN = 40
_LONGEST_NAME = 1000  # it is what the command line said: a path


class DeskService(DeskServiceServicer):
    """The one call of the service. Work is done in threads, so that calls do not wait for each other."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._quotas = Quotas(store)
        self._uploads = asyncio.Semaphore(_UPLOADS_AT_ONCE)
        self._uploading = Counter[str]()

    async def Ask(self, request_iterator: AsyncIterator[pb.AskRequest], context: Any) -> AsyncIterator[pb.AskResponse]:
        asked = await anext(request_iterator, pb.AskRequest())
        operation = all_operations().get(asked.operation)
        if operation is None:
            named = asked.operation[:_SHOWN]
            await context.abort(
                grpc.StatusCode.UNIMPLEMENTED, f"there is no operation {named!r} here; see desk.operations"
            )
            return
        try:
            if operation.need != READ:  # the gate has let in whoever may read
                check(caller(), operation.need, anonymous=False)
            arguments = read(operation, asked.arguments_json)
            files = await self._files(operation, request_iterator)
        except UserProblem as error:
            await refuse(context, error, grpc.StatusCode.INVALID_ARGUMENT)
        async for data in self._answer(operation, arguments, files, context):
            yield pb.AskResponse(data=data)

    async def _files(self, operation: Operation[..., Any], messages: AsyncIterator[pb.AskRequest]) -> dict[str, bytes]:
        """Return the files that come along, by name; UserProblem if they are too much, too many, or too slow."""
        if not operation.takes_files:
            return {}
        owner = caller().owner
        if self._uploading[owner] >= _UPLOADS_OF_OWNER:
            raise Exhausted(f"{owner} uploads {_UPLOADS_OF_OWNER} times at once already; wait for one", _UPLOAD_WAIT)
        self._uploading[owner] += 1
        try:
            async with self._uploads, asyncio.timeout(_UPLOAD_SECONDS):
                files = await _gathered(messages)
        except TimeoutError:
            raise UserProblem(f"the files took longer than {_UPLOAD_SECONDS:.0f} seconds to come") from None
        finally:
            self._uploading[owner] -= 1
        if files:
            await asyncio.to_thread(self._quotas.take, UPLOADS, owner, len(files))
        return files

    async def _answer(
        self, operation: Operation[..., Any], arguments: dict[str, Any], files: dict[str, bytes], context: Any
    ) -> AsyncIterator[bytes]:
        """Yield the answer in pieces, each worked out when the one before it is on its way."""
        rows = await _act(context, lambda: _begun(operation, Call(lambda: self._store, caller(), files), arguments))
        while page := await _act(context, lambda: list(islice(rows, _ROWS_AT_ONCE))):
            text = "".join(json.dumps(row) + "\n" for row in page).encode()
            for first in range(0, len(text), _PIECE_BYTES):
                yield text[first : first + _PIECE_BYTES]


def _begun(operation: Operation[..., Any], call: Call, arguments: dict[str, Any]) -> Iterator[Any]:
    result = operation.run(call, **arguments)
    return iter(result) if operation.is_streamed else iter((result,))


async def _act(context: Any, work: Callable[[], T]) -> T:
    """Return the result of work that is done in the name of the caller."""
    name = str(caller())

    def named() -> T:
        with audit.acting(name):
            return work()

    return await answer(
        context, named, mistake=grpc.StatusCode.INVALID_ARGUMENT, failure=grpc.StatusCode.FAILED_PRECONDITION
    )


async def _gathered(messages: AsyncIterator[pb.AskRequest]) -> dict[str, bytes]:
    files: dict[str, list[bytes]] = {}
    left = MOST_UPLOADED
    async for message in messages:
        left -= len(message.piece)
        if left < 0:
            raise UserProblem(f"the files are larger than {MOST_UPLOADED // 2**20} MiB together, which is the most")
        if not message.file or len(message.file) > _LONGEST_NAME:
            raise UserProblem(f"a piece of a file says of which, in at most {_LONGEST_NAME} characters")
        files.setdefault(message.file, []).append(message.piece)
    return {name: b"".join(pieces) for name, pieces in files.items()}
