"""The referee's clock gives back what the platform itself stalled."""

from __future__ import annotations

from serai.server.stall_clock import BEAT, StallClock


class Time:
    """A clock on the wall that is moved by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_healthy_loop_loses_nothing() -> None:
    time = Time()
    clock = StallClock(time)
    began = clock.now()
    for _ in range(40):
        time.now += BEAT
        clock.beat()
    assert clock.stalled == 0
    assert abs(clock.now() - began - 40 * BEAT) < 1e-9


def test_a_stall_stands_still_for_everybody() -> None:
    time = Time()
    clock = StallClock(time)
    clock.beat()
    asked = clock.now()
    time.now += 3.0
    assert clock.now() - asked < 2 * BEAT
    assert abs(clock.stalled - (3.0 - BEAT)) < 1e-9


def test_a_late_beat_within_tolerance_is_no_stall() -> None:
    time = Time()
    clock = StallClock(time)
    time.now += 1.5 * BEAT
    clock.beat()
    assert clock.stalled == 0


def test_time_never_runs_backwards() -> None:
    time = Time()
    clock = StallClock(time)
    seen = []
    for step in (0.01, 0.5, 0.02, 2.0, 0.0, BEAT):
        time.now += step
        seen.append(clock.beat())
    assert seen == sorted(seen)
