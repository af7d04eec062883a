"""What happens when Redis goes away in the middle of a command: it is waited for, and the command is sent again.

All waiting is done here, in the object that redis-py asks how to retry: it comes by on every command, pipeline, script
and handshake. A command whose answer was lost is thereby run twice. All of ours are made for that: facts are put if
absent, the rest is set, not counted. Of RQ's, a repeated BLMOVE leaves the first job in the intermediate queue, which
`lost_jobs.py` empties; a repeated RPUSH queues a job twice, and the second finds nothing left to play; a WATCH that
was cut off becomes a WatchError, upon which RQ itself begins again: at once, so the pause is made before it is told.
"""

from __future__ import annotations

import random
import re
import ssl
import sys
import threading
import time
from collections.abc import Callable
from typing import Any, TypeVar

import redis.exceptions
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import (
    AuthenticationError,
    AuthorizationError,
    BusyLoadingError,
    ClusterDownError,
    OutOfMemoryError,
    ReadOnlyError,
    RedisError,
    ResponseError,
    TryAgainError,
    WatchError,
)
from redis.retry import Retry

from serai.ladder.errors import PlatformProblem

T = TypeVar("T")
Say = Callable[[str], None]

LIMIT_SECONDS = 20.0  # time enough to restart a server

_FIRST_PAUSE = 0.01
_LONGEST_PAUSE = 1.0
_DOUBLINGS = 7  # of the first pause, until the longest is reached
_QUIET_SECONDS = 1.0  # A restart is no news.
_HURRY_SECONDS = 2.0

_PIPELINE = "caused error: "  # redis-py puts the command before it, with all that is in it
_CODES = {
    "MISCONF": "it cannot write to its disk",
    "NOREPLICAS": "it has too few replicas",
    "BUSY": "it is busy with a script",
    "UNBLOCKED": "it has become a replica",
}
_CODE = re.compile(rf"(?:^|-)({'|'.join(_CODES)})\b")
_KINDS: tuple[tuple[type[Exception], str], ...] = (
    (BusyLoadingError, "it is loading its data"),
    (ReadOnlyError, "it is a replica and takes no writes"),
    (OutOfMemoryError, "its memory is full"),
    (TryAgainError, "it asks to try again"),
    (ClusterDownError, "its master is down"),
    (redis.exceptions.TimeoutError, "it does not answer"),
    (redis.exceptions.ConnectionError, "it cannot be reached"),
    (OSError, "it cannot be reached"),
)


def silently(_: str) -> None:
    """Wait without a word: for workers, whose supervisor waits for the same server and says so."""


def passing(error: BaseException) -> str | None:
    """Return in a few words what is wrong if it may pass by itself, None for an error that stays.

    The words hold nothing of the error's own text: that may name the command and all that was to be written.
    """
    if isinstance(error, AuthenticationError | AuthorizationError) or _is_refused_certificate(error):
        return None
    if isinstance(error, ResponseError) and (found := _CODE.search(plain(error))):
        return _CODES[found[1]]
    return next((words for kind, words in _KINDS if isinstance(error, kind)), None)


def plain(error: BaseException) -> str:
    """Return the text of an error in one line, without the command that caused it."""
    return " ".join(str(error).rpartition(_PIPELINE)[2].split())


def _is_refused_certificate(error: BaseException) -> bool:
    """Return True if TLS itself was refused: waiting does not change a certificate, or a port without TLS."""
    causes = (error, error.__cause__, error.__context__)
    return any(
        isinstance(cause, ssl.SSLCertVerificationError)
        or (isinstance(cause, ssl.SSLError) and cause.reason == "WRONG_VERSION_NUMBER")
        for cause in causes
    )


