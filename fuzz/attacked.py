"""What is attacked: the door of the referee and the arena, in a process whose memory is theirs alone.

It prints their addresses, the tokens of an operator, a viewer and two bots, and the secret of workers, one in each
line, and serves until its input ends. Whoever has the referee's token is let in, again and again.
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

from serai.ladder.access.address import Address
from serai.ladder.access.register import Register
from serai.ladder.arena.presence import Presence
from serai.ladder.service.arena_server import Settings, serving
from serai.ladder.storage.store import Store, open_store
from serai.server.service import Referee
from serai.server.stall_clock import StallClock
from serai.server.stream import Stream

TOKEN = "a token"


@dataclass(frozen=True, slots=True)
class Attacked:
    """Where it listens, who may ask it for something, and which process it is."""

    process: int
    referee: str
    arena: str
    operator: str
    viewer: str
    bot: str
    honest: str
    secret: str


@contextmanager
def attacked() -> Iterator[Attacked]:
    """Serve in another process while the block runs, with a store of its own."""
    with tempfile.TemporaryDirectory(prefix="serai-", ignore_cleanup_errors=True) as home:
        environment = {name: value for name, value in os.environ.items() if name != "REDIS_URL"}
        line = [sys.executable, "-m", "fuzz.attacked"]
        pipe = subprocess.PIPE
        with subprocess.Popen(line, stdin=pipe, stdout=pipe, text=True, env={**environment, "SERAI_HOME": home}) as it:
            assert it.stdout is not None
            yield Attacked(it.pid, *(it.stdout.readline().strip() for _ in range(7)))
            it.communicate()


class Deaf:
    """Listens to streams, and does nothing about them."""

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *_: None


async def _serve() -> None:
    listener: Any = Deaf()
    settings = Settings(Address("127.0.0.1"), rate=1e6)  # a stranger is not stopped: what is sent is to arrive
    with open_store() as store:
        tokens = [_token(store, "eve", role="operator"), _token(store, "anna", role="viewer")]
        tokens += [_token(store, "oscar", bot="mallory"), _token(store, "olga", bot="trent")]
        tokens.append(Presence(store.redis).relay_secret())
        async with Referee("yspahan", StallClock(), listener) as referee, serving(store, settings) as arena:
            print(referee.address, arena.address, *tokens, sep="\n", flush=True)
            guests = asyncio.create_task(_let_in(referee))
            await asyncio.to_thread(sys.stdin.read)
            guests.cancel()


def _token(store: Store, owner: str, **good_for: str) -> str:
    register = Register(store)
    register.add_owner(owner)
    return register.create(owner, **good_for, seconds=86400.0)[1]


async def _let_in(referee: Referee) -> None:
    while True:
        stream: Stream = await referee.expect(TOKEN)
        stream.close()


if __name__ == "__main__":
    asyncio.run(_serve())
