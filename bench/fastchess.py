"""fastchess by path, with a trivial engine by path: plies per second, the better of cores and twice the cores."""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any


def measure(fastchess: str, engine: str, seconds: float) -> dict[str, Any]:
    cores = os.cpu_count() or 1
    rates = [_plies_per_second(fastchess, engine, seconds, concurrency) for concurrency in (cores, 2 * cores)]
    return {"decisions_per_second": max(rates)}


def _plies_per_second(fastchess: str, engine: str, seconds: float, concurrency: int) -> float:
    """Play for a while and count the moves in the games it wrote."""
    with tempfile.TemporaryDirectory() as folder:
        games = Path(folder) / "games.pgn"
        sides = [word for name in "ab" for word in ("-engine", f"cmd={engine}", f"name={name}")]
        rest = ["-each", "tc=600+1", "-rounds", "100000", "-concurrency", str(concurrency), "-force-concurrency"]
        began = time.perf_counter()
        process = subprocess.Popen(
            [fastchess, *sides, *rest, "-pgnout", f"file={games}"], cwd=folder, stdout=subprocess.DEVNULL
        )
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            process.terminate()
            process.wait()
        spent = time.perf_counter() - began
        counts = re.findall(r'\[PlyCount "(\d+)"\]', games.read_text() if games.exists() else "")
        return sum(map(int, counts)) / spent
