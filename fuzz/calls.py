"""Calls over real gRPC: to the door of the referee without a token, and to the services of the arena, as anybody.

Mutated requests, requests that grow a thousandfold when unpacked, metadata without end, streams that are opened and
left, answers that nobody reads. Between them an honest caller is served as if nothing had been.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import grpc

from fuzz.attacked import TOKEN, Attacked, attacked
from fuzz.found import Found, outcome
from fuzz.mutations import mutated, repeated
from serai.ladder.service.access_service import SERVICE as ACCESS
from serai.ladder.service.grpc_service import SERVICE as LADDER
from serai.server.service import PROTOCOL
from serai.server.service import SERVICE as REFEREE
from serai.v1 import arena_pb2, ladder_pb2, referee_pb2

READING = ("ListGames", "ListBots", "ListTournaments", "GetLadder", "ListFacts", "GetReplay", "Nothing")
ACCESS_CALLS = ("WhoAmI", "CreateToken", "ListTokens", "RevokeToken", "AddOwner", "ListOwners", "ListAudit")
HONEST_EVERY = 50  # calls
PATIENCE = 60.0  # seconds for an honest caller, on however busy a machine
BOMBS = (1 << 22, 1 << 23, 1 << 25)  # bytes that come out of a few kilobytes: about as many as are taken, and more
BOMB_SHARE = 0.01
REPEATED_SHARE = 0.25
MOST_UNREAD = 30  # calls whose answers are left unread at once


class Unread:
    """Calls that somebody has made and does not read the answers of; the oldest are given up."""

    def __init__(self) -> None:
        self._calls: list[Any] = []

    def add(self, call: Any) -> None:
        self._calls.append(call)
        if len(self._calls) > MOST_UNREAD:
            self._calls.pop(0).cancel()

    def give_up(self) -> None:
        while self._calls:
            self._calls.pop().cancel()


def fuzz_calls(count: int, seed: str) -> Found:
    """Make so many calls, half of them to each service."""
    with attacked() as it:
        found = Found("calls", it.process)
        asyncio.run(_fuzz(it, count, random.Random(seed), found))
    return found


async def _fuzz(it: Attacked, count: int, chance: random.Random, found: Found) -> None:
    call, list_games = partial(_call, token=it.operator), partial(_list_games, token=it.viewer)
    await _attack(it.referee, count // 2, chance, found, _knock, _sit_down)
    await _attack(it.arena, count - count // 2, chance, found, call, list_games)


async def _attack(
    address: str,
    count: int,
    chance: random.Random,
    found: Found,
    one: Callable[[grpc.aio.Channel, random.Random, Unread], Awaitable[str]],
    honest: Callable[[str], Awaitable[None]],
) -> None:
    unread = Unread()
    async with grpc.aio.insecure_channel(address, options=[("grpc.max_send_message_length", -1)]) as channel:
        for number in range(count):
            try:
                found.note(await asyncio.wait_for(one(channel, chance, unread), PATIENCE))
                if number % HONEST_EVERY == 0:
                    await asyncio.wait_for(honest(address), PATIENCE)
            except Exception as error:  # whatever it is, it is what is looked for
                found.fail(f"call {number} to {address}", error)
                return
        unread.give_up()


async def _knock(channel: grpc.aio.Channel, chance: random.Random, _: Unread) -> str:
    """Open a stream to the referee without a token that counts."""
    hello = referee_pb2.Hello(token="guess", protocol=PROTOCOL, games=["yspahan"], max_games=2**32 - 1)
    data = mutated(referee_pb2.PlayRequest(hello=hello).SerializeToString(), chance)
    call: Any = channel.stream_stream(f"/{REFEREE}/Play")(metadata=_metadata(chance), compression=_compression(chance))
    if chance.random() < 0.1:
        call.cancel()  # half open
        return "left"
    try:
        await call.write(data if chance.random() >= BOMB_SHARE else bytes(chance.choice(BOMBS)))
        await call.read()
    except grpc.aio.AioRpcError as error:
        return outcome(error.code(), error.details())
    except asyncio.InvalidStateError:
        return "closed"
    return outcome(await call.code(), await call.details())


async def _call(channel: grpc.aio.Channel, chance: random.Random, unread: Unread, token: str) -> str:
    """Call something of the arena with a request that is almost right, with a token that is almost right or right."""
    method, data = chance.choice((_reading, _changing))(chance)
    data = mutated(data, chance)
    if chance.random() < REPEATED_SHARE:
        data = repeated(data, 2000)
    if chance.random() < BOMB_SHARE:
        data = bytes(chance.choice(BOMBS))
    method_call: Any = channel.unary_stream(method)  # Any: without serializers it takes bytes
    metadata = (*_metadata(chance), *_authorization(chance, token))
    call = method_call(data, metadata=metadata, compression=_compression(chance))
    if chance.random() < 0.1:
        call.cancel()
        return "left"
    if chance.random() < 0.1:
        unread.add(call)
        return "unread"
    try:
        async for _ in call:
            pass
    except grpc.aio.AioRpcError as error:
        return outcome(error.code(), error.details())
    return "ok"


def _reading(chance: random.Random) -> tuple[str, bytes]:
    request = ladder_pb2.GetReplayRequest(game_id=chance.choice(("3f2a9c", "", "\x1b[2J", "a" * 5000)))
    return f"/{LADDER}/{chance.choice(READING)}", request.SerializeToString()


def _changing(chance: random.Random) -> tuple[str, bytes]:
    name = chance.choice(("eve", "anna", "", "\x1b[2J", "a" * 500, f"n{chance.randrange(100)}"))
    role: Any = chance.choice((0, 1, 4, 77))  # Any: some are no role
    request = arena_pb2.CreateTokenRequest(owner=name, role=role, bot=chance.choice(("", name)), seconds=60)
    return f"/{ACCESS}/{chance.choice(ACCESS_CALLS)}", request.SerializeToString()


def _authorization(chance: random.Random, token: str) -> tuple[tuple[str, str], ...]:
    texts = (token, token[:-1], token[:20] + "0" * 63, "~" * 50, "")
    return (("authorization", f"Bearer {chance.choice(texts)}"),) if chance.random() < 0.7 else ()


def _metadata(chance: random.Random) -> tuple[tuple[str, str], ...]:
    if chance.random() < 0.9:
        return ()
    return tuple((f"x-{number}", "y" * chance.choice((1, 500))) for number in range(chance.choice((1, 50, 400))))


def _compression(chance: random.Random) -> grpc.Compression:
    return chance.choice((grpc.Compression.NoCompression, grpc.Compression.Gzip))


async def _sit_down(address: str) -> None:
    """Come in with the token."""
    async with grpc.aio.insecure_channel(address) as channel:
        call: Any = channel.stream_stream(f"/{REFEREE}/Play")()
        hello = referee_pb2.Hello(token=TOKEN, protocol=PROTOCOL, games=["yspahan"])
        await call.write(referee_pb2.PlayRequest(hello=hello).SerializeToString())
        assert referee_pb2.PlayResponse.FromString(await call.read()).HasField("welcome")


async def _list_games(address: str, token: str) -> None:
    """Whoever comes with a token is served, though their address is full of others."""
    async with grpc.aio.insecure_channel(address) as channel:
        call: Any = channel.unary_unary(f"/{LADDER}/ListGames")
        answer = await call(b"", metadata=(("authorization", f"Bearer {token}"),))
        assert ladder_pb2.ListGamesResponse.FromString(answer).games
