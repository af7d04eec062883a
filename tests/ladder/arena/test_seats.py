"""Whose a bot's seat is when its token is revoked, or when its connection dies without a word."""

from __future__ import annotations

import asyncio

import grpc
import pytest

from serai.ladder.arena import lobby as lobby_module
from serai.ladder.arena.lobby import KEEPALIVE, TAKE_OVER_SECONDS
from serai.ladder.arena.presence import Presence
from serai.ladder.storage.store import Store
from serai.server.service import PROTOCOL
from serai.v1 import referee_pb2 as pb
from serai.v1.referee_pb2_grpc import RefereeServiceStub
from tests.ladder.arena.remote import TOKENS, ConnectedBot, Wire, arena_on, play_one, running, sitting_with
from tests.ports import free_ports

SLOW = {"grpc.keepalive_time_ms", "grpc.keepalive_timeout_ms", "grpc.http2.ping_timeout_ms"}
QUICK = [(name, 300 if name in SLOW else value) for name, value in KEEPALIVE]


def test_a_revoked_token_ends_the_stream_with_the_reason_and_another_goes_on(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game waits: its clock runs, and a new token of the same bot comes back to it."""
    monkeypatch.setattr(lobby_module, "REFRESH_SECONDS", 0.05)

    async def run() -> None:
        (port,) = free_ports(1)
        presence, tokens = Presence(store.redis), {**TOKENS, "new-anna": "anna"}
        anna, *others = (ConnectedBot(port, token) for token in TOKENS)
        anna.hold_after = 0
        again = ConnectedBot(port, "new-anna")
        async with (
            arena_on(presence, port, tokens=tokens),
            running(*(bot.run() for bot in (anna, *others))),
            sitting_with(presence) as sitting,
        ):
            playing = asyncio.create_task(play_one(sitting, 1, list(TOKENS.values())))
            await anna.until(lambda bot: bot.questions)
            del tokens["key-anna"]
            await anna.until(lambda bot: bot.status)
            assert anna.status is grpc.StatusCode.UNAUTHENTICATED
            assert "not that of this bot any more" in anna.details
            assert [fault.text for fault in anna.faults] == [anna.details], "it hears why, whatever its library shows"
            async with running(again.run()):
                played = await playing
            assert [outcome["ending"] for outcome in played.replay.outcomes] == ["played"] * 3
            assert [started.resumed for started in again.told] == [True]

    asyncio.run(run())


def test_a_newcomer_gets_the_seat_of_a_connection_that_died_without_a_word(store: Store) -> None:
    """As it is when a cable is pulled or a machine stands still: nobody closes anything."""

    async def run() -> None:
        (port,) = free_ports(1)
        presence = Presence(store.redis)
        async with arena_on(presence, port, keepalive=QUICK), Wire(port) as wire:
            first, second = ConnectedBot(wire.port, "key-anna"), ConnectedBot(port, "key-anna")
            async with running(first.run()):
                await first.until(lambda bot: bot.welcomes)
                wire.hold()
                async with running(second.run()):
                    await second.until(lambda bot: bot.welcomes)
                    assert first.status is None, "it has heard nothing"

    asyncio.run(run())


def test_a_newcomer_waits_longer_than_a_dead_connection_takes_to_be_noticed() -> None:
    seconds = {name: value / 1000 for name, value in KEEPALIVE}
    noticed = seconds["grpc.keepalive_time_ms"] + seconds["grpc.http2.ping_timeout_ms"]
    assert seconds["grpc.keepalive_timeout_ms"] == seconds["grpc.http2.ping_timeout_ms"]
    assert noticed < TAKE_OVER_SECONDS


def test_a_bot_that_leaves_at_once_is_welcomed_and_seen_off(store: Store) -> None:
    """It need not wait for the welcome to say goodbye."""

    async def run() -> None:
        (port,) = free_ports(1)
        async with arena_on(Presence(store.redis), port), grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
            call = RefereeServiceStub(channel).Play()
            hello = pb.Hello(token="key-anna", protocol=PROTOCOL, name="anna", games=["yspahan"])
            await call.write(pb.PlayRequest(hello=hello))
            await call.write(pb.PlayRequest(bye=pb.Bye()))
            heard = [message async for message in call]
            assert [message.HasField("welcome") for message in heard] == [True]
            assert await call.code() is grpc.StatusCode.OK

    asyncio.run(run())
