"""What readers of a large store have to wait for: seconds and peak memory of commands, calls and the first of a job."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage

import grpc

from bench import made_games
from serai.ladder.storage import tournaments
from serai.ladder.storage.store import Store
from serai.v1 import ladder_pb2 as pb
from serai.v1.ladder_pb2_grpc import LadderServiceStub

Measured = dict[str, float]

_SERAI = str(Path(sys.executable).with_name("serai"))
_GAME = "yspahan"
_TOURNAMENT = "large"
_AT_ONCE = 4
_LOOK_SECONDS = 0.005
_PLAYED_ON = "ladder after a new block"
_COMMANDS: dict[str, tuple[str, ...]] = {
    # The first makes all tables from the facts alone; the others find all kept, as readers do, but for ratings that are
    # asked for with a reference bot: those are estimated whenever somebody asks.
    "rebuild": ("ladder", "rebuild"),
    _PLAYED_ON: ("ladder",),
    "ladder": ("ladder",),
    "ladder, estimated anew": ("ladder", "--anchor", "made-up-0=1500"),
    "tournament show": ("tournament", "show", _TOURNAMENT),
    "cross table": ("ladder", "crosstable", "--game", _GAME),
    "tournament list": ("tournament", "list"),
}
_NO_LIMIT = [("grpc.max_receive_message_length", -1)]


def measure(store: Store) -> Measured:
    """Return what each reader takes, in a process of its own, while the store is open."""
    measured: Measured = {}
    for name, words in _COMMANDS.items():
        if name == _PLAYED_ON:
            made_games.play_on(store)
        seconds, spent, megabytes = _run(words)
        measured |= {f"{name}, s": seconds, f"{name}, s of CPU": spent, f"{name}, MB": megabytes}
    return {**measured, **_served(), "first work of a job, ms": _first_work(store) * 1000}


def _run(words: tuple[str, ...]) -> tuple[float, float, float]:
    """Return the seconds, the seconds of CPU and the peak megabytes of a command."""
    began, before = time.perf_counter(), _children_cpu()
    # Not from what the kernel says at its end: that begins with what we ourselves had when we started it.
    with subprocess.Popen([_SERAI, *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        peak = 0.0
        while process.poll() is None:
            peak = max(peak, _peak(process.pid))
            time.sleep(_LOOK_SECONDS)
    if process.returncode:
        raise RuntimeError(f"serai {' '.join(words)} ended with exit code {process.returncode}")
    return time.perf_counter() - began, _children_cpu() - before, peak


def _children_cpu() -> float:
    """Return the seconds of CPU of all processes of ours that have ended."""
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _served() -> Measured:
    """Return the seconds of GetLadder: the first of a server, the next, and the slowest of several at once."""
    with _server() as (address, process), grpc.insecure_channel(address, options=_NO_LIMIT) as channel:
        ladder = LadderServiceStub(channel).GetLadder

        def ask(_: int = 0) -> float:
            return _seconds(lambda: ladder(pb.GetLadderRequest(game=_GAME)))

        first = _together(ask, _AT_ONCE)
        return {
            "GetLadder, four at once in a new server, s": first,
            "GetLadder, s": ask(),
            "GetLadder, four at once, s": _together(ask, _AT_ONCE),
            "server, MB": _peak(process.pid),
        }


def _together(ask: Callable[[int], float], count: int) -> float:
    """Return the seconds of the slowest."""
    with ThreadPoolExecutor(count) as pool:
        return max(pool.map(ask, range(count)))


def _seconds(do: Callable[[], object]) -> float:
    began = time.perf_counter()
    do()
    return time.perf_counter() - began


@contextmanager
def _server() -> Iterator[tuple[str, subprocess.Popen[str]]]:
    line = [_SERAI, "serve", "--listen", "127.0.0.1:0"]
    with subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        assert process.stdout is not None
        yield process.stdout.readline().partition(" on ")[2].partition(";")[0], process
        process.terminate()


def _peak(pid: int) -> float:
    """Return the most memory a process has had, in megabytes; 0 if it is about to exit."""
    status = Path(f"/proc/{pid}/status").read_text()
    kilobytes = next((line.split()[1] for line in status.splitlines() if line.startswith("VmHWM")), "0")
    return int(kilobytes) * 1024 / 1e6


def _first_work(store: Store) -> float:
    """Return the seconds that a job spends on finding out what it has to play, of a block in the middle."""

    def look() -> None:
        tournament = tournaments.load(store, _TOURNAMENT)
        middle = len(tournament.blocks) // 2
        assert middle in store.done(_TOURNAMENT)
        tournament.game_ids(middle)

    return _seconds(look)
