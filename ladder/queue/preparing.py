"""Getting the bots of a job ready. One that cannot be built anywhere is marked, and retired from its games (D12)."""

from __future__ import annotations

import threading
from collections.abc import Mapping

from serai.ladder.bots import registry
from serai.ladder.bots.building import BuildFailed
from serai.ladder.bots.confinement import Confinement
from serai.ladder.bots.version import BotVersion
from serai.ladder.errors import PlatformProblem
from serai.ladder.storage.queue_notes import Inability, QueueNotes
from serai.ladder.storage.store import Store
from serai.referee.match import Cause, Fault
from serai.server.sandbox.sandbox import Sandbox

_TRIES = 2


def prepare(
    store: Store, bots: Mapping[int, BotVersion], stop: threading.Event, confinement: Confinement
) -> dict[int, Fault]:
    """Install bots, and return why for each that cannot play.

    PlatformProblem if this machine cannot install or confine one that others may; BuildStopped if `stop` is set
    meanwhile.
    """
    confinement.check(bots.values())
    notes = QueueNotes(store.redis)
    unable = {index: _inability(store, notes, bot, stop, confinement.sandbox) for index, bot in bots.items()}
    for index, bot in bots.items():
        if unable[index] is None:
            registry.keep_libraries(bot)
    return {index: _fault(why) for index, why in unable.items() if why is not None}


def _inability(
    store: Store, notes: QueueNotes, bot: BotVersion, stop: threading.Event, sandbox: Sandbox | None
) -> Inability | None:
    """Install a bot, or return why it can play nowhere."""
    installed = registry.is_installed(bot)
    known = notes.inability(bot.version) if bot.manifest.build or not installed else None
    if known is not None or installed:
        return known
    failed = _install(store, notes, bot, stop, sandbox)
    if failed is None:
        return None
    if notes.was_built(bot.version):
        raise PlatformProblem(f"{failed}; elsewhere it was built, so something is amiss here")
    return notes.mark_unable(bot.version, Inability(failed.why, failed.log))


def _install(
    store: Store, notes: QueueNotes, bot: BotVersion, stop: threading.Event, sandbox: Sandbox | None
) -> BuildFailed | None:
    """Install a bot, if need be with a second try, and return how its build failed."""
    package = store.package(bot.version)
    failed: BuildFailed | None = None
    for _ in range(_TRIES):
        try:
            registry.install(package, stop, sandbox)
        except BuildFailed as error:
            failed = error
        else:
            notes.note_built(bot.version)
            return None
    return failed


def _fault(why: Inability) -> Fault:
    return Fault(Cause.START, f"{why.why}\n{why.log}".strip())
