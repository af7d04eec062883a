"""Names of worker processes: machine, process number and start, so that others there can see whether it runs."""

from __future__ import annotations

import os
import re
import socket
from pathlib import Path

_NAME = re.compile(r"(?P<host>.+)\.(?P<pid>\d+)\.(?P<ticks>\d+)")


def own_name() -> str:
    """Return the name of this process; no two processes ever share one."""
    return f"{socket.gethostname()}.{os.getpid()}.{_start_ticks(os.getpid())}"


def is_dead(name: str) -> bool:
    """Return True if it names a process of this machine that has exited. Of other machines nothing is known."""
    parts = _NAME.fullmatch(name)
    if parts is None or parts["host"] != socket.gethostname():
        return False
    return _start_ticks(int(parts["pid"])) != int(parts["ticks"])


def _start_ticks(pid: int) -> int | None:
    """Return when the process started, in ticks since boot; None if it has exited (a zombie has)."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return None
    # The name of the program, in brackets, may hold anything. After it: the state, and as the 20th value the start.
    values = text.rpartition(")")[2].split()
    return None if values[0] in "ZX" else int(values[19])
