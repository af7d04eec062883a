"""The lobby of an arena: bots are let in by their tokens and wait, and workers are joined to them.

Who holds a bot's seat is never in doubt: a second process with the same token waits for as long as a connection may be
dead without anybody having noticed, and is refused if the first one lives.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from typing import Any, NoReturn

import grpc
from google.protobuf.message import DecodeError
from redis.exceptions import RedisError

from serai.ladder import journal
from serai.ladder.access.address import net_of
from serai.ladder.access.refusal import Exhausted
from serai.ladder.arena.calls import Calls, refuse, write_all
from serai.ladder.arena.post import Connection, Post
from serai.ladder.arena.presence import REFRESH_SECONDS, Presence, Present
from serai.ladder.arena.relay import Relay, tidy
from serai.ladder.arena.round_trips import peer_of, round_trips
from serai.ladder.errors import Problem, UserProblem
from serai.ladder.metrics.arena_counts import ArenaCounts
from serai.server.service import PROTOCOL, SERVICE, read_hello
from serai.server.stream import MAX_MESSAGE
from serai.v1 import referee_pb2, relay_pb2

# Returns the name of the bot that a token is for; None, or a UserProblem that says why, if it is for none. It may wait
# for Redis.
Authenticate = Callable[[str], str | None]

RELAY_SERVICE = relay_pb2.DESCRIPTOR.services_by_name["RelayService"].full_name
# How the server notices that a connection is dead. Whoever makes the server adds these to its options.
KEEPALIVE = [
    ("grpc.keepalive_time_ms", 4000),
    ("grpc.keepalive_timeout_ms", 4000),
    ("grpc.http2.ping_timeout_ms", 4000),  # without it a ping may stay unanswered for a minute
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.http2.max_pings_without_data", 0),
    ("grpc.http2.min_ping_interval_without_data_ms", 1000),
]
TAKE_OVER_SECONDS = 10.0  # more than keepalive needs to notice a dead connection
_LOOK_SECONDS = 0.2
_CLOSE_SECONDS = 2.0
_LAST_WORDS_SECONDS = 1.0  # for what waits to be written when a bot goes
_MEASURE_SECONDS = 1.0
_SHUT_OUT = grpc.StatusCode.UNAUTHENTICATED
_EVERYWHERE = ("0.0.0.0", "[::]", "::")
_NO_STORE = "the arena cannot reach its store; try again"

_log = logging.getLogger(__name__)


class Lobby:
    """Serves RefereeService.Play to bots and RelayService.Join to workers, on the server of an arena."""

    def __init__(
        self,
        presence: Presence,
        authenticate: Authenticate,
        take_over_seconds: float = TAKE_OVER_SECONDS,
        counts: ArenaCounts | None = None,
    ) -> None:
        self._presence = presence
        self._counts = counts or ArenaCounts()
        self._address = ""
        self._authenticate = authenticate
        self._take_over_seconds = take_over_seconds
        self._posts: dict[str, Post] = {}
        self._asking: set[str] = set()  # bots about which Redis is being asked or told
        self._tasks: list[asyncio.Task[None]] = []
        self._calls = Calls()
        self._relay = Relay(presence, self._posts, self._calls)
        self._draining = self._closing = False

    async def open(self, address: str, certificate: str = "", name: str = "") -> None:
        """Let bots in from now on; `address` is what workers dial, with TLS if there is a certificate (PEM).

        `name` is one that the certificate has, whatever the address is called. Before the server is started.
        """
        self._address = address
        self._announce = partial(self._presence.announce, address, certificate, name)
        await self._relay.open()
        await asyncio.to_thread(self._announce)
        self._tasks = [asyncio.create_task(self._refresh()), asyncio.create_task(self._measure())]

    async def drain(self) -> None:
        """Let nobody new in and no game begin; return when the games that are being played are over.

        Who is in one of them and was cut off may come back meanwhile.
        """
        self._draining = True
        for post in self._posts.values():
            post.is_closing = True
        while any(post.games for post in self._posts.values()):
            await asyncio.sleep(_LOOK_SECONDS)

    async def close(self) -> None:
        """End the streams of all bots, and wait for them; they may dial again, here or elsewhere."""
        self._closing = True
        for post in list(self._posts.values()):
            if post.connection is not None:
                post.connection.outbox.close()
        for task in self._tasks:
            task.cancel()
        await self._calls.ended(_CLOSE_SECONDS)

    def add_to(self, server: grpc.aio.Server) -> None:
        """Serve here."""
        play: Any = grpc.stream_stream_rpc_method_handler(self._play, None, None)
        join: Any = grpc.stream_stream_rpc_method_handler(self._relay.join, None, None)
        server.add_generic_rpc_handlers(
            (
                grpc.method_handlers_generic_handler(SERVICE, {"Play": play}),
                grpc.method_handlers_generic_handler(RELAY_SERVICE, {"Join": join}),
            )
        )

    @property
    def connected(self) -> list[str]:
        """The names of the bots that are here."""
        return [name for name, post in self._posts.items() if post.connection is not None]

    async def _refresh(self) -> None:
        """Say every few seconds who is here. A bot that another arena has by now is sent there.

        One whose token was revoked or has expired is shut out; its games wait for one with another token.
        """
        while True:
            await asyncio.sleep(REFRESH_SECONDS)
            with suppress(RedisError, Problem):  # the next time, then
                await asyncio.to_thread(self._announce)
            here = [(post.bot, post.connection) for post in self._posts.values() if post.connection is not None]
            for bot, connection in here:
                try:
                    await self._look_at(bot, connection)
                except (RedisError, Problem) as error:
                    _log.warning("where %s is was not noted: %s", bot, error)

    async def _look_at(self, bot: str, connection: Connection) -> None:
        """Say that a bot is here, if its token is still good and it is not somewhere else."""
        try:
            if await asyncio.to_thread(self._authenticate, connection.hello.token) != bot:
                connection.shut_out("the token is not that of this bot any more")
        except UserProblem as problem:
            connection.shut_out(str(problem))
        if not await asyncio.to_thread(self._presence.claim, self._present(bot, connection)):
            connection.end("this bot is connected to another arena")

    def _present(self, bot: str, connection: Connection) -> Present:
        return Present(bot, self._address, connection.since, tuple(connection.hello.games), connection.max_games)

    async def _measure(self) -> None:
        """Ask the kernel every second how far the bots are."""
        while True:
            try:
                trips = await asyncio.to_thread(round_trips)
            except OSError as error:
                _log.warning("how far bots are is not measured: the kernel does not tell: %s", error)
                return
            for post in self._posts.values():
                if (connection := post.connection) is not None and (peer := peer_of(connection.peer)) is not None:
                    connection.microseconds = trips.get(peer, connection.microseconds)
            await asyncio.sleep(_MEASURE_SECONDS)

    # Bots

    async def _play(self, _: Any, context: grpc.aio.ServicerContext[Any, Any]) -> None:
        with self._calls.noted():
            await self._serve_bot(context)

    async def _serve_bot(self, context: grpc.aio.ServicerContext[Any, Any]) -> None:
        async with self._calls.as_stranger(context):
            hello = await read_hello(context)
            bot = await self._bot_of(hello, context)
        connection = Connection(hello, context.peer())
        post = await self._seat(bot, connection, context)
        try:
            welcome = referee_pb2.Welcome(
                protocol=PROTOCOL, max_message_bytes=MAX_MESSAGE, max_games=connection.max_games
            )
            connection.outbox.put(referee_pb2.PlayResponse(welcome=welcome).SerializeToString())
            post.arrive(connection)
            self._counts.arrived(bot)
            journal.event("bot_arrived", bot=bot, peer=net_of(connection.peer))
            await self._carry(context, post, connection)
        finally:
            journal.event("bot_left", bot=bot, seconds=round(time.time() - connection.since, 3))
            post.leave(connection)
            tidy(self._posts, post)
            await self._release(bot)
        if connection.ended.done():
            code = _SHUT_OUT if connection.was_shut_out else grpc.StatusCode.RESOURCE_EXHAUSTED
            await context.abort(code, connection.ended.result())

    async def _bot_of(self, hello: referee_pb2.Hello, context: Any) -> str:
        """Return whose token it is; the call is aborted if it is nobody's, or if the hello is wrong."""
        try:
            bot = await asyncio.to_thread(self._authenticate, hello.token)
        except Exhausted:
            raise  # the gate says how long to wait
        except UserProblem as problem:
            await refuse(context, grpc.StatusCode.UNAUTHENTICATED, str(problem))
        except (RedisError, Problem):
            await refuse(context, grpc.StatusCode.UNAVAILABLE, _NO_STORE)
        if bot is None:
            await refuse(context, grpc.StatusCode.UNAUTHENTICATED, "the token is not that of a bot, or not valid")
        if hello.protocol != PROTOCOL:
            text = f"the bot speaks protocol {hello.protocol}, the arena {PROTOCOL}"
            await refuse(context, grpc.StatusCode.FAILED_PRECONDITION, text)
        if not hello.games:
            await refuse(context, grpc.StatusCode.INVALID_ARGUMENT, "the hello names no game that the bot plays")
        return bot

    async def _seat(self, bot: str, connection: Connection, context: Any) -> Post:
        """Wait until no other connection has the bot's seat, and take it; aborted if the other one lives on."""
        loop = asyncio.get_running_loop()
        until = loop.time() + self._take_over_seconds
        while self._may_come(bot):
            post = self._posts.get(bot)
            if (post is None or post.connection is None) and await self._claim(bot, connection, context):
                return self._posts.setdefault(bot, Post(bot))
            if loop.time() >= until:
                await self._refuse_second(bot, context)
            await asyncio.sleep(_LOOK_SECONDS)
        return await refuse(context, grpc.StatusCode.UNAVAILABLE, "the arena is closing")

    def _may_come(self, bot: str) -> bool:
        """Return True if a bot may come in; before the end only who is waited for in a game."""
        if not self._draining:
            return not self._closing
        post = self._posts.get(bot)
        return not self._closing and post is not None and post.connection is None and post.games > 0

    async def _claim(self, bot: str, connection: Connection, context: Any) -> bool:
        """Note in Redis that the bot is here; False if somebody else is doing so, or it is at another arena."""
        if bot in self._asking:
            return False
        self._asking.add(bot)
        try:
            return await asyncio.to_thread(self._presence.claim, self._present(bot, connection))
        except (RedisError, Problem):
            return await refuse(context, grpc.StatusCode.UNAVAILABLE, _NO_STORE)
        finally:
            self._asking.discard(bot)

    async def _refuse_second(self, bot: str, context: Any) -> NoReturn:
        there = await asyncio.to_thread(self._presence.present, bot)
        since = "" if there is None else f" since {datetime.fromtimestamp(there.since, UTC):%Y-%m-%d %H:%M:%S} UTC"
        text = f"{bot} is connected already{since}, by another process; end that one first, or use another bot's token"
        await refuse(context, grpc.StatusCode.ALREADY_EXISTS, text)

    async def _release(self, bot: str) -> None:
        """Note in Redis that the bot is not here any more, unless its next connection is about to take its place."""
        if bot in self._asking:
            return
        self._asking.add(bot)
        try:
            with suppress(RedisError, Problem):
                await asyncio.to_thread(self._presence.release, bot, self._address)
        finally:
            self._asking.discard(bot)

    async def _carry(self, context: Any, post: Post, connection: Connection) -> None:
        """Carry messages both ways until the bot goes, is sent away, or the lobby closes."""
        reading = asyncio.create_task(self._read(context, post))
        writing = asyncio.create_task(write_all(context, connection.outbox.get))
        ends: set[asyncio.Future[Any]] = {reading, writing, connection.ended}
        try:
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            reason = connection.ended.result() if connection.was_shut_out else ""
            if reading.done() and not reading.cancelled():
                reason = reason or reading.result()
            if reason:
                fault = referee_pb2.Fault(cause=referee_pb2.FAULT_CAUSE_PROTOCOL, text=reason)
                connection.outbox.put(referee_pb2.PlayResponse(faults=[fault]).SerializeToString())
            connection.outbox.close()
            await asyncio.wait({writing}, timeout=_LAST_WORDS_SECONDS)
        finally:
            reading.cancel()
            writing.cancel()
            await asyncio.gather(reading, writing, return_exceptions=True)

    async def _read(self, context: Any, post: Post) -> str:
        """Pass on what the bot sends until it ends; returns what is wrong with it, if something is."""
        while (data := await context.read()) is not grpc.aio.EOF:
            if len(data) > MAX_MESSAGE:
                return f"a message of {len(data)} bytes; the limit is {MAX_MESSAGE}"
            try:
                request = referee_pb2.PlayRequest.FromString(data)
            except DecodeError:
                return "bytes that are not a PlayRequest"
            if request.HasField("hello") or not (request.answers or request.HasField("bye")):
                return "a message without answers"
            post.from_bot(data, request)
            if request.HasField("bye"):
                break
        return ""


def dialled(listen: str) -> str:
    """Return what others dial to reach an address that is listened on: this machine's name if it is all of them."""
    host, _, port = listen.rpartition(":")
    return f"{socket.gethostname()}:{port}" if host in _EVERYWHERE else listen
