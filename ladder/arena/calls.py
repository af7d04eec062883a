"""The calls that an arena's lobby serves: who is being served, and how many strangers there are."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any, NoReturn

import grpc

from serai.ladder.access.address import net_of

MOST_STRANGERS = 256  # calls from one address that have not said who calls
_MOST_DETAILS = 200


class Calls:
    """All calls that are open."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()
        self._strangers: Counter[str] = Counter()

    @contextmanager
    def noted(self) -> Iterator[None]:
        """Know of this call while the block runs, so that it can be waited for."""
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            yield
        finally:
            self._tasks.discard(task)

    async def ended(self, seconds: float) -> None:
        """Wait until all calls have ended, but not for longer than that."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=seconds)

    @asynccontextmanager
    async def as_stranger(self, context: Any) -> AsyncIterator[None]:
        """Count a call while nobody knows who makes it; too many from one address are in nobody's way but theirs."""
        address = net_of(context.peer())
        if self._strangers[address] >= MOST_STRANGERS:
            await refuse(
                context, grpc.StatusCode.RESOURCE_EXHAUSTED, "too many calls from here have not said who calls"
            )
        self._strangers[address] += 1
        try:
            yield
        finally:
            self._strangers[address] -= 1
            if not self._strangers[address]:
                del self._strangers[address]


async def refuse(context: Any, code: grpc.StatusCode, text: str) -> NoReturn:
    """End a call with a line that says why."""
    await context.abort(code, text[:_MOST_DETAILS])
    raise AssertionError("an aborted call does not come back")


async def write_all(context: Any, get: Any) -> None:
    """Write what comes out of an outbox until it is closed and empty."""
    while (message := await get()) is not None:
        await context.write(message)