class Patience:
    """How long one client waits for its server, and whom it tells. Shared by all its connections and threads."""

    def __init__(
        self,
        server: str,
        say: Say = silently,
        limit: float | None = LIMIT_SECONDS,
        revive: Callable[[], None] | None = None,
    ) -> None:
        """Wait for `server`, so many seconds for each command, None for ever; `revive` is called between attempts."""
        self._server = server
        self._say = say
        self._limit = limit
        self._revive = revive
        self._lock = threading.Lock()
        self._told = False
        self._hurried = False

    def hurry(self) -> None:
        """Wait for nothing longer than a moment from now on: the program is about to end."""
        self._hurried = True

    def wait(self, error: Exception, why: str, failures: int, since: float) -> None:
        """Pause after a failure, the longer the more there were; raise the error when patience is at its end."""
        waited = time.monotonic() - since
        limit = _HURRY_SECONDS if self._hurried else self._limit
        if limit is not None and waited >= limit:
            raise error
        try:
            problem = self._try_to_revive()
            if waited >= _QUIET_SECONDS:
                self._tell(problem or why)
            time.sleep(_pause(failures))
        except BaseException:  # Ctrl-C, or what the handler of a signal raises: what follows is cleaning up
            self.hurry()
            raise

    def _try_to_revive(self) -> str:
        """Return why the server cannot be started, nothing if it can; one that is not waited for raises it."""
        try:
            if self._revive is not None:
                self._revive()
        except PlatformProblem as problem:
            if self._limit is not None or self._hurried:
                raise
            return str(problem)
        return ""

    def _tell(self, why: str) -> None:
        with self._lock:
            if not self._told:
                self._told = True
                self._say(f"waiting for {self._server}: {why}")

    def over(self) -> None:
        """A command that had failed has succeeded."""
        with self._lock:
            if self._told:
                self._told = False
                self._say(f"{self._server} is back: going on")


def _pause(failures: int) -> float:
    """Return seconds, a little different for each, so that not all come back in the same moment."""
    return min(_LONGEST_PAUSE, _FIRST_PAUSE * 2.0 ** min(failures, _DOUBLINGS)) * random.uniform(0.5, 1.0)


class Trouble(threading.local):
    """How often something has failed in this thread, since when, and when it last did."""

    failures = 0
    since = 0.0
    last = 0.0

    def failed(self) -> None:
        now = time.monotonic()
        self.since = self.since if self.failures else now
        self.failures += 1
        self.last = now

    def is_past(self) -> bool:
        """Return True if there was trouble, and none for longer than any pause."""
        return self.failures > 0 and time.monotonic() - self.last > 2 * _LONGEST_PAUSE


class WaitingRetry(Retry):
    """Repeats what fails for a reason that may pass, for as long as its patience lasts."""

    def __init__(self, patience: Patience) -> None:
        super().__init__(NoBackoff(), sys.maxsize)
        self.patience = patience
        self._thread = threading.local()
        self._with_watches = Trouble()

    def __deepcopy__(self, _: dict[int, Any]) -> WaitingRetry:
        """redis-py copies it for every connection; but all of them wait for one server."""
        return self

    def call_with_retry(
        self,
        do: Callable[[], T],
        fail: Callable[..., Any],
        is_retryable: Callable[[Exception], bool] | None = None,
        with_failure_count: bool = False,
    ) -> T:
        """Return what `do` returns, after as many attempts as it takes; each failure is told to `fail`."""

        def failed(error: Exception, count: int) -> None:
            fail(error, count) if with_failure_count else fail(error)

        if getattr(self._thread, "waits", False):
            # A handshake within a command: the command as a whole is repeated.
            return _once(do, failed)
        self._thread.waits = True
        try:
            return self._repeat(do, failed)
        except KeyboardInterrupt:
            self.patience.hurry()
            raise
        finally:
            self._thread.waits = False

    def _repeat(self, do: Callable[[], T], failed: Callable[[Exception, int], None]) -> T:
        failures, since = 0, time.monotonic()
        while True:
            try:
                result = do()
            except (RedisError, OSError) as error:
                why = passing(error)
                if why is None:
                    raise
                since = since if failures else time.monotonic()
                failures += 1
                self._tell(failed, error, why, failures)
                self.patience.wait(error, why, failures, since)
            else:
                self._succeeded(after=failures)
                return result

    def _tell(self, failed: Callable[[Exception, int], None], error: Exception, why: str, failures: int) -> None:
        """Tell redis-py of a failure. It raises WatchError where keys were watched: its caller has to begin again."""
        try:
            failed(error, failures)
        except WatchError:
            trouble = self._with_watches
            trouble.failed()
            self.patience.wait(error, why, trouble.failures, trouble.since)
            raise

    def _succeeded(self, after: int) -> None:
        if after or self._with_watches.is_past():
            self._with_watches.failures = 0
            self.patience.over()


def _once(do: Callable[[], T], failed: Callable[[Exception, int], None]) -> T:
    try:
        return do()
    except (RedisError, OSError) as error:
        if passing(error) is not None:
            failed(error, 1)
        raise


def hurry(client: Redis) -> None:
    """Let a client wait for its server no longer than a moment from now on. Safe in the handler of a signal."""
    retry = client.connection_pool.connection_kwargs.get("retry")
    if isinstance(retry, WaitingRetry):
        retry.patience.hurry()
