"""What `serai serve --metrics` shows: what the arena has counted, and what Redis knows in the moment it is asked."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector
from redis.exceptions import RedisError

from serai.ladder.errors import PlatformProblem
from serai.ladder.metrics.arena_counts import ArenaCounts
from serai.ladder.queue import jobs
from serai.ladder.queue.live_workers import live_workers
from serai.ladder.storage import keys
from serai.ladder.storage.redis_connection import connection_if_running

if TYPE_CHECKING:
    from redis import Redis


@dataclass(frozen=True, slots=True)
class Known:
    """What Redis knows now: games on record by game, jobs by queue and state, workers by state, bytes of memory.

    A limit of 0 is none.
    """

    games: Counter[str]
    jobs: dict[tuple[str, str], int]
    workers: dict[str, int]
    memory: int
    limit: int


class ArenaNumbers(Collector):
    """The numbers of one arena. Redis is asked at once or not at all: who reads numbers does not wait."""

    def __init__(self, counts: ArenaCounts, connected: Callable[[], int]) -> None:
        self._counts = counts
        self._connected = connected

    def collect(self) -> Iterator[Metric]:
        yield from self._own()
        try:
            with connection_if_running() as redis:
                known = read(redis)
        except (RedisError, PlatformProblem, OSError):
            yield GaugeMetricFamily("serai_redis_up", "Whether Redis answers.", 0)
            return
        yield GaugeMetricFamily("serai_redis_up", "Whether Redis answers.", 1)
        yield from _of_redis(known)

    def _own(self) -> Iterator[Metric]:
        counts = self._counts
        yield GaugeMetricFamily("serai_connected_bots", "Remote bots that are connected here.", self._connected())
        yield CounterMetricFamily("serai_bot_connections", "Remote bots that were let in.", counts.connections)
        again = "Remote bots that were let in and had been here before."
        yield CounterMetricFamily("serai_bot_reconnections", again, counts.reconnections)
        yield _counted("serai_calls", "Calls, by service.", "service", counts.calls)
        yield _counted("serai_calls_refused", "Calls that were refused, by gRPC status.", "reason", counts.refused)


def _counted(name: str, text: str, label: str, counts: Counter[str]) -> Metric:
    shown = CounterMetricFamily(name, text, labels=[label])
    for value, count in sorted(dict(counts).items()):
        shown.add_metric([value], count)
    return shown


def _of_redis(known: Known) -> Iterator[Metric]:
    games = GaugeMetricFamily("serai_recorded_games", "Games on record, of all tournaments.", labels=["game"])
    for game, count in sorted(known.games.items()):
        games.add_metric([game], count)
    queued = GaugeMetricFamily("serai_queue_jobs", "Jobs, by queue and state.", labels=["queue", "state"])
    for labels, count in known.jobs.items():
        queued.add_metric(labels, count)
    workers = GaugeMetricFamily("serai_workers", "Workers of all hosts that give signs of life.", labels=["state"])
    for state, count in known.workers.items():
        workers.add_metric([state], count)
    yield from (games, queued, workers)
    yield GaugeMetricFamily("serai_redis_memory_bytes", "Memory that Redis uses.", known.memory)
    yield GaugeMetricFamily("serai_redis_memory_limit_bytes", "Its maxmemory; 0 if it has none.", known.limit)


def read(redis: Redis) -> Known:
    """Return what Redis knows, in a few round trips whatever is in it."""
    waiting = jobs.waiting(redis)
    queued = {(one.queue, "waiting"): len(one.queued) + len(one.taken) for one in waiting}
    playing = {(one.queue, "playing"): len(one.started) for one in waiting}
    workers = live_workers(redis)
    busy = sum(worker.job is not None for worker in workers)
    memory: dict[str, Any] = redis.info("memory")
    return Known(
        games=_games(redis),
        jobs={**queued, **playing},
        workers={"playing": busy, "idle": len(workers) - busy},
        memory=int(memory["used_memory"]),
        limit=int(memory.get("maxmemory", 0)),
    )


def _games(redis: Redis) -> Counter[str]:
    """Return how many games are on record, by game: the blocks of each tournament, each as many games as seats."""
    names = [name.decode() for name in cast("list[bytes]", redis.lrange(keys.TOURNAMENTS, 0, -1))]
    with redis.pipeline(transaction=False) as pipeline:
        for name in names:
            pipeline.get(keys.tournament(name))
            pipeline.bitcount(keys.tournament(name, "done"))
        found = pipeline.execute()
    games: Counter[str] = Counter()
    for created, blocks in zip(found[::2], found[1::2], strict=True):
        if created is not None:
            header = json.loads(created)
            games[header["game"]] += blocks * header["seats"]
    return games
