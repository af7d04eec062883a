"""The connection to Redis: to that of REDIS_URL, or to an embedded Valkey with its data in SERAI_HOME.

The embedded server is started by the command that needs it first, shared by all that run at the same time, and stopped
when the last of them has exited, even if it was killed. See embedded_redis.py.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from serai.ladder.errors import PlatformProblem
from serai.ladder.storage import embedded_redis
from serai.ladder.storage.embedded_program import OLDEST, Program, find_program, note
from serai.ladder.storage.locks import exclusive, is_free, shared
from serai.ladder.storage.paths import home
from serai.server.process_folder import NoFolder, user_folder

if TYPE_CHECKING:
    from redis import Redis

    from serai.ladder.storage.redis_address import Address
    from serai.ladder.storage.redis_waiting import Say

_PATIENCE_SECONDS = 60.0
_POLL_SECONDS = 0.01
_MOMENT_SECONDS = 0.5
_MOST_KILLED_STARTS = 5


@dataclass(frozen=True, slots=True)
class Connection:
    """A Redis that answers. `description` says in one line which it is and how it is reached.

    `replicas` is how many replicas should have a fact before it counts as recorded, see `replication.py`; `program` is
    the path of an embedded server.
    """

    redis: Redis
    url: str = field(repr=False)
    description: str
    replicas: int = 0
    program: str = ""


@contextmanager
def connection(waiting: Say | None = None, limit: float | None = None, at_start: bool = False) -> Iterator[Connection]:
    """Connect while the block runs; PlatformProblem if there is no server.

    If Redis goes away meanwhile, a command is repeated for some seconds, then PlatformProblem. With `waiting` it is
    waited for as long as it takes; a line says so, and another that it goes on. `limit` is then for how many seconds a
    single command is repeated, if not for ever; with `at_start` a server that is not yet there is waited for too.
    """
    url = os.environ.get("REDIS_URL")
    with _configured(url, waiting, limit, at_start) if url else _embedded(waiting, limit) as found:
        yield found


@contextmanager
def connection_if_running() -> Iterator[Redis]:
    """Connect to a server that is already running: none is started, kept alive or waited for.

    PlatformProblem if there is none; an error of the client if it does not answer at once.
    """
    url = os.environ.get("REDIS_URL") or f"unix://{_running_address()}"
    from redis.backoff import NoBackoff
    from redis.retry import Retry

    from serai.ladder.storage import redis_address

    moment = {"socket_connect_timeout": _MOMENT_SECONDS, "socket_timeout": _MOMENT_SECONDS}
    with redis_address.read(url).client(Retry(NoBackoff(), 0), **moment) as redis:
        yield redis


@contextmanager
def _configured(url: str, waiting: Say | None, limit: float | None, at_start: bool) -> Iterator[Connection]:
    """Connect to the server of REDIS_URL, and to no other; PlatformProblem if it does not answer or is too old."""
    from serai.ladder.storage import redis_address

    address = redis_address.read(url)
    description = _first_contact(address, waiting if at_start else None)
    with _client(address, f"Redis at {address.shown}", waiting, limit) as redis:
        yield Connection(
            redis, url, f"{description} at {address.shown} (REDIS_URL, by {address.way})", address.replicas
        )


def _first_contact(address: Address, waiting: Say | None) -> str:
    """Return which server answers; PlatformProblem if none does that can be used."""
    from redis.exceptions import RedisError
    from redis.sentinel import MasterNotFoundError

    from serai.ladder.storage.redis_waiting import Patience, WaitingRetry, plain, silently

    patience = Patience(f"Redis at {address.shown}", waiting or silently, None if waiting else 0.0)
    try:
        with address.client(WaitingRetry(patience)) as first:
            info = first.info("server")
    except MasterNotFoundError:  # Its text describes the clients of the sentinels, with their passwords.
        raise PlatformProblem(
            f"REDIS_URL is {address.shown}, but no sentinel answers there that knows a master {address.master}"
        ) from None
    except (RedisError, OSError, ValueError) as error:
        why = address.scrub(plain(error)) or type(error).__name__
        raise PlatformProblem(f"REDIS_URL is {address.shown}, but nothing usable answers there: {why}") from None
    found = _describe(info)
    if _version(info["redis_version"]) < OLDEST:
        needed = ".".join(map(str, OLDEST))
        raise PlatformProblem(f"REDIS_URL is {address.shown}, which is {found}; Serai needs {needed} or newer")
    return found


@contextmanager
def _embedded(waiting: Say | None, limit: float | None) -> Iterator[Connection]:
    from serai.ladder.storage import redis_address

    folder = _data_folder()
    _prepare(folder)
    with shared(folder / embedded_redis.USERS):
        _ensure_running()
        url = f"unix://{_address()}"
        what = f"the embedded server in {folder}"
        with _client(redis_address.read(url), what, waiting, limit, _ensure_running) as redis:
            info = redis.info("server")
            program = str(info.get("executable", ""))
            yield Connection(redis, url, f"embedded {_describe(info)}, data in {folder}", program=program)


@contextmanager
def _client(
    address: Address, what: str, waiting: Say | None, limit: float | None, revive: Callable[[], None] | None = None
) -> Iterator[Redis]:
    """Give a client that survives a restart of its server; an error that it does not survive is a PlatformProblem."""
    from redis.exceptions import RedisError

    from serai.ladder.storage.redis_waiting import LIMIT_SECONDS, Patience, WaitingRetry, passing, plain, silently

    patience = Patience(what, waiting or silently, limit if waiting else LIMIT_SECONDS, revive)
    try:
        with address.client(WaitingRetry(patience)) as redis:
            yield redis
    except RedisError as error:
        why = passing(error) or address.scrub(plain(error)) or type(error).__name__
        raise PlatformProblem(f"{what} failed: {why}") from error


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


def _describe(info: Mapping[str, Any]) -> str:
    """Return which server it is, in which version, by what it says of itself."""
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
        heard = time.monotonic()
        killed = 0
        while (said := embedded_redis.reply(_address())) != embedded_redis.PONG:
            heard = time.monotonic() if said else heard  # It loads its data, which takes as long as there is data.
            if is_free(_data_folder() / embedded_redis.SERVER):
                killed += not _start_watchdog(find_program(_data_folder()))
            elif time.monotonic() - heard > _PATIENCE_SECONDS:
                raise PlatformProblem(f"the embedded server in {_data_folder()} runs but does not answer")
            else:
                time.sleep(_POLL_SECONDS)
            if killed == _MOST_KILLED_STARTS:
                raise PlatformProblem(f"the embedded server in {_data_folder()} is killed whenever it starts")


def _start_watchdog(program: Program) -> bool:
    """Return True if a server has started, ours or another's, False if it was killed; PlatformProblem if none can."""
    note(_data_folder(), program.release)
    folder, address = str(_data_folder()), str(_address())
    line = [sys.executable, "-P", "-m", "serai.ladder.storage.embedded_redis", program.path, folder, address]
    result = subprocess.run(line, check=False, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    said = (result.stdout.strip() or result.stderr.strip()).rpartition("\n")[2]
    if said == embedded_redis.ANOTHER:
        return True
    if said and said != embedded_redis.READY:
        raise PlatformProblem(f"{program.path} did not start on {folder}: {said}")
    return said == embedded_redis.READY


def _address() -> Path:
    """Return the socket of the embedded server, whose path is short and private; PlatformProblem if there is none."""
    name = sha256(os.fsencode(_data_folder())).hexdigest()[:16]
    try:
        return user_folder() / f"{name}.sock"
    except NoFolder as error:
        raise PlatformProblem(str(error)) from None
