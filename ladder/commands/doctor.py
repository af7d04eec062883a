"""`serai doctor`: what works on this machine."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from serai.ladder.bots.confinement import required
from serai.ladder.bots.toolchains import TOOLCHAINS, Toolchain
from serai.ladder.commands.console import Column, console, json_option, say, say_json_list, table
from serai.ladder.errors import Problem
from serai.ladder.storage import archive_place, redis_connection
from serai.ladder.storage.paths import home
from serai.ladder.storage.redis_settings import Settings
from serai.referee.engine import is_compiled
from serai.server.sandbox.bubblewrap import program
from serai.server.sandbox.sandbox import NoSandbox, running

_ENOUGH_DISK = 1 << 30
_PATIENCE_SECONDS = 20


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check: whether it works, and whether Serai needs it."""

    check: str
    works: bool
    needed: bool
    detail: str
    lack: str = "missing"

    def as_json(self) -> dict[str, Any]:
        return {"check": self.check, "works": self.works, "needed": self.needed, "detail": self.detail}


@click.command(name="doctor")
@json_option
def doctor_command(as_json: bool) -> int:
    """What works on this machine: Python, engine, Redis, archive, sandbox, languages for bots, disk and terminal.

    \b
    Examples:
      serai doctor
      serai doctor --json

    With --json: a list of {check, works, needed, detail}. Exit code 1 if something that is needed does not work.
    """
    findings = list(all_findings())
    failed = any(finding.needed and not finding.works for finding in findings)
    if as_json:
        say_json_list(finding.as_json() for finding in findings)
    else:
        columns = [Column("check", style="bold"), Column("result"), Column("details")]
        table(columns, [[finding.check, _mark(finding), finding.detail] for finding in findings])
        say("\nSomething that is needed does not work." if failed else "\nAll that is needed works.")
    return 1 if failed else 0


def _mark(finding: Finding) -> str:
    if finding.works:
        return "ok"
    return "FAILED" if finding.needed else finding.lack


def all_findings() -> Iterator[Finding]:
    """Yield the findings, one after the other: some take a while."""
    yield Finding("python", sys.version_info >= (3, 11), True, f"{platform.python_version()}, {sys.executable}")
    yield Finding("engine", True, True, "compiled by mypyc" if is_compiled() else "plain Python")
    yield from _redis()
    yield _archive()
    yield _sandbox()
    yield from (_language(name, toolchain) for name, toolchain in TOOLCHAINS.items())
    yield _disk()
    yield _terminal()


def _redis() -> Iterator[Finding]:
    """Yield whether there is a Redis, and whether it may lose facts."""
    try:
        with redis_connection.connection() as connection:
            program = f", served by {connection.program}" if connection.program else ""
            yield Finding("redis", True, True, connection.description + program)
            settings = Settings.of(connection.redis)
            danger = settings.danger()
            yield Finding("persistence", not danger, False, danger or settings.describe(), lack="warning")
    except Problem as problem:
        yield Finding("redis", False, True, str(problem))


def _archive() -> Finding:
    """Say where replays go, and whether that place can be used."""
    try:
        place = archive_place.configured()
        if place is None:
            return Finding("archive", True, False, "replays stay in Redis: REDIS_URL is set, SERAI_ARCHIVE is not")
        place.probe()
        return Finding("archive", True, False, f"replays go to {place.shown()}")
    except Problem as problem:
        return Finding("archive", False, False, str(problem))


def _sandbox() -> Finding:
    """Try out how bots are confined here, and say which layers are in force."""
    binary = program()
    version = _first_line(_run([binary, "--version"]).text) if binary else ""
    try:
        found = required()
    except Problem as problem:
        return Finding("sandbox", False, False, f"{version}: {problem}" if version else str(problem))
    began = time.monotonic()
    try:
        with running(found.for_bot(["true"], Path("/usr"), None)) as process:
            process.communicate()
    except NoSandbox as reason:  # it could before
        return Finding("sandbox", False, False, f"{version}: {reason}")
    cost = (time.monotonic() - began) * 1000
    return Finding("sandbox", True, False, f"{version}: {', '.join(found.layers)}; a start in it takes {cost:.0f} ms")


def _language(name: str, toolchain: Toolchain) -> Finding:
    if toolchain.missing:
        return Finding(name, False, False, toolchain.lack)
    output = _run(list(toolchain.version))
    return Finding(name, output.works, False, _first_line(output.text))


def _disk() -> Finding:
    place = home()
    existing = next(folder for folder in (place, *place.parents) if folder.exists())
    free = shutil.disk_usage(existing).free
    writable = os.access(existing, os.W_OK)
    detail = f"{free / 2**30:.1f} GiB free for {place}" if writable else f"{existing} cannot be written to"
    return Finding("disk", free >= _ENOUGH_DISK and writable, True, detail)


def _terminal() -> Finding:
    found = console()
    if not found.is_terminal:
        return Finding("terminal", True, False, "output goes to a file or a pipe: no colour, plain lines")
    colour = found.color_system or "no"
    return Finding("terminal", True, False, f"{found.width} columns, {colour} colour, {found.encoding}")


@dataclass(frozen=True, slots=True)
class _Output:
    works: bool
    text: str


def _run(line: list[str]) -> _Output:
    """Run a program and return what it prints, on either stream."""
    try:
        result = subprocess.run(line, check=False, capture_output=True, text=True, timeout=_PATIENCE_SECONDS)
    except (OSError, subprocess.TimeoutExpired) as error:
        return _Output(False, str(error))
    return _Output(result.returncode == 0, result.stdout or result.stderr)


def _first_line(text: str) -> str:
    return text.strip().partition("\n")[0]
