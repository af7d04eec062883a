"""Ends a job that hangs: first it is asked to stop, then the worker exits and its supervisor starts another."""

from __future__ import annotations

import os
import sys
import threading
import time
from types import TracebackType

from serai.ladder.model.plan import Plan

EXIT_CODE = 70
# What is begun gets a few seconds when play is to stop; so long afterwards something is wrong.
GRACE_SECONDS = 30.0

_LOOK_SECONDS = 1.0
_START_SECONDS = 120
# Nobody knows how many decisions a game will take; this many times the increment is more than any of ours has.
_MANY_DECISIONS = 2000


def limit(plan: Plan, blocks: int) -> float:
    """Return for how many seconds no game may come to an end: more than the clocks allow, whatever the bots think."""
    controls = (plan.control, *plan.own.values())
    game = plan.seats * max(control.bank + _MANY_DECISIONS * control.increment for control in controls)
    at_once = min(plan.in_flight, blocks * plan.seats)
    return _START_SECONDS + plan.remote.wait + at_once * game


class Overtime:
    """Watches over what is played while the block runs: sets `stop` when no game has ended for too long."""

    def __init__(self, seconds: float, stop: threading.Event, grace: float = GRACE_SECONDS) -> None:
        self._seconds = seconds
        self._stop = stop
        self._grace = grace
        self._done = threading.Event()
        self._last = time.monotonic()
        self._thread = threading.Thread(target=self._watch, name="overtime", daemon=True)

    def __enter__(self) -> Overtime:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._done.set()
        self._thread.join()

    def still_going(self) -> None:
        """Take note that a game has ended."""
        self._last = time.monotonic()

    def _watch(self) -> None:
        while not self._done.wait(min(_LOOK_SECONDS, self._seconds)):
            if self._stop.is_set():
                break
            if time.monotonic() - self._last > self._seconds:
                print(f"no game ended for {self._seconds:.0f} s; the job is stopped", file=sys.stderr, flush=True)
                self._stop.set()
        if not self._done.wait(self._grace):
            print("what is played does not stop, so the worker ends", file=sys.stderr, flush=True)
            os._exit(EXIT_CODE)
