"""Packages by strangers: what they try on the way into the arena. Builds are in builds.py."""

from __future__ import annotations

import gzip
import io
import os
import stat
import tarfile
import tracemalloc
import zlib
from contextlib import suppress
from pathlib import Path

from escapes.tries import Tries
from serai.ladder.bots import bot_archive, registry
from serai.ladder.bots.version import Package
from serai.ladder.errors import Problem

attempt = TRIES = Tries()


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
def archive_with_a_header_that_grows(folder: Path) -> str:
    """A name of gigabytes: it would be read as a whole before anybody could look at it."""
    entry = _entry("././@LongLink", tarfile.GNUTYPE_LONGNAME)
    entry.size = 1 << 27
    packer = zlib.compressobj(1, wbits=16 + zlib.MAX_WBITS)
    parts = [packer.compress(entry.tobuf()), *(packer.compress(bytes(1 << 20)) for _ in range(128)), packer.flush()]
    tracemalloc.start()
    try:
        with suppress(Problem):
            bot_archive.unpack(b"".join(parts), folder / "unpacked")
            return "it was unpacked"
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    return f"it took {most >> 20} MiB" if most > 6 * bot_archive.LARGEST else ""


@attempt
def archive_that_leads_back(folder: Path) -> str:
    """Entries with a size below 0, after which the next one is the same."""
    header = bytearray(_entry("a").tobuf(tarfile.GNU_FORMAT))
    header[124:136] = b"\xff" * 10 + b"\xfe\x00"
    header[148:156] = b" " * 8
    header[148:156] = f"{sum(header):06o}\0 ".encode()
    with suppress(Problem):
        bot_archive.unpack(gzip.compress(bytes(header) + bytes(1024)), folder / "unpacked")
        return "it was unpacked"
    return ""


@attempt
def archive_of_another_bot(folder: Path) -> str:
    """Files that somebody put into Redis as those of a bot that comes with Serai, which is trusted more."""
    (folder / "bot.toml").write_text('name = "random"\nlanguage = "python"\ngames = ["yspahan"]\nrun = ["true"]\n')
    ours = registry.find("random").bot
    with suppress(Problem):
        registry.install(Package(ours, bot_archive.pack(folder)))
        return "it was installed"
    return "it is there" if registry.is_installed(ours) else ""


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
