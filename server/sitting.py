"""A sitting: fresh bot processes play a batch of games with each other, all at once on one stream each.

No bot process sees a deal twice: the rotations of a block are different sittings, so nothing can be remembered
from one to the next.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from google.protobuf.json_format import MessageToJson

from serai.referee.clock import TimeControl
from serai.referee.core.agenda import Action
from serai.referee.core.game import Game
from serai.referee.core.luck import commit
from serai.referee.match import Cause, Fault, Match, Question, Retirement
from serai.referee.replay import Replay, record
from serai.server.bot_process import BotCommand
from serai.server.codec import CODECS
from serai.server.codec.event_log import Chronicle
from serai.server.errors import PlatformError
from serai.server.hosted_bot import Bot
from serai.server.service import Referee
from serai.server.stall_clock import BEAT, FairClock
from serai.server.stream import Seat, Stream
from serai.v1 import referee_pb2 as pb

LOOPBACK = "127.0.0.1:0"


@dataclass(frozen=True, slots=True)
class Appointment:
    """A game to be played in a sitting: its id, its deal, which bot sits where, whether the deal may be revealed."""

    key: str
    deal: bytes
    seats: tuple[int, ...]
    reveals: bool


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played, with the seconds the platform stalled meanwhile (given back to the bots)."""

    key: str
    replay: Replay
    started: float
    seconds: float
    stalled: float


class Table:
    """A game in progress: the match, and the bot on each seat."""

    def __init__(self, appointment: Appointment, match: Match, bots: list[Bot], clock: FairClock) -> None:
        self.appointment = appointment
        self.match = match
        self.bots = bots
        self.started = time.time()
        self._clock = clock
        self._began = clock.now()
        self._stalled = clock.stalled

    def played(self) -> Played:
        seconds, stalled = self._clock.now() - self._began, self._clock.stalled - self._stalled
        return Played(self.appointment.key, record(self.match), self.started, seconds, stalled)


def play_sitting(
    game: Game,
    options: Mapping[str, str],
    bots: Sequence[BotCommand],
    games: Sequence[Appointment],
    control: TimeControl,
    *,
    in_flight: int = 64,
    start_seconds: float = 20.0,
    on_game: Callable[[Played], None] = lambda played: None,
) -> list[Played]:
    """Play all games and give them in the order they were asked for. PlatformError: nothing of it counts."""
    sitting = Sitting(game, options, bots, games, control, in_flight, start_seconds, on_game)
    try:
        return asyncio.run(sitting.play())
    except Exception as error:
        raise PlatformError(f"{type(error).__name__}: {error}") from error


