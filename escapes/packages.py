"""Packages and builds by strangers: what they try on the way into the arena."""

from __future__ import annotations

import io
import json
import os
import socket
import stat
import sys
import tarfile
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from unittest.mock import patch

from escapes.stage import PRISONER
from serai.ladder.bots import bot_archive, registry
from serai.ladder.bots.build_world import NETWORK
from serai.ladder.bots.building import BuildFailed
from serai.ladder.bots.confinement import required
from serai.ladder.bots.version import Package
from serai.ladder.errors import Problem
from serai.ladder.storage.paths import home

Try = Callable[[Path], str]
TRIES: dict[str, Try] = {}
_FROM_A_BUILD = (
    *("read_store", "list_home", "store_over_tcp", "read_other_package", "outside_tcp", "abstract_socket", "ptrace"),
    *("mount", "nested_namespaces", "capabilities", "keyring", "other_processes", "write_outside"),
)


def attempt(function: Try) -> Try:
    TRIES[function.__name__] = function
    return function


def _packed(folder: Path) -> str:
    """Return that a folder was taken, empty if it was refused."""
    with suppress(Problem):
        return f"{len(bot_archive.pack(folder))} bytes were packed"
    return ""


def _unpacked(entry: tarfile.TarInfo, folder: Path, content: bytes = b"") -> str:
    """Return that an archive with this entry was taken, empty if it was refused."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as tar:
        entry.size = len(content)
        tar.addfile(entry, io.BytesIO(content))
    with suppress(Problem):
        bot_archive.unpack(buffer.getvalue(), folder / "unpacked")
        return f"{entry.name} was unpacked"
    return ""


def _entry(name: str, kind: bytes = tarfile.REGTYPE, target: str = "") -> tarfile.TarInfo:
    entry = tarfile.TarInfo(name)
    entry.type, entry.linkname = kind, target
    return entry


@attempt
def link_in_the_package(folder: Path) -> str:
    (folder / "link").symlink_to("/etc/passwd")
    return _packed(folder)


@attempt
def linked_folder_in_the_package(folder: Path) -> str:
    (folder / "etc").symlink_to("/etc", target_is_directory=True)
    return _packed(folder)


@attempt
def pipe_in_the_package(folder: Path) -> str:
    os.mkfifo(folder / "pipe")
    return _packed(folder)


@attempt
def sparse_file_in_the_package(folder: Path) -> str:
    with (folder / "sparse").open("wb") as file:
        file.truncate(1 << 40)
    return _packed(folder)


@attempt
def too_many_files_in_the_package(folder: Path) -> str:
    for number in range(bot_archive.MOST_FILES + 1):
        (folder / str(number)).touch()
    return _packed(folder)


@attempt
def way_up_in_the_archive(folder: Path) -> str:
    return _unpacked(_entry("../escaped"), folder) or _unpacked(_entry("a/../../escaped"), folder)


@attempt
def absolute_path_in_the_archive(folder: Path) -> str:
    return _unpacked(_entry(str(folder / "escaped")), folder)


@attempt
def link_in_the_archive(folder: Path) -> str:
    return _unpacked(_entry("link", tarfile.SYMTYPE, "/etc/passwd"), folder)


@attempt
def hard_link_in_the_archive(folder: Path) -> str:
    return _unpacked(_entry("hard", tarfile.LNKTYPE, "/etc/passwd"), folder)


@attempt
def device_in_the_archive(folder: Path) -> str:
    return _unpacked(_entry("device", tarfile.BLKTYPE), folder) or _unpacked(_entry("pipe", tarfile.FIFOTYPE), folder)


@attempt
def changed_user_in_the_archive(folder: Path) -> str:
    """A program with the bit set comes out without it."""
    entry = _entry("shell")
    entry.mode = 0o6755
    _unpacked(entry, folder, b"#!/bin/sh\n")
    mode = (folder / "unpacked" / "shell").stat().st_mode
    return "the bit is set" if mode & (stat.S_ISUID | stat.S_ISGID) else ""


@attempt
def archive_that_grows(folder: Path) -> str:
    """One kilobyte for every megabyte that comes out of it."""
    return _unpacked(_entry("bomb"), folder, bytes(bot_archive.LARGEST + 1))


@attempt
def archive_that_grows_in_many_files(folder: Path) -> str:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as tar:
        for number in range(3):
            entry = _entry(str(number))
            entry.size = bot_archive.LARGEST // 2
            tar.addfile(entry, io.BytesIO(bytes(entry.size)))
    with suppress(Problem):
        bot_archive.unpack(buffer.getvalue(), folder / "unpacked")
        return "it was unpacked"
    return ""


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
    (folder / "prisoner.py").write_text(PRISONER.read_text())
    said = _build(folder, [sys.executable, "-I", "prisoner.py", json.dumps(facts), *_FROM_A_BUILD])
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


def tried(name: str) -> str:
    """Try one of them, in a home of its own; returns what it got, empty if nothing."""
    with _home(), tempfile.TemporaryDirectory() as folder:
        return TRIES[name](Path(folder))


@contextmanager
def _home() -> Iterator[None]:
    before = {name: os.environ.get(name) for name in ("SERAI_HOME", "REDIS_URL", NETWORK)}
    with tempfile.TemporaryDirectory(prefix="escapes-") as home:
        os.environ.update(SERAI_HOME=home, REDIS_URL="redis://127.0.0.1:6379/0")
        os.environ[NETWORK] = "off"
        try:
            yield
        finally:
            for name, value in before.items():
                os.environ.pop(name, None)
                if value is not None:
                    os.environ[name] = value
