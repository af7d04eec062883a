"""Looks at a tournament from outside. Run as python -m chaos.monitor NAME.

Prints a line of JSON twice a second: how many games are on record, and which blocks each process plays, as far as the
queue's own records of workers and jobs tell.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from typing import Any

from redis import Redis
from rq import Worker
from rq.exceptions import NoSuchJobError
from rq.job import Job

from serai.ladder.storage.store import open_store

_SECONDS = 0.5


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
    return list(_numbers([job.args, job.kwargs]))


def _numbers(value: Any, listed: bool = False) -> Iterator[int]:
    """Yield the numbers in the lists of what a job was given, however it is arranged: the blocks are in one."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list | tuple):
        yield from (number for item in value for number in _numbers(item, isinstance(value, list)))
    elif isinstance(value, int) and listed:
        yield value


def main() -> None:
    with open_store() as store:
        while True:
            seen = {"time": time.time(), "games": store.count(sys.argv[1]), "jobs": jobs(store.redis)}
            print(json.dumps(seen), flush=True)
            time.sleep(_SECONDS)


if __name__ == "__main__":
    main()
