"""The processor time of processes that others have started."""

from __future__ import annotations

import os
import resource
from pathlib import Path


def live_cpu() -> float:
    """CPU seconds so far of all processes below this one that are alive."""
    tick = os.sysconf("SC_CLK_TCK")
    fields = [Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split() for pid in _below("self")]
    return sum(int(stat[11]) + int(stat[12]) for stat in fields) / tick


def _below(process: str) -> list[str]:
    """The processes that this one has started, and those that they have: a confined bot lies below its sandbox."""
    children = " ".join(path.read_text() for path in Path("/proc", process, "task").glob("*/children")).split()
    return [*children, *(below for child in children for below in _below(child))]


def ended_cpu() -> float:
    """CPU seconds of all processes below this one that have ended and were waited for."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime
