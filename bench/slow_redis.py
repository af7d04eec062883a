"""A Redis far away: a proxy in front of a real one that delays every byte, both ways, in a thread of its own."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
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
        loop.close()


class Proxy:
    """Passes bytes on to a unix socket and back, each so many seconds later."""

    def __init__(self, target: Path, delay: float) -> None:
        self._target = target
        self._delay = delay
        self._open: set[asyncio.Task[None]] = set()
        self._ways: set[asyncio.Task[None]] = set()

    async def close(self, server: asyncio.Server) -> None:
        """Close what is open. The server's own tasks end by themselves then: asyncio wants none of them cancelled."""
        server.close()
        for way in self._ways:
            way.cancel()
        await asyncio.gather(*self._open, return_exceptions=True)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass on what comes over one connection, until it is closed."""
        task = asyncio.current_task()
        assert task is not None
        self._open.add(task)
        task.add_done_callback(self._open.discard)
        behind, before = await asyncio.open_unix_connection(str(self._target))
        ways = [asyncio.create_task(self._pass_on(*way)) for way in ((reader, before), (behind, writer))]
        self._ways.update(ways)
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        for way in ways:
            way.cancel()
        await asyncio.gather(*ways, return_exceptions=True)
        self._ways.difference_update(ways)
        for open_writer in (writer, before):
            open_writer.close()
            with suppress(OSError):
                await open_writer.wait_closed()

    async def _pass_on(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        """Read on while what was read is under way, so that a delay holds up nothing else."""
        under_way: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        writing = asyncio.create_task(self._write(under_way, target))
        try:
            while data := await source.read(CHUNK):
                under_way.put_nowait((asyncio.get_running_loop().time() + self._delay, data))
        finally:
            writing.cancel()

    async def _write(self, under_way: asyncio.Queue[tuple[float, bytes]], target: asyncio.StreamWriter) -> None:
        while True:
            due, data = await under_way.get()
            await asyncio.sleep(due - asyncio.get_running_loop().time())
            target.write(data)
