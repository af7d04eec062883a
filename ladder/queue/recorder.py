"""Puts on record what the referee has finished, in a thread of its own: the referee's loop never waits for Redis (D6).

While Redis is away the finished blocks are kept, as many as the job has, and recorded when it is back. The same
thread reports how far the job has come, and asks whether it should still be played.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import compress
from types import TracebackType
from typing import TYPE_CHECKING, Any

from redis.exceptions import RedisError

from serai.ladder import journal
from serai.ladder.errors import PlatformProblem
from serai.ladder.model.facts import Fact
from serai.ladder.model.game_record import GameRecord
from serai.ladder.model.tournament import Tournament
from serai.ladder.queue.worker_names import own_name
from serai.ladder.storage.bot_logs import BotLogs
from serai.ladder.storage.signing import own_signer
from serai.ladder.storage.store import Store

if TYPE_CHECKING:
    from serai.ladder.metrics.worker_counts import Counts

_ASK_SECONDS = 0.5
_REPORT_SECONDS = 0.3
_AGAIN_SECONDS = 1.0
_OLD_SECONDS = 10.0

_log = logging.getLogger(__name__)

Finished = tuple[int, list[GameRecord]]


class Recorder:
    """Records blocks of one job while the block runs; leaving it waits until all it was given is on record.

    `wanted` is asked now and then; when it says no, `stop` is set. If `gives_up` says yes, what cannot be recorded at
    once is let go: it is played again. What is new on record is added to `counts`.
    """

    def __init__(
        self,
        store: Store,
        tournament: Tournament,
        blocks: tuple[int, ...],
        stop: threading.Event,
        wanted: Callable[[], bool],
        gives_up: Callable[[], bool],
        counts: Counts | None = None,
    ) -> None:
        self._store = store
        self._counts = counts
        self._logs = BotLogs(store.redis)
        self._tournament = tournament
        self._blocks = blocks
        self._stop = stop
        self._wanted = wanted
        self._gives_up = gives_up
        self._finished: queue.SimpleQueue[Finished | None] = queue.SimpleQueue()
        self._errands: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._games_over = 0
        self._recorded = 0
        self._reported: tuple[int, float] = (-1, 0.0)
        self._report_due = self._ask_due = 0.0
        self._thread = threading.Thread(target=self._run, name="recorder", daemon=True)

    def __enter__(self) -> Recorder:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._finished.put(None)
        self._thread.join()

    @property
    def recorded(self) -> int:
        """Return how many blocks are on record."""
        return self._recorded

    def block(self, index: int, games: list[GameRecord]) -> bool:
        """Take the games of a finished block; returns at once, and False: they are not on record yet (D11)."""
        self._finished.put((index, games))
        return False

    def game(self, over: int) -> None:
        """Take note that so many games of the job are over; returns at once."""
        self._games_over = over

    def soon(self, errand: Callable[[], None]) -> None:
        """Do something with Redis that nothing depends on; returns at once."""
        self._errands.put(errand)

    def _run(self) -> None:
        is_over = False
        while not is_over:
            finished, is_over = self._next()
            if finished:
                self._record(finished)
            if not is_over:
                self._look_around()

    def _next(self) -> tuple[list[Finished], bool]:
        """Wait a moment for something finished; return all there is, and whether that is the last of it.

        What comes while Redis answers goes on record together: far away, one step for each block would take too long.
        """
        taken: list[Finished | None] = []
        with suppress(queue.Empty):
            taken.append(self._finished.get(timeout=min(_REPORT_SECONDS, _ASK_SECONDS)))
            while True:
                taken.append(self._finished.get_nowait())
        return [finished for finished in taken if finished is not None], None in taken

    def _record(self, finished: list[Finished]) -> None:
        """Put blocks on record, however long that takes: Redis may be away, or its disk full."""
        said = False
        while not self._are_recorded(finished, quiet=said):
            if self._gives_up():
                return
            time.sleep(_AGAIN_SECONDS)
            said = True
        self._recorded += len(finished)

    def _are_recorded(self, finished: list[Finished], quiet: bool) -> bool:
        try:
            new = self._store.record_blocks(self._tournament.name, finished, own_signer())
        except (RedisError, PlatformProblem) as error:
            if not quiet:
                _log.warning("%d blocks are not on record yet: %s", len(finished), error)
            return False
        games = [game for _, block in compress(finished, new) for game in block]
        if self._counts is not None:
            self._counts.recorded(game.fact for game in games)
        for game in games:
            _tell(game.fact)
        self._keep_output(games)
        return True

    def _keep_output(self, games: Iterable[GameRecord]) -> None:
        """Keep what the bots printed in games that have gone on record; nothing depends on it, so it is tried once."""
        try:
            self._logs.keep(games)
        except (RedisError, PlatformProblem) as error:
            _log.warning("what bots printed is not kept: %s", error)

    def _look_around(self) -> None:
        """Report and ask, each if it is due, and run errands. Nothing depends on any: errors of Redis are ignored.

        What is finished meanwhile does not wait for a report.
        """
        now = time.monotonic()
        with suppress(RedisError, PlatformProblem):
            if now >= self._report_due and self._finished.empty():
                self._report_due = now + _REPORT_SECONDS
                self._report()
            if now >= self._ask_due:
                self._ask_due = now + _ASK_SECONDS
                if not self._wanted():
                    self._stop.set()
            while not self._errands.empty():
                self._errands.get_nowait()()

    def _report(self) -> None:
        """Report the games that are over and not yet on record with their block, if that has changed or is old."""
        over = max(0, self._games_over - self._recorded * self._tournament.seats)
        reported, at = self._reported
        if over != reported or time.monotonic() - at > _OLD_SECONDS:
            games = len(self._blocks) * self._tournament.seats
            doing = {"blocks": list(self._blocks), "games": games, "done": over}
            self._store.report_progress(self._tournament.name, own_name(), doing)
            self._reported = over, time.monotonic()


def _tell(fact: Fact) -> None:
    """Say that a game is on record, and who was retired in it."""
    of: dict[str, Any] = {"tournament": fact["tournament"], "game": fact["game_id"], "rules": fact["game"]}
    bots = [seat["bot"] for seat in fact["seats"]]
    took: dict[str, Any] = {"decisions": fact["decisions"], "seconds": fact["times"]["seconds"]}
    journal.event("game_recorded", **of, block=fact["block"], bots=bots, **took)
    for seat in fact["seats"]:
        if seat["cause"] is not None:
            journal.event("bot_retired", logging.WARNING, **of, bot=seat["bot"], cause=seat["cause"])
