"""Looks at a tournament from outside. Run as python -m chaos.monitor NAME.

Prints a line of JSON twice a second: how many games are on record, and which blocks each process plays, as far as the
queue's own records of workers and jobs tell.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

from redis import Redis
from rq import Worker
from rq.exceptions import NoSuchJobError
from rq.job import Job

from serai.ladder.storage.store import open_store

_SECONDS = 0.5
_LAST_BYTES = 1 << 16


def jobs(redis: Redis) -> dict[str, list[int]]:
    """Return the blocks in the job of each process, by host and process number."""
    found = {}
    for worker in Worker.all(connection=redis, serializer="json"):
        job_id = worker.get_current_job_id()
        if job_id is not None:
            found[f"{worker.hostname}:{worker.pid}"] = _blocks(redis, job_id)
    return found


def _blocks(redis: Redis, job_id: str) -> list[int]:
    try:
        job = Job.fetch(job_id, connection=redis, serializer="json")
    except NoSuchJobError:
        return []
    _tournament, blocks, _withheld = job.args
    return list(blocks)


def last_reading(log: Path) -> dict[str, Any] | None:
    """Return the last whole line of JSON that a monitor wrote to its log; None if it has said nothing yet."""
    if not log.exists():
        return None
    with log.open("rb") as file:
        file.seek(max(0, log.stat().st_size - _LAST_BYTES))
        lines = file.read().split(b"\n")[:-1]
    readings = (json.loads(line) for line in reversed(lines) if line.startswith(b"{") and line.endswith(b"}"))
    found: dict[str, Any] | None = next(readings, None)
    return found


def main() -> None:
    with open_store() as store:
        while True:
            seen = {"time": time.time(), "games": store.count(sys.argv[1]), "jobs": jobs(store.redis)}
            print(json.dumps(seen), flush=True)
            time.sleep(_SECONDS)


if __name__ == "__main__":
    main()
