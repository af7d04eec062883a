"""What workers count is added up, whatever becomes of them, and shown as Prometheus wants it."""

from __future__ import annotations

import sys

import pytest
from prometheus_client import CollectorRegistry, generate_latest

from serai.ladder.metrics.worker_counts import BUCKETS, Counts, Tally
from serai.ladder.metrics.worker_numbers import WorkerNumbers
from serai.ladder.model.facts import Cause
from serai.ladder.queue.supervisor import WorkerProcess
from tests.ladder.made_up import fact, seat
from tests.waiting import wait_until


def counted(games: int, *causes: Cause) -> Counts:
    counts = Counts()
    seats = [seat("ann", 1), *(seat("ben", 2, cause=cause) for cause in causes)]
    counts.recorded([fact(seats) for _ in range(games)])
    return counts


def shown(tally: Tally) -> CollectorRegistry:
    registry = CollectorRegistry(auto_describe=False)
    registry.register(WorkerNumbers(tally))
    return registry


def test_what_a_worker_tells_is_what_it_counted() -> None:
    counts = counted(3, "crash", "time")
    counts.answered("yspahan", 0.002)
    counts.answered("yspahan", 400.0)
    counts.failed_jobs = 2
    told = Counts.read(counts.line())
    assert told.games == counts.games
    assert told.failed_jobs == 2
    assert sum(told.games["yspahan"].answers) == 2


@pytest.mark.parametrize(("seconds", "place"), [(0.0, 0), (0.001, 0), (0.0011, 1), (30.0, 13), (31.0, len(BUCKETS))])
def test_an_answer_belongs_to_the_first_bucket_that_is_long_enough(seconds: float, place: int) -> None:
    counts = Counts()
    counts.answered("yspahan", seconds)
    assert counts.games["yspahan"].answers.index(1) == place


def test_what_a_worker_has_counted_stays_when_it_has_ended_and_is_not_counted_twice() -> None:
    tally = Tally()
    tally.began(1)
    tally.heard(1, counted(2, "crash").line())
    tally.heard(1, counted(5, "crash").line())
    tally.ended(1, died=True)
    tally.began(2)
    tally.heard(2, counted(1, "time").line())
    registry = shown(tally)
    assert registry.get_sample_value("serai_games_total", {"game": "yspahan"}) == 6
    assert registry.get_sample_value("serai_faults_total", {"game": "yspahan", "cause": "crash"}) == 5
    assert registry.get_sample_value("serai_faults_total", {"game": "yspahan", "cause": "time"}) == 1
    assert registry.get_sample_value("serai_worker_processes") == 1
    assert registry.get_sample_value("serai_workers_replaced_total") == 1


def test_answers_are_a_histogram_whose_buckets_hold_all_that_are_shorter() -> None:
    tally, counts = Tally(), Counts()
    for seconds in (0.0005, 0.002, 0.002, 99.0):
        counts.answered("yspahan", seconds)
    tally.began(1)
    tally.heard(1, counts.line())
    registry = shown(tally)
    labels = {"game": "yspahan"}
    assert [
        registry.get_sample_value("serai_answer_seconds_bucket", {**labels, "le": end})
        for end in ("0.001", "0.0025", "30.0", "+Inf")
    ] == [1, 3, 3, 4]
    assert registry.get_sample_value("serai_answer_seconds_count", labels) == 4
    assert registry.get_sample_value("serai_answer_seconds_sum", labels) == pytest.approx(99.0045)
    assert b"# TYPE serai_answer_seconds histogram" in generate_latest(registry)


def test_a_supervisor_hears_the_last_line_and_knows_who_was_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    program = r"import sys; print('ready\n[0, {}]\n[1, {}]\n[2', end='', flush=True); sys.stdin.read()"
    monkeypatch.setattr("serai.ladder.queue.supervisor._LINE", [sys.executable, "-c", program])
    worker = WorkerProcess()
    try:
        assert wait_until(worker.hear) == b"[1, {}]"
        assert worker.was_ready
        assert worker.hear() == b""
    finally:
        worker.terminate()
        worker.close(patience=10.0)
