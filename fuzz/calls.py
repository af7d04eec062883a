"""Calls over real gRPC: to the door of the referee without a token, and to the services of the arena, as anybody.

Mutated requests, requests that grow a thousandfold when unpacked, metadata without end, streams that are opened and
left, answers that nobody reads. Between them an honest caller is served as if nothing had been.
"""

from __future__ import annotations

import asyncio
import os
import random
import tempfile
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import grpc

from fuzz.found import Found
from fuzz.mutations import mutated
from serai.ladder.access.address import Address
from serai.ladder.access.register import Register
from serai.ladder.service.access_service import SERVICE as ACCESS
from serai.ladder.service.arena_server import Settings, serving
from serai.ladder.service.grpc_service import SERVICE as LADDER
from serai.ladder.storage.store import Store, open_store
from serai.server.service import PROTOCOL, Referee
from serai.server.service import SERVICE as REFEREE
from serai.server.stall_clock import StallClock
from serai.server.stream import Stream
from serai.v1 import arena_pb2, ladder_pb2, referee_pb2

READING = ("ListGames", "ListBots", "ListTournaments", "GetLadder", "ListFacts", "GetReplay", "Nothing")
ACCESS_CALLS = ("WhoAmI", "CreateToken", "ListTokens", "RevokeToken", "AddOwner", "ListOwners", "ListAudit")
HONEST_EVERY = 50  # calls
PATIENCE = 60.0  # seconds for an honest caller, on however busy a machine
BOMBS = (1 << 22, 1 << 23, 1 << 25)  # bytes that come out of a few kilobytes: about as many as are taken, and more
BOMB_SHARE = 0.01
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


class Deaf:
    """Listens to streams of which none is let in."""

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *_: None


def fuzz_calls(count: int, seed: str) -> Found:
    """Make so many calls, half of them to each service."""
    found = Found("calls")
    with tempfile.TemporaryDirectory(prefix="serai-", ignore_cleanup_errors=True) as home:
        os.environ["SERAI_HOME"] = home
        os.environ.pop("REDIS_URL", None)
        asyncio.run(_fuzz(count, random.Random(seed), found))
    return found


async def _fuzz(count: int, chance: random.Random, found: Found) -> None:
    listener: Any = Deaf()
    async with Referee("yspahan", StallClock(), listener) as referee:
        await _attack(referee.address, count // 2, chance, found, _knock, lambda: _sit_down(referee))
    with open_store() as store:
        settings = Settings(Address("127.0.0.1"), rate=1e6)  # a stranger is not stopped: what is sent is to arrive
        tokens = [_token(store, "eve", "operator"), _token(store, "anna", "viewer")]
        async with serving(store, settings) as arena:
            address = str(arena.address)
            call = partial(_call, token=tokens[0])
            await _attack(address, count - count // 2, chance, found, call, lambda: _list_games(address, tokens[1]))


def _token(store: Store, owner: str, role: str) -> str:
    register = Register(store)
    register.add_owner(owner)
    return register.create(owner, role=role, seconds=86400.0)[1]


async def _attack(
    address: str,
    count: int,
    chance: random.Random,
    found: Found,
    one: Callable[[grpc.aio.Channel, random.Random, Unread], Awaitable[str]],
    honest: Callable[[], Awaitable[None]],
) -> None:
    unread = Unread()
    async with grpc.aio.insecure_channel(address, options=[("grpc.max_send_message_length", -1)]) as channel:
        for number in range(count):
            try:
                found.note(await asyncio.wait_for(one(channel, chance, unread), PATIENCE))
                if number % HONEST_EVERY == 0:
                    await asyncio.wait_for(honest(), PATIENCE)
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
        return error.code().name.lower()
    except asyncio.InvalidStateError:
        return "closed"
    code: grpc.StatusCode = await call.code()
    return code.name.lower()


async def _call(channel: grpc.aio.Channel, chance: random.Random, unread: Unread, token: str) -> str:
    """Call something of the arena with a request that is almost right, with a token that is almost right or right."""
    method, data = chance.choice((_reading, _changing))(chance)
    data = _repeated(mutated(data, chance), chance.choice((1, 1, 1, 2000)))
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
        if error.code() in (grpc.StatusCode.UNKNOWN, grpc.StatusCode.INTERNAL):
            raise
        return error.code().name.lower()
    return "ok"


def _repeated(data: bytes, times: int) -> bytes:
    """Return the data so many times, or as often as it goes into the largest bomb: it is in our own memory too."""
    return data[: BOMBS[-1]] * min(times, max(1, BOMBS[-1] // max(1, len(data))))


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


async def _sit_down(referee: Referee) -> None:
    """Let in one who has a token."""
    coming = referee.expect("a token")
    async with grpc.aio.insecure_channel(referee.address) as channel:
        call: Any = channel.stream_stream(f"/{REFEREE}/Play")()
        hello = referee_pb2.Hello(token="a token", protocol=PROTOCOL, games=["yspahan"])
        await call.write(referee_pb2.PlayRequest(hello=hello).SerializeToString())
        stream: Stream = await coming
        assert referee_pb2.PlayResponse.FromString(await call.read()).HasField("welcome")
        stream.close()


async def _list_games(address: str, token: str) -> None:
    """Whoever comes with a token is served, though their address is full of others."""
    async with grpc.aio.insecure_channel(address) as channel:
        call: Any = channel.unary_unary(f"/{LADDER}/ListGames")
        answer = await call(b"", metadata=(("authorization", f"Bearer {token}"),))
        assert ladder_pb2.ListGamesResponse.FromString(answer).games