class Sitting:
    """Drives the matches with the bots' streams and a real clock."""

    stream_class = Stream

    def __init__(
        self,
        game: Game,
        options: Mapping[str, str],
        bots: Sequence[BotCommand],
        games: Sequence[Appointment],
        control: TimeControl,
        in_flight: int,
        start_seconds: float,
        on_game: Callable[[Played], None],
    ) -> None:
        self._game = game
        self._options = options
        self._control = control
        self._in_flight = in_flight
        self._on_game = on_game
        self._clock = FairClock()
        self._bots = [Bot(command, start_seconds) for command in bots]
        self._waiting = deque(games)
        self._order = [appointment.key for appointment in games]
        self.tables: dict[Match, Table] = {}
        self._played: dict[str, Played] = {}
        self._changed = asyncio.Event()
        self._failure: Exception | None = None

    async def play(self) -> list[Played]:
        tcp = LOOPBACK if any(bot.command.transport == "tcp" for bot in self._bots) else None
        async with Referee(self._game.name, self._clock, self, tcp, self.stream_class) as referee:
            heart = asyncio.create_task(self._beat())
            try:
                await asyncio.gather(*(bot.come_up(referee) for bot in self._bots))
                await self._play_all(referee)
            finally:
                heart.cancel()
                await asyncio.gather(*(bot.leave() for bot in self._bots))
        return [self._played[key] for key in self._order]

    async def _play_all(self, referee: Referee) -> None:
        while self._waiting or self.tables:
            await self._seat_next(referee)
            if self.tables:
                await self._changed.wait()
                self._changed.clear()
            if self._failure:
                raise self._failure

    async def _seat_next(self, referee: Referee) -> None:
        """Begin as many games as the limits allow; a bot that died in an earlier game gets a fresh process."""
        while self._waiting and len(self.tables) < self._in_flight:
            bots = [self._bots[index] for index in self._waiting[0].seats]
            if any(not bot.has_room for bot in bots):
                return
            for bot in bots:
                await bot.come_up(referee)
            self._begin(self._waiting.popleft(), bots)

    def _begin(self, appointment: Appointment, bots: list[Bot]) -> None:
        match = self.new_match(appointment)
        table = self.tables[match] = Table(appointment, match, bots, self._clock)
        chronicle = Chronicle(match, CODECS[self._game.name])
        for seat, bot in enumerate(bots):
            bot.sit((match, seat), introduction(match), chronicle)
        for seat, bot in enumerate(bots):
            if bot.stream is None:
                self._retire(table, seat, bot.trouble)
        self._go_on(table)

    def new_match(self, appointment: Appointment) -> Match:
        return Match(self._game, len(appointment.seats), appointment.deal, self._options, self._control)

    def _go_on(self, table: Table) -> None:
        """Ask what is due, or end the game."""
        if table.match.over:
            self._finish(table)
            return
        for question in table.match.questions():
            stream = table.bots[question.seat].stream
            assert stream is not None
            stream.ask(question)

    def _finish(self, table: Table) -> None:
        del self.tables[table.match]
        played = table.played()
        self._played[played.key] = played
        for seat, bot in enumerate(table.bots):
            bot.end((table.match, seat), self._result(table, seat))
        self._on_game(played)
        self._changed.set()

    def _result(self, table: Table, seat: int) -> pb.GameEnded:
        outcomes, codec = table.match.outcomes(), CODECS[self._game.name]
        return pb.GameEnded(
            points=[outcome.points for outcome in outcomes],
            ranks=[outcome.rank for outcome in outcomes],
            deal=table.appointment.deal if table.appointment.reveals else b"",
            events=[codec.event_message(event) for event in table.match.news(seat)],
        )

    # What the streams bring

    def answered(self, question: Question, choice: int | Action, now: float) -> None:
        if question.match in self.tables:
            try:
                self._take(self.tables[question.match], question, choice, now)
            except Exception as error:
                self._fail(error)

    def _take(self, table: Table, question: Question, choice: int | Action, now: float) -> None:
        try:
            table.match.answer(question, choice, now)
        except Fault as fault:
            said = str(choice) if isinstance(choice, int) else self._game.actions.say(choice)
            self._retire(table, question.seat, fault, question, said)
        self._go_on(table)

    def misbehaved(self, stream: Stream, seat: Seat | None, text: str, evidence: str) -> None:
        try:
            self._reprimand(stream, seat, text, evidence)
        except Exception as error:
            self._fail(error)

    def _reprimand(self, stream: Stream, seat: Seat | None, text: str, evidence: str) -> None:
        """Retire a bot that broke the protocol: from the game it can be laid to, or altogether."""
        fault, bot = Fault(Cause.PROTOCOL, text), self._bot_of(stream)
        if seat is not None:
            self._retire_from([seat] if seat in bot.seats else [], fault, evidence)
            return
        stream.fault(fault)
        stream.close()
        self._retire_from(list(bot.seats), fault, evidence)
        bot.drop(fault)

    def lost(self, stream: Stream) -> None:
        """The bot left or died: its process says which."""
        bot = self._bot_of(stream)
        bot.burial = asyncio.create_task(self._bury(bot))

    async def _bury(self, bot: Bot) -> None:
        fault = await bot.cause_of_death()
        try:
            self._retire_from(list(bot.seats), fault, "")
            bot.drop(fault)
        except Exception as error:
            self._fail(error)
        self._changed.set()

    def _bot_of(self, stream: Stream) -> Bot:
        return next(bot for bot in self._bots if bot.is_on(stream))

    def _retire_from(self, seats: list[Seat], fault: Fault, evidence: str) -> None:
        for match, seat in seats:
            if table := self.tables.get(match):
                self._retire(table, seat, fault, match.open_question(seat), evidence)
                self._go_on(table)

    def _retire(
        self, table: Table, seat: int, fault: Fault, question: Question | None = None, answer: str = ""
    ) -> None:
        """Retire a seat, with the evidence: what was asked, what was answered, what the bot printed last."""
        bot, match = table.bots[seat], table.match
        asked = ""
        if question is not None and bot.stream is not None:
            asked = as_json(bot.stream.encoded(question))
            bot.stream.withdraw(question)
        match.retire(Retirement(seat, fault.cause, len(match.decisions), fault.text, asked, answer, bot.output))
        bot.seats.discard((match, seat))
        if bot.stream is not None:
            bot.stream.fault(fault, (match, seat), question)

    # The heartbeat

    async def _beat(self) -> None:
        """Look for seats whose time is up, as long as the sitting lasts."""
        while True:
            await asyncio.sleep(BEAT)
            try:
                self._expire(self._clock.beat())
            except Exception as error:
                self._fail(error)

    def _expire(self, now: float) -> None:
        for bot in self._bots:
            if bot.stream is not None and bot.burial is None:
                for question in [q for q in bot.stream.open.values() if now > q.deadline]:
                    if bot.stream is not None:
                        self._time_is_up(bot, question)

    def _time_is_up(self, bot: Bot, question: Question) -> None:
        """Retire the seat; a bot that is stuck in all its games is ended and gets a fresh process for the next one."""
        assert bot.stream is not None
        table = self.tables[question.match]
        fault = Fault(Cause.TIME, f"no answer in the {question.deadline - question.sent:.1f} s it had")
        self._retire(table, question.seat, fault, question)
        self._go_on(table)
        if not bot.seats:
            bot.stream.close()
            bot.drop(fault)

    def _fail(self, error: Exception) -> None:
        self._failure = self._failure or error
        self._changed.set()


def introduction(match: Match) -> pb.GameStarted:
    """What a seat is told when a game begins; its stream adds the handle and the seat."""
    control = match.control
    return pb.GameStarted(
        game=match.game.name,
        epoch=match.game.epoch,
        seats=match.seats,
        options=match.settings,
        board=CODECS[match.game.name].started_board(match.state),
        time_control=pb.TimeControl(
            bank_seconds=control.bank, increment_seconds=control.increment, cap_seconds=control.cap
        ),
        commitment=commit(match.deal),
    )


def as_json(question: bytes) -> str:
    """A question as its bot may read it, for the evidence."""
    response = pb.PlayResponse.FromString(question)
    return MessageToJson(response.questions[0], preserving_proto_field_name=True, indent=None)
