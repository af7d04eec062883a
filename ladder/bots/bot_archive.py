"""A bot's folder as bytes and back: which files belong to it, their digest, and a tar.gz that is always the same."""

from __future__ import annotations

import gzip
import hashlib
import io
import os
import shutil
import tarfile
import tempfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path, PurePosixPath
from typing import NoReturn

from serai import sample_bots
from serai.ladder.errors import NO_ROOM, PlatformProblem, UserProblem
from serai.ladder.storage.whole_files import write_whole

LARGEST = 16 * 1024 * 1024
MOST_FILES = 5000
_AROUND_A_FILE = 4096  # bytes that an archive may hold for each file besides its content: headers, padding
_VERSION_DIGITS = 32
_GZIP = 16 + zlib.MAX_WBITS  # for zlib: with the header and the checksum of gzip
_NEVER = ("__pycache__", ".git", ".venv", "node_modules", "target")


@dataclass(frozen=True, slots=True)
class File:
    """A file of a bot: its path in the folder, and all of it that counts."""

    path: str
    executable: bool
    content: bytes


def files(folder: Path, ignore: tuple[str, ...] = ()) -> list[File]:
    """Return the files that belong to a bot, sorted by path; UserProblem if they are too large or not plain files."""
    paths = sorted(_paths(folder, ignore))
    size = sum((folder / path).lstat().st_size for path in paths)  # before any is read: a bomb stays where it is
    if size > LARGEST:
        raise UserProblem(
            f"{folder} holds {size // 2**20} MiB; a bot may have {LARGEST // 2**20}. "
            "List what its build makes under ignore in bot.toml"
        )
    if len(paths) > MOST_FILES:
        raise UserProblem(f"{folder} holds {len(paths)} files; a bot may have {MOST_FILES}")
    return [_read(folder, path) for path in paths]


def _paths(folder: Path, ignore: tuple[str, ...]) -> Iterator[str]:
    def closed(error: OSError) -> NoReturn:
        raise UserProblem(f"{error.filename} cannot be read: {error.strerror}")

    for base, inner, names in os.walk(folder, onerror=closed):
        here = Path(base).relative_to(folder)
        inner[:] = [name for name in inner if not _ignored((here / name).as_posix(), ignore)]
        for name in [*names, *(name for name in inner if Path(base, name).is_symlink())]:
            path = (here / name).as_posix()
            if not _ignored(path, ignore):
                yield path


def _ignored(path: str, ignore: tuple[str, ...]) -> bool:
    name = PurePosixPath(path).name
    return name in _NEVER or any(fnmatch(path, pattern.rstrip("/")) or fnmatch(name, pattern) for pattern in ignore)


def _read(folder: Path, path: str) -> File:
    """Read a file; UserProblem for a link, which could name any file of the author's machine.

    Only the bots that come with Serai share files by links.
    """
    place = folder / path
    if not place.is_file() or (place.is_symlink() and not _is_ours(place)):
        raise UserProblem(f"{place} is not a plain file; a bot's folder may hold only files and folders")
    try:
        return File(path, bool(place.stat().st_mode & 0o100), place.read_bytes())
    except OSError as error:
        raise UserProblem(f"{place} cannot be read: {error.strerror}") from None


def _is_ours(place: Path) -> bool:
    return place.resolve().is_relative_to(Path(sample_bots.__file__).resolve().parent)


def digest(folder: Path, ignore: tuple[str, ...] = ()) -> str:
    """Return the version of a folder: a digest over paths, executable bits and contents."""
    whole = hashlib.sha256()
    for file in files(folder, ignore):
        part = hashlib.sha256(file.content).hexdigest()
        whole.update(f"{file.path}\0{'x' if file.executable else '-'}\0{part}\n".encode())
    return whole.hexdigest()[:_VERSION_DIGITS]


def pack(folder: Path, ignore: tuple[str, ...] = ()) -> bytes:
    """Return the files as a tar.gz; the same files give the same bytes."""
    buffer = io.BytesIO()
    with (
        gzip.GzipFile(fileobj=buffer, mode="wb", filename="", mtime=0) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as tar,
    ):
        for file in files(folder, ignore):
            entry = tarfile.TarInfo(file.path)
            entry.size = len(file.content)
            entry.mode = 0o755 if file.executable else 0o644
            tar.addfile(entry, io.BytesIO(file.content))
    return buffer.getvalue()


def unpack(archive: bytes, folder: Path) -> None:
    """Unpack an archive into a new folder, all of it or nothing.

    PlatformProblem if it is damaged, OSError if there is no room for it.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    draft = Path(tempfile.mkdtemp(dir=folder.parent, prefix="unpacking-"))
    try:
        with tarfile.open(fileobj=io.BytesIO(_unzipped(archive, folder)), mode="r:", tarinfo=_Entry) as tar:
            room, files = LARGEST, MOST_FILES
            for entry in tar:
                room, files = room - entry.size, files - 1
                if room < 0 or files < 0:
                    raise _too_much(folder)
                _extract(tar, entry, draft)
        draft.chmod(0o755)
        draft.rename(folder)
    except (tarfile.TarError, zlib.error, EOFError, OSError, ValueError) as error:
        if isinstance(error, OSError) and error.errno in NO_ROOM:
            raise
        raise PlatformProblem(f"the files for {folder} are damaged: {error}") from None
    finally:
        shutil.rmtree(draft, ignore_errors=True)


class _Entry(tarfile.TarInfo):
    """An entry whose size is none: such a one leads back to where it stands (CVE-2025-8194)."""

    def _block(self, count: int) -> int:
        if count < 0:
            raise tarfile.HeaderError("a size below 0")
        return super()._block(count)  # type: ignore[misc, no-any-return]  # typeshed does not know it


def _unzipped(archive: bytes, folder: Path) -> bytes:
    """Return what is packed, up to a limit: a header too can say that it is followed by gigabytes.

    PlatformProblem if there is more, zlib.error or EOFError if it is damaged.
    """
    unzip = zlib.decompressobj(_GZIP)
    content = unzip.decompress(archive, LARGEST + MOST_FILES * _AROUND_A_FILE)
    if unzip.unconsumed_tail:
        raise _too_much(folder)
    if not unzip.eof or unzip.unused_data:
        raise EOFError("its end is missing, or it goes on after it")
    return content


def _too_much(folder: Path) -> PlatformProblem:
    return PlatformProblem(f"the packed bot for {folder} holds more than a bot may have")


def _extract(tar: tarfile.TarFile, entry: tarfile.TarInfo, folder: Path) -> None:
    """Write one file; PlatformProblem if it is not a plain file inside the folder."""
    path = PurePosixPath(entry.name)
    if not entry.isfile() or path.is_absolute() or ".." in path.parts:
        raise PlatformProblem(f"the packed bot holds {entry.name!r}, which is not a plain file inside its folder")
    source = tar.extractfile(entry)
    assert source is not None
    place = folder / path
    place.parent.mkdir(parents=True, exist_ok=True)
    write_whole(place, source.read())
    place.chmod(0o755 if entry.mode & 0o100 else 0o644)
