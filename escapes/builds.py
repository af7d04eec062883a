"""Builds by strangers: what they try when a bot is installed."""

from __future__ import annotations

import json
import os
import socket
import sys
from pathlib import Path
from unittest.mock import patch

from escapes.stage import put_prisoner
from escapes.tries import Tries
from serai.ladder.bots import registry
from serai.ladder.bots.building import BuildFailed
from serai.ladder.bots.confinement import required
from serai.ladder.bots.version import Package
from serai.ladder.storage.paths import home

attempt = TRIES = Tries()
_FROM_A_BUILD = (
    *("read_store", "list_home", "store_over_tcp", "read_other_package", "outside_tcp", "abstract_socket", "ptrace"),
    *("mount", "nested_namespaces", "capabilities", "keyring", "other_processes", "write_outside"),
)
_DIG = "import os\nfor _ in range(3000): os.mkdir('d'); os.chdir('d')"
_CLOSE = "mkdir closed && head -c 9000000 /dev/zero >closed/big && chmod 0 closed"
# A file without a name takes room all the same; it is held until somebody ends this.
_NAMELESS = """import os, time
held = open('held', 'w+b', buffering=0)
os.unlink('held')
while True:
    held.write(bytes(1 << 20)) if os.fstat(held.fileno()).st_size < 64 << 20 else time.sleep(1)
"""


@attempt
def build_that_fetches(folder: Path) -> str:
    """Without a network there is nothing to fetch from, not even here."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        code = f"import socket; socket.create_connection(('127.0.0.1', {server.getsockname()[1]}), 3)"
        return "" if _fails(folder, [sys.executable, "-c", code]) else "it fetched"


@attempt
def build_that_looks_around(folder: Path) -> str:
    """Tries what a bot tries: the store, other bots, the network, namespaces."""
    facts = {
        "home": str(home()),
        "secret": str(home() / "secret"),
        "own": str(home() / "versions"),
        "other": str(home() / "versions" / "other"),
        "tcp": 6379,
        "abstract": "serai",
    }
    (home() / "secret").write_text("the deal")
    put_prisoner(folder)
    said = _build(folder, [sys.executable, "-I", ".", json.dumps(facts), *_FROM_A_BUILD])
    answers = [json.loads(line) for line in said.splitlines() if line.startswith("{")]
    got = {answer["attempt"]: answer["got"] for answer in answers if answer["got"]}
    return str(got or "") if len(answers) == len(_FROM_A_BUILD) else f"it was not tried: {said[-300:]}"


@attempt
def build_that_reads_the_environment(folder: Path) -> str:
    """The address of the store and other secrets are not in it."""
    said = _build(folder, ["sh", "-c", "env | grep -E 'REDIS|SERAI_HOME|TOKEN|AWS|PASSWORD' || true"])
    return said.strip()


@attempt
def build_that_poisons_the_cache(folder: Path) -> str:
    """What it leaves in the cache of its language is gone for the next build."""
    _build(folder, ["sh", "-c", 'echo poison >"$SERAI_CACHE/poison"'])
    left = list((home() / "cache").rglob("poison"))
    return str(left or "")


@attempt
def build_that_changes_users(folder: Path) -> str:
    """A program with the bit set that a build leaves is an ordinary one, and ours."""
    _build(folder, ["sh", "-c", "cp /bin/sh shell && chmod 6755 shell && ln -s /etc/passwd link"])
    for path in (home() / "versions").rglob("shell"):
        found = path.stat()
        return "the bit is set" if found.st_mode & 0o7000 or found.st_uid != os.geteuid() else ""
    return "it was not tried"


@attempt
def build_that_fills_the_disk(folder: Path) -> str:
    """One file has a limit; all of them together are looked at while it runs (a smaller one here)."""
    with patch("serai.ladder.bots.building.MOST_BYTES", 8 << 20):
        fails = _fails(folder, ["sh", "-c", "for n in 1 2 3; do dd if=/dev/zero of=big$n bs=1M count=4; done"])
    return "" if fails else "12 MiB were written"


@attempt
def build_that_fills_the_disk_by_its_cache(folder: Path) -> str:
    """The cache is its own copy, but it lies on the same disk."""
    with patch("serai.ladder.bots.building.MOST_BYTES", 8 << 20):
        return "" if _fails(folder, ["sh", "-c", 'head -c 12000000 /dev/zero >"$SERAI_CACHE/big"']) else "12 MB"


@attempt
def build_that_makes_folders_without_end(folder: Path) -> str:
    """An empty folder takes room, too."""
    with patch("serai.ladder.bots.building.MOST_FILES", 500):
        return "" if _fails(folder, ["sh", "-c", "mkdir $(seq 600)"]) else "600 folders"


@attempt
def build_that_digs_deep(folder: Path) -> str:
    """Folders within folders, deeper than a path can be long: it is refused, and nothing of it is left."""
    if not _fails(folder, [sys.executable, "-c", _DIG]):
        return "it was taken"
    return str(list((home() / "versions").glob("*/bot")) or "")


@attempt
def build_that_hides_what_it_writes(folder: Path) -> str:
    """In a folder that nobody may look into; where we are root, we look."""
    with patch("serai.ladder.bots.building.MOST_BYTES", 8 << 20):
        return "" if _fails(folder, ["sh", "-c", _CLOSE]) else "9 MB were hidden"


@attempt
def build_that_writes_without_a_name(folder: Path) -> str:
    """Nobody can see such a file; that the disk becomes full can be seen (here it counts as full at once)."""
    with (
        patch("serai.ladder.bots.building.MOST_BYTES", 8 << 20),
        patch("serai.ladder.bots.building.LEAST_FREE", 1 << 60),
    ):
        return "" if _fails(folder, [sys.executable, "-c", _NAMELESS]) else "64 MiB were held"


@attempt
def build_that_leaves_a_pipe(folder: Path) -> str:
    """Whoever opened it would wait for ever."""
    _build(folder, ["mkfifo", "bait"])
    return str(list((home() / "versions").rglob("bait")) or "")


def _fails(folder: Path, line: list[str]) -> bool:
    try:
        _build(folder, line)
    except BuildFailed:
        return True
    return False


def _build(folder: Path, line: list[str]) -> str:
    """Build a bot with this line, and return what it printed; BuildFailed."""
    manifest = {"name": "hostile", "language": "python", "games": ["yspahan"], "run": ["true"], "build": line}
    text = "\n".join(f"{key} = {json.dumps(value)}" for key, value in manifest.items())
    (folder / "bot.toml").write_text(text)
    package: Package = registry.package(folder)
    registry.install(package, sandbox=required())
    return (registry.folder_of(package.bot.version).parent / "build.log").read_text(errors="replace")
