"""A job that hangs is asked to stop, and a worker that cannot stop ends: its supervisor starts another."""

from __future__ import annotations

import subprocess
import sys
import threading

from serai.ladder.queue.overtime import EXIT_CODE, Overtime

HANGS = """
import threading
from serai.ladder.queue.overtime import Overtime
with Overtime(0.01, threading.Event(), grace=0.01):
    threading.Event().wait()
"""


def test_what_ends_in_time_is_left_alone() -> None:
    stop = threading.Event()
    with Overtime(60.0, stop) as overtime:
        overtime.still_going()
    assert not stop.is_set()


def test_what_makes_no_progress_is_asked_to_stop() -> None:
    stop = threading.Event()
    with Overtime(0.01, stop):
        assert stop.wait(30)


def test_a_worker_that_does_not_stop_ends_and_says_why() -> None:
    done = subprocess.run([sys.executable, "-c", HANGS], capture_output=True, text=True, check=False)
    assert done.returncode == EXIT_CODE
    assert done.stderr.splitlines() == [
        "no game ended for 0 s; the job is stopped",
        "what is played does not stop, so the worker ends",
    ]
