"""Draws games that are being played, for those who watch: from the public's view, a few times a second.

The referee's loop only looks and draws; a thread asks Redis whether anybody watches, and writes there.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from types import TracebackType
from typing import TYPE_CHECKING, NamedTuple, Self

from redis.exceptions import RedisError

from serai.ladder.storage.live_games import ANY, Frame, LiveGames

if TYPE_CHECKING:
    from redis import Redis

    from serai.referee.match import Match

_ASK_SECONDS = 0.5
_DRAW_SECONDS = 0.25


class LiveTable(NamedTuple):
    """A game that is being played: its id, the match, and the names of the bots by seat."""

    game_id: str
    match: Match
    names: Sequence[str]


LookAt = Callable[[Iterable[LiveTable]], None]


class Spectator:
    """Draws while the block runs, as long as somebody watches the tournament."""

    def __init__(self, redis: Redis, tournament: str) -> None:
        self._live = LiveGames(redis)
        self._tournament = tournament
        self._drawn: queue.SimpleQueue[Frame | None] = queue.SimpleQueue()
        self._watched: frozenset[str] = frozenset()
        self._due = 0.0
        self._followed = ""
        self._thread = threading.Thread(target=self._run, name="spectator", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._drawn.put(None)  # The thread is not waited for: Redis may be away.

    def look(self, tables: Iterable[LiveTable]) -> None:
        """Draw what somebody watches, if it is time."""
        if not self._watched or time.monotonic() < self._due:
            return
        self._due = time.monotonic() + _DRAW_SECONDS
        for table in self._chosen(list(tables)):
            self._drawn.put(frame(table))

    def _chosen(self, found: Sequence[LiveTable]) -> Iterator[LiveTable]:
        """Yield the games that are asked for, and where it does not matter the one that was drawn last."""
        yield from (table for table in found if table.game_id in self._watched)
        if ANY in self._watched and found:
            chosen = next((table for table in found if table.game_id == self._followed), found[0])
            self._followed = chosen.game_id
            if chosen.game_id not in self._watched:
                yield chosen

    def _run(self) -> None:
        """Write what is drawn; where Redis does not answer, nobody can watch, and nothing is lost."""
        while True:
            drawn: Frame | None = {}
            with suppress(queue.Empty):
                drawn = self._drawn.get(timeout=_ASK_SECONDS)
            if drawn is None:
                return
            with suppress(RedisError):
                if drawn:
                    self._live.put(self._tournament, drawn)
                self._watched = self._live.watched(self._tournament)


def frame(table: LiveTable) -> Frame:
    """Return what everybody at a table may see of it now."""
    match = table.match
    picture = match.game.picture(match.game.view(match.state, None), table.names)
    return {
        "at": time.time(),
        "game_id": table.game_id,
        "game": match.game.name,
        "moves": len(match.decisions),
        "names": list(table.names),
        "lines": picture.lines(),
    }
