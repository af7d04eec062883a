"""What is attacked: the door of the referee and the service of the ladder, in a process whose memory is theirs alone.

It prints their addresses, one in each line, and serves until its input ends. Whoever has the token is let in, again and
again.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from serai.ladder.service.grpc_service import serving
from serai.ladder.storage.store import open_store
from serai.server.service import Referee
from serai.server.stall_clock import StallClock
from serai.server.stream import Stream

TOKEN = "a token"


@dataclass(frozen=True, slots=True)
class Attacked:
    """Where it listens, and which process it is."""

    referee: str
    ladder: str
    process: int


@contextmanager
def attacked() -> Iterator[Attacked]:
    """Serve in another process while the block runs, with a store of its own."""
    with tempfile.TemporaryDirectory(prefix="serai-", ignore_cleanup_errors=True) as home:
        environment = {name: value for name, value in os.environ.items() if name != "REDIS_URL"}
        line = [sys.executable, "-m", "fuzz.attacked"]
        pipe = subprocess.PIPE
        with subprocess.Popen(line, stdin=pipe, stdout=pipe, text=True, env={**environment, "SERAI_HOME": home}) as it:
            assert it.stdout is not None
            yield Attacked(it.stdout.readline().strip(), it.stdout.readline().strip(), it.pid)
            it.communicate()


class Deaf:
    """Listens to streams, and does nothing about them."""

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *_: None


async def _serve() -> None:
    listener: Any = Deaf()
    with open_store() as store:
        async with Referee("yspahan", StallClock(), listener) as referee, serving(store, "127.0.0.1:0") as ladder:
            print(referee.address, ladder, sep="\n", flush=True)
            guests = asyncio.create_task(_let_in(referee))
            await asyncio.to_thread(sys.stdin.read)
            guests.cancel()


async def _let_in(referee: Referee) -> None:
    while True:
        stream: Stream = await referee.expect(TOKEN)
        stream.close()


if __name__ == "__main__":
    asyncio.run(_serve())
