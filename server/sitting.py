"""A sitting: bots play games with each other, many at once on one stream each.

Processes stay at hand from one game to the next, and none sees a deal twice (see bot_pool.py). Bots that run elsewhere
are guests (see guests.py).
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from contextlib import AbstractAsyncContextManager
from types import TracebackType
from typing import Self

from serai.referee.core.agenda import Action
from serai.referee.match import Cause, Fault, Match, Question, Retirement
from serai.server.answer_clock import Expired
from serai.server.bot_pool import BotPool
from serai.server.bot_process import GRACE
from serai.server.errors import BotKilled, PlatformError
from serai.server.guests import Guests
from serai.server.hosted_bot import HostedBot, Instance
from serai.server.live_game import LiveGame, OnOver, Terms
from serai.server.process_limit import most_processes
from serai.server.remote_address import Locate, RemotePlayer
from serai.server.seated_bot import SeatedBot
from serai.server.service import Referee
from serai.server.stall_clock import BEAT, StallClock
from serai.server.stream import Place, Seat, Stream

LOOPBACK = "127.0.0.1:0"
START_SECONDS = 20.0

# Who sits in a seat: a process, a bot that runs elsewhere, why the bot cannot play, or one that others have brought.
Player = Instance | RemotePlayer | Fault | SeatedBot


async def give_up(tasks: Iterable[asyncio.Task[None]]) -> None:
    """Cancel tasks and wait until they have ended."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


