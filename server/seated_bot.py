"""What a sitting needs of a bot, wherever its process runs: a stream, and the games it sits in."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod

from serai.referee.match import Cause, Fault
from serai.server.bot_log import GameLog
from serai.server.stream import Place, ReadAction, Seat, Stream


class SeatedBot(ABC):
    """A bot that sits in games.

    `fault` says why there is no stream; `exiting` is set when it is found out why its stream was lost; `seen` are the
    deals it has met; `was_killed` says that others have ended it.
    """

    def __init__(self) -> None:
        self.stream: Stream | None = None
        self.fault = Fault(Cause.START, "not started")
        self.seats: set[Seat] = set()
        self.seen: set[bytes] = set()
        self.last_used = 0.0
        self.exiting: asyncio.Task[None] | None = None
        self.was_killed = False
        self.logs: dict[Seat, GameLog] = {}

    @property
    @abstractmethod
    def luck_name(self) -> str:
        """What its luck is made from, besides the deal and the seat."""

    @property
    @abstractmethod
    def output(self) -> str:
        """The last of what it has printed, where that is known."""

    @property
    def was_slowed(self) -> bool:
        """Whether it used more of the processors than its share."""
        return False

    def measure(self, now: float) -> None:
        """Look at what it uses of the processors, where that can be measured, and hold it to its share."""
        del now

    @abstractmethod
    def is_on(self, stream: Stream) -> bool:
        """Whether this is its stream."""

    @abstractmethod
    async def exit_fault(self) -> Fault:
        """Return why the stream ended."""

    def sit(self, seat: Seat, read_action: ReadAction) -> Place | None:
        """Take a seat in a game; None if there is no stream to play it on."""
        if self.stream is None:
            return None
        self.seats.add(seat)
        self.seen.add(seat[0].deal)
        match, number = seat
        return self.stream.add_place(seat, read_action, match.asked_before(number))

    def begin_log(self, seat: Seat) -> GameLog:
        """Return what takes all that it prints in a game from now on, until it leaves the seat."""
        log = self.logs[seat] = GameLog()
        return log

    def heard(self, seat: Seat, question: int) -> None:  # noqa: B027  # only of processes here it is known
        """It has answered a question of its seat: what it has printed so far belongs to that."""

    def read_output(self) -> None:  # noqa: B027
        """Take in all that it has printed by now."""

    def leave(self, seat: Seat) -> None:
        """Give a seat up: the game is over, or over for this bot."""
        self.seats.discard(seat)
        self.logs.pop(seat, None)
        self.last_used = asyncio.get_running_loop().time()

    def drop(self, fault: Fault) -> None:
        """Give up this stream; a later game gets a fresh one."""
        self.stream = None
        self.fault = fault
