"""fastchess by path, with a trivial engine by path: plies per second, the better of cores and twice the cores.

Its CPU time is that of the runner and the engines.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from bench.processes import live_cpu


def measure(fastchess: str, engine: str, seconds: float) -> dict[str, Any]:
    cores = os.cpu_count() or 1
    results = [_play(fastchess, engine, seconds, concurrency) for concurrency in (cores, 2 * cores)]
    return max(results, key=lambda result: result["decisions_per_second"])


def _play(fastchess: str, engine: str, seconds: float, concurrency: int) -> dict[str, Any]:
    """Play for a while and count the moves in the games it wrote."""
    with tempfile.TemporaryDirectory() as folder:
        games = Path(folder) / "games.pgn"
        sides = [word for name in "ab" for word in ("-engine", f"cmd={engine}", f"name={name}")]
        rest = ["-each", "tc=600+1", "-rounds", "100000", "-concurrency", str(concurrency), "-force-concurrency"]
        began, cpu = time.perf_counter(), live_cpu()
        process = subprocess.Popen(
            [fastchess, *sides, *rest, "-pgnout", f"file={games}"], cwd=folder, stdout=subprocess.DEVNULL
        )
        try:
            process.wait(seconds)
            sys.exit(f"bench: fastchess ended before its time, with exit code {process.returncode}")
        except subprocess.TimeoutExpired:
            spent, used = time.perf_counter() - began, live_cpu() - cpu
            process.terminate()
            process.wait()
        counts = re.findall(r'\[PlyCount "(\d+)"\]', games.read_text() if games.exists() else "")
        plies = sum(map(int, counts))
        if not plies:
            sys.exit("bench: fastchess wrote no game with a PlyCount")
        return {"decisions_per_second": plies / spent, "cpu_us": used / plies * 1e6}
