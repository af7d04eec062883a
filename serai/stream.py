"""The conversation of a bot with the referee: one stream, many games, questions and answers in batches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
from serai.table import Luck, Result, Table
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

    @property
    def name(self) -> str: ...

    @property
    def log(self) -> Logger: ...

    def choose(self, table: Table, view: Any, options: Sequence[Any]) -> Any: ...

    def game_started(self, table: Table) -> None: ...

    def game_ended(self, table: Table, result: Result) -> None: ...


@dataclass(frozen=True, slots=True)
class Line:
    """An open stream: what the referee says, and where to put what the bot says."""

    address: str
    heard: Iterator[wire.PlayResponse]
    outbox: SimpleQueue[wire.PlayRequest | None]


@contextmanager
def connect(address: str) -> Iterator[Line]:
    """Dial the referee. What is put in the outbox is sent by a thread of gRPC, which the closing None lets go."""
    outbox: SimpleQueue[wire.PlayRequest | None] = SimpleQueue()
    try:
        with grpc.insecure_channel(address, options=CHANNEL_OPTIONS) as channel:
            yield Line(address, RefereeServiceStub(channel).Play(iter(outbox.get, None)), outbox)
    finally:
        outbox.put(None)


def greeting(bot: Player, token: str) -> wire.Hello:
    """What the bot says of itself, checked: a misspelt game is found here and not in the first question."""
    games = spelt_out(bot.games, KNOWN_GAMES)
    unknown = [game for game in games if game not in KNOWN_GAMES]
    if unknown or not games:
        said = f"names {', '.join(unknown)}" if unknown else "is empty"
        raise UsageError(f"`games` {said}; this version of serai knows {', '.join(KNOWN_GAMES)}")
    return wire.Hello(token=token, protocol=PROTOCOL, name=bot.name, games=games, max_games=bot.max_games)


class Conversation:
    """What has been said on a stream so far: the open games, and whether the referee has let the bot in."""

    def __init__(self, bot: Player, line: Line) -> None:
        self.bot = bot
        self.line = line
        self.welcomed = False
        self.tables: dict[int, Table] = {}

    def hold(self, token: str) -> None:
        """Say hello and answer until the referee ends the stream."""
        self.line.outbox.put(wire.PlayRequest(hello=greeting(self.bot, token)))
        for message in self.messages():
            self.hear(message)

    def messages(self) -> Iterator[wire.PlayResponse]:
        """What the referee says; a generator, so that an error of gRPC in the bot's own code is not taken for ours."""
        try:
            yield from self.line.heard
        except grpc.RpcError as error:
            self.cut_off(error)

    def hear(self, message: wire.PlayResponse) -> None:
        """A message holds all that is ready at one moment, to be read in this order."""
        self.welcomed = self.welcomed or message.HasField("welcome")
        for started in message.games_started:
            self.start(started)
        self.answer(message.questions)
        for ended in message.games_ended:
            self.end(ended)
        for fault in message.faults:
            self.blame(fault)

    def start(self, started: wire.GameStarted) -> None:
        """Lay a table for the game. A board of a game this package does not know would be empty."""
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
            luck=Luck(started.commitment, started.seat),
            clock=started.time_control.bank_seconds,
        )
        self.bot.game_started(table)

    def end(self, ended: wire.GameEnded) -> None:
        table = self.table(ended.game_handle)
        table._told = ended.events
        del self.tables[ended.game_handle]
        self.bot.game_ended(table, Result(tuple(ended.points), tuple(ended.ranks), ended.deal))

    def answer(self, questions: Sequence[wire.Question]) -> None:
        """Answer all questions of a message in one message; if that takes long, what is ready goes ahead."""
        batch = wire.PlayRequest()
        flushed = monotonic()
        for question in questions:
            self.decide(question, batch)
            if monotonic() - flushed > FLUSH_SECONDS:
                self.line.outbox.put(batch)
                batch = wire.PlayRequest()
                flushed = monotonic()
        if batch.answers:
            self.line.outbox.put(batch)

    def decide(self, question: wire.Question, batch: wire.PlayRequest) -> None:
        """Let the bot choose among the messages of the game itself, not those that wrap them on the wire."""
        table = self.table(question.game_handle)
        table.clock = question.clock_milliseconds / 1000
        table._told = question.events
        options = [getattr(option, table.game) for option in question.options]
        try:
            chosen = self.bot.choose(table, getattr(question.view, table.game), options)
        except Exception as error:
            error.add_note(f"in {table}, question {question.question_id} with {len(options)} options")
            raise
        place = place_of(chosen, options)
        if place is None:
            batch.answers.add(question_id=question.question_id, action=own_action(chosen, table))
        else:
            batch.answers.add(question_id=question.question_id, option=place)

    def table(self, handle: int) -> Table:
        table = self.tables.get(handle)
        if table is None:
            raise RefereeLost(f"the referee speaks of game {handle}, which it has not started")
        return table

    def blame(self, fault: wire.Fault) -> None:
        """A fault in a game costs the seat there and the others go on; a fault of the stream ends everything."""
        cause = NAMED_CAUSES.get(fault.cause, str(fault.cause))
        if not fault.HasField("game_handle"):
            raise BotMistake(f"the referee ends the stream: {cause}: {fault.text}")
        table = self.tables.get(fault.game_handle, f"game {fault.game_handle}")
        self.bot.log.warning("retired in %s: %s: %s", table, cause, fault.text)

    def cut_off(self, error: grpc.RpcError) -> None:
        """A stream that breaks after the last game is how a referee that shuts down says good-bye."""
        reason = f"{error.code().name.lower()}: {error.details()}"
        if not self.welcomed:
            raise RefereeLost(f"no welcome from the referee at {self.line.address}: {reason}") from None
        if self.tables:
            raise RefereeLost(f"the referee went away, games still open: {len(self.tables)} ({reason})") from None


def place_of(chosen: Any, options: list[Any]) -> int | None:
    """The place of the chosen option in the list; None if it is not one of the messages in it."""
    for place, option in enumerate(options):
        if option is chosen:
            return place
    if hasattr(chosen, "__index__") and not isinstance(chosen, bool):
        place = index(chosen)
        if not 0 <= place < len(options):
            raise BotMistake(f"choose returned option {place} of {len(options)}: they are numbered from 0")
        return place
    return None


def own_action(chosen: Any, table: Table) -> wire.Action:
    """An action of the bot's own making, as options too many to list ask for."""
    try:
        if chosen is None:
            raise TypeError
        return wire.Action(**{table.game: chosen})
    except TypeError:
        raise BotMistake(
            f"choose returned {type(chosen).__name__} in {table}: "
            "it should return one of the options, its place in the list, or an action of its own"
        ) from None
