"""What is done beside a running tournament: replays move to archives, and tables are kept up to date for readers."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

from redis.exceptions import RedisError

from serai.ladder.errors import Problem
from serai.ladder.model.tournament import Tournament
from serai.ladder.storage import archive, folds
from serai.ladder.storage.store import Store

_SECONDS = 5.0  # between two rounds


class Upkeep:
    """Does a little now and then in a thread, so that little is left to do at the end. Nothing depends on it."""

    def __init__(self, store: Store, tournament: Tournament, say: Callable[[str], None]) -> None:
        self._store = store
        self._tournament = tournament
        self._say = say
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="upkeep")
        self._round: Future[None] | None = None
        self._due = time.monotonic() + _SECONDS
        self._has_failed = False

    def follow(self, tournament: Tournament) -> None:
        """Go on with the tournament as it stands now."""
        self._tournament = tournament

    def do_if_due(self) -> None:
        """Begin a round if the last one is over and was some seconds ago; returns at once."""
        if time.monotonic() >= self._due and (self._round is None or self._round.done()):
            self._round = self._thread.submit(self._do, 1)
            self._due = time.monotonic() + _SECONDS

    def finish(self) -> None:
        """Do all that is left."""
        self._thread.submit(self._do, None).result()
        self._thread.shutdown()

    def _do(self, segments: int | None) -> None:
        """Move so many segments and bring tables up to date. If that fails the tournament goes on; it is said once."""
        try:
            archive.move(self._store, self._tournament, segments)
            folds.advance(self._store, self._tournament)
            folds.rate_ahead(self._store, self._tournament)
        except (Problem, RedisError) as problem:
            if not self._has_failed:
                self._say(f"replays were not archived: {problem}")
            self._has_failed = True
