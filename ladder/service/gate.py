"""The gate of the arena: every call passes it. It finds out who calls, and lets through what they may do.

Requests are parsed here, after the caller is known: what is no message is INVALID_ARGUMENT, whatever the service.
"""

from __future__ import annotations

import asyncio
import inspect
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from typing import Any

import grpc
from google.protobuf.message import DecodeError

from serai.ladder import journal
from serai.ladder.access import refusal
from serai.ladder.access.address import net_of
from serai.ladder.access.caller import NOBODY, Caller
from serai.ladder.access.limits import Limits
from serai.ladder.access.needs import OPEN, OWN, check, need_of
from serai.ladder.access.refusal import Unknown
from serai.ladder.metrics.arena_counts import ArenaCounts
from serai.ladder.service.answering import refuse

CLOSING = "the arena is closing and takes no new calls; try again in a moment"

_CALLER = ContextVar("caller", default=NOBODY)
_KINDS: dict[tuple[bool, bool], tuple[str, Callable[..., Any]]] = {
    (False, False): ("unary_unary", grpc.unary_unary_rpc_method_handler),
    (False, True): ("unary_stream", grpc.unary_stream_rpc_method_handler),
    (True, False): ("stream_unary", grpc.stream_unary_rpc_method_handler),
    (True, True): ("stream_stream", grpc.stream_stream_rpc_method_handler),
}


def caller() -> Caller:
    """Return who makes the call that is being answered."""
    return _CALLER.get()


class Gate(grpc.aio.ServerInterceptor):
    """Lets calls through. Callers with a token are counted by their owner, all others by their address."""

    def __init__(
        self,
        identify: Callable[[str], Caller],
        *,
        anonymous: bool,
        owners: Limits,
        addresses: Limits,
        counts: ArenaCounts | None = None,
    ) -> None:
        self._identify = identify
        self._counts = counts or ArenaCounts()
        self._anonymous = anonymous
        self._owners = owners
        self._addresses = addresses
        self._guarded: dict[str, Any] = {}
        self._open: set[asyncio.Task[Any]] = set()
        self._working = 0
        self._closing = self._ended = False
        self._idle = asyncio.Event()
        self._idle.set()

    async def drain(self) -> None:
        """Let nobody in any more, and wait until the last call has ended; health and reflection still answer.

        Bots and workers are left to their own service.
        """
        self._closing = True
        await self._idle.wait()

    def end(self) -> None:
        """End every call that is open, health checks too, each with a status."""
        self._closing = self._ended = True
        for task in self._open:
            task.cancel()

    async def intercept_service(self, continuation: Callable[[Any], Awaitable[Any]], handler_call_details: Any) -> Any:
        method = handler_call_details.method
        if method not in self._guarded:
            handler = await continuation(handler_call_details)
            if handler is None:
                return None
            self._guarded[method] = self._guard(handler, method)
        return self._guarded[method]

    def _guard(self, handler: Any, method: str) -> Any:
        """Return a handler that does the same for those who may."""
        kind, make = _KINDS[handler.request_streaming, handler.response_streaming]
        work, read = getattr(handler, kind), handler.request_deserializer
        need, service = need_of(method), method.split("/")[1]
        parse = _each if handler.request_streaming else _one

        async def guarded(given: Any, context: Any) -> Any:
            self._counts.calls[service] += 1
            try:
                async with self._let_in(need, context):
                    request = given if read is None else parse(given, read)
                    return await _done(work(request, context), context)
            except grpc.aio.AbortError:
                reason = _named(context.code())
                self._counts.refused[reason] += 1
                journal.event("call_refused", logging.WARNING, call=method, reason=reason, peer=net_of(context.peer()))
                raise

        return make(guarded, None, handler.response_serializer)

    @asynccontextmanager
    async def _let_in(self, need: str, context: Any) -> AsyncIterator[None]:
        """Answer a call while the block runs; what goes wrong in it becomes a status."""
        try:
            async with self._passing(need, context):
                yield
        except grpc.aio.AbortError:
            raise
        except asyncio.CancelledError:
            if not self._ended:
                raise  # the caller has left
            await context.abort(grpc.StatusCode.UNAVAILABLE, CLOSING)
        except DecodeError:
            await context.abort(grpc.StatusCode.INVALID_ARGUMENT, "the request is no message of this call")
        except Exception as error:
            await refuse(context, error)

    @asynccontextmanager
    async def _passing(self, need: str, context: Any) -> AsyncIterator[None]:
        # The lobby knows who still has a game to end.
        if self._closing and need != OPEN and (need != OWN or self._ended):
            await context.abort(grpc.StatusCode.UNAVAILABLE, CLOSING)
        who, limits, name = await self._recognise(need, context)
        limits.take(name, time.monotonic())
        check(who, need, self._anonymous)
        if need == OWN:  # a bot that waits has an open call for days; its lobby counts those
            yield
            return
        limits.enter(name)
        _CALLER.set(who)  # the context of this call's own task
        try:
            with self._noted(need):
                yield
        finally:
            limits.leave(name)

    @contextmanager
    def _noted(self, need: str) -> Iterator[None]:
        """Take note of a call while the block runs: of work, for whoever waits for the last to end."""
        task = asyncio.current_task()
        assert task is not None
        self._open.add(task)
        self._count(need, 1)
        try:
            yield
        finally:
            self._open.discard(task)
            self._count(need, -1)

    async def _recognise(self, need: str, context: Any) -> tuple[Caller, Limits, str]:
        """Return who calls, and how they are counted. A token that is not good counts for the address."""
        address = net_of(context.peer())
        if need in (OPEN, OWN):
            return NOBODY, self._addresses, f"{need} {address}"
        try:
            text = _bearer(context.invocation_metadata() or ())
            who = NOBODY if text is None else await asyncio.to_thread(self._identify, text)
        except Unknown:
            self._addresses.take(address, time.monotonic())
            raise
        return (who, self._addresses, address) if who.is_anonymous else (who, self._owners, who.owner)

    def _count(self, need: str, by: int) -> None:
        if need != OPEN:
            self._working += by
            (self._idle.clear if self._working else self._idle.set)()


def _named(code: Any) -> str:
    """Return the name of a gRPC status, which the context has as a number or as it is called."""
    number = code.value[0] if isinstance(code, grpc.StatusCode) else code
    return next(status.name.lower() for status in grpc.StatusCode if status.value[0] == number)


def _bearer(metadata: Any) -> str | None:
    """Return the token of a call, None if it has none; Unknown if it is not where it should be."""
    given = [value for name, value in metadata if name == "authorization"]
    if not given:
        return None
    if len(given) > 1:
        raise Unknown(refusal.TWO_TOKENS)
    scheme, _, token = str(given[0]).partition(" ")
    if scheme.lower() != "bearer" or not token:
        raise Unknown(refusal.NOT_BEARER)
    return token


def _one(data: bytes, read: Callable[[bytes], Any]) -> Any:
    return read(data)


async def _each(messages: AsyncIterator[bytes], read: Callable[[bytes], Any]) -> AsyncIterator[Any]:
    async for data in messages:
        yield read(data)


async def _done(work: Any, context: Any) -> Any:
    """Return what a method answers; what it answers one after the other is written."""
    if not inspect.isasyncgen(work):
        return await work
    async for message in work:
        await context.write(message)
    return None
