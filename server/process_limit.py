"""How many bot processes a sitting keeps at hand."""

from __future__ import annotations

import os
from pathlib import Path

MOST = 48  # twelve bots at tables of four, sixteen at tables of three, can all stay at hand
FEWEST = 16  # one block at a table of four
MEGABYTES = 64  # that a bot process takes: a Python bot about half of it, a JVM twice
MEMORY = Path("/proc/meminfo")
LIMITS = (Path("/sys/fs/cgroup/memory.max"), Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"))


def most_processes() -> int:
    """Return how many fit in the memory that is there now, shared with a worker for each other core: 16 to 48."""
    share = _megabytes() // (os.cpu_count() or 1)
    return max(FEWEST, min(MOST, share // MEGABYTES))


def _megabytes() -> int:
    """Return what is available on this machine, or in its container if that is less; without end if nobody says."""
    known = [_available(), *map(_limit, LIMITS)]
    return min((value for value in known if value is not None), default=MOST * MEGABYTES * (os.cpu_count() or 1))


def _available() -> int | None:
    try:
        lines = dict(line.split(":", 1) for line in MEMORY.read_text().splitlines())
        return int(lines["MemAvailable"].split()[0]) // 1024
    except (OSError, KeyError, ValueError):
        return None


def _limit(path: Path) -> int | None:
    try:
        return int(path.read_text()) // (1 << 20)
    except (OSError, ValueError):
        return None
