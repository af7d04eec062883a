"""Where operations are asked for: on a store at hand, or at an arena. Commands cannot tell which it is."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import asdict
from functools import cache
from typing import ParamSpec, Protocol, TypeVar

from serai.ladder.bots import registry
from serai.ladder.bots.confinement import arena
from serai.ladder.bots.version import Package
from serai.ladder.desk.operation import Call, Operation, Row
from serai.ladder.errors import UserProblem
from serai.ladder.model.tournament import Tournament
from serai.ladder.shown import Shown, quiet
from serai.ladder.storage import tournaments
from serai.ladder.storage.store import Store

P = ParamSpec("P")
T = TypeVar("T")


class Desk(Protocol):
    """Takes questions, one after the other."""

    def ask(self, operation: Operation[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return what comes of an operation; rows are read as they are asked for."""

    def bring(self, files: Mapping[str, bytes], operation: Operation[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Ask, and bring files along."""

    def play(
        self, name: str, workers: int | None, at: Callable[[Row], None], say: Callable[[str], None], tended: bool
    ) -> None:
        """See to it that a tournament is played to its end, and tell how far it has come.

        `workers` are processes of our own; `tended` lets new bots into a ladder. UserProblem if it is halted.
        """

    def interrupted(self, name: str, again: str) -> str:
        """Return what becomes of a tournament whose command is interrupted; `again` is the command."""

    def build(self, package: Package) -> None:
        """Build a bot that is about to be registered, if it is built here and not only where it is played."""


class LocalDesk:
    """Runs operations on a store, in the name of whoever holds it. It is opened when it is first needed."""

    def __init__(self, opening: Callable[[], Store], shown: Shown = quiet) -> None:
        self._open = cache(opening)
        self._shown = shown

    def ask(self, operation: Operation[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        return self.bring({}, operation, *args, **kwargs)

    def bring(self, files: Mapping[str, bytes], operation: Operation[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        return operation.run(Call(self._open, files=files, shown=self._shown), *args, **kwargs)

    def play(
        self, name: str, workers: int | None, at: Callable[[Row], None], say: Callable[[str], None], tended: bool
    ) -> None:
        # Not at the top: most commands play nothing, and can do without the queue.
        from serai.ladder.queue.running import run_tournament
        from serai.ladder.queue.tending import Tender

        store = self._open()
        tournament = tournaments.load(store, name)
        if store.halted(tournament.name) == "cancelled":
            raise UserProblem(f"{tournament.name} is cancelled, so it is not played any more")
        count = len(os.sched_getaffinity(0)) if workers is None else workers
        if count:
            _check_confinement(tournament, say)
        tend = Tender(store, tournament.name, say).tend if tended else _nothing
        run_tournament(store, tournament, count, lambda now: at(asdict(now)), say, tend)

    def interrupted(self, name: str, again: str) -> str:
        return f"interrupted; {again} goes on where it stopped"

    def build(self, package: Package) -> None:
        confinement = arena()
        if package.bot.manifest.build:
            confinement.check([package.bot])
        registry.install(package, sandbox=confinement.sandbox)
        registry.keep_libraries(package.bot)


def _nothing() -> None:
    """Tend nothing: only a standing ladder lets bots in by itself."""


def _check_confinement(tournament: Tournament, say: Callable[[str], None]) -> None:
    """PlatformProblem if there is no sandbox for a bot that needs one; a line if none is wanted."""
    confinement = arena()
    confinement.check(tournament.bots)
    if confinement.unsafe:
        say("bots are NOT confined: they can read and change all that you can; the results are marked")
