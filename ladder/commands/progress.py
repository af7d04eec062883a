"""Progress of long jobs on stderr: a bar on a terminal, a plain line now and then in a pipe."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Protocol

import click

from serai.ladder.plain_text import one_line
from serai.ladder.shown import Shown

if TYPE_CHECKING:
    from rich.progress import Progress as RichProgress
    from rich.progress import TaskID

SECONDS_BETWEEN_LINES = 5.0
SECONDS_WITHOUT = 1.0
SECONDS_BETWEEN_LOOKS = 0.1


class ProgressDisplay(Protocol):
    """Shows how far a job has come."""

    def at(self, done: int, note: str = "", total: int | None = None) -> None:
        """Show that so many are done; `note` says in a few words what is going on, `total` changes the total."""

    def say(self, line: str) -> None:
        """Print a line beside the progress."""


@contextmanager
def progress(title: str, total: int, done: int = 0, between: float | None = None) -> Iterator[ProgressDisplay]:
    """Show progress on stderr while the block runs. `done` was there before and does not count for its speed.

    In a pipe a line comes when so many seconds are `between` it and the last one, a few if it is not said.
    """
    if sys.stderr.isatty():
        with _bar(title, total, done) as shown:
            yield shown
    else:
        lines = _Lines(title, total, done, SECONDS_BETWEEN_LINES if between is None else between)
        yield lines
        lines.finish()


@contextmanager
def late_progress(title: str) -> Iterator[Shown]:
    """Yield a function that shows how many are done of how many, from when that has taken a second; before, nothing.

    It may be called a million times: it looks up only now and then.
    """
    due = time.monotonic() + SECONDS_WITHOUT
    with ExitStack() as stack:
        shown: list[ProgressDisplay] = []

        def at(done: int, total: int) -> None:
            nonlocal due
            if time.monotonic() < due and not (shown and done == total):
                return
            due = time.monotonic() + SECONDS_BETWEEN_LOOKS
            if not shown:
                shown.append(stack.enter_context(progress(title, total)))
            for display in shown:
                display.at(done, total=total)

        yield at


class _Lines:
    """At most one line every few seconds, and a last one; nothing for a job that is done before the first is due."""

    def __init__(self, title: str, total: int, done: int, between: float) -> None:
        self._between = between
        self._title = title
        self._total = total
        self._first = self._done = done
        self._began = self._said = time.monotonic()
        self._note = ""

    def at(self, done: int, note: str = "", total: int | None = None) -> None:
        self._done, self._note = done, note
        self._total = self._total if total is None else total
        if done < self._total and time.monotonic() - self._said >= self._between:
            self._tell()

    def say(self, line: str) -> None:
        click.echo(one_line(line), err=True)

    def finish(self) -> None:
        if time.monotonic() - self._began < self._between:
            return
        self._note = f"{time.monotonic() - self._began:.1f} s"
        self._tell()

    def _tell(self) -> None:
        self._said = time.monotonic()
        words = [f"{self._title}: {self._done} of {self._total}", self._note, self._eta()]
        self.say(", ".join(word for word in words if word))

    def _eta(self) -> str:
        new, left = self._done - self._first, self._total - self._done
        if not new or not left:
            return ""
        return f"about {(self._said - self._began) / new * left:.0f} s left"


class _Bar:
    """A bar that is drawn over and over in place; lines come out above it."""

    def __init__(self, shown: RichProgress, task: TaskID) -> None:
        self._shown = shown
        self._task = task

    def at(self, done: int, note: str = "", total: int | None = None) -> None:
        self._shown.update(self._task, completed=done, note=one_line(note), total=total)

    def say(self, line: str) -> None:
        self._shown.console.print(one_line(line), markup=False, highlight=False, soft_wrap=True)


@contextmanager
def _bar(title: str, total: int, done: int) -> Iterator[_Bar]:
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[note]}", markup=False),
    )
    with Progress(*columns, console=Console(stderr=True)) as shown:
        yield _Bar(shown, shown.add_task(title, total=total, completed=done, note=""))
