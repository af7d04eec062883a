"""The client of the referee for a bot: one stream, many games, questions and answers in batches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from logging import Logger
from operator import index
from queue import SimpleQueue
from time import monotonic
from typing import Any, Protocol

import grpc

from serai.errors import BotMistake, RefereeLost, UsageError
from serai.games import spelt_out
from serai.offered import Options
from serai.table import Luck, Result, Table
from serai.trust import Trust
from serai.v1 import referee_pb2 as wire
from serai.v1.referee_pb2_grpc import RefereeServiceStub

PROTOCOL = 1
CHANNEL_OPTIONS = [("grpc.max_receive_message_length", 16 * 1024 * 1024)]
# Answers that are ready wait no longer than this (and the decision just being made) for those of slower games.
FLUSH_SECONDS = 0.02
KNOWN_GAMES = tuple(field.name for field in wire.View.DESCRIPTOR.oneofs_by_name["game"].fields)
NAMED_CAUSES = {number: name.removeprefix("FAULT_CAUSE_").lower() for name, number in wire.FaultCause.items()}


class Player(Protocol):
    """What a conversation needs of a bot: see serai.Bot."""

    games: Sequence[str]
    max_games: int
    worlds: bool

    @property
    def name(self) -> str: ...

    @property
    def log(self) -> Logger: ...

    def choose(self, table: Table, view: Any, options: Sequence[Any]) -> Any: ...

    def game_started(self, table: Table) -> None: ...

    def game_ended(self, table: Table, result: Result) -> None: ...


@dataclass(frozen=True, slots=True)
class Connection:
    """An open stream: the messages of the referee, and where to put those of the bot."""

    address: str
    inbox: Iterator[wire.PlayResponse]
    outbox: SimpleQueue[wire.PlayRequest | None]


@contextmanager
def connect(address: str, trust: Trust) -> Iterator[Connection]:
    """Connect to the referee while the block runs. A thread of gRPC sends what is put in the outbox, None ends it."""
    outbox: SimpleQueue[wire.PlayRequest | None] = SimpleQueue()
    try:
        with _channel(address, trust) as channel:
            yield Connection(address, RefereeServiceStub(channel).Play(iter(outbox.get, None)), outbox)
    finally:
        outbox.put(None)


def _channel(address: str, trust: Trust) -> grpc.Channel:
    if not trust.tls:
        return grpc.insecure_channel(address, options=CHANNEL_OPTIONS)
    return grpc.secure_channel(address, grpc.ssl_channel_credentials(trust.authorities), options=CHANNEL_OPTIONS)


def hello(bot: Player, token: str) -> wire.Hello:
    """Return the bot's hello; UsageError if it names a game that this package does not know, or none."""
    games = spelt_out(bot.games, KNOWN_GAMES)
    unknown = [game for game in games if game not in KNOWN_GAMES]
    if unknown or not games:
        wrong = f"names {', '.join(unknown)}" if unknown else "is empty"
        raise UsageError(f"`games` {wrong}; this version of serai knows {', '.join(KNOWN_GAMES)}")
    return wire.Hello(
        token=token, protocol=PROTOCOL, name=bot.name, games=games, max_games=bot.max_games, worlds=bot.worlds
    )