class Sitting:
    """Drives the matches with the bots' streams and a real clock. An async context manager."""

    def __init__(
        self, processes: int | None = None, start_seconds: float = START_SECONDS, locate: Locate | None = None
    ) -> None:
        """`processes` is how many bot processes there are at a time; if it is not said, what memory allows.

        `locate` finds remote bots, where there are any.
        """
        self.answers = 0  # so far, in all games
        self._clock = StallClock()
        self._pool = BotPool(self._referee_for, most_processes() if processes is None else processes, start_seconds)
        self._guests = Guests(self._clock, self, locate)
        self._brought: list[SeatedBot] = []
        self._live: dict[Match, LiveGame] = {}
        self._heartbeat: asyncio.Task[None] | None = None
        self._failure: Exception | None = None

    async def __aenter__(self) -> Self:
        self._heartbeat = asyncio.create_task(self._beat())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.end_all()
        if self._heartbeat is not None:
            self._heartbeat.cancel()

    def _referee_for(self, instance: Instance) -> Referee:
        """Return a door for one bot process."""
        return self.door(instance.game, LOOPBACK if instance.command.wants_tcp else None)

    def door(self, game: str, listen: str | None) -> Referee:
        """Return a door for a bot that plays this game, on TCP too if it says where."""
        return Referee(game, self._clock, self, listen)

    @property
    def _bots(self) -> list[SeatedBot]:
        return [*self._pool.bots, *self._guests.bots, *self._brought]

    def begin(self) -> None:
        """A batch of games begins: bots that failed to start before may try again, if that was long enough ago."""
        self._clock.beat()
        self._pool.forgive()
        self._guests.begin()

    def prepare(self, instances: Sequence[Instance]) -> None:
        """Start the processes that the next games will need, as far as there is room."""
        self._pool.prepare(instances)

    @property
    def is_rushed(self) -> bool:
        """Whether the start of processes needs the cores now: what begins a little later is played faster."""
        return self._pool.is_rushed

    def admitted(self, players: Sequence[Player], patience: float) -> AbstractAsyncContextManager[None]:
        """Wait until the remote bots among the players have leave to play a game, which is played while the block runs.

        BotAbsent if one is away for so many seconds. Where there is no remote bot, nobody waits.
        """
        return self._guests.admitted([player for player in players if isinstance(player, RemotePlayer)], patience)

    async def play(self, key: str, terms: Terms, deal: bytes, players: Sequence[Player], on_over: OnOver) -> None:
        """Play a game, as soon as its bots are there and have room; remote ones are admitted already (`admitted`).

        Any exception: the platform failed.

        BotKilled if this game alone does not count.

        `on_over` is called in the moment it is over, before anybody is told; it must not wait for anything.
        """
        if self._failure is not None:
            raise self._failure
        taken = iter(await self._pool.take([player for player in players if isinstance(player, Instance)], deal))
        bots = [next(taken) if isinstance(player, Instance) else self._seated(player) for player in players]
        match = terms.match(len(bots), deal)
        game = self._live[match] = LiveGame(key, match, bots, self._clock, on_over, terms.worlds)
        self._start(game)
        await game.finished

    def _seated(self, player: RemotePlayer | Fault | SeatedBot) -> SeatedBot:
        if isinstance(player, SeatedBot):
            if player not in self._brought:
                self._brought.append(player)
            return player
        return HostedBot.unable(player) if isinstance(player, Fault) else self._guests.bot(player)

    def is_live(self, key: str) -> bool:
        """Whether this game has begun and is not over."""
        return any(game.key == key for game in self._live.values())

    def live_match(self, key: str) -> Match | None:
        """Return this game, if it has begun and is not over."""
        return next((game.match for game in self._live.values() if game.key == key), None)

    def abandon(self) -> None:
        """Give up all games that are not over, and with them the processes that know their deals."""
        abandoned = list(self._live.values())
        self._live.clear()
        for game in abandoned:
            game.finished.cancel()
            for seat, bot in enumerate(game.bots):
                bot.leave((game.match, seat))
                if bot.stream is not None:
                    bot.stream.close()
                    bot.drop(Fault(Cause.DISCONNECT, "the game was abandoned"))
        self._pool.changed()

    def void(self, keys: Iterable[str]) -> None:
        """Give up some games: nobody is asked in them any more, and their `play` raises BotKilled."""
        unwanted = set(keys)
        for game in [game for game in self._live.values() if game.key in unwanted]:
            del self._live[game.match]
            for seat, bot in enumerate(game.bots):
                if question := game.match.open_question(seat):
                    game.withdraw(question)
                bot.leave((game.match, seat))
            if not game.finished.done():
                game.finished.set_exception(BotKilled("a bot was killed by others"))
        self._pool.changed()

    async def end_all(self, grace: float = GRACE) -> None:
        """Give up what is being played and end all processes; fresh ones can be started."""
        self.abandon()
        await self._guests.close()
        await self._pool.close(grace)

    def _start(self, game: LiveGame) -> None:
        game.start()
        for seat, bot in enumerate(game.bots):
            if bot.stream is None:
                self._retire(game, seat, bot.fault)
        self._go_on(game)

    def _go_on(self, game: LiveGame) -> None:
        """Ask what is due, or end the game; nothing if it does not count any more."""
        if game.finished.done():
            return
        if game.match.over:
            self._finish(game)
        else:
            game.ask()

    def _finish(self, game: LiveGame) -> None:
        game.end(game.on_over(game.played()))
        del self._live[game.match]
        game.finished.set_result(None)
        self._guests.end_useless()
        self._pool.changed()

    # What the streams report

    def sent(self, questions: Sequence[Question], now: float) -> None:
        for question in questions:
            question.match.sent(question, now)

    def answered(self, question: Question, choice: int | Action, seconds: float) -> None:
        self.answers += 1
        if question.match in self._live:
            try:
                self._take(self._live[question.match], question, choice, seconds)
            except Exception as error:
                self._fail(error)

    def _take(self, game: LiveGame, question: Question, choice: int | Action, seconds: float) -> None:
        game.heard(question)
        try:
            game.match.answer(question, choice, seconds)
        except Fault as fault:
            answer = str(choice) if isinstance(choice, int) else game.match.game.actions.say(choice)
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
        if bot is None:
            return
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
        if bot is not None:
            bot.exiting = asyncio.create_task(self._retire_exited(bot))

    def returned(self, stream: Stream) -> None:
        """Tell a remote bot that is back all games that it still sits in."""
        bot = self._bot_of(stream)
        if bot is None:
            return
        try:
            told = [self._live[match].told_again(seat) for match, seat in bot.seats if match in self._live]
            games = [game for game in told if game is not None]
            stream.resume(sorted(games, key=lambda game: game.place.handle))
        except Exception as error:
            self._fail(error)

    def broken(self, bot: SeatedBot, error: BaseException) -> None:
        """There is no way to a remote bot any more; if it is in a game, that is our failure and no fault of it."""
        if bot.seats:
            self._fail(error if isinstance(error, Exception) else PlatformError(str(error)))

    async def _retire_exited(self, bot: SeatedBot) -> None:
        fault = await bot.exit_fault()
        try:
            if bot.was_killed:
                self.void([self._live[match].key for match, _ in bot.seats if match in self._live])
            self._retire_from(list(bot.seats), fault, "")
            bot.drop(fault)
        except Exception as error:
            self._fail(error)
        self._pool.changed()

    def _bot_of(self, stream: Stream) -> SeatedBot | None:
        """Return whose stream it is; None if its process is being ended."""
        return next((bot for bot in self._bots if bot.is_on(stream)), None)

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
        bot.leave((match, seat))
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
            bot.measure(now)
            if bot.stream is not None and bot.exiting is None and (late := bot.stream.answer_clock.expired(now)):
                self._retire_late(bot, bot.stream, late)

    def _retire_late(self, bot: SeatedBot, stream: Stream, late: Expired) -> None:
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
        """Something of ours broke: no game that is being played counts, and none can be played any more."""
        self._failure = self._failure or error
        for game in self._live.values():
            if not game.finished.done():
                game.finished.set_exception(error)
