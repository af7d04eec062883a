"""Names of worker processes, by which others on the same machine can see whether they run.

A name is host, boot, process namespace, process number and start. A hostname alone would not do: two machines can share
one (D8), and so can containers of one machine, which number their processes apart.
"""

from __future__ import annotations

import os
import re
import socket
from functools import cache
from pathlib import Path

from serai.server.process_folder import start_ticks

_NAME = re.compile(r"(?P<host>.+)\.(?P<machine>[0-9a-f]+\.\d+)\.(?P<pid>\d+)\.(?P<ticks>\d+)")
_BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
_PID_NAMESPACE = Path("/proc/self/ns/pid")
_BOOT_DIGITS = 12


def own_name() -> str:
    """Return the name of this process; no two processes ever share one."""
    return f"{socket.gethostname()}.{_machine()}.{os.getpid()}.{start_ticks(os.getpid())}"


def host_of(name: str) -> str:
    """Return the hostname in a worker's name; the whole name if it is not one of ours."""
    parts = _NAME.fullmatch(name)
    return parts["host"] if parts else name


def is_dead(name: str) -> bool:
    """Return True if it names a process of this machine and namespace that has exited. Of others nothing is known."""
    parts = _NAME.fullmatch(name)
    if parts is None or parts["machine"] != _machine():
        return False
    return start_ticks(int(parts["pid"])) != int(parts["ticks"])


@cache
def _machine() -> str:
    """Return what tells this running system, and the namespace its processes are numbered in, from all others."""
    boot = _BOOT_ID.read_text().strip().replace("-", "")
    return f"{boot[:_BOOT_DIGITS]}.{_PID_NAMESPACE.stat().st_ino}"
