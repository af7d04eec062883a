"""The work of `serai tournament run` and `watch`."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from serai.ladder.bots.confinement import arena
from serai.ladder.commands.console import counted, note
from serai.ladder.commands.progress import progress
from serai.ladder.commands.tournament.show import show_result
from serai.ladder.errors import Problem, UserProblem
from serai.ladder.model.tournament import Tournament
from serai.ladder.queue.feeder import Say
from serai.ladder.queue.live_workers import live_workers
from serai.ladder.queue.running import Progress, progress_of, run_tournament
from serai.ladder.storage import tournaments
from serai.ladder.storage.queue_notes import QueueNotes
from serai.ladder.storage.store import Store, open_store

_WATCH_SECONDS = 0.5
_LADDER_SECONDS = 60.0  # between two lines of what goes on for days
UNFED_SECONDS = 3.0  # without anybody who feeds, before that is said


class Interrupted(Problem):
    """The command was interrupted by Ctrl-C or SIGTERM."""

    exit_code = 130


def run(name: str, workers: int, as_json: bool) -> None:
    """Play what is missing of a tournament, and print its standings."""
    with open_store(waiting=note) as store:
        tournament = tournaments.load(store, name)
        play_tournament(store, tournament, workers)
        show_result(store, tournament, as_json)


def play_tournament(
    store: Store,
    tournament: Tournament,
    workers: int,
    tend: Callable[[], None] = lambda: None,
    command: str | None = None,
) -> None:
    """Play what is missing and show progress. UserProblem if it is halted, Interrupted on Ctrl-C.

    `tend` is called now and then; `command` is what goes on with it.
    """
    again = command or f"serai tournament run {tournament.name}"
    begin = progress_of(store, tournament)
    if tournaments.is_over(store, tournament):
        return
    if store.halted(tournament.name) == "cancelled":
        raise UserProblem(f"{tournament.name} is cancelled, so it is not played any more")
    if workers:
        _check_confinement(tournament)
    between = None if tournament.format.ends else _LADDER_SECONDS
    with interruptible(again), progress(tournament.name, begin.games, begin.recorded, between) as shown:

        def at(now: Progress) -> None:
            shown.at(now.recorded + now.over, describe(now), now.games)

        run_tournament(store, tournament, workers, at, shown.say, tend)


def _check_confinement(tournament: Tournament) -> None:
    """PlatformProblem if there is no sandbox for a bot that needs one; a note if none is wanted."""
    confinement = arena()
    confinement.check(tournament.bots)
    if confinement.unsafe:
        note("bots are NOT confined: they can read and change all that you can; the results are marked")


def describe(now: Progress) -> str:
    """Return how many games are on record, and how many are over whose block is not."""
    return (
        f"{now.recorded} on record, {counted(now.over, 'more game')} over" if now.over else f"{now.recorded} on record"
    )


@contextmanager
def interruptible(again: str) -> Iterator[None]:
    """Raise Interrupted on Ctrl-C and SIGTERM, so that the workers are stopped and the line says how to go on."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    except KeyboardInterrupt:
        raise Interrupted(f"interrupted; {again} goes on where it stopped") from None
    finally:
        signal.signal(signal.SIGTERM, before)


def watch(name: str, as_json: bool) -> None:
    """Show the progress of a tournament that is played elsewhere until it is finished, then print its standings."""
    with open_store(waiting=note) as store:
        tournament = tournaments.load(store, name)
        begin = now = progress_of(store, tournament)
        with progress(name, begin.games, begin.recorded) as shown:
            waiting = _Waiting(store, tournament.name, shown.say)
            while now.recorded < now.games or not tournaments.is_over(store, tournament):
                shown.at(now.recorded + now.over, describe(now), now.games)
                waiting.look()
                time.sleep(_WATCH_SECONDS)
                now = progress_of(store, tournament)
            shown.at(now.recorded, total=now.games)
        show_result(store, tournament, as_json)


class _Waiting:
    """Says why a tournament that is watched stands still, once each time that begins."""

    def __init__(self, store: Store, name: str, say: Say) -> None:
        self._store = store
        self._notes = QueueNotes(store.redis)
        self._name = name
        self._say = say
        self._moved = time.monotonic()
        self._said: str | None = None

    def look(self) -> None:
        """Say what is waited for, if anything is; UserProblem if that will never come."""
        why = self._why()
        if why is None:
            self._moved, self._said = time.monotonic(), None
        elif why != self._said and time.monotonic() - self._moved >= UNFED_SECONDS:
            self._said = why
            self._say(why)

    def _why(self) -> str | None:
        name, halted = self._name, self._store.halted(self._name)
        if halted == "cancelled":
            raise UserProblem(f"{name} is cancelled, so nothing more of it is played")
        if halted in ("archived", "overdue"):
            raise UserProblem(f"{name} is {halted}, so nothing more of it is played")
        if halted is not None:
            return f"{name} is {halted}; serai tournament resume {name} lets it go on"
        if not self._notes.is_fed(name):
            return f"nobody feeds {name}: serai tournament run {name}, on any machine with the same REDIS_URL, plays it"
        if not live_workers(self._store.redis):
            return f"{name} waits for a worker: serai worker, on any machine with the same REDIS_URL"
        return None
