"""A game of a sitting: live between the streams of its bots, and played."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from serai.referee.clock import TimeControl
from serai.referee.core.game import Game
from serai.referee.match import Beginning, Match, Question
from serai.referee.replay import Replay, record
from serai.server.bot_log import Printed
from serai.server.codec import CODECS
from serai.server.messages import MatchMessages, question_json
from serai.server.seated_bot import SeatedBot
from serai.server.stall_clock import StallClock
from serai.server.stream import OnWire, Place, ToldAgain


@dataclass(frozen=True, slots=True)
class Terms:
    """What a game is played by: its rules, their settings, the time control, and that of seats with their own.

    With a `beginning` it does not start from nothing, but from a position of a recorded game.
    """

    game: Game
    settings: Mapping[str, str]
    control: TimeControl
    own: Mapping[int, TimeControl] = field(default_factory=dict)
    worlds: bool = True  # for bots that ask for them
    beginning: Beginning | None = None

    def match(self, seats: int, deal: bytes) -> Match:
        """Return a match by these terms; the deal makes all its luck, or what is new of it."""
        begun = self.beginning
        if begun is None:
            return Match(self.game, seats, deal, self.settings, self.control, self.own)
        return Match(self.game, seats, begun.deal, self.settings, self.control, self.own, begun.branch(deal))


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played, with the seconds the platform stalled meanwhile (given back to the bots).

    `slowed` are the seats whose bots took more of the processors than their share; `on_wire` what the answers of
    remote bots spent on the wire, by seat; `printed` what the bots printed, by seat.
    """

    key: str
    replay: Replay
    started: float
    seconds: float
    stalled: float
    slowed: tuple[int, ...] = ()
    on_wire: Mapping[int, OnWire] = field(default_factory=dict)
    printed: tuple[Printed, ...] = ()


# Takes a game that is over, and says whether its deal may be revealed to those who played it.
OnOver = Callable[[Played], bool]


class LiveGame:
    """A game in progress: the match, and on each seat a bot with its place on the bot's stream."""

    def __init__(
        self,
        key: str,
        match: Match,
        bots: list[SeatedBot],
        clock: StallClock,
        on_over: OnOver,
        worlds: bool = True,
    ) -> None:
        self.key = key
        self._worlds = worlds
        self.match = match
        self.bots = bots
        self.on_over = on_over
        self.finished: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.messages = MatchMessages(match)
        read_action = CODECS[match.game.name].read_action
        self.places: list[Place | None] = [bot.sit((match, seat), read_action) for seat, bot in enumerate(bots)]
        self._logs = [bot.begin_log((match, seat)) for seat, bot in enumerate(bots)]
        self._clock = clock
        self._began = time.time()
        self._began_on_clock = clock.now()
        self._stalled = clock.stalled

    def start(self) -> None:
        """Send every seat its start of the game."""
        for seat, (bot, place) in enumerate(zip(self.bots, self.places, strict=True)):
            if bot.stream is not None and place is not None:
                if self._worlds and bot.stream.wants_worlds:
                    self.messages.send_worlds(seat, self.messages.luck_of(seat, bot.luck_name))
                bot.stream.start(self.messages.started(place.handle, seat, bot.luck_name))

    def ask(self) -> None:
        """Send the questions that are due to the bots on their seats."""
        for question in self.match.questions():
            stream, place = self.bots[question.seat].stream, self.places[question.seat]
            assert stream is not None
            assert place is not None
            question_id = place.next_question_id()
            stream.ask(question_id, question, self.messages.question(question, question_id, place.handle))

    def heard(self, question: Question) -> None:
        """A seat has answered: what its bot has printed so far belongs to that question."""
        place = self.places[question.seat]
        if place is not None:
            self.bots[question.seat].heard((self.match, question.seat), place.asked)

    def told_again(self, seat: int) -> ToldAgain | None:
        """Return the game as a bot that is back has to hear it; None if it has no place in it any more.

        A question that was not sent yet is still to come.
        """
        bot, place = self.bots[seat], self.places[seat]
        if bot.stream is None or place is None:
            return None
        started = self.messages.started_again(place.handle, seat, bot.luck_name)
        question = bot.stream.answer_clock.open.get(place.question_id)
        if question is None:
            return ToldAgain(place, started, b"")
        spent = max(0.0, self._clock.now() - question.sent)
        return ToldAgain(place, started, self.messages.question_again(question, place.question_id, place.handle, spent))

    def withdraw(self, question: Question) -> str:
        """Take an open question back; returns it as JSON, for the evidence, unless the bot was never sent it."""
        stream, place = self.bots[question.seat].stream, self.places[question.seat]
        if stream is None or place is None or not stream.withdraw(place.question_id):
            return ""
        return question_json(self.messages.question(question, place.question_id, place.handle))

    def end(self, reveals: bool) -> None:
        """Send every seat the result, also those that were retired, and the deal if it may be revealed."""
        for seat, (bot, place) in enumerate(zip(self.bots, self.places, strict=True)):
            bot.leave((self.match, seat))
            if bot.stream is not None and place is not None:
                bot.stream.end(place, self.messages.ended(place.handle, seat, reveals))

    def played(self) -> Played:
        """Return the record of the game, which is over."""
        seconds, stalled = self._clock.now() - self._began_on_clock, self._clock.stalled - self._stalled
        slowed = tuple(seat for seat, bot in enumerate(self.bots) if bot.was_slowed)
        on_wire = {seat: place.on_wire for seat, place in enumerate(self.places) if place and place.on_wire}
        for bot in self.bots:
            bot.read_output()
        printed = tuple(log.printed() for log in self._logs)
        return Played(self.key, record(self.match), self._began, seconds, stalled, slowed, on_wire, printed)
