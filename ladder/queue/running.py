"""Running a tournament: workers of our own, and a feeder that gives them and all others something to do."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from redis.exceptions import RedisError

from serai.ladder.errors import PlatformProblem
from serai.ladder.model.tournament import Tournament
from serai.ladder.queue import jobs
from serai.ladder.queue.feeder import Feeder, Say
from serai.ladder.queue.supervisor import Supervisor
from serai.ladder.queue.upkeep import Upkeep
from serai.ladder.queue.worker_names import is_dead
from serai.ladder.storage.queue_notes import QueueNotes
from serai.ladder.storage.store import Store

# Workers of our own need a moment to get ready before it is said that none is there.
_START_SECONDS = 20.0


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
) -> None:
    """See to it that a tournament is played until nothing is missing, with so many workers of our own, perhaps none.

    UserProblem if it is paused or cancelled, PlatformProblem if blocks fail again and again.
    """
    QueueNotes(store.redis).clear_failures(tournament.name)
    upkeep = Upkeep(store, tournament, say)
    if store.count(tournament.name) < tournament.games:
        with Supervisor(store.redis, workers, say) as supervisor:
            feeder = Feeder(store, tournament, say, _START_SECONDS if workers else 0.0)
            try:
                _feed(store, tournament, feeder, supervisor, upkeep, on_progress)
            finally:
                with suppress(RedisError, PlatformProblem):
                    feeder.close()
    upkeep.finish()
    on_progress(progress_of(store, tournament))


def _feed(
    store: Store,
    tournament: Tournament,
    feeder: Feeder,
    supervisor: Supervisor,
    upkeep: Upkeep,
    on_progress: Callable[[Progress], None],
) -> None:
    while (progress := progress_of(store, tournament)).recorded < tournament.games:
        on_progress(progress)
        feeder.feed()
        upkeep.do_if_due()
        supervisor.watch()


def stop_queued(store: Store, tournament: str) -> None:
    """Take back what is queued of a tournament that was halted; its workers notice by themselves."""
    jobs.withdraw(store.redis, tournament)


def progress_of(store: Store, tournament: Tournament) -> Progress:
    """Return how far a tournament has come; reports of dead workers do not count."""
    recorded = store.count(tournament.name)
    reports = store.progress(tournament.name).items()
    over = sum(doing["done"] for worker, doing in reports if not is_dead(worker))
    return Progress(recorded, min(over, tournament.games - recorded), tournament.games)
