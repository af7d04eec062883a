"""The way from a worker to one remote bot, through the arena to which the bot is connected.

It is found, joined, and joined again when it breaks: at the same arena or another one, wherever the bot is then.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Protocol

import grpc

from serai.server.errors import PlatformError
from serai.server.remote_address import ArenaAddress, Locate
from serai.v1 import relay_pb2 as pb
from serai.v1.relay_pb2_grpc import RelayServiceStub

LOOK_SECONDS = 0.3  # between two looks for the bot
PING_SECONDS = 1.0
PINGS = 8  # of which the fastest counts: a loop that stood still makes the others look slow
MOST_UNANSWERED = 5  # pings; then the way is broken, and another is tried
PART = 256 * 1024  # bytes of a message in one frame
CLOSE_SECONDS = 1.0  # for the last messages to arrive
_OPTIONS = [
    ("grpc.max_receive_message_length", -1),
    ("grpc.max_send_message_length", -1),
    ("grpc.use_local_subchannel_pool", 1),  # a new way is dialled at once, whatever became of the last one
]


class Guest(Protocol):
    """Who waits at the end of a line."""

    def arrived(self, first_handle: int, games: Sequence[str], worlds: bool) -> None:
        """The bot is there, for the first time or again; its connection knows of no game."""

    def left(self) -> None:
        """The bot is away, or the way to it is broken."""

    def said(self, message: bytes) -> None:
        """The bot has sent a message."""

    def granted(self) -> None:
        """A game may begin."""

    def measured(self, round_trip: float) -> None:
        """A message takes so many seconds to the bot and back."""


class RelayLine:
    """Keeps a way to a bot open.

    `has_looked` says that the bot was looked for, and not found.
    """

    def __init__(self, bot: str, locate: Locate, guest: Guest) -> None:
        self.has_looked = False
        self._bot = bot
        self._locate = locate
        self._guest = guest
        self._frames: asyncio.Queue[pb.JoinRequest | None] = asyncio.Queue()
        self._connection = 0
        self._first_handle = 0
        self._wanted = 0
        self._games = 0
        self._pings: dict[int, float] = {}
        self._trips: deque[float] = deque(maxlen=PINGS)
        self._closing = False

    # What the guest wants

    def send(self, message: bytes) -> None:
        """Send a PlayResponse; it is dropped if the bot is away."""
        if self._connection:
            for start in range(0, len(message), PART):
                part, more = message[start : start + PART], start + PART < len(message)
                self._put(to_bot=pb.ToBot(connection=self._connection, message=part, more=more))

    def want(self) -> None:
        """Ask for leave to begin a game; `granted` follows sooner or later."""
        self._wanted += 1
        self._put(want_game=pb.WantGame())

    def end_game(self) -> None:
        """Give back the leave for a game."""
        self._games -= 1
        self._put(end_game=pb.EndGame())

    def close(self) -> None:
        """Send what is ready, then end."""
        self._closing = True
        self._frames.put_nowait(None)

    def _put(self, **frame: Any) -> None:
        self._frames.put_nowait(pb.JoinRequest(**frame))

    # The way

    async def run(self) -> None:
        """Keep the way open until it is closed; PlatformError if the arena does not let us in."""
        while not self._closing:
            arena = await self._locate(self._bot)
            if arena is not None:
                await self._join(arena)
            self.has_looked = True
            if not self._closing:
                await asyncio.sleep(LOOK_SECONDS)

    async def _join(self, arena: ArenaAddress) -> None:
        try:
            async with _channel(arena) as channel:
                call = RelayServiceStub(channel).Join()
                await self._converse(call, arena)
        except grpc.aio.AioRpcError as error:
            if error.code() is grpc.StatusCode.UNAUTHENTICATED:
                raise PlatformError(f"the arena at {arena.address} does not let this worker in") from None
        finally:
            self._connection = 0
            self._guest.left()

    async def _converse(self, call: Any, arena: ArenaAddress) -> None:
        self._frames = asyncio.Queue()
        self._pings.clear()
        joining = pb.Joining(
            secret=arena.secret, bot=self._bot, first_handle=self._first_handle, games=max(0, self._games)
        )
        self._put(joining=joining)
        for _ in range(self._wanted):
            self._put(want_game=pb.WantGame())
        if self._closing:
            self._frames.put_nowait(None)
        works = (self._read(call), self._write(call), self._ping(), self._follow(arena))
        tasks = [asyncio.create_task(work) for work in works]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            call.cancel()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _read(self, call: Any) -> None:
        while (frame := await call.read()) is not grpc.aio.EOF:
            self._take(frame)
        await _check_end(call)

    def _take(self, frame: pb.JoinResponse) -> None:
        kind = frame.WhichOneof("frame")
        if kind == "from_bot":
            self._guest.said(frame.from_bot)
        elif kind == "arrived":
            self._connection = frame.arrived.connection
            self._first_handle = frame.arrived.first_handle
            self._guest.arrived(self._first_handle, list(frame.arrived.games), frame.arrived.worlds)
        elif kind == "left":
            self._connection = 0
            self._guest.left()
        elif kind == "pong":
            self._measure(frame.pong)
        elif kind == "game_granted":
            self._wanted -= 1
            self._games += 1
            self._guest.granted()

    async def _write(self, call: Any) -> None:
        while (frame := await self._frames.get()) is not None:
            try:
                await call.write(frame)
            except asyncio.InvalidStateError:  # the call had ended before the frame came, and it is not read yet why
                await _check_end(call)
                return
        await call.done_writing()
        await asyncio.sleep(CLOSE_SECONDS)  # the arena ends it when all has arrived

    async def _ping(self) -> None:
        """Ask how long the way is; returns when nobody has answered for long."""
        number = 0
        while len(self._pings) < MOST_UNANSWERED:
            number += 1
            self._pings[number] = asyncio.get_running_loop().time()
            self._put(ping=pb.Ping(number=number))
            await asyncio.sleep(PING_SECONDS)

    def _measure(self, pong: pb.Pong) -> None:
        if (sent := self._pings.pop(pong.number, None)) is not None:
            self._trips.append(asyncio.get_running_loop().time() - sent)
            self._guest.measured(min(self._trips) + pong.bot_microseconds / 1_000_000)

    async def _follow(self, arena: ArenaAddress) -> None:
        """While the bot is away, look whether it has gone to another arena; returns when it has."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            if not self._connection:
                there = await self._locate(self._bot)
                self.has_looked = True
                if there is not None and there.address != arena.address:
                    return


async def _check_end(call: Any) -> None:
    """AioRpcError if a call that is over did not end in order."""
    code = await call.code()
    if code is not grpc.StatusCode.OK:
        raise grpc.aio.AioRpcError(code, grpc.aio.Metadata(), grpc.aio.Metadata())


def _channel(arena: ArenaAddress) -> Any:
    if not arena.certificate:
        return grpc.aio.insecure_channel(arena.address, options=_OPTIONS)
    options = [*_OPTIONS, ("grpc.ssl_target_name_override", arena.name)] if arena.name else _OPTIONS
    trusted = grpc.ssl_channel_credentials(arena.certificate.encode())
    return grpc.aio.secure_channel(arena.address, trusted, options=options)


async def ended(task: asyncio.Task[None]) -> None:
    """Wait until a line that was closed has ended, but not for long."""
    with suppress(Exception):
        await asyncio.wait_for(task, CLOSE_SECONDS)
