"""Who is there to play."""

from __future__ import annotations

from collections.abc import Iterator

from serai.ladder.access.caller import ORGANISER
from serai.ladder.desk.operation import Call, Row, operation
from serai.ladder.queue.live_workers import live_workers


@operation("workers.list", ORGANISER)
def listed(call: Call) -> Iterator[Row]:
    """Yield the workers of all hosts."""
    for worker in live_workers(call.store.redis):
        yield {
            "name": worker.name,
            "host": worker.host,
            "languages": ["python", *sorted(worker.languages)],
            "cores": worker.cores,
            "version": worker.version,
            "tournament": worker.tournament,
            "since": _seconds(worker.since),
            "seen": _seconds(worker.seen),
        }


def _seconds(moment: str) -> str:
    """Return a moment in ISO 8601 without the fraction of its seconds."""
    return f"{moment[:19]}Z"
