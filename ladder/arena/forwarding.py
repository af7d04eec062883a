"""A door on the author's own machine: the bot dials it as it would the platform's, and is passed on to the arena.

The way to the arena (TLS, the token) is ours, so a bot in any language needs nothing new. What passes is looked at, so
that games can be shown as they begin and end.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import grpc

from serai.ladder.errors import Problem, UserProblem
from serai.server.service import SERVICE, Service, read_hello
from serai.stream import NAMED_CAUSES
from serai.v1 import referee_pb2 as pb

Say = Callable[[str], None]
Dial = Callable[[], Any]  # opens a channel of grpc.aio to the arena; Problem if it cannot, or should not


@dataclass(frozen=True, slots=True)
class Refused:
    """How the arena ended a stream, other than in order."""

    code: grpc.StatusCode
    details: str


class Forwarder(Service):
    """Passes the stream of a bot on. `was_welcomed` and `refused` are of the last one."""

    def __init__(
        self, dial: Dial, token: str, say: Say, listen: str | None = None, on_welcome: Callable[[], None] = lambda: None
    ) -> None:
        super().__init__(listen)
        self.was_welcomed = False
        self.refused: Refused | None = None
        self._dial = dial
        self._token = token
        self._on_welcome = on_welcome
        self._games = ShownGames(say)

    async def _play(self, _: Any, context: grpc.aio.ServicerContext[Any, Any]) -> None:
        hello = await read_hello(context)
        hello.token = self._token
        self.was_welcomed, self.refused = False, None
        async with await self._way(context) as channel:
            call = channel.stream_stream(f"/{SERVICE}/Play")()
            up = asyncio.create_task(self._up(context, call, hello))
            down = asyncio.create_task(self._down(context, call))
            try:
                await asyncio.wait({down})
                await self._pass_on_end(context, call)
            finally:
                call.cancel()
                up.cancel()
                down.cancel()
                await asyncio.gather(up, down, return_exceptions=True)

    async def _way(self, context: Any) -> Any:
        """Return a channel to the arena; the call is aborted if it cannot be reached, or not be trusted."""
        try:
            return self._dial()
        except Problem as problem:
            hopeless = isinstance(problem, UserProblem)
            code = grpc.StatusCode.FAILED_PRECONDITION if hopeless else grpc.StatusCode.UNAVAILABLE
            self.refused = Refused(code, str(problem))
            await context.abort(code, str(problem))

    async def _up(self, context: Any, call: Any, hello: pb.Hello) -> None:
        await call.write(pb.PlayRequest(hello=hello).SerializeToString())
        while (data := await context.read()) is not grpc.aio.EOF:
            await call.write(data)
        await call.done_writing()

    async def _down(self, context: Any, call: Any) -> None:
        while (data := await call.read()) is not grpc.aio.EOF:
            message = pb.PlayResponse.FromString(data)
            self._games.show(message)
            await context.write(data)
            if message.HasField("welcome"):
                self.was_welcomed = True
                self._on_welcome()

    async def _pass_on_end(self, context: Any, call: Any) -> None:
        code, details = await call.code(), await call.details()
        if code is not grpc.StatusCode.OK:
            self.refused = Refused(code, details or code.name.lower())
            await context.abort(code, details)


class ShownGames:
    """Says which games begin and end."""

    def __init__(self, say: Say) -> None:
        self._say = say
        self._started: dict[int, pb.GameStarted] = {}

    def show(self, message: pb.PlayResponse) -> None:
        """Show what a message of the arena tells."""
        if message.HasField("welcome"):
            self._started.clear()
            self._say("connected; waiting for games")
        for started in message.games_started:
            self._started[started.game_handle] = started
            verb = "goes on" if started.resumed else "begins"
            self._say(f"{_named(started)} {verb}: seat {started.seat} of {started.seats}")
        for ended in message.games_ended:
            self._end(ended)
        for fault in message.faults:
            self._say(f"fault in {self._called(fault.game_handle)}: {NAMED_CAUSES.get(fault.cause, '?')}: {fault.text}")

    def _end(self, ended: pb.GameEnded) -> None:
        started = self._started.pop(ended.game_handle, None)
        if started is not None and started.seat < min(len(ended.ranks), len(ended.points)):
            result = f"rank {ended.ranks[started.seat]} of {started.seats}, {ended.points[started.seat]} points"
            self._say(f"{_named(started)} is over: {result}")

    def _called(self, handle: int) -> str:
        started = self._started.get(handle)
        return "the stream" if not handle else f"game {handle}" if started is None else _named(started)


def _named(started: pb.GameStarted) -> str:
    return f"{started.game} {started.game_handle}"
