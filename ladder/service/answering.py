"""Work done for a caller in a thread, and what becomes of errors: a gRPC status with one clear line."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, NoReturn, TypeVar

import grpc
from redis.exceptions import RedisError

from serai.ladder.access.refusal import Exhausted, Forbidden, NotReady, Unknown
from serai.ladder.errors import Problem, UserProblem
from serai.ladder.storage.redis_waiting import passing, plain

T = TypeVar("T")

RETRY_AFTER = "retry-after-seconds"

_REFUSED = {
    Unknown: grpc.StatusCode.UNAUTHENTICATED,
    Forbidden: grpc.StatusCode.PERMISSION_DENIED,
    Exhausted: grpc.StatusCode.RESOURCE_EXHAUSTED,
    NotReady: grpc.StatusCode.FAILED_PRECONDITION,
}


async def answer(
    context: Any,
    work: Callable[[], T],
    mistake: grpc.StatusCode = grpc.StatusCode.NOT_FOUND,
    failure: grpc.StatusCode = grpc.StatusCode.UNAVAILABLE,
) -> T:
    """Return the result of work done in a thread, so that calls do not wait for each other.

    A mistake in what was asked for is answered with the one status, what Serai fails at with the other, every other
    error with one of its own.
    """
    try:
        return await asyncio.to_thread(work)
    except (Problem, RedisError) as error:
        await refuse(context, error, mistake, failure)


async def refuse(
    context: Any,
    error: Exception,
    mistake: grpc.StatusCode = grpc.StatusCode.INTERNAL,
    failure: grpc.StatusCode = grpc.StatusCode.UNAVAILABLE,
) -> NoReturn:
    """End a call because of an error; one that nobody foresaw is INTERNAL and tells nothing but its kind."""
    wait = ((RETRY_AFTER, f"{error.wait:.3f}"),) if isinstance(error, Exhausted) else ()
    await context.abort(*_status(error, mistake, failure), trailing_metadata=wait)
    raise AssertionError("an aborted call does not come back")


def _status(error: Exception, mistake: grpc.StatusCode, failure: grpc.StatusCode) -> tuple[grpc.StatusCode, str]:
    if type(error) in _REFUSED:
        return _REFUSED[type(error)], str(error)
    if isinstance(error, UserProblem):
        return mistake, str(error)
    if isinstance(error, Problem):
        return failure, str(error)
    if isinstance(error, RedisError):
        return grpc.StatusCode.UNAVAILABLE, f"Redis: {passing(error) or plain(error)}"
    return grpc.StatusCode.INTERNAL, f"the arena failed: {type(error).__name__}"
