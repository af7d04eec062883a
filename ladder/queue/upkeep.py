"""What is done beside a running tournament: replays move to archives, and tables are kept up to date for readers."""

from __future__ import annotations

import time
from collections.abc import Callable

from serai.ladder.errors import Problem
from serai.ladder.model.tournament import Tournament
from serai.ladder.storage import archive, folds
from serai.ladder.storage.store import Store

_SECONDS = 5.0  # between two rounds


class Upkeep:
    """Does a little now and then, so that nothing is left to do at the end. Nothing depends on it."""

    def __init__(self, store: Store, tournament: Tournament, say: Callable[[str], None]) -> None:
        self._store = store
        self._tournament = tournament
        self._say = say
        self._next = time.monotonic() + _SECONDS
        self._has_failed = False

    def do_if_due(self) -> None:
        """Move one segment and bring tables up to date, if the last round was some seconds ago."""
        if time.monotonic() >= self._next:
            self._archive(at_most=1)
            folds.advance(self._store, self._tournament)
            self._next = time.monotonic() + _SECONDS

    def finish(self) -> None:
        """Do all that is left."""
        self._archive()
        folds.advance(self._store, self._tournament)

    def _archive(self, at_most: int | None = None) -> None:
        """Move replays. If that fails they stay in Redis, the tournament goes on, and it is said once."""
        try:
            archive.move(self._store, self._tournament, at_most)
        except Problem as problem:
            if not self._has_failed:
                self._say(f"replays were not archived: {problem}")
            self._has_failed = True
