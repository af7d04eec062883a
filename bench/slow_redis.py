"""A Redis far away: a proxy in front of a real one that delays every byte, both ways, in a thread of its own."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

CHUNK = 1 << 16


@contextmanager
def far_away(url: str, round_trip: float) -> Iterator[str]:
    """Return the address of a Redis that is that of `url`, a unix socket, but with a round trip of so many seconds."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, name="slow redis", daemon=True)
    thread.start()
    proxy = Proxy(Path(urlsplit(url).path), round_trip / 2)
    server = asyncio.run_coroutine_threadsafe(asyncio.start_server(proxy.serve, "127.0.0.1", 0), loop).result()
    try:
        yield f"redis://127.0.0.1:{server.sockets[0].getsockname()[1]}/0"
    finally:
        asyncio.run_coroutine_threadsafe(proxy.close(server), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()


class Proxy:
    """Passes bytes on to a unix socket and back, each so many seconds later."""

    def __init__(self, target: Path, delay: float) -> None:
        self._target = target
        self._delay = delay
        self._open: set[asyncio.Task[None]] = set()

    async def close(self, server: asyncio.Server) -> None:
        """Close what is open."""
        server.close()
        for task in self._open:
            task.cancel()
        await asyncio.gather(*self._open, return_exceptions=True)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._open.add(task)
        task.add_done_callback(self._open.discard)
        try:
            behind, before = await asyncio.open_unix_connection(str(self._target))
        except OSError:
            writer.close()
            return
        await asyncio.gather(self._pass_on(reader, before), self._pass_on(behind, writer))

    async def _pass_on(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        """Read and write on independently, so that a delay holds nothing up but what is under way."""
        loop = asyncio.get_running_loop()
        while True:
            try:
                data = await source.read(CHUNK)
            except OSError:
                data = b""
            loop.call_later(self._delay, target.write if data else lambda _: target.close(), data)
            if not data:
                return
