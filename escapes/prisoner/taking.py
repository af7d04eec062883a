"""Taking too much."""

from __future__ import annotations

import os
import signal
import time
from contextlib import suppress
from pathlib import Path

from escapes.prisoner.tools import (
    NO_GROUP,
    Stage,
    attempt,
)


@attempt
def memory_bomb(stage: Stage) -> str:
    """Take memory in one process; the limit is for each and for all together."""
    taken: list[bytearray] = []
    with suppress(MemoryError):
        while len(taken) < 4 * stage["memory"]:
            taken.append(bytearray(1 << 20))
    size = len(taken)
    taken.clear()
    return f"{size} MiB" if size > stage["memory"] else ""


@attempt
def memory_bomb_in_many(stage: Stage) -> str:
    """Take it in several processes: the kernel ends them when the group is full."""
    if not stage["counts_memory"]:
        return NO_GROUP
    held = stage["memory"] // 2

    def take() -> None:
        block = bytearray(held << 20)
        block[:: 1 << 12] = b"x" * len(block[:: 1 << 12])
        time.sleep(0.5)

    started = []
    for _ in range(6):
        with suppress(OSError):
            number = os.fork()
            if not number:
                try:
                    take()
                except MemoryError:
                    os._exit(1)
                os._exit(0)
            started.append(number)
    codes = [os.waitstatus_to_exitcode(os.waitpid(number, 0)[1]) for number in started]
    return f"{codes.count(0) * held} MiB in several processes" if codes.count(0) * held > stage["memory"] else ""


@attempt
def fork_bomb(stage: Stage) -> str:
    started = []
    with suppress(OSError):
        for _ in range(4 * stage["processes"]):
            number = os.fork()
            if not number:
                time.sleep(60)
                os._exit(0)
            started.append(number)
    for number in started:
        os.kill(number, signal.SIGKILL)
        os.waitpid(number, 0)
    return f"{len(started)} processes" if len(started) > stage["processes"] else ""


@attempt
def disk_filler(stage: Stage) -> str:
    size = 0
    for number, folder in enumerate(("/tmp", "/tmp", "/dev/shm", "/dev/shm")):
        with suppress(OSError), Path(folder, f"filler{number}").open("wb", buffering=0) as file:
            for _ in range(4 * stage["temporary"]):
                size += file.write(bytes(1 << 20))
    for path in (*Path("/tmp").glob("filler*"), *Path("/dev/shm").glob("filler*")):
        path.unlink()
    most = (stage["temporary"] + 17) << 20
    return f"{size >> 20} MiB" if size > most else ""


@attempt
def inode_filler(stage: Stage) -> str:
    """Every file takes memory of the kernel, which is counted in the group."""
    if not stage["counts_memory"]:
        return NO_GROUP
    made = 0
    with suppress(OSError):
        for made in range(stage["files"]):
            os.mknod(f"/tmp/{made}")
    return f"{made} files" if made + 1 == stage["files"] else ""


@attempt
def open_files(_: Stage) -> str:
    held: list[int] = []
    with suppress(OSError):
        while len(held) < 5000:
            held.append(os.open("/dev/null", os.O_RDONLY))
    for number in held:
        os.close(number)
    return f"{len(held)} open files" if len(held) > 256 else ""


@attempt
def daemon(stage: Stage) -> str:
    """Leave a process behind, in a session of its own; whoever runs this looks for it."""
    if not os.fork():
        os.setsid()
        if not os.fork():
            for number in range(3):
                os.close(number)
            os.execvp("sleep", ["sleep", stage["daemon"]])
        os._exit(0)
    return ""
