"""Conformance of a bot: what its folder promises is looked at here, all the rest by the examiner."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from serai.ladder.bots import manifest as manifests
from serai.ladder.bots import registry
from serai.ladder.bots.bot_archive import digest
from serai.ladder.bots.manifest import Manifest
from serai.ladder.bots.version import Package
from serai.ladder.errors import PlatformProblem, UserProblem
from serai.referee.games import GAMES
from serai.referee.match import Cause
from serai.server.conformance.bot_under_test import Limits
from serai.server.conformance.checks import Check, checks
from serai.server.conformance.results import Mark, Marks, Misconduct, Result
from serai.server.conformance.run import examine
from serai.server.errors import PlatformError

_LOG_TAIL = 4000  # characters of what a build printed


@dataclass(frozen=True, slots=True)
class Report:
    """All checks of one bot with their results."""

    bot: str
    checks: Sequence[Check]
    marks: Sequence[Mark]
    seconds: float

    @property
    def failed(self) -> list[Mark]:
        return [mark for mark in self.marks if mark.result is Result.FAILED]

    def count(self, result: Result) -> int:
        return sum(mark.result is result for mark in self.marks)

    def as_json(self) -> dict[str, Any]:
        hints = {check.name: check.hint for check in self.checks}
        summary = {
            "bot": self.bot,
            "checks": len(self.marks),
            "ok": self.count(Result.OK),
            "failed": self.count(Result.FAILED),
            "not_reached": self.count(Result.MISSED),
            "seconds": round(self.seconds, 1),
        }
        return {"checks": [{**mark.as_json(), "hint": hints[mark.check]} for mark in self.marks], "summary": summary}


Watch = Callable[[int, int], None]  # is told how many of how many checks have a result


def check_bot(
    find: Callable[[], Package], folder: Path | None, limits: Limits, stop_early: bool, watch: Watch
) -> Report:
    """Make every check of a bot. `folder` is where its bot.toml lies if a folder was named."""
    began = time.monotonic()
    broken = _broken_manifest(folder)
    package = None if broken else find()
    listed = checks(package.bot.manifest.all_games() if package else ())
    marks = Marks([check.name for check in listed], lambda count: watch(count, len(listed)))
    if package is None:
        marks.fail("manifest.readable", Misconduct("manifest.readable", Cause.START, broken), "")
        name = str(folder)
    else:
        _check(package, marks, limits, stop_early)
        name = str(package.bot)
    return Report(name, listed, marks.close(), time.monotonic() - began)


def _broken_manifest(folder: Path | None) -> str:
    """What is wrong with a bot.toml that is there; empty if nothing is."""
    if folder is None or not (folder / manifests.FILE).is_file():
        return ""
    try:
        manifests.read(folder)
    except UserProblem as problem:
        return str(problem)
    return ""


def _check(package: Package, marks: Marks, limits: Limits, stop_early: bool) -> None:
    manifest = package.bot.manifest
    marks.ok("manifest.readable")
    _look_for_games(manifest, marks)
    installed = _install(package, marks)
    if installed is None or not _find_program(manifest, installed, marks):
        return
    games = [GAMES[name] for name in dict.fromkeys(manifest.all_games()) if name in GAMES]
    if not games or (stop_early and marks.failed):
        return
    before = _state_of(installed, manifest)
    try:
        examine(registry.command(package.bot), games, marks, limits, stop_early)
    except PlatformError as error:
        raise PlatformProblem(f"the examiner failed, not the bot: {error}") from error
    _compare(before, _state_of(installed, manifest), marks)


def _look_for_games(manifest: Manifest, marks: Marks) -> None:
    unknown = [name for name in manifest.all_games() if name not in GAMES]
    if unknown:
        text = f"bot.toml claims {', '.join(unknown)}; there are {', '.join(GAMES)}"
        marks.fail("manifest.games", Misconduct("manifest.games", Cause.START, text), "")
    marks.ok("manifest.games")


def _install(package: Package, marks: Marks) -> Path | None:
    """Unpack and build the bot; what the build printed is the evidence."""
    try:
        folder = registry.install(package)
    except PlatformProblem as problem:
        log = registry.folder_of(package.bot.version).parent / "build.log"
        printed = log.read_text(errors="replace")[-_LOG_TAIL:] if log.exists() else ""
        marks.fail("manifest.build", Misconduct("manifest.build", Cause.START, str(problem)), printed)
        return None
    marks.ok("manifest.build")
    return folder


def _find_program(manifest: Manifest, folder: Path, marks: Marks) -> bool:
    """Whether the run line names a program; one with a slash is looked for in the bot's folder."""
    program = registry.resolve(manifest.run)[0]
    found = os.access(folder / program, os.X_OK) if "/" in program else shutil.which(program) is not None
    if found:
        marks.ok("manifest.run")
    else:
        where = "in the bot's folder" if "/" in program else "on the PATH"
        text = f"{program} is not a program {where}"
        marks.fail("manifest.run", Misconduct("manifest.run", Cause.START, text), "")
    return found


def _state_of(folder: Path, manifest: Manifest) -> str:
    """A digest of the installed files; what cannot be taken for a bot's files has a state too."""
    try:
        return digest(folder, manifest.ignore)
    except UserProblem as problem:
        return str(problem)


def _compare(before: str, after: str, marks: Marks) -> None:
    if before != after:
        text = "the files in the bot's installed folder are not the same as before"
        marks.fail("folder.unchanged", Misconduct("folder.unchanged", Cause.PROTOCOL, text), "")
    marks.ok("folder.unchanged")
