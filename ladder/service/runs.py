"""The tournaments that an arena sees to: what is wanted is fed to the workers, in a thread each, until it is over."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress

from redis.exceptions import RedisError

from serai.ladder.errors import Problem
from serai.ladder.queue.running import tend_tournament
from serai.ladder.queue.tending import Tender
from serai.ladder.storage import tournaments
from serai.ladder.storage.store import Store
from serai.ladder.storage.wanted import Wanted, unwant, want, wanted

Say = Callable[[str], None]

_LOOK_SECONDS = 1.0
_FOR_GOOD = ("cancelled", "archived")


class Runs:
    """Looks for what is wanted, and sees to it. What is halted is left alone until it may go on."""

    def __init__(self, store: Store, say: Say) -> None:
        self._store = store
        self._say = say
        self._stop = threading.Event()
        self._threads: dict[str, threading.Thread] = {}
        self._looking = threading.Thread(target=self._look, name="runs")

    def begin(self) -> None:
        self._looking.start()

    def end(self) -> None:
        """Take back what nobody has begun, and leave the marks: whoever serves next goes on."""
        self._stop.set()
        self._looking.join()
        for thread in self._threads.values():
            thread.join()

    def _look(self) -> None:
        while not self._stop.wait(_LOOK_SECONDS):
            try:
                for name, how in wanted(self._store.redis).items():
                    self._see_to(name, how)
            except RedisError:
                continue  # it is waited for anyway; the marks are still there

    def _see_to(self, name: str, how: Wanted) -> None:
        if name in self._threads and self._threads[name].is_alive():
            return
        if name not in self._store.tournaments() or self._store.halted(name) in _FOR_GOOD:
            unwant(self._store.redis, name)
        elif not how.failed and self._store.halted(name) is None:
            self._threads[name] = threading.Thread(target=self._run, args=(name, how), name=f"run {name}")
            self._threads[name].start()

    def _run(self, name: str, how: Wanted) -> None:
        """See to a tournament until it is over; if it cannot go on, note why."""
        tend = Tender(self._store, name, self._say).tend if how.tended else _nothing
        try:
            tend_tournament(self._store, tournaments.load(self._store, name), self._stop, self._say, tend)
            if not self._stop.is_set():
                unwant(self._store.redis, name)
        except RedisError:
            return  # begun again when Redis is back
        except Problem as problem:
            with suppress(RedisError):  # then it is begun again, and fails again
                if self._store.halted(name) is None:
                    want(self._store.redis, name, Wanted(how.tended, str(problem)))


def _nothing() -> None:
    """Tend nothing: only a standing ladder lets bots in by itself."""
