"""Conformance of a bot: its folder is checked here, how it plays by serai.server.conformance."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from serai.ladder.bots import registry
from serai.ladder.bots.bot_archive import digest
from serai.ladder.bots.manifest import Manifest, read_manifest
from serai.ladder.bots.version import BotVersion, Package
from serai.ladder.errors import PlatformProblem, UserProblem
from serai.referee.games import GAMES
from serai.referee.match import Cause
from serai.server.conformance.bot_under_test import Limits
from serai.server.conformance.checks import Check, checks
from serai.server.conformance.results import CheckFailed, CheckResult, Result, Results
from serai.server.conformance.run import run_checks
from serai.server.errors import PlatformError
from serai.server.sandbox.sandbox import Sandbox

_LOG_TAIL = 4000  # characters of what a build printed


@dataclass(frozen=True, slots=True)
class Report:
    """All checks of one bot with their results."""

    bot: str
    checks: Sequence[Check]
    results: Sequence[CheckResult]
    seconds: float

    @property
    def failed(self) -> list[CheckResult]:
        return [checked for checked in self.results if checked.result is Result.FAILED]

    def count(self, result: Result) -> int:
        return sum(checked.result is result for checked in self.results)

    def as_json(self) -> dict[str, Any]:
        hints = {check.name: check.hint for check in self.checks}
        summary = {
            "bot": self.bot,
            "checks": len(self.results),
            "ok": self.count(Result.OK),
            "failed": self.count(Result.FAILED),
            "not_reached": self.count(Result.MISSED),
            "seconds": round(self.seconds, 1),
        }
        return {
            "checks": [{**checked.as_json(), "hint": hints[checked.check]} for checked in self.results],
            "summary": summary,
        }


OnResult = Callable[[int, int], None]  # called with the number of checks that have a result, and of all


def check_bot(
    find: Callable[[], Package],
    folder: Path | None,
    limits: Limits,
    stop_early: bool,
    on_result: OnResult,
    sandbox: Sandbox | None = None,
) -> Report:
    """Make every check of a bot and return their results. `folder` is where its bot.toml lies if a folder was named."""
    began = time.monotonic()
    broken = _broken_manifest(folder)
    package = None if broken else find()
    listed = checks(package.bot.manifest.all_games() if package else ())
    results = Results([check.name for check in listed], lambda count: on_result(count, len(listed)))
    if package is None:
        results.fail("manifest.readable", CheckFailed("manifest.readable", Cause.START, broken), "")
        name = str(folder)
    else:
        _check(package, results, limits, stop_early, sandbox)
        name = str(package.bot)
    return Report(name, listed, results.close(), time.monotonic() - began)


def _broken_manifest(folder: Path | None) -> str:
    """Return what is wrong with the bot.toml of a folder; empty if nothing is, or if there is none."""
    if folder is None or not registry.has_manifest(folder):
        return ""
    try:
        read_manifest(folder)
    except UserProblem as problem:
        return str(problem)
    return ""


def _check(package: Package, results: Results, limits: Limits, stop_early: bool, sandbox: Sandbox | None) -> None:
    manifest = package.bot.manifest
    results.ok("manifest.readable")
    _check_games(manifest, results)
    installed = _install(package, results, sandbox)
    if installed is None or not _find_program(package.bot, installed, results):
        return
    games = [GAMES[name] for name in dict.fromkeys(manifest.all_games()) if name in GAMES]
    if not games or (stop_early and results.failed):
        return
    before = _state_of(installed, manifest)
    try:
        run_checks(registry.command(package.bot, sandbox), games, results, limits, stop_early)
    except PlatformError as error:
        raise PlatformProblem(f"the examiner failed, not the bot: {error}") from error
    _compare(before, _state_of(installed, manifest), results)


def _check_games(manifest: Manifest, results: Results) -> None:
    unknown = [name for name in manifest.all_games() if name not in GAMES]
    if unknown:
        text = f"bot.toml claims {', '.join(unknown)}; there are {', '.join(GAMES)}"
        results.fail("manifest.games", CheckFailed("manifest.games", Cause.START, text), "")
    results.ok("manifest.games")


def _install(package: Package, results: Results, sandbox: Sandbox | None) -> Path | None:
    """Unpack and build the bot, and return its folder; None if that fails. What the build printed is the evidence."""
    try:
        folder = registry.install(package, sandbox=sandbox)
    except PlatformProblem as problem:
        log = registry.folder_of(package.bot.version).parent / "build.log"
        printed = log.read_text(errors="replace")[-_LOG_TAIL:] if log.exists() else ""
        results.fail("manifest.build", CheckFailed("manifest.build", Cause.START, str(problem)), printed)
        return None
    results.ok("manifest.build")
    return folder


def _find_program(bot: BotVersion, folder: Path, results: Results) -> bool:
    """Return True if the run line names a program; one with a slash is looked for in the bot's folder."""
    program = registry.command(bot).command[0]
    found = os.access(folder / program, os.X_OK) if "/" in program else shutil.which(program) is not None
    if found:
        results.ok("manifest.run")
    else:
        where = "in the bot's folder" if "/" in program else "on the PATH"
        text = f"{program} is not a program {where}"
        results.fail("manifest.run", CheckFailed("manifest.run", Cause.START, text), "")
    return found


def _state_of(folder: Path, manifest: Manifest) -> str:
    """Return a digest of the installed files, or what is wrong with them."""
    try:
        return digest(folder, manifest.ignore)
    except UserProblem as problem:
        return str(problem)


def _compare(before: str, after: str, results: Results) -> None:
    if before != after:
        text = "the files in the bot's installed folder are not the same as before"
        results.fail("folder.unchanged", CheckFailed("folder.unchanged", Cause.PROTOCOL, text), "")
    results.ok("folder.unchanged")