class Conversation:
    """Answers the messages of one stream. It knows the open games, and whether the referee has let the bot in."""

    def __init__(self, bot: Player, connection: Connection) -> None:
        self.bot = bot
        self.connection = connection
        self.welcomed = False
        self.tables: dict[int, Table] = {}

    def run(self, token: str) -> None:
        """Say hello and answer until the referee ends the stream; Stopped if it ends for another reason."""
        self.connection.outbox.put(wire.PlayRequest(hello=hello(self.bot, token)))
        for message in self.messages():
            self.handle(message)

    def messages(self) -> Iterator[wire.PlayResponse]:
        """Yield the messages of the referee. An error of gRPC in the bot's own code is not handled here."""
        try:
            yield from self.connection.inbox
        except grpc.RpcError as error:
            self.check_end(error)

    def handle(self, message: wire.PlayResponse) -> None:
        """Handle a message, which holds all that was ready at one moment, in this order."""
        self.welcomed = self.welcomed or message.HasField("welcome")
        for started in message.games_started:
            self.start(started)
        self.answer(message.questions)
        for ended in message.games_ended:
            self.end(ended)
        for fault in message.faults:
            self.report(fault)

    def start(self, started: wire.GameStarted) -> None:
        """Add a table for the game; one that is resumed replaces what there was.

        BotMistake if this package does not know the game, whose board would be empty.
        """
        if started.game not in KNOWN_GAMES:
            raise BotMistake(f"{started.game} began; this version of serai knows {', '.join(KNOWN_GAMES)}")
        table = self.tables[started.game_handle] = Table(
            handle=started.game_handle,
            game=started.game,
            epoch=started.epoch,
            seat=started.seat,
            seats=started.seats,
            options=dict(started.options),
            board=getattr(started.board, started.game),
            time_control=started.time_control,
            commitment=started.commitment,
            luck=Luck(started.luck or f"{started.commitment}\n{started.seat}"),  # a referee of old sends none
            clock=started.time_control.bank_seconds,
            resumed=started.resumed,
            _events=started.events,
        )
        self.bot.game_started(table)

    def end(self, ended: wire.GameEnded) -> None:
        """Remove the table of the game and give the bot its result."""
        table = self.table(ended.game_handle)
        table._events = ended.events
        del self.tables[ended.game_handle]
        self.bot.game_ended(table, Result(tuple(ended.points), tuple(ended.ranks), ended.deal))

    def answer(self, questions: Sequence[wire.Question]) -> None:
        """Answer all questions of a message in one message; if that takes long, what is ready is sent first."""
        batch = wire.PlayRequest()
        flushed = monotonic()
        for question in questions:
            self.decide(question, batch)
            if monotonic() - flushed > FLUSH_SECONDS:
                self.connection.outbox.put(batch)
                batch = wire.PlayRequest()
                flushed = monotonic()
        if batch.answers:
            self.connection.outbox.put(batch)

    def decide(self, question: wire.Question, batch: wire.PlayRequest) -> None:
        """Let the bot choose among the game's own messages, without those that wrap them on the wire."""
        table = self.table(question.game_handle)
        table.clock = question.clock_milliseconds / 1000
        table._events = question.events
        table.world = question.world if question.HasField("world") else None
        options = Options(question.options, table.game)
        try:
            chosen = self.bot.choose(table, getattr(question.view, table.game), options)
        except Exception as error:
            error.add_note(f"in {table}, question {question.question_id} with {len(options)} options")
            raise
        place = place_of(chosen, options.seen.items(), len(options))
        if place is None:
            batch.answers.add(question_id=question.question_id, action=own_action(chosen, table))
        else:
            batch.answers.add(question_id=question.question_id, option=place)

    def table(self, handle: int) -> Table:
        """Return the table of a game; RefereeLost if the referee has not started it."""
        table = self.tables.get(handle)
        if table is None:
            raise RefereeLost(f"the referee speaks of game {handle}, which it has not started")
        return table

    def report(self, fault: wire.Fault) -> None:
        """Log a fault in a game, which retires this seat there; BotMistake for a fault of the stream, which ends it."""
        cause = NAMED_CAUSES.get(fault.cause, str(fault.cause))
        if not fault.HasField("game_handle"):
            raise BotMistake(f"the referee ends the stream: {cause}: {fault.text}")
        table = self.tables.get(fault.game_handle, f"game {fault.game_handle}")
        self.bot.log.warning("retired in %s: %s: %s", table, cause, fault.text)

    def check_end(self, error: grpc.RpcError) -> None:
        """Raise RefereeLost if the stream broke too early. After the last game it is just the referee shutting down."""
        reason = f"{error.code().name.lower()}: {error.details()}"
        if not self.welcomed:
            raise RefereeLost(f"no welcome from the referee at {self.connection.address}: {reason}") from None
        if self.tables:
            raise RefereeLost(f"the referee went away, games still open: {len(self.tables)} ({reason})") from None


def place_of(chosen: Any, seen: Iterable[tuple[int, Any]], count: int) -> int | None:
    """Return the place of the chosen option among so many; None if it is not one of the messages that were seen."""
    for place, option in seen:
        if option is chosen:
            return place
    if hasattr(chosen, "__index__") and not isinstance(chosen, bool):
        place = index(chosen)
        if not 0 <= place < count:
            raise BotMistake(f"choose returned option {place} of {count}: they are numbered from 0")
        return place
    return None


def own_action(chosen: Any, table: Table) -> wire.Action:
    """Return an action of the bot's own making, for decisions with too many options to list."""
    try:
        if chosen is None:
            raise TypeError
        return wire.Action(**{table.game: chosen})
    except TypeError:
        raise BotMistake(
            f"choose returned {type(chosen).__name__} in {table}: "
            "it should return one of the options, its place in the list, or an action of its own"
        ) from None
