"""An arena and its bots in a thread with a loop of its own, beside a worker that has one too."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

from serai.ladder.arena.lobby import Lobby
from serai.ladder.arena.presence import Presence
from serai.ladder.storage.store import Store
from tests.ladder.arena.remote import ConnectedBot, arena_on
from tests.ports import free_ports

T = TypeVar("T")


class Background:
    """Bots connect, and hang up, when they are told to."""

    def __init__(self, loop: asyncio.AbstractEventLoop, port: int, lobby: Lobby) -> None:
        self.port = port
        self._lobby = lobby
        self._loop = loop
        self._tasks: list[asyncio.Task[None]] = []

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    def connect(self, token: str) -> ConnectedBot:
        """A bot that is connected and comes back whenever it is cut off."""

        async def begin() -> ConnectedBot:
            bot = ConnectedBot(self.port, token)
            self._tasks.append(asyncio.create_task(bot.run_again_and_again()))
            await bot.until(lambda bot: bot.welcomes)
            return bot

        return self.do(begin())

    async def send_away(self, bot: str) -> None:
        """End the connection of a bot, as a full outbox does."""
        connection = self._lobby._posts[bot].connection
        assert connection is not None
        connection.end("sent away")

    async def end(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


@contextmanager
def arena_in_background(store: Store) -> Iterator[Background]:
    (port,) = free_ports(1)
    loop = asyncio.new_event_loop()
    found: list[Background] = []
    ready, stop = threading.Event(), asyncio.Event()

    async def serve() -> None:
        async with arena_on(Presence(store.redis), port) as lobby:
            found.append(Background(loop, port, lobby))
            ready.set()
            await stop.wait()
            await found[0].end()

    thread = threading.Thread(target=lambda: loop.run_until_complete(serve()))
    thread.start()
    ready.wait()
    try:
        yield found[0]
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join()
        with suppress(RuntimeError):
            loop.close()
