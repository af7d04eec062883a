"""What `serai worker --metrics` shows: what its own worker processes have counted."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from serai.ladder.metrics.worker_counts import BUCKETS, Counts, GameCounts, Tally

_ENDS = (*map(str, BUCKETS), "+Inf")


class WorkerNumbers(Collector):
    """The numbers of one supervisor."""

    def __init__(self, tally: Tally) -> None:
        self._tally = tally

    def collect(self) -> Iterator[Metric]:
        counts, processes, replaced = self._tally.total()
        yield GaugeMetricFamily("serai_worker_processes", "Worker processes of this command.", processes)
        yield CounterMetricFamily("serai_workers_replaced", "Worker processes that died.", replaced)
        yield CounterMetricFamily("serai_failed_jobs", "Jobs that failed for the platform.", counts.failed_jobs)
        yield from _played(counts)
        yield _answers(counts)


def _played(counts: Counts) -> Iterator[Metric]:
    games = CounterMetricFamily("serai_games", "Games put on record here.", labels=["game"])
    decisions = CounterMetricFamily("serai_decisions", "Decisions in these games.", labels=["game"])
    faults = CounterMetricFamily("serai_faults", "Seats retired in these games.", labels=["game", "cause"])
    for game, found in sorted(counts.games.items()):
        games.add_metric([game], found.games)
        decisions.add_metric([game], found.decisions)
        for cause, count in sorted(found.faults.items()):
            faults.add_metric([game, cause], count)
    yield from (games, decisions, faults)


def _answers(counts: Counts) -> Metric:
    shown = HistogramMetricFamily("serai_answer_seconds", "What answers were charged by the clock.", labels=["game"])
    for game, found in sorted(counts.games.items()):
        shown.add_metric([game], _buckets(found), found.answer_seconds)
    return shown


def _buckets(found: GameCounts) -> list[tuple[str, float]]:
    """Return how many answers took at most as long, for each end of a bucket."""
    return [(end, float(count)) for end, count in zip(_ENDS, accumulate(found.answers), strict=True)]
