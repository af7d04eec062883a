"""The server that a bot under test dials: it hands over the bare bytes of every stream."""

from __future__ import annotations

import asyncio
from typing import Any

import grpc

from serai.server.service import Service

AHEAD = 16  # messages of a bot that are read before somebody wants them


class StreamLost(Exception):
    """The bot has gone, so nothing can be sent to it."""


class RawStream:
    """One stream of a bot: bytes both ways. What the bot sends waits in `received`; None is its end."""

    def __init__(self, context: grpc.aio.ServicerContext[Any, Any]) -> None:
        self._context = context
        self._over = asyncio.Event()
        self.received: asyncio.Queue[bytes | None] = asyncio.Queue(AHEAD)

    async def serve(self) -> None:
        """Carry the stream until we end it or the bot does."""
        reading = asyncio.create_task(self._read())
        try:
            await self._over.wait()
        finally:
            reading.cancel()
            await asyncio.gather(reading, return_exceptions=True)
            self._close()

    async def _read(self) -> None:
        while (message := await self._context.read()) is not grpc.aio.EOF:
            await self.received.put(message)
        await self.received.put(None)

    def _close(self) -> None:
        """Mark the end of what was received, in place of one message if the queue is full."""
        if self.received.full():
            self.received.get_nowait()
        self.received.put_nowait(None)

    async def send(self, message: bytes) -> None:
        try:
            await self._context.write(message)
        except (grpc.aio.BaseError, asyncio.InvalidStateError) as error:
            raise StreamLost from error

    def end(self) -> None:
        """End the stream, as a referee does after the last game."""
        self._over.set()


class RawServer(Service):
    """A server for one process of a bot. It lets every stream in, so that each can be looked at."""

    def __init__(self, listen: str | None = None) -> None:
        super().__init__(listen)
        self.streams: asyncio.Queue[RawStream] = asyncio.Queue()
        self.opened = 0

    async def kill(self) -> None:
        """Stop at once, as a referee whose machine was switched off."""
        await self._server.stop(grace=None)

    async def _play(self, _: Any, context: grpc.aio.ServicerContext[Any, Any]) -> None:
        self.opened += 1
        if self.opened > 1:
            await context.abort(grpc.StatusCode.UNAUTHENTICATED, "the token is unknown or has been used")
        stream = RawStream(context)
        self.streams.put_nowait(stream)
        await stream.serve()
