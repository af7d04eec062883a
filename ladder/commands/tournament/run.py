"""The work of `serai tournament run`, `watch`, `pause`, `resume` and `cancel`."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager

from serai.ladder.commands.console import counted, note, say
from serai.ladder.commands.progress import progress
from serai.ladder.commands.tournament.show import show_result
from serai.ladder.errors import Problem, UserProblem
from serai.ladder.model.tournament import Tournament
from serai.ladder.queue.running import Progress, progress_of, run_tournament, stop_queued
from serai.ladder.storage import tournaments
from serai.ladder.storage.store import Store, open_store

_WATCH_SECONDS = 0.5


class Interrupted(Problem):
    """The command was interrupted by Ctrl-C or SIGTERM."""

    exit_code = 130


def run(name: str, workers: int, as_json: bool) -> None:
    """Play what is missing of a tournament, and print its standings."""
    with open_store(waiting=note) as store:
        tournament = tournaments.load(store, name)
        play_tournament(store, tournament, workers)
        show_result(store, tournament, as_json)


def play_tournament(store: Store, tournament: Tournament, workers: int) -> None:
    """Play what is missing and show progress. UserProblem if it is cancelled or paused, Interrupted on Ctrl-C."""
    begin = progress_of(store, tournament)
    if begin.recorded == tournament.games:
        return
    if store.halted(tournament.name) == "cancelled":
        raise UserProblem(f"{tournament.name} is cancelled, so it is not played any more")
    with _interruptible(tournament), progress(tournament.name, tournament.games, begin.recorded) as shown:

        def at(now: Progress) -> None:
            shown.at(now.recorded + now.over, describe(now))

        run_tournament(store, tournament, workers, at, shown.say)


def describe(now: Progress) -> str:
    """Return how many games are on record, and how many are over whose block is not."""
    return (
        f"{now.recorded} on record, {counted(now.over, 'more game')} over" if now.over else f"{now.recorded} on record"
    )


@contextmanager
def _interruptible(tournament: Tournament) -> Iterator[None]:
    """Raise Interrupted on Ctrl-C and SIGTERM, so that the workers are stopped and the line says how to go on."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    except KeyboardInterrupt:
        raise Interrupted(f"interrupted; serai tournament run {tournament.name} goes on where it stopped") from None
    finally:
        signal.signal(signal.SIGTERM, before)


def watch(name: str, as_json: bool) -> None:
    """Show the progress of a tournament that is played elsewhere until it is finished, then print its standings."""
    with open_store(waiting=note) as store:
        tournament = tournaments.load(store, name)
        begin = now = progress_of(store, tournament)
        with progress(name, tournament.games, begin.recorded) as shown:
            while now.recorded < tournament.games:
                shown.at(now.recorded + now.over, describe(now))
                time.sleep(_WATCH_SECONDS)
                now = progress_of(store, tournament)
            shown.at(now.recorded)
        show_result(store, tournament, as_json)


def halt(name: str, why: str) -> None:
    """Pause or cancel a tournament; UserProblem if that is impossible in its state."""
    with open_store() as store:
        state = tournaments.state(store, tournaments.load(store, name))
        if state in ("finished", "cancelled", why):
            raise UserProblem(f"{name} is {state}, so it cannot be {why}")
        store.halt(name, why)
        stop_queued(store, name)
    say(f"{name} is {why}: nothing more is begun, and what is being played gets 5 seconds")


def resume(name: str) -> None:
    """Let a paused tournament go on; UserProblem if it is not paused."""
    with open_store() as store:
        tournament = tournaments.load(store, name)
        if store.halted(name) != "paused":
            raise UserProblem(f"{name} is {tournaments.state(store, tournament)}, not paused")
        store.unhalt(name)
    say(f"{name} may go on: serai tournament run {name}")
