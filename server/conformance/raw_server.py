"""Where a bot is examined: a private server that hands over the bare bytes of every stream."""

from __future__ import annotations

import asyncio
from typing import Any

import grpc

from serai.server.service import Service

AHEAD = 16  # messages of a bot that are read before somebody wants them


class LineLost(Exception):
    """The bot is not there any more to be told anything."""


class Line:
    """One stream of a bot: bytes both ways. What it says waits in `heard`; None is its end."""

    def __init__(self, context: grpc.aio.ServicerContext[Any, Any]) -> None:
        self._context = context
        self._over = asyncio.Event()
        self.heard: asyncio.Queue[bytes | None] = asyncio.Queue(AHEAD)

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
            await self.heard.put(message)
        await self.heard.put(None)

    def _close(self) -> None:
        """Nothing more will be heard; one message of a bot that has said too much can be spared for saying so."""
        if self.heard.full():
            self.heard.get_nowait()
        self.heard.put_nowait(None)

    async def say(self, message: bytes) -> None:
        try:
            await self._context.write(message)
        except (grpc.aio.BaseError, asyncio.InvalidStateError) as error:
            raise LineLost from error

    def end(self) -> None:
        """End the stream, as a referee does after the last game."""
        self._over.set()


class Stage(Service):
    """A server for one process of a bot. It lets every stream in, so that each can be looked at."""

    def __init__(self, listen: str | None = None) -> None:
        super().__init__(listen)
        self.lines: asyncio.Queue[Line] = asyncio.Queue()
        self.opened = 0

    async def vanish(self) -> None:
        """Go without a word, as a referee whose machine was switched off."""
        await self._server.stop(grace=None)

    async def _play(self, _: Any, context: grpc.aio.ServicerContext[Any, Any]) -> None:
        self.opened += 1
        if self.opened > 1:
            await context.abort(grpc.StatusCode.UNAUTHENTICATED, "the token is unknown or has been used")
        line = Line(context)
        self.lines.put_nowait(line)
        await line.serve()
