"""A Redis far away, or behind TLS: a proxy in front of a real one that delays every byte, both ways.

It lives in a thread of its own.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from ssl import SSLContext
from urllib.parse import urlsplit

CHUNK = 1 << 16

Ends = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@contextmanager
def far_away(url: str, round_trip: float = 0.0, tls: SSLContext | None = None) -> Iterator[str]:
    """Return the address of a Redis that is that of `url`, but with a round trip of so many seconds.

    With `tls` it speaks TLS. A password is left out of the address.
    """
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, name="slow redis", daemon=True)
    thread.start()
    proxy = Proxy(url, round_trip / 2)
    listening = asyncio.start_server(proxy.connected, "127.0.0.1", 0, ssl=tls)
    server = asyncio.run_coroutine_threadsafe(listening, loop).result()
    try:
        yield f"{'rediss' if tls else 'redis'}://127.0.0.1:{server.sockets[0].getsockname()[1]}/0"
    finally:
        asyncio.run_coroutine_threadsafe(proxy.close(server), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


class Proxy:
    """Passes bytes on to a Redis and back, each so many seconds later."""

    def __init__(self, url: str, delay: float) -> None:
        self._target = urlsplit(url)
        self._delay = delay
        self._open: set[asyncio.Task[None]] = set()

    async def close(self, server: asyncio.Server) -> None:
        """Take no more connections, and end those that are open."""
        server.close()
        await _end(self._open)

    def connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Take a connection. The task is ours: asyncio complains of one of its own that is cancelled."""
        task = asyncio.create_task(self._serve(reader, writer))
        self._open.add(task)
        task.add_done_callback(self._open.discard)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass on what comes over one connection, until either side closes it."""
        try:
            behind, before = await self._reach()
        except OSError:
            await _hang_up(writer)
            return
        ways = [asyncio.create_task(self._pass_on(*way)) for way in ((reader, before), (behind, writer))]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            await _end(ways)
            await _hang_up(writer, before)

    async def _reach(self) -> Ends:
        if self._target.scheme == "unix":
            return await asyncio.open_unix_connection(self._target.path)
        return await asyncio.open_connection(self._target.hostname, self._target.port)

    async def _pass_on(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        """Read on while what was read is under way, so that a delay holds up nothing else."""
        loop = asyncio.get_running_loop()
        with suppress(OSError):
            while data := await source.read(CHUNK):
                loop.call_later(self._delay, target.write, data)
        await asyncio.sleep(self._delay)


async def _end(tasks: Iterable[asyncio.Task[None]]) -> None:
    """Cancel tasks and wait until they have ended."""
    ending = list(tasks)
    for task in ending:
        task.cancel()
    await asyncio.gather(*ending, return_exceptions=True)


async def _hang_up(*writers: asyncio.StreamWriter) -> None:
    """Close connections at once; the loop does so when it comes round again."""
    for writer in writers:
        writer.transport.abort()
    await asyncio.sleep(0)
