"""Who is there to play, and how everything stands."""

from __future__ import annotations

from collections.abc import Iterator

from serai.ladder.access.caller import ORGANISER
from serai.ladder.desk.operation import Call, Row, operation
from serai.ladder.queue.live_workers import live_workers
from serai.ladder.service.status import status, worker_row


@operation("workers.list", ORGANISER)
def listed(call: Call) -> Iterator[Row]:
    """Yield the workers of all hosts."""
    yield from map(worker_row, live_workers(call.store.redis))


@operation("workers.status", ORGANISER)
def standing(call: Call) -> Row:
    """Return how everything stands: workers, remote bots, what is played, what waits, and what is stuck and why."""
    return status(call.store)
