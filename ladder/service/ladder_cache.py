"""The ladder for many who ask: worked out once for all who ask at the same time, and again only if there is more."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping

from serai.ladder.service.json_rows import Row, ladder_rows
from serai.ladder.storage import folds
from serai.ladder.storage.coverage import Coverage, Scope
from serai.ladder.storage.store import Store

# Tables that are kept: the rows of a thousand bots take about a megabyte.
_MOST_TABLES = 32
_LOCKS = 16


class LadderCache:
    """Rows of standings and what they cover. It may be asked from several threads.

    Who asks for the same waits for the first, and looks at what is on record only then: so it finds all done.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._locks = [threading.Lock() for _ in range(_LOCKS)]
        self._kept: OrderedDict[str, tuple[Coverage, list[Row]]] = OrderedDict()

    def ladder(self, game: str | None, options: Mapping[str, str]) -> list[Row]:
        """Return the ratings of a game, or of each game, in the latest epoch that was played with these options."""
        with self._lock(f"ladder {game} {sorted(options.items())}"):
            return [row for scope in folds.ladders(self._store, game, None, options) for row in self._rows(scope)]

    def tournament(self, name: str) -> list[Row]:
        """Return the standings of a tournament; UserProblem if there is none of this name."""
        with self._lock(name):
            return self._rows(folds.tournament_scope(self._store, name))

    def _lock(self, name: str) -> threading.Lock:
        return self._locks[hash(name) % _LOCKS]

    def _rows(self, scope: Scope) -> list[Row]:
        kept, coverage = self._kept.get(scope.name), scope.whole()
        if kept is not None and kept[0] == coverage:
            return kept[1]
        rows = ladder_rows(folds.standings(self._store, scope))
        self._kept[scope.name] = (coverage, rows)
        if len(self._kept) > _MOST_TABLES:
            self._kept.popitem(last=False)
        return rows
