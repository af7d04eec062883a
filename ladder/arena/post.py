"""Where the arena joins one bot with the workers that play with it. It knows no sockets: messages go to outboxes.

What workers send passes unread. Of what the bot sends only the ids of the questions are looked at: each says which
worker's game it belongs to, for every worker has a range of handles of its own.
"""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict, deque

from serai.ladder.arena.outbox import Full, Outbox
from serai.server.remote_address import HANDLES
from serai.server.stream import QUESTIONS_PER_GAME
from serai.v1 import referee_pb2, relay_pb2

MOST_TO_BOT = 8 * 1024 * 1024  # bytes that may wait for a bot; then it is sent away
MOST_TO_WORKER = 8 * 1024 * 1024


class Connection:
    """One connection of a bot. `ended` has the reason when it has to be given up."""

    def __init__(self, hello: referee_pb2.Hello, peer: str) -> None:
        self.hello = hello
        self.peer = peer
        self.ended: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self.was_shut_out = False
        self.since = time.time()
        self.number = 0
        self.microseconds = 0  # a message takes to the bot's machine and back
        self.outbox = Outbox(MOST_TO_BOT)

    def end(self, reason: str) -> None:
        """Give it up."""
        if not self.ended.done():
            self.ended.set_result(reason)

    def shut_out(self, reason: str) -> None:
        """Give it up, because its token is good for nothing any more: it hears why before it ends."""
        self.was_shut_out = True
        self.end(reason)

    @property
    def max_games(self) -> int:
        return max(1, self.hello.max_games)


class Member:
    """A worker that plays with the bot: its range of handles, the games it has leave for and those it waits for."""

    def __init__(self, first_handle: int, games: int) -> None:
        self.first_handle = first_handle
        self.games = games
        self.parts: list[bytes] = []  # of a message to the bot that is not whole yet
        self.outbox = Outbox(MOST_TO_WORKER)

    def whole_message(self) -> bytes:
        """Return the message whose parts have come."""
        parts, self.parts = self.parts, []
        return b"".join(parts)

    def tell(self, **frame: object) -> None:
        """Send the worker a frame. One that does not read is sent away: its box is closed, and it joins again."""
        try:
            self.outbox.put(relay_pb2.JoinResponse(**frame).SerializeToString())  # type: ignore[arg-type]  # one frame
        except Full:
            self.outbox.close()


class Post:
    """One bot, there or not, and the workers that are joined to it."""

    def __init__(self, bot: str) -> None:
        self.bot = bot
        self.connection: Connection | None = None
        self.is_closing = False
        self._connections = 0
        self._members: dict[int, Member] = {}
        self._wanting: deque[Member] = deque()

    @property
    def is_idle(self) -> bool:
        """Whether there is neither bot nor worker."""
        return self.connection is None and not self._members

    @property
    def games(self) -> int:
        """How many games the workers have leave for."""
        return sum(member.games for member in self._members.values())

    # The bot

    def arrive(self, connection: Connection) -> None:
        """The bot is there."""
        self._connections += 1
        connection.number = self._connections
        self.connection = connection
        for member in self._members.values():
            self._introduce(member, connection)
        self._grant()

    def leave(self, connection: Connection) -> None:
        """The bot's connection is gone."""
        if self.connection is connection:
            self.connection = None
            for member in self._members.values():
                member.tell(left=relay_pb2.Left())

    def from_bot(self, data: bytes, request: referee_pb2.PlayRequest) -> None:
        """Pass on what the bot has sent: answers to whom they belong, a goodbye to all."""
        if request.HasField("bye"):
            for member in self._members.values():
                member.tell(from_bot=data)
            return
        ranges = {_range_of(answer.question_id) for answer in request.answers}
        if len(ranges) == 1:
            self._pass_on(ranges.pop(), data)
            return
        shares: dict[int, referee_pb2.PlayRequest] = defaultdict(referee_pb2.PlayRequest)
        for answer in request.answers:
            shares[_range_of(answer.question_id)].answers.append(answer)
        for number, share in shares.items():
            self._pass_on(number, share.SerializeToString())

    def _pass_on(self, number: int, data: bytes) -> None:
        """Give answers to the worker whose they are; to one that is not there any more, nothing is sent."""
        if member := self._members.get(number):
            member.tell(from_bot=data)

    # The workers

    def join(self, member: Member) -> None:
        """A worker is joined; one that was here before with the same handles has come again."""
        self.part(self._members.get(member.first_handle // HANDLES))
        self._members[member.first_handle // HANDLES] = member
        if self.connection is not None:
            self._introduce(member, self.connection)

    def part(self, member: Member | None) -> None:
        """A worker is gone; what it had leave for goes to others."""
        if member is None:
            return
        if self._members.get(member.first_handle // HANDLES) is member:
            del self._members[member.first_handle // HANDLES]
        member.outbox.close()
        self._wanting = deque(other for other in self._wanting if other is not member)
        self._grant()

    def to_bot(self, connection: int, message: bytes) -> None:
        """Pass a worker's message on, unread; nothing if the bot is on another connection by now."""
        there = self.connection
        if there is None or there.number != connection:
            return
        try:
            there.outbox.put(message)
        except Full:
            there.end(f"more than {MOST_TO_BOT} bytes wait for this bot, which does not read")

    def pong(self, member: Member, number: int) -> None:
        """Answer a worker's ping, and say how far the bot is."""
        microseconds = 0 if self.connection is None else self.connection.microseconds
        member.tell(pong=relay_pb2.Pong(number=number, bot_microseconds=microseconds))

    def want_game(self, member: Member) -> None:
        """A worker wants to begin a game."""
        self._wanting.append(member)
        self._grant()

    def end_game(self, member: Member) -> None:
        """A game of a worker is over."""
        member.games = max(0, member.games - 1)
        self._grant()

    def _grant(self) -> None:
        """Give leave for as many games as the bot plays at once, to those who asked first."""
        while (
            not self.is_closing
            and self._wanting
            and self.connection is not None
            and self.games < self.connection.max_games
        ):
            member = self._wanting.popleft()
            member.games += 1
            member.tell(game_granted=relay_pb2.GameGranted())

    @staticmethod
    def _introduce(member: Member, connection: Connection) -> None:
        hello = connection.hello
        member.tell(
            arrived=relay_pb2.Arrived(
                connection=connection.number,
                first_handle=member.first_handle,
                games=hello.games,
                worlds=hello.worlds,
            )
        )


def _range_of(question_id: int) -> int:
    """Return the number of the range of handles that a question belongs to."""
    return question_id // QUESTIONS_PER_GAME // HANDLES
