"""The gate of a real server, with a service of the test behind it: all kinds of calls, errors, and an end in order."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import grpc
import pytest
from google.protobuf.wrappers_pb2 import StringValue
from grpc_health.v1 import health_pb2, health_pb2_grpc
from redis.exceptions import ConnectionError as RedisConnectionError

from serai.ladder.access.register import Register
from serai.ladder.service import arena_server
from serai.ladder.service.arena_server import ArenaServer, Settings
from serai.ladder.service.gate import CLOSING, caller
from serai.ladder.storage.store import Store
from tests.ladder.access.served import HERE

SERVICE = "serai.v1.LadderService"  # a name the gate knows: everybody may read


class Held:
    """Calls of every kind. One of them is held until it is let go, others fail."""

    def __init__(self) -> None:
        self.entered = asyncio.Event()
        self.let_go = asyncio.Event()

    async def hold(self, request: StringValue, context: Any) -> StringValue:
        self.entered.set()
        await self.let_go.wait()
        return StringValue(value=f"{request.value} for {caller().owner or 'nobody'}")

    async def fail(self, request: StringValue, context: Any) -> StringValue:
        if request.value == "redis":
            raise RedisConnectionError("secret!")
        raise LookupError(f"secret! {request.value}")

    async def count(self, request: StringValue, context: Any) -> AsyncIterator[StringValue]:
        for number in range(3):
            yield StringValue(value=f"{request.value}{number}")

    async def join(self, requests: AsyncIterator[StringValue], context: Any) -> StringValue:
        return StringValue(value="".join([request.value async for request in requests]))

    async def echo(self, requests: AsyncIterator[StringValue], context: Any) -> AsyncIterator[StringValue]:
        async for request in requests:
            yield request

    async def raw(self, _: Any, context: Any) -> None:
        """As the referee does it: bytes, read and written by hand."""
        while (data := await context.read()) is not grpc.aio.EOF:
            await context.write(data)

    def handlers(self) -> Any:
        kinds: dict[str, tuple[Callable[..., Any], Any]] = {
            "Hold": (grpc.unary_unary_rpc_method_handler, self.hold),
            "Fail": (grpc.unary_unary_rpc_method_handler, self.fail),
            "Count": (grpc.unary_stream_rpc_method_handler, self.count),
            "Join": (grpc.stream_unary_rpc_method_handler, self.join),
            "Echo": (grpc.stream_stream_rpc_method_handler, self.echo),
        }
        made = {
            name: make(work, StringValue.FromString, StringValue.SerializeToString)
            for name, (make, work) in kinds.items()
        }
        raw: Any = grpc.stream_stream_rpc_method_handler(self.raw, None, None)
        return grpc.method_handlers_generic_handler(SERVICE, {**made, "Raw": raw})


@asynccontextmanager
async def opened(store: Store) -> AsyncIterator[tuple[Held, ArenaServer, grpc.aio.Channel]]:
    held, arena = Held(), ArenaServer(store, Settings(HERE, rate=1e6, patience=600))
    arena._server.add_generic_rpc_handlers((held.handlers(),))
    await arena.open()
    try:
        async with grpc.aio.insecure_channel(str(arena.address)) as channel:
            yield held, arena, channel
    finally:
        held.let_go.set()
        await arena.close()


def call(channel: grpc.aio.Channel, kind: str, name: str) -> Any:
    method: Any = getattr(channel, kind)  # Any: serializers are given by name
    return method(f"/{SERVICE}/{name}", StringValue.SerializeToString, StringValue.FromString)


async def refused(waiting: Any) -> tuple[str, str | None]:
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        await waiting
    return raised.value.code().name, raised.value.details()


def test_calls_of_every_kind_pass(store: Store) -> None:
    async def pass_through() -> None:
        async with opened(store) as (_, _arena, channel):
            words = [StringValue(value=word) for word in ("a", "b")]
            assert [each.value async for each in call(channel, "unary_stream", "Count")(words[0])] == ["a0", "a1", "a2"]
            assert (await call(channel, "stream_unary", "Join")(iter(words))).value == "ab"
            for name in ("Echo", "Raw"):
                assert [each.value async for each in call(channel, "stream_stream", name)(iter(words))] == ["a", "b"]

    asyncio.run(pass_through())


def test_the_service_knows_who_calls(store: Store) -> None:
    register = Register(store)
    register.add_owner("anna")
    _, text = register.create("anna", role="viewer", seconds=60.0)

    async def ask() -> list[str]:
        async with opened(store) as (held, _, channel):
            held.let_go.set()
            hold, word = call(channel, "unary_unary", "Hold"), StringValue(value="tea")
            answers = await asyncio.gather(
                *(hold(word, metadata=((name, f"Bearer {text}"),)) for name in ("authorization", "x") * 5)
            )
            return [answer.value for answer in answers]

    assert asyncio.run(ask()) == ["tea for anna", "tea for nobody"] * 5


def test_what_nobody_foresaw_tells_nothing_but_its_kind(store: Store) -> None:
    async def ask() -> None:
        async with opened(store) as (_, _arena, channel):
            fail = call(channel, "unary_unary", "Fail")
            assert await refused(fail(StringValue(value="token"))) == ("INTERNAL", "the arena failed: LookupError")
            code, line = await refused(fail(StringValue(value="redis")))
            assert code == "UNAVAILABLE"
            assert line is not None
            assert line.startswith("Redis: ")
            for kind, name in (("unary_unary", "Hold"), ("unary_stream", "Count")):
                method: Any = getattr(channel, kind)(f"/{SERVICE}/{name}")
                waiting = method(b"\xff\xff") if kind == "unary_unary" else method(b"\xff\xff").read()
                assert await refused(waiting) == ("INVALID_ARGUMENT", "the request is no message of this call")
            for name in ("Join", "Echo"):
                method = getattr(channel, "stream_unary" if name == "Join" else "stream_stream")(f"/{SERVICE}/{name}")
                waiting = method(iter([b"\xff\xff"]))
                waiting = waiting if name == "Join" else waiting.read()
                assert await refused(waiting) == ("INVALID_ARGUMENT", "the request is no message of this call")

    asyncio.run(ask())


def test_an_open_call_ends_before_the_arena_does(store: Store) -> None:
    """SIGTERM: health says so, nobody new is let in, and who is in gets an answer."""

    async def drain() -> None:
        async with opened(store) as (held, arena, channel):
            hold, asked = call(channel, "unary_unary", "Hold"), asyncio.Semaphore(0)
            first = asyncio.ensure_future(hold(StringValue(value="tea")))
            await held.entered.wait()
            watch = health_pb2_grpc.HealthStub(channel).Watch(health_pb2.HealthCheckRequest())
            assert (await watch.read()).status == health_pb2.HealthCheckResponse.SERVING
            drained = asyncio.ensure_future(arena_server._drained(arena, asked))
            assert (await watch.read()).status == health_pb2.HealthCheckResponse.NOT_SERVING
            assert await refused(hold(StringValue())) == ("UNAVAILABLE", CLOSING)
            assert not drained.done()
            held.let_go.set()
            assert (await first).value == "tea for nobody"
            await drained  # though somebody still watches its health
            await arena.close()
            assert await refused(watch.read()) == ("UNAVAILABLE", CLOSING)

    asyncio.run(drain())


def test_who_asks_twice_does_not_wait(store: Store) -> None:
    async def hurry() -> None:
        async with opened(store) as (held, arena, channel):
            hold, asked = call(channel, "unary_unary", "Hold"), asyncio.Semaphore(0)
            first = asyncio.ensure_future(hold(StringValue()))
            await held.entered.wait()
            asked.release()
            await arena_server._drained(arena, asked)
            assert not first.done()
            await arena.close()
            assert await refused(first) == ("UNAVAILABLE", CLOSING)

    asyncio.run(hurry())


def test_a_socket_that_somebody_uses_is_left_alone(store: Store, tmp_path_factory: pytest.TempPathFactory) -> None:
    from serai.ladder.access.address import Address
    from serai.ladder.errors import PlatformProblem

    path = tmp_path_factory.mktemp("s") / "arena"

    async def serve() -> None:
        first, second = (ArenaServer(store, Settings(Address(path=str(path)))) for _ in range(2))
        await first.open()
        with pytest.raises(PlatformProblem, match="somebody else does"):
            await second.open()
        async with grpc.aio.insecure_channel(f"unix:{path}") as channel:
            answer = await health_pb2_grpc.HealthStub(channel).Check(health_pb2.HealthCheckRequest())
            assert answer.status == health_pb2.HealthCheckResponse.SERVING
        await first.close()
        assert not path.exists()

    asyncio.run(serve())
