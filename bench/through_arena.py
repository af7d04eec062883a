"""The stack through an arena: the same referee and the same bots, but the bots are connected to an arena over loopback.

The arena is a process of its own, `serai serve` with a store of its own; the referee is joined to it as a worker is.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
from collections import deque
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from bench.stack import BOTS, GAMES_AT_HAND, UNIFORM, Measured, result_of
from bench.stack import measure as measure_direct
from bench.workload import games, most_seats
from serai.ladder.access.register import Register
from serai.ladder.queue.afar import Afar
from serai.ladder.storage.store import Store, open_store
from serai.referee.games import GAMES
from serai.server.live_game import Played, Terms
from serai.server.remote_address import RemotePlayer
from serai.server.sitting import Sitting, give_up

OWNER = "bench"
_PATIENCE = 60.0
_SERVE = [sys.executable, "-m", "serai.ladder.commands", "serve", "--listen", "127.0.0.1:0", "--rate", "100000"]


class Arena:
    """An arena that runs: its store, where it listens, and its process."""

    def __init__(self, store: Store, address: str, process: subprocess.Popen[str]) -> None:
        self.store = store
        self.address = address
        self.process = process

    @contextmanager
    def connected(self, name: str, command: tuple[str, ...], folder: Path) -> Iterator[None]:
        """A bot is connected while the block runs."""
        _, token = Register(self.store).create(OWNER, bot=name, seconds=3600)
        told = {**os.environ, "SERAI_REFEREE": self.address, "SERAI_TOKEN": token}
        process = subprocess.Popen(command, cwd=folder, env=told)
        try:
            yield
        finally:
            process.kill()
            process.wait()


@contextmanager
def arena() -> Iterator[Arena]:
    """Run an arena while the block does, in a home of its own."""
    with ExitStack() as stack:
        home = stack.enter_context(tempfile.TemporaryDirectory(prefix="serai-", ignore_cleanup_errors=True))
        stack.enter_context(patch.dict(os.environ, {"SERAI_HOME": home}))
        os.environ.pop("REDIS_URL", None)
        store = stack.enter_context(open_store())
        Register(store).add_owner(OWNER)
        process = stack.enter_context(subprocess.Popen(_SERVE, stderr=subprocess.PIPE, text=True))
        stack.callback(process.kill)
        assert process.stderr is not None
        address = process.stderr.readline().split()[2].rstrip(";")
        yield Arena(store, address, process)


class Through(Measured):
    """A sitting that counts, whose bots are connected to an arena."""

    def __init__(self, game: str, in_flight: int, store: Store, names: list[str]) -> None:
        super().__init__(game, in_flight)
        Sitting.__init__(self, BOTS, start_seconds=30.0, locate=Afar(store.redis).locate)
        self._players = [RemotePlayer(name, name, game) for name in names]

    async def play_on(self) -> None:
        waiting = deque(games(GAMES_AT_HAND, most_seats(self._game), BOTS))
        terms = Terms(GAMES[self._game], {}, self._control)

        def on_over(played: Played) -> bool:
            self._count(played)
            return True

        async def one_after_another() -> None:
            while waiting:
                planned = waiting.popleft()
                players = [self._players[bot] for bot in planned.seating]
                async with self.admitted(players, _PATIENCE):
                    await self.play(planned.key, terms, planned.deal, players, on_over)

        async with self:
            lanes = [asyncio.create_task(one_after_another()) for _ in range(self._in_flight)]
            try:
                await asyncio.gather(*lanes)
            finally:
                await give_up(lanes)


def measure(game: str, in_flight: int, warm_up: float, seconds: float) -> dict[str, Any]:
    """The figures through an arena; with one game in flight also what it adds to a round trip, beside a direct one."""
    added = {}
    with arena() as here, ExitStack() as stack:
        names = [f"bot{number}" for number in range(BOTS)]
        for name in names:
            stack.enter_context(here.connected(name, UNIFORM.command, UNIFORM.folder))
        found = asyncio.run(result_of(Through(game, in_flight, here.store, names), warm_up, seconds))
    if in_flight == 1:
        added["added_us"] = found["p50_us"] - measure_direct(game, 1, warm_up, seconds)["p50_us"]
    return {**found, **added}
