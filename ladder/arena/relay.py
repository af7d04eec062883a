"""The relay of a lobby: workers are joined to the bots that are there, if they have the secret of Redis."""

from __future__ import annotations

import asyncio
import hmac
from typing import Any

import grpc
from google.protobuf.message import DecodeError

from serai.ladder.arena.calls import Calls, refuse, write_all
from serai.ladder.arena.post import Member, Post
from serai.ladder.arena.presence import Presence
from serai.server.service import HELLO_SECONDS
from serai.v1 import relay_pb2


class Relay:
    """Serves RelayService.Join."""

    def __init__(self, presence: Presence, posts: dict[str, Post], calls: Calls) -> None:
        self._presence = presence
        self._posts = posts
        self._calls = calls
        self._secret = ""

    async def open(self) -> None:
        """Learn the secret; until then nobody is let in."""
        self._secret = await asyncio.to_thread(self._presence.relay_secret)

    async def join(self, _: Any, context: grpc.aio.ServicerContext[Any, Any]) -> None:
        """Carry frames between a worker and the bot that it wants."""
        with self._calls.noted():
            await self._serve_worker(context)

    async def _serve_worker(self, context: grpc.aio.ServicerContext[Any, Any]) -> None:
        async with self._calls.as_stranger(context):
            joining = await self._joining(context)
        post = self._posts.get(joining.bot)
        if post is None or post.is_idle:
            await refuse(context, grpc.StatusCode.NOT_FOUND, f"{joining.bot} is not here")
        first_handle = joining.first_handle or await asyncio.to_thread(self._presence.next_handles)
        member = Member(first_handle, joining.games)
        post = self._posts.setdefault(post.bot, post)  # another may have come while the handle was asked for
        post.join(member)
        writing = asyncio.create_task(write_all(context, member.outbox.get))
        reading = asyncio.create_task(self._hear(context, post, member))
        try:
            await asyncio.wait({reading, writing}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            reading.cancel()
            writing.cancel()
            await asyncio.gather(reading, writing, return_exceptions=True)
            post.part(member)
            tidy(self._posts, post)

    async def _joining(self, context: Any) -> relay_pb2.Joining:
        """Return the first frame; the call is aborted if it is none, or the secret is wrong."""
        try:
            data = await asyncio.wait_for(context.read(), HELLO_SECONDS)
            joining = relay_pb2.JoinRequest.FromString(b"" if data is grpc.aio.EOF else data).joining
        except (TimeoutError, DecodeError):
            joining = relay_pb2.Joining()
        if not hmac.compare_digest(joining.secret.encode(), self._secret.encode()):
            await refuse(context, grpc.StatusCode.UNAUTHENTICATED, "this service is for the workers of the arena")
        return joining

    async def _hear(self, context: Any, post: Post, member: Member) -> None:
        while (data := await context.read()) is not grpc.aio.EOF:
            frame = relay_pb2.JoinRequest.FromString(data)
            kind = frame.WhichOneof("frame")
            if kind == "to_bot":
                member.parts.append(frame.to_bot.message)
                if not frame.to_bot.more:
                    post.to_bot(frame.to_bot.connection, member.whole_message())
            elif kind == "ping":
                post.pong(member, frame.ping.number)
            elif kind == "want_game":
                post.want_game(member)
            elif kind == "end_game":
                post.end_game(member)


def tidy(posts: dict[str, Post], post: Post) -> None:
    """Forget a post with neither bot nor worker."""
    if post.is_idle and posts.get(post.bot) is post:
        del posts[post.bot]
