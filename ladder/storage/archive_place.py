"""Where archives are: below a folder, or in a store of objects by URL. Their names are the digests of their content.

SERAI_ARCHIVE names the place: `file:///folder`, `s3://bucket/prefix`, or another URL that obstore knows. Without it
archives go to SERAI_HOME, but nowhere when Redis is that of REDIS_URL: other hosts could not read a local disk.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Protocol
from urllib.parse import unquote, urlsplit, urlunsplit

from serai.ladder.errors import PlatformProblem, UserProblem
from serai.ladder.storage.archive_format import Archive, digest
from serai.ladder.storage.locks import exclusive
from serai.ladder.storage.paths import home

if TYPE_CHECKING:
    from obstore.store import ObjectStore

_PATIENCE = timedelta(seconds=20)
_RETRIES = 3


class ArchivePlace(Protocol):
    """A place that keeps archives by their digest."""

    def shown(self, name: str = "") -> str:
        """Return how people are told of the place, or of the archive of this digest in it."""

    def put(self, name: str, content: bytes) -> None:
        """Keep an archive; when this returns it is there for good. PlatformProblem if it cannot be kept."""

    def get(self, name: str) -> bytes:
        """Return the archive of this digest; PlatformProblem if it is missing or damaged."""

    def probe(self) -> None:
        """Look whether the place can be used; PlatformProblem if not."""


def configured() -> ArchivePlace | None:
    """Return where archives go, None if replays stay in Redis; UserProblem if SERAI_ARCHIVE makes no sense."""
    url = os.environ.get("SERAI_ARCHIVE")
    if not url:
        return None if os.environ.get("REDIS_URL") else Folder(home() / "archive")
    parts = urlsplit(url)
    if parts.scheme == "file" and parts.netloc in ("", "localhost") and parts.path:
        return Folder(Path(unquote(parts.path)))
    if parts.scheme in ("", "file") or not parts.netloc:
        raise UserProblem(f"SERAI_ARCHIVE is {_shown(url)}; it should be like file:///folder or s3://bucket/prefix")
    return Objects(url)


def read(name: str) -> Archive:
    """Return the archive of this digest; PlatformProblem if it is missing or damaged, or nobody knows where it is."""
    place = configured()
    if place is None:
        raise PlatformProblem(
            f"the replays are in the archive {name}; SERAI_ARCHIVE should say where archives are, as for those who play"
        )
    return Archive(place.get(name), place.shown(name))


class Folder:
    """Archives as files below a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def shown(self, name: str = "") -> str:
        return str(self._file(name) if name else self._folder)

    def _file(self, name: str) -> Path:
        return self._folder / _path(name)

    def put(self, name: str, content: bytes) -> None:
        file = self._file(name)
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            # One writes at a time, always to the same file: a killed process leaves at most that one behind.
            with exclusive(self._folder / "write.lock"):
                _write(self._folder / "partial", file, content)
        except OSError as error:
            raise PlatformProblem(f"{file} cannot be written: {error.strerror}; replays stay in Redis") from None
        self.get(name)

    def get(self, name: str) -> bytes:
        file = self._file(name)
        try:
            content = file.read_bytes()
        except OSError as error:
            raise PlatformProblem(
                f"the archive {file} cannot be read ({error.strerror}); its SHA-256 is {name}"
            ) from None
        return _checked(name, content, str(file))

    def probe(self) -> None:
        existing = next(folder for folder in (self._folder, *self._folder.parents) if folder.exists())
        if not existing.is_dir() or not os.access(existing, os.W_OK):
            raise PlatformProblem(
                f"{self._folder} cannot hold archives: {existing} is no folder that can be written to"
            )


def _write(partial: Path, file: Path, content: bytes) -> None:
    """Write a file so that it is there as a whole or not at all, also after a loss of power."""
    with partial.open("wb") as output:
        output.write(content)
        output.flush()
        os.fsync(output.fileno())
    partial.replace(file)
    for folder in (file.parent, file.parent.parent):
        handle = os.open(folder, os.O_RDONLY)
        os.fsync(handle)
        os.close(handle)


class Objects:
    """Archives as objects in a store by URL."""

    def __init__(self, url: str) -> None:
        self._url = url

    def shown(self, name: str = "") -> str:
        place = _shown(self._url).rstrip("/")
        return f"{place}/{_path(name)}" if name else place

    def put(self, name: str, content: bytes) -> None:
        with self._opened(name) as store:
            store.put(_path(name), content)
        self.get(name)

    def get(self, name: str) -> bytes:
        with self._opened(name) as store:
            content = bytes(store.get(_path(name)).bytes())
        return _checked(name, content, self.shown(name))

    def probe(self) -> None:
        with self._opened("") as store:
            next(iter(store.list(chunk_size=1)), None)

    @contextmanager
    def _opened(self, name: str) -> Iterator[ObjectStore]:
        """Open the store while the block runs; PlatformProblem if something is wrong with it."""
        try:
            from obstore.exceptions import BaseError
            from obstore.store import from_url
        except ImportError:
            raise PlatformProblem("SERAI_ARCHIVE needs a library: pip install 'serai[s3]'") from None
        try:
            yield from_url(
                self._url,
                # Plain HTTP is spoken only where AWS_ENDPOINT_URL says so.
                client_options={"timeout": _PATIENCE, "connect_timeout": _PATIENCE, "allow_http": True},
                retry_config={"max_retries": _RETRIES, "retry_timeout": _PATIENCE},
            )
        except FileNotFoundError:
            told = f"; its SHA-256 is {name}" if name else ""
            raise PlatformProblem(f"the archive {self.shown(name)} is missing{told}") from None
        except (BaseError, OSError, ValueError) as error:
            reason = str(error).partition("\n")[0]
            raise PlatformProblem(f"the archive {self.shown(name)} cannot be reached: {reason}") from None


def _path(name: str) -> str:
    return f"{name[:2]}/{name}.replays"


def _checked(name: str, content: bytes, where: str) -> bytes:
    if digest(content) != name:
        raise PlatformProblem(f"the archive {where} is damaged: its SHA-256 is {digest(content)}, not {name}")
    return content


def _shown(url: str) -> str:
    """Return a URL without what could be a secret in it."""
    parts = urlsplit(url)
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))
