"""What an owner may have at a time or do in an hour, counted in Redis for all arenas."""

from __future__ import annotations

import asyncio
from typing import cast

import grpc
import pytest

from serai.ladder.access.quotas import UPLOADS, Quota, Quotas
from serai.ladder.access.refusal import Exhausted
from serai.ladder.access.register import Register
from serai.ladder.arena.presence import Presence, Present
from serai.ladder.service.answering import RETRY_AFTER
from serai.ladder.service.arena_server import Settings, serving
from serai.ladder.storage import keys
from serai.ladder.storage.store import Store
from serai.v1 import referee_pb2 as pb
from serai.v1.referee_pb2_grpc import RefereeServiceStub
from tests.ladder.access.served import HERE
from tests.waiting import wait_until

THREE = Quota("uploads", 3, 3600.0)


def connect(store: Store, bot: str, owner: str) -> None:
    store.give_bot(bot, owner)
    Presence(store.redis).claim(Present(bot, "arena:1", 0.0, ("yspahan",), 1))


def test_so_many_are_let_through_and_then_the_wait_is_told(store: Store) -> None:
    """Another arena counts along, another owner does not, and what was refused is not counted."""
    first, second = Quotas(store), Quotas(store)
    first.take(THREE, "anna")
    second.take(THREE, "anna", 2)
    for quotas in (first, second):
        with pytest.raises(Exhausted, match=r"too many uploads: anna may have 3 in 1 h; wait 3\d{3} s") as raised:
            quotas.take(THREE, "anna")
        assert 3590 < raised.value.wait <= 3600
    first.take(THREE, "ben")
    assert store.redis.get(keys.quota("uploads", "anna")) == b"3"


def test_whoever_has_waited_is_let_through(store: Store) -> None:
    quotas, quick = Quotas(store), Quota("uploads", 1, 0.05)
    quotas.take(quick, "anna")
    wait_until(lambda: not store.redis.exists(keys.quota("uploads", "anna")))
    quotas.take(quick, "anna")


def test_more_at_once_than_there_may_be_is_let_through_only_by_itself(store: Store) -> None:
    quotas = Quotas(store)
    quotas.take(UPLOADS, "anna", UPLOADS.most + 1)
    with pytest.raises(Exhausted):
        quotas.take(UPLOADS, "anna")


def test_an_owner_has_only_so_many_bots_connected(store: Store) -> None:
    quotas = Quotas(store, most_connected=2)
    connect(store, "one", "anna")
    quotas.check_connection("two")
    connect(store, "two", "anna")
    quotas.check_connection("two")  # it comes again
    store.give_bot("three", "anna")
    with pytest.raises(Exhausted, match="anna has 2 bots connected, which are the most") as raised:
        quotas.check_connection("three")
    assert raised.value.wait > 0
    store.give_bot("four", "ben")
    quotas.check_connection("four")
    Presence(store.redis).release("one", "arena:1")
    quotas.check_connection("three")


def test_a_bot_too_many_is_told_how_long_to_wait(store: Store) -> None:
    asyncio.run(come_as_one_too_many(store))


async def come_as_one_too_many(store: Store) -> None:
    register = Register(store)
    register.add_owner("anna")
    tokens = [register.create("anna", bot=bot, seconds=3600.0)[1] for bot in ("one", "two")]
    settings = Settings(HERE, rate=1e6, connections=1)
    async with serving(store, settings) as arena, grpc.aio.insecure_channel(str(arena.address)) as channel:
        first, second = (RefereeServiceStub(channel).Play() for _ in tokens)
        await first.write(hello(tokens[0]))
        assert cast(pb.PlayResponse, await first.read()).HasField("welcome")
        await second.write(hello(tokens[1]))
        assert await second.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
        waits = dict(await second.trailing_metadata())
        assert float(waits[RETRY_AFTER]) > 0
        first.cancel()


def hello(token: str) -> pb.PlayRequest:
    return pb.PlayRequest(hello=pb.Hello(token=token, protocol=1, games=["yspahan"]))
