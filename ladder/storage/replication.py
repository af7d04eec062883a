"""Writes that survive a fail-over: they count when a replica has them too."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from redis import Redis

T = TypeVar("T")

_MILLISECONDS = 5000


def replicated(redis: Redis, replicas: int, write: Callable[[Redis], T]) -> T:
    """Return what `write` returns, once so many replicas have what it wrote with the client that it is given.

    If the master fails in between, it is written again, to whichever server is then the master. Without enough replicas
    this waits for them as it would wait for Redis itself. `write` must be something that can be done twice.
    """
    if not replicas:
        return write(redis)
    retry = redis.connection_pool.connection_kwargs["retry"]
    result: T = retry.call_with_retry(lambda: _write_and_wait(redis, replicas, write), lambda error: None)
    return result


def _write_and_wait(redis: Redis, replicas: int, write: Callable[[Redis], T]) -> T:
    """Write and wait on one connection: the server waits for what this very connection wrote, and for no more."""
    from redis.exceptions import ResponseError

    with redis.client() as connected:  # type: ignore[no-untyped-call]  # redis-py has left its type out
        result = write(connected)
        if connected.wait(replicas, _MILLISECONDS) < replicas:
            raise ResponseError(f"NOREPLICAS what was written has not reached {replicas}")
        return result
