"""A sitting: fresh bot processes play a batch of games with each other, all at once on one stream each.

No bot process sees a deal twice: the rotations of a block are different sittings, so nothing can be remembered
from one to the next.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Mapping, Sequence

from serai.referee.clock import TimeControl
from serai.referee.core.agenda import Action
from serai.referee.core.game import Game
from serai.referee.match import Fault, Match, Question, Retirement
from serai.server.answer_clock import Expired
from serai.server.bot_process import BotCommand
from serai.server.errors import PlatformError
from serai.server.hosted_bot import HostedBot
from serai.server.live_game import GameToPlay, LiveGame, Played
from serai.server.service import Referee
from serai.server.stall_clock import BEAT, StallClock
from serai.server.stream import Place, Seat, Stream

LOOPBACK = "127.0.0.1:0"


def play_sitting(
    game: Game,
    settings: Mapping[str, str],
    bots: Sequence[BotCommand],
    games: Sequence[GameToPlay],
    control: TimeControl,
    *,
    in_flight: int = 64,
    start_seconds: float = 20.0,
    on_game: Callable[[Played], None] = lambda played: None,
) -> list[Played]:
    """Play all games and return them in the order they were given. PlatformError: nothing of it counts."""
    sitting = Sitting(game, settings, bots, games, control, in_flight, start_seconds, on_game)
    try:
        return asyncio.run(sitting.play())
    except Exception as error:
        raise PlatformError(f"{type(error).__name__}: {error}") from error


class Sitting:
    """Drives the matches with the bots' streams and a real clock."""

    def __init__(
        self,
        game: Game,
        settings: Mapping[str, str],
        bots: Sequence[BotCommand],
        games: Sequence[GameToPlay],
        control: TimeControl,
        in_flight: int,
        start_seconds: float,
        on_game: Callable[[Played], None],
    ) -> None:
        self._game = game
        self._settings = settings
        self._control = control
        self._in_flight = in_flight
        self._on_game = on_game
        self._clock = StallClock()
        self._bots = [HostedBot(command, start_seconds) for command in bots]
        self._waiting = deque(games)
        self._order = [planned.key for planned in games]
        self._live: dict[Match, LiveGame] = {}
        self._played: dict[str, Played] = {}
        self._changed = asyncio.Event()
        self._failure: Exception | None = None

    async def play(self) -> list[Played]:
        tcp = LOOPBACK if any(bot.command.transport == "tcp" for bot in self._bots) else None
        async with Referee(self._game.name, self._clock, self, tcp) as referee:
            heartbeat = asyncio.create_task(self._beat())
            try:
                await asyncio.gather(*(bot.start(referee) for bot in self._bots))
                await self._play_all(referee)
            finally:
                heartbeat.cancel()
                await asyncio.gather(*(bot.stop() for bot in self._bots))
        return [self._played[key] for key in self._order]

    async def _play_all(self, referee: Referee) -> None:
        while self._waiting or self._live:
            await self._start_games(referee)
            if self._live:
                await self._changed.wait()
                self._changed.clear()
            if self._failure:
                raise self._failure

    async def _start_games(self, referee: Referee) -> None:
        """Start as many games as the limits allow; a bot that exited in an earlier game gets a fresh process."""
        while self._waiting and len(self._live) < self._in_flight:
            bots = [self._bots[index] for index in self._waiting[0].seating]
            if any(not bot.has_room for bot in bots):
                return
            for bot in bots:
                await bot.start(referee)
            self._start_game(self._waiting.popleft(), bots)

    def _start_game(self, planned: GameToPlay, bots: list[HostedBot]) -> None:
        match = Match(self._game, len(planned.seating), planned.deal, self._settings, self._control)
        game = self._live[match] = LiveGame(planned, match, bots, self._clock)
        game.start()
        for seat, bot in enumerate(bots):
            if bot.stream is None:
                self._retire(game, seat, bot.fault)
        self._go_on(game)

    def _go_on(self, game: LiveGame) -> None:
        """Ask what is due, or end the game."""
        if game.match.over:
            self._finish(game)
        else:
            game.ask()

    def _finish(self, game: LiveGame) -> None:
        del self._live[game.match]
        played = game.played()
        self._played[played.key] = played
        game.end()
        self._on_game(played)
        self._changed.set()

    # What the streams report

    def sent(self, questions: Sequence[Question], now: float) -> None:
        for question in questions:
            question.match.sent(question, now)

    def answered(self, question: Question, choice: int | Action, seconds: float) -> None:
        if question.match in self._live:
            try:
                self._take(self._live[question.match], question, choice, seconds)
            except Exception as error:
                self._fail(error)

    def _take(self, game: LiveGame, question: Question, choice: int | Action, seconds: float) -> None:
        try:
            game.match.answer(question, choice, seconds)
        except Fault as fault:
            answer = str(choice) if isinstance(choice, int) else self._game.actions.say(choice)
            self._retire(game, question.seat, fault, question, answer)
        self._go_on(game)

    def faulted(self, stream: Stream, place: Place | None, fault: Fault, evidence: str) -> None:
        try:
            self._retire_faulted(stream, place, fault, evidence)
        except Exception as error:
            self._fail(error)

    def _retire_faulted(self, stream: Stream, place: Place | None, fault: Fault, evidence: str) -> None:
        """Retire a bot from the game in which it was at fault, or from all its games."""
        bot = self._bot_of(stream)
        if place is not None:
            self._retire_from([place.seat] if place.seat in bot.seats else [], fault, evidence)
            return
        stream.fault(fault)
        stream.close()
        self._retire_from(list(bot.seats), fault, evidence)
        bot.drop(fault)

    def lost(self, stream: Stream) -> None:
        """Find out from the bot's process whether it crashed or just left."""
        bot = self._bot_of(stream)
        bot.exiting = asyncio.create_task(self._retire_exited(bot))

    async def _retire_exited(self, bot: HostedBot) -> None:
        fault = await bot.exit_fault()
        try:
            self._retire_from(list(bot.seats), fault, "")
            bot.drop(fault)
        except Exception as error:
            self._fail(error)
        self._changed.set()

    def _bot_of(self, stream: Stream) -> HostedBot:
        return next(bot for bot in self._bots if bot.is_on(stream))

    def _retire_from(self, seats: list[Seat], fault: Fault, evidence: str) -> None:
        for match, seat in seats:
            if game := self._live.get(match):
                self._retire(game, seat, fault, match.open_question(seat), evidence)
                self._go_on(game)

    def _retire(
        self, game: LiveGame, seat: int, fault: Fault, question: Question | None = None, answer: str = ""
    ) -> None:
        """Retire a seat, with the evidence: what was asked, what was answered, what the bot printed last."""
        bot, match, place = game.bots[seat], game.match, game.places[seat]
        asked = "" if question is None else game.withdraw(question)
        match.retire(Retirement(seat, fault.cause, len(match.decisions), fault.text, asked, answer, bot.output))
        bot.seats.discard((match, seat))
        if bot.stream is not None and place is not None:
            bot.stream.fault(fault, place.handle, 0 if question is None else place.question_id)

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
            if bot.stream is not None and bot.exiting is None and (late := bot.stream.answer_clock.expired(now)):
                self._retire_late(bot, bot.stream, late)

    def _retire_late(self, bot: HostedBot, stream: Stream, late: Expired) -> None:
        """Retire the seats whose time is up; a bot that is stuck, or has no game left, gets a fresh process."""
        games = [self._live[question.match] for question in late.questions]
        for game, question in zip(games, late.questions, strict=True):
            self._retire(game, question.seat, late.fault, question)
        for game in dict.fromkeys(games):
            self._go_on(game)
        if late.stuck:
            self._retire_faulted(stream, None, late.stuck, "")
        elif not bot.seats:
            stream.close()
            bot.drop(late.fault)

    def _fail(self, error: Exception) -> None:
        self._failure = self._failure or error
        self._changed.set()
