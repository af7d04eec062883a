"""`./dev bench idle`: what an arena takes for bots that wait, and how fast some of them play many games at once.

The bots are streams of one process, which answers every question with the first option: it is the arena that is looked
at, and the referee that plays with them.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import grpc

from bench.stack import result_of
from bench.through_arena import OWNER, Arena, Through, arena
from bench.workload import deals
from serai.ladder.access.register import Register
from serai.ladder.arena.presence import Presence
from serai.referee.games import GAMES
from serai.server.live_game import Played, Terms
from serai.server.sitting import give_up
from serai.v1 import referee_pb2 as pb

GAME = "yspahan"
TWO = {"two_players": "on"}
_PATIENCE = 120.0
_OPTIONS = [("grpc.use_local_subchannel_pool", 1), ("grpc.max_receive_message_length", -1)]


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="./dev bench idle", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--bots", type=int, default=200, help="that are connected [200]")
    parser.add_argument("--playing", type=int, default=20, help="of them that play, two at a table [20]")
    parser.add_argument("--games", type=int, default=64, help="that each of those plays at once [64]")
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--dial", help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    if given.dial:
        asyncio.run(_be_bots(given.dial, sys.stdin.read().split(), given.games))
        return
    with arena() as here:
        _measure(here, given.bots, given.playing, given.games, given.seconds)


def _measure(here: Arena, bots: int, playing: int, games: int, seconds: float) -> None:
    names = [f"bot{number}" for number in range(bots)]
    tokens = [Register(here.store).create(OWNER, bot=name, seconds=3600)[1] for name in names]
    empty = _memory(here.process.pid)
    with _connected(here.address, tokens, games):
        presence = Presence(here.store.redis)
        while not all(presence.present(name) for name in names):
            time.sleep(0.1)
        time.sleep(seconds / 2)  # what was needed to let them in is over
        used, began = _cpu(here.process.pid), time.perf_counter()
        time.sleep(seconds)
        share = (_cpu(here.process.pid) - used) / (time.perf_counter() - began)
        idle = _memory(here.process.pid)
        sitting = Many(here, names[:playing], games)
        used, began = _cpu(here.process.pid), time.perf_counter()
        found = asyncio.run(result_of(sitting, seconds / 4, seconds))
        busy = (_cpu(here.process.pid) - used) / (time.perf_counter() - began)
        most = _memory(here.process.pid)
    print(f"arena without bots: {empty:.0f} MB")
    print(f"{bots} idle bots: {idle:.0f} MB, {share:.1%} of a core")
    print(
        f"{playing} of them playing {games} games each: {found['decisions_per_second']:,.0f} decisions/s, "
        f"arena {most:.0f} MB, {busy:.0%} of a core, referee {found['memory_mb']:.0f} MB"
    )
    print(json.dumps({"empty_mb": empty, "idle_mb": idle, "idle_cpu": share, "busy_cpu": busy, **found}))


@contextmanager
def _connected(address: str, tokens: Sequence[str], games: int) -> Iterator[None]:
    """So many bots are connected while the block runs, all in a process of their own."""
    line = [sys.executable, "-m", "bench", "idle", "--dial", address, "--games", str(games)]
    with subprocess.Popen(line, stdin=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        process.stdin.write("\n".join(tokens))
        process.stdin.close()
        try:
            yield
        finally:
            process.kill()


async def _be_bots(address: str, tokens: Sequence[str], games: int) -> None:
    await asyncio.gather(*(_be_bot(address, token, games) for token in tokens))


async def _be_bot(address: str, token: str, games: int) -> None:
    """Connect, each over a connection of its own, and answer."""
    async with grpc.aio.insecure_channel(address, options=_OPTIONS) as channel:
        call: Any = channel.stream_stream("/serai.v1.RefereeService/Play")()
        hello = pb.Hello(token=token, protocol=1, name="idle", games=[GAME], max_games=games)
        await call.write(pb.PlayRequest(hello=hello).SerializeToString())
        while (data := await call.read()) is not grpc.aio.EOF:
            questions = pb.PlayResponse.FromString(data).questions
            if questions:
                answers = [pb.Answer(question_id=question.question_id, option=0) for question in questions]
                await call.write(pb.PlayRequest(answers=answers).SerializeToString())


class Many(Through):
    """A sitting in which many remote bots play, two at a table, each many games at once."""

    def __init__(self, here: Arena, names: list[str], games: int) -> None:
        super().__init__(GAME, games, here.store, names)

    async def play_on(self) -> None:
        terms, source = Terms(GAMES[GAME], TWO, self._control), deals()

        def on_over(played: Played) -> bool:
            self._count(played)
            return True

        async def one_after_another(table: int, lane: int) -> None:
            players, number = self._players[2 * table : 2 * table + 2], 0
            while True:
                number += 1
                async with self.admitted(players, _PATIENCE):
                    await self.play(f"{table} {lane} {number}", terms, next(source), players, on_over)

        async with self:
            places = [(table, lane) for table in range(len(self._players) // 2) for lane in range(self._in_flight)]
            lanes = [asyncio.create_task(one_after_another(*place)) for place in places]
            try:
                await asyncio.gather(*lanes)
            finally:
                await give_up(lanes)


def _memory(process: int) -> float:
    """Return what a process has in memory, in MB."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * resource.getpagesize() / 1e6


def _cpu(process: int) -> float:
    """Return how many seconds of CPU a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
