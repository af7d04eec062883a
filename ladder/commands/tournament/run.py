"""The work of `serai tournament run` and `watch`."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from serai.ladder.commands.at_desk import desk
from serai.ladder.commands.console import counted, note
from serai.ladder.commands.progress import progress
from serai.ladder.commands.tournament.show import show_result
from serai.ladder.desk import following
from serai.ladder.desk.desk import Desk
from serai.ladder.desk.operation import Row
from serai.ladder.errors import Problem, UserProblem

_WATCH_SECONDS = 0.5
_LADDER_SECONDS = 60.0  # between two lines of what goes on for days
UNFED_SECONDS = 3.0  # without anybody who feeds, before that is said


class Interrupted(Problem):
    """The command was interrupted by Ctrl-C or SIGTERM."""

    exit_code = 130


def run(name: str, workers: int | None, as_json: bool) -> None:
    """Play what is missing of a tournament, and print its standings."""
    with desk(waiting=note) as asked:
        play_tournament(asked, name, workers)
        show_result(asked, name, as_json)


def play_tournament(
    asked: Desk, called: str, workers: int | None, tended: bool = False, command: str | None = None
) -> None:
    """Play what is missing and show progress. UserProblem if it is halted, Interrupted on Ctrl-C.

    `tended` lets new bots into a ladder; `command` is what goes on with it.
    """
    begin = asked.ask(following.progress, name=called)
    name = begin["name"]
    if begin["is_over"]:
        return
    between = None if begin["ends"] else _LADDER_SECONDS
    line = asked.interrupted(name, command or f"serai tournament run {name}")
    with interruptible(line), progress(name, begin["games"], begin["recorded"], between) as shown:

        def at(now: Row) -> None:
            shown.at(now["recorded"] + now["over"], describe(now), now["games"])

        asked.play(name, workers, at, shown.say, tended)


def describe(now: Row) -> str:
    """Return how many games are on record, and how many are over whose block is not."""
    recorded = f"{now['recorded']} on record"
    return f"{recorded}, {counted(now['over'], 'more game')} over" if now["over"] else recorded


@contextmanager
def interruptible(line: str) -> Iterator[None]:
    """Raise Interrupted on Ctrl-C and SIGTERM, so that the workers are stopped and the line says how to go on."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    except KeyboardInterrupt:
        raise Interrupted(line) from None
    finally:
        signal.signal(signal.SIGTERM, before)


def watch(name: str, as_json: bool) -> None:
    """Show the progress of a tournament that is played elsewhere until it is finished, then print its standings."""
    with desk(waiting=note) as asked:
        now = asked.ask(following.progress, name=name)
        with progress(name, now["games"], now["recorded"]) as shown:
            waiting = _Waiting(shown.say)
            while not now["is_over"]:
                shown.at(now["recorded"] + now["over"], describe(now), now["games"])
                waiting.look(now)
                time.sleep(_WATCH_SECONDS)
                now = asked.ask(following.progress, name=name)
            shown.at(now["recorded"], total=now["games"])
        show_result(asked, name, as_json)


class _Waiting:
    """Says why a tournament that is watched stands still, once each time that begins."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say
        self._moved = time.monotonic()
        self._said: str | None = None

    def look(self, now: Row) -> None:
        """Say what is waited for, if anything is; UserProblem if that will never come."""
        why = _why(now)
        if why is None:
            self._moved, self._said = time.monotonic(), None
        elif why != self._said and time.monotonic() - self._moved >= UNFED_SECONDS:
            self._said = why
            self._say(why)


def _why(now: Row) -> str | None:
    name, halted = now["name"], now["halted"]
    if halted in ("cancelled", "archived", "overdue"):
        raise UserProblem(f"{name} is {halted}, so nothing more of it is played")
    if halted is not None:
        return f"{name} is {halted}; serai tournament resume {name} lets it go on"
    if now["failed"]:
        return str(now["failed"])
    if not now["is_fed"]:
        return f"nobody feeds {name}: serai tournament run {name}, on any machine with the same REDIS_URL, plays it"
    if not now["has_workers"]:
        return f"{name} waits for a worker: serai worker, on any machine with the same REDIS_URL"
    return None
