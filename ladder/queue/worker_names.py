"""Worker processes by name: which process of which machine it is, so that anybody there can see whether it lives."""

from __future__ import annotations

import os
import re
import socket
from pathlib import Path

_NAME = re.compile(r"(?P<host>.+)\.(?P<pid>\d+)\.(?P<ticks>\d+)")


def own_name() -> str:
    """Machine, process number and start of this process: no two processes ever share it."""
    return f"{socket.gethostname()}.{os.getpid()}.{_start_ticks(os.getpid())}"


def is_dead(name: str) -> bool:
    """Whether this names a process of this machine that is gone. Of other machines nothing is known."""
    parts = _NAME.fullmatch(name)
    if parts is None or parts["host"] != socket.gethostname():
        return False
    return _start_ticks(int(parts["pid"])) != int(parts["ticks"])


def _start_ticks(pid: int) -> int | None:
    """When the process was started, in ticks since the machine was; None if it is gone or only waits to be buried."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return None
    # The name of the program, in brackets, may hold anything. After it: the state, and as the 20th value the start.
    values = text.rpartition(")")[2].split()
    return None if values[0] in "ZX" else int(values[19])
