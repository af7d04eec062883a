"""Who is there to play: the workers of all hosts that have given a sign of life."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from rq import SimpleWorker
from rq.worker_registration import get_keys

from serai.ladder.queue.worker_classes import Languages, languages_of
from serai.ladder.queue.worker_names import host_of, is_dead

if TYPE_CHECKING:
    from redis import Redis

# A worker is taken for dead when it has given no sign for so long.
BEAT_SECONDS = 2.0
LIFE_SECONDS = 12

CORES, SERAI = "cores", "serai"  # what our workers say of themselves beside what RQ's say


@dataclass(frozen=True, slots=True)
class LiveWorker:
    """A worker as it described itself. Times are in ISO 8601, UTC, by its own clock."""

    name: str
    queue: str
    languages: Languages
    cores: int
    version: str
    job: str | None
    since: str
    seen: str

    @property
    def host(self) -> str:
        return host_of(self.name)

    @property
    def tournament(self) -> str | None:
        """Return which tournament it plays for now."""
        return None if self.job is None else self.job.rpartition("-")[0]


def live_workers(redis: Redis) -> list[LiveWorker]:
    """Return the workers that live as far as anybody can tell, by host and name."""
    keys = sorted(get_keys(connection=redis))
    with redis.pipeline(transaction=False) as pipeline:
        for key in keys:
            pipeline.hgetall(key)
        told = cast("list[dict[bytes, bytes]]", pipeline.execute())
    prefix = SimpleWorker.redis_worker_namespace_prefix
    found = (_worker(key.removeprefix(prefix), data) for key, data in zip(keys, told, strict=True))
    return sorted((worker for worker in found if worker is not None), key=lambda worker: (worker.host, worker.name))


def _worker(name: str, data: dict[bytes, bytes]) -> LiveWorker | None:
    """Return what a worker told; None if it is silent, has said good-bye, is known to be dead or is not one of ours."""
    texts = {key.decode(errors="replace"): value.decode(errors="replace") for key, value in data.items()}
    languages = languages_of(texts.get("queues", ""))
    if languages is None or "death" in texts or SERAI not in texts or is_dead(name):
        return None
    return LiveWorker(
        name=name,
        queue=texts["queues"],
        languages=languages,
        cores=int(texts.get(CORES, "1")),
        version=texts[SERAI],
        job=texts.get("current_job") or None,
        since=texts["birth"],
        seen=texts["last_heartbeat"],
    )
