"""How long `serai --help` takes to answer, in a process of its own as a user starts it."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from bench.workload import percentile


def measure(seconds: float) -> dict[str, Any]:
    command = [str(Path(sys.executable).parent / "serai"), "--help"]
    times = []
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        began = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        times.append(time.perf_counter() - began)
    return {"help_seconds": percentile(times, 0.5)}
