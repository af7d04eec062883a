"""Running a tournament: workers of our own, and a feeder that gives them and all others something to do."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from threading import Event

from redis.exceptions import RedisError

from serai.ladder.errors import PlatformProblem
from serai.ladder.model.tournament import Tournament
from serai.ladder.queue import jobs
from serai.ladder.queue.feeder import Feeder, Say
from serai.ladder.queue.lost_jobs import LostJobs
from serai.ladder.queue.supervisor import Supervisor
from serai.ladder.queue.upkeep import Upkeep
from serai.ladder.queue.worker_names import is_dead
from serai.ladder.storage import tournaments
from serai.ladder.storage.growth import Growth
from serai.ladder.storage.queue_notes import QueueNotes
from serai.ladder.storage.store import Store

# Workers of our own need a moment to get ready before it is said that none is there.
_START_SECONDS = 20.0
_TEND_SECONDS = 1.0
_PAUSE_SECONDS = 0.2


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a tournament has come: games on record, and games that are over but not yet recorded with their block."""

    recorded: int
    over: int
    games: int


def run_tournament(
    store: Store,
    tournament: Tournament,
    workers: int,
    on_progress: Callable[[Progress], None] = lambda progress: None,
    say: Say = lambda text: None,
    tend: Callable[[], None] = lambda: None,
) -> None:
    """See to it that a tournament is played until nothing is missing, with so many workers of our own, perhaps none.

    Rounds that follow from results are added when they are due; `tend` is called before. UserProblem if it is halted,
    PlatformProblem if blocks fail again and again.
    """
    QueueNotes(store.redis).clear_failures(tournament.name)
    upkeep = Upkeep(store, tournament, say)
    if not tournaments.is_over(store, tournament):
        with Supervisor(store.redis, workers, say) as supervisor:
            feeder = Feeder(store, tournament, say, _START_SECONDS if workers else 0.0)
            run = _Run(store, tournament, feeder, upkeep, tend, say)
            try:
                while (progress := run.look()) is not None:
                    on_progress(progress)
                    feeder.feed()
                    upkeep.do_if_due()
                    supervisor.watch()
            finally:
                with suppress(RedisError, PlatformProblem):
                    feeder.close()
    upkeep.finish()
    on_progress(progress_of(store, tournament))


def tend_tournament(store: Store, tournament: Tournament, stop: Event, say: Say, tend: Callable[[], None]) -> None:
    """See to it that workers of others play a tournament, until nothing is missing or `stop` is set.

    As `run_tournament` without workers, for a process that does other things beside. UserProblem if it is halted,
    PlatformProblem if blocks fail again and again.
    """
    upkeep, lost, feeder = Upkeep(store, tournament, say), LostJobs(store.redis), Feeder(store, tournament, say)
    run = _Run(store, tournament, feeder, upkeep, tend, say)
    look_due = 0.0
    try:
        while run.look() is not None and not stop.wait(_PAUSE_SECONDS):
            feeder.feed()
            upkeep.do_if_due()
            if time.monotonic() >= look_due:
                look_due = time.monotonic() + _TEND_SECONDS
                lost.take_back()
    finally:
        with suppress(RedisError, PlatformProblem):
            feeder.close()
        upkeep.finish()


class _Run:
    """A tournament that is being played, and may grow meanwhile, by us or by others."""

    def __init__(
        self,
        store: Store,
        tournament: Tournament,
        feeder: Feeder,
        upkeep: Upkeep,
        tend: Callable[[], None],
        say: Say,
    ) -> None:
        self._store = store
        self._tournament = tournament
        self._feeder = feeder
        self._upkeep = upkeep
        self._tend = tend
        self._say = say
        self._growth = Growth(store, tournament.name)
        self._tend_due = 0.0

    def look(self) -> Progress | None:
        """Add a round if one is due, and return how far everything has come; None when nothing is left to do."""
        name = self._tournament.name
        if self._store.halted(name) is None:
            self._tend_if_due()
            self._grow()
        tally = self._store.tally(name)
        if tally.blocks != len(self._tournament.blocks):
            self._tournament = tournaments.load(self._store, name)
            self._feeder.follow(self._tournament)
            self._upkeep.follow(self._tournament)
        if not tally.missing and tournaments.is_over(self._store, self._tournament):
            # Whoever records waits for the replicas, and is stopped when we go: a fail-over now could lose a block.
            self._store.wait_for_replicas(name)
            if tournaments.is_over(self._store, self._tournament):
                return None
        return progress_of(self._store, self._tournament)

    def _tend_if_due(self) -> None:
        if time.monotonic() >= self._tend_due:
            self._tend_due = time.monotonic() + _TEND_SECONDS
            self._tend()

    def _grow(self) -> None:
        """Add a round if little is left to play: nothing, or in a ladder one round."""
        form = self._tournament.format
        left = self._store.tally(self._tournament.name).missing
        if form.has_rounds and left <= (0 if form.ends else form.blocks * self._tournament.seats):
            added = self._growth.grow()
            if added is not None and added["kind"] == "round" and form.ends:
                self._say(f"{self._tournament.name}: {added['title']}")


def stop_queued(store: Store, tournament: str) -> None:
    """Take back what is queued of a tournament that was halted; its workers notice by themselves."""
    jobs.withdraw(store.redis, tournament)


def progress_of(store: Store, tournament: Tournament) -> Progress:
    """Return how far a tournament has come; reports of dead workers do not count."""
    tally = store.tally(tournament.name)
    reports = store.progress(tournament.name).items()
    over = sum(doing["done"] for worker, doing in reports if not is_dead(worker))
    return Progress(tally.counted, min(over, tally.missing), tally.games)
