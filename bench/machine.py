"""The whole machine, as its organiser feels it: `serai tournament run` with a worker for each core, facts recorded.

Decisions per second are counted from the start of the first game to the end of the last, as their facts say. The CPU
time is that of all processes from beginning to end, also of their starts: the command, its workers, the bots, Redis.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any
from unittest.mock import patch

from redis import Redis

from bench import engine
from bench.processes import ended_cpu
from bench.workload import most_seats
from serai.ladder.bots import registry
from serai.ladder.model.facts import Fact
from serai.ladder.storage import redis_connection, tournaments
from serai.ladder.storage.migration import ensure_format
from serai.ladder.storage.store import Store

NAME = "machine"
DECISIONS = 100_000  # about so many are played: some seconds on two cores
SAMPLE_SECONDS = 0.5  # of games in process, to know how many decisions one has
UNIFORM = Path(__file__).parent / "bot" / "bot.py"
MANIFEST = """
name = "{name}"
language = "python"
games = ["*"]
run = ["{{python}}", "bot.py"]
"""


def measure(game: str) -> dict[str, Any]:
    """Play a tournament of random bots, one for each seat, with fresh data."""
    seats = most_seats(game)
    blocks = max(1, round(DECISIONS / seats / engine.measure(game, SAMPLE_SECONDS, encode=False)["decisions_per_game"]))
    with tempfile.TemporaryDirectory(prefix="serai-machine-", ignore_cleanup_errors=True) as folder:
        home = str(Path(folder) / "home")
        with patch.dict(os.environ, {"SERAI_HOME": home}), redis_connection.connection() as connection:
            store = Store(connection.redis)
            ensure_format(store)
            bots = [registry.find(str(_write_bot(Path(folder) / f"uniform{seat}"))) for seat in range(seats)]
            tournaments.create(store, NAME, game, bots, seats=seats, blocks=blocks)
            spent = _run(connection.redis, connection.url)
            return _result(list(store.facts(NAME)), spent)


def _write_bot(folder: Path) -> Path:
    folder.mkdir()
    (folder / "bot.toml").write_text(MANIFEST.format(name=folder.name))
    shutil.copy(UNIFORM, folder)
    return folder


def _run(redis: Redis, url: str) -> float:
    """Play all of it, and return the CPU seconds that this took everywhere."""
    command = [sys.executable, "-m", "serai.ladder.commands", "tournament", "run", NAME]
    options = ["--workers", str(os.cpu_count() or 1), "--unsafe-no-sandbox"]
    before = ended_cpu() + _redis_cpu(redis)
    environment = {**os.environ, "REDIS_URL": url}
    done = subprocess.run([*command, *options], env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"bench: the tournament ended with exit code {done.returncode}: {done.stderr}")
    return ended_cpu() + _redis_cpu(redis) - before


def _redis_cpu(redis: Redis) -> float:
    info: dict[str, Any] = redis.info("cpu")
    return float(info["used_cpu_user"] + info["used_cpu_sys"])


def _result(facts: Sequence[Fact], spent: float) -> dict[str, Any]:
    decisions = sum(fact["decisions"] for fact in facts)
    starts = [datetime.fromisoformat(fact["times"]["started"]).timestamp() for fact in facts]
    ends = [start + fact["times"]["seconds"] for start, fact in zip(starts, facts, strict=True)]
    seconds = max(ends) - min(starts)
    return {
        "decisions_per_second": decisions / seconds,
        "games_per_second": len(facts) / seconds,
        "cpu_us": spent / decisions * 1e6,
    }
