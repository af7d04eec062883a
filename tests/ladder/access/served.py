"""Arenas that serve in a thread of the test, over real TLS on real ports."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from serai.ladder.access.address import Address
from serai.ladder.access.certificate import Certificate
from serai.ladder.service.arena_server import ArenaServer, Settings, serving
from serai.ladder.storage.store import Store

HERE = Address("127.0.0.1")
UNLIMITED = 1e6


class Loop:
    """An event loop in a thread: gRPC wants one for all its servers of a process."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self.loop.run_forever)
        self._thread.start()

    def stop(self) -> None:
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join()
        self.loop.run_until_complete(self.loop.shutdown_default_executor())
        self.loop.close()

    @contextmanager
    def arena(
        self,
        store: Store,
        certificate: Certificate | None,
        *,
        rate: float = UNLIMITED,
        anonymous: bool = True,
        listen: Address = HERE,
    ) -> Iterator[ArenaServer]:
        """Serve while the block runs."""
        arena = serving(store, Settings(listen, certificate, anonymous, rate))
        yield asyncio.run_coroutine_threadsafe(arena.__aenter__(), self.loop).result()
        asyncio.run_coroutine_threadsafe(arena.__aexit__(None, None, None), self.loop).result()

    def begin_to_drain(self, arena: ArenaServer) -> None:
        """Let an arena take no new calls."""
        asyncio.run_coroutine_threadsafe(arena.drain(), self.loop).result()
