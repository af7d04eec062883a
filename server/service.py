"""The gRPC side of the referee: a door for each bot process, which is let in by a token that is good once.

Behind a door there is nothing but the one service, and only so many streams may stand in it: a bot that dials again and
again is in nobody's way but its own (D14).
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from types import TracebackType
from typing import Any, Self

import grpc
from google.protobuf.message import DecodeError

from serai.referee.match import Cause, Fault
from serai.server.process_folder import ShortLivedFolder
from serai.server.stall_clock import StallClock
from serai.server.stream import MAX_MESSAGE, Listener, Stream
from serai.v1 import referee_pb2 as pb

PROTOCOL = 1
SERVICE = pb.DESCRIPTOR.services_by_name["RefereeService"].full_name
HELLO_SECONDS = 10.0
MOST_STREAMS = 16  # open at once, with a valid token or without
_OPTIONS = [
    ("grpc.so_reuseport", 0),
    ("grpc.max_receive_message_length", 16 * MAX_MESSAGE),  # our own limit comes first, with a reason
    ("grpc.max_send_message_length", -1),
]


class Service(ABC):
    """A private gRPC server on a unix socket and, when asked, on TCP. An async context manager."""

    def __init__(self, listen: str | None = None) -> None:
        self._listen = listen
        self._folder = ShortLivedFolder()
        self._server = grpc.aio.server(options=_OPTIONS, maximum_concurrent_rpcs=MOST_STREAMS)
        self.socket = self._folder.path / "referee"
        self.address = f"unix:{self.socket}"
        self.tcp_address = ""

    async def __aenter__(self) -> Self:
        await self.open()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def open(self) -> None:
        """Begin to listen."""
        handler: Any = grpc.stream_stream_rpc_method_handler(self._play, None, None)
        self._server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(SERVICE, {"Play": handler}),))
        self._server.add_insecure_port(self.address)
        if self._listen:
            port = self._server.add_insecure_port(self._listen)
            self.tcp_address = f"{self._listen.rpartition(':')[0]}:{port}"
        await self._server.start()
        # A confined bot may have a user of its own. Nobody else comes here: the folder is ours alone.
        self.socket.chmod(0o666)

    async def close(self) -> None:
        """Refuse new streams, give the open ones a moment to end, then go."""
        await self._server.stop(grace=1.0)
        self._folder.remove()

    def address_for(self, transport: str) -> str:
        """Return what a bot that wants this transport has to dial; a confined one has the socket in any case."""
        return self.tcp_address if transport == "tcp" and self.tcp_address else self.address

    @abstractmethod
    async def _play(self, _: Any, context: grpc.aio.ServicerContext[Any, Any]) -> None:
        """A bot has opened a stream: carry it until it ends."""


class Referee(Service):
    """Lets in bots by their tokens and gives each a stream of its own."""

    def __init__(self, game: str, clock: StallClock, listener: Listener, listen: str | None = None) -> None:
        super().__init__(listen)
        self._game = game
        self._clock = clock
        self._listener = listener
        self._expected: dict[str, asyncio.Future[Stream]] = {}

    def expect(self, token: str) -> asyncio.Future[Stream]:
        """Return the stream that will say hello with this token, once it has; a Fault when the hello is wrong.

        Who cancels it waits no longer, and the token is good for nothing then.
        """
        coming: asyncio.Future[Stream] = asyncio.get_running_loop().create_future()
        self._expected[token] = coming
        coming.add_done_callback(lambda _: self._expected.pop(token, None))
        return coming

    async def _play(self, _: Any, context: grpc.aio.ServicerContext[Any, Any]) -> None:
        hello = await read_hello(context)
        coming = self._expected.pop(hello.token, None)
        if coming is None or coming.done():
            await context.abort(grpc.StatusCode.UNAUTHENTICATED, "the token is unknown or has been used")
        stream = Stream(hello, self._clock, self._listener)
        try:
            self._check(hello)
        except Fault as fault:
            stream.fault(fault)
            stream.close()
            coming.set_exception(fault)
        else:
            stream.welcome(pb.Welcome(protocol=PROTOCOL, max_message_bytes=MAX_MESSAGE, max_games=stream.max_games))
            coming.set_result(stream)
        await stream.serve(context)

    def _check(self, hello: pb.Hello) -> None:
        if hello.protocol != PROTOCOL:
            raise Fault(Cause.PROTOCOL, f"the bot speaks protocol {hello.protocol}, the referee {PROTOCOL}")
        if self._game not in hello.games:
            raise Fault(Cause.START, f"the bot does not play {self._game}; it says it plays {', '.join(hello.games)}")


async def read_hello(context: grpc.aio.ServicerContext[Any, Any]) -> pb.Hello:
    """Return the first message, which must be a hello; the call is aborted if it is none, or takes too long."""
    try:
        data = await asyncio.wait_for(context.read(), HELLO_SECONDS)
        request = pb.PlayRequest() if data is grpc.aio.EOF else pb.PlayRequest.FromString(data)
    except (TimeoutError, DecodeError):
        request = pb.PlayRequest()
    if not request.HasField("hello"):
        await context.abort(grpc.StatusCode.INVALID_ARGUMENT, "the first message must be a hello")
    return request.hello
