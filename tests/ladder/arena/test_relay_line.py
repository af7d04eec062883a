"""The way from a worker to a bot: however it breaks it is joined again, and if it cannot be, that is no silence."""

from __future__ import annotations

import asyncio
from typing import Any

import grpc
import pytest

from serai.ladder.arena.presence import Presence
from serai.ladder.storage.store import Store
from serai.server.errors import PlatformError
from serai.server.relay_line import RelayLine
from serai.server.remote_address import ArenaAddress
from serai.server.sitting import Sitting
from serai.v1.relay_pb2_grpc import RelayServiceStub
from tests.ladder.arena.remote import TOKENS, ConnectedBot, arena_on, play_one, running
from tests.ports import free_ports

NAMES = list(TOKENS.values())


def test_a_frame_for_a_call_that_has_just_ended_breaks_the_way_and_not_the_line(store: Store) -> None:
    """The arena was killed between two frames; gRPC says so with an error of another kind than for a broken call."""

    async def nowhere(_: str) -> ArenaAddress | None:
        return None

    async def run() -> None:
        guest: Any = None  # nobody hears of it
        line = RelayLine("anna", nowhere, guest)
        line.want()
        async with grpc.aio.insecure_channel(f"127.0.0.1:{free_ports(1)[0]}") as channel:
            call: Any = RelayServiceStub(channel).Join()
            assert await call.code() is grpc.StatusCode.UNAVAILABLE
            with pytest.raises(grpc.aio.AioRpcError) as broken:
                await line._write(call)
            assert broken.value.code() is grpc.StatusCode.UNAVAILABLE

    asyncio.run(run())


def test_a_line_that_fails_for_good_ends_the_games_in_which_its_bot_is_waited_for(store: Store) -> None:
    """They are played again; nobody waits for a clock of hours."""

    async def run() -> None:
        (port,) = free_ports(1)
        presence, is_lost = Presence(store.redis), False
        bots = [ConnectedBot(port, token) for token in TOKENS]
        bots[0].hold_after = 5

        async def locate(bot: str) -> ArenaAddress | None:
            if is_lost:
                raise PlatformError("nobody knows where bots are")
            return await asyncio.to_thread(presence.locate, bot)

        async with running(*(bot.run_again_and_again() for bot in bots)), Sitting(4, locate=locate) as sitting:
            async with arena_on(presence, port):
                game = asyncio.create_task(play_one(sitting, 1, NAMES))
                await bots[0].until(lambda bot: len(bot.questions) > 5)
                is_lost = True
            with pytest.raises(PlatformError, match="nobody knows where bots are"):
                await game

    asyncio.run(run())
