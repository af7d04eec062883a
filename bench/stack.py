"""The whole stack: one referee process, two bot processes from the public SDK, clocks, replay log and digest on."""

from __future__ import annotations

import asyncio
import resource
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

from bench.one_sitting import play_games
from bench.processes import live_cpu
from bench.workload import PATIENT, STOPPED, games, most_seats, percentile
from serai.referee.clock import TimeControl
from serai.referee.core.agenda import Action, push
from serai.referee.games import GAMES
from serai.referee.match import Match, Question
from serai.server.bot_process import BotCommand
from serai.server.live_game import Played, Terms
from serai.server.sandbox.sandbox import sandbox
from serai.server.sitting import Sitting

BOTS = 2
UNIFORM = BotCommand("uniform", (sys.executable, "bot.py"), Path(__file__).parent / "bot")
GAMES_AT_HAND = 3000
LOOK = 0.02  # seconds between two readings


class BareMatch(Match):
    """A match without clocks, log and digest: what they cost is the difference."""

    def sent(self, question: Question, now: float) -> None:
        question.sent, question.allowed = now, self.controls[question.seat].cap

    def answer(self, question: Question, choice: int | Action, seconds: float) -> None:
        assert isinstance(choice, int)
        del self._open[question.seat]
        push(self.state, question.seat, question.options[choice])


class Measured(Sitting):
    """A sitting that counts decisions and round trips."""

    decisions = 0
    games = 0

    def __init__(
        self, game: str, in_flight: int, command: BotCommand = UNIFORM, control: TimeControl = PATIENT
    ) -> None:
        super().__init__(BOTS, start_seconds=30.0)
        self._game = game
        self._in_flight = in_flight
        self._command = command
        self._control = control
        self.round_trips: list[float] = []

    async def play_on(self) -> None:
        """Play more games than anybody will wait for."""
        planned = games(GAMES_AT_HAND, most_seats(self._game), BOTS)
        terms = Terms(GAMES[self._game], {}, self._control)
        async with self:
            await play_games(self, terms, [self._command] * BOTS, planned, self._in_flight, self._count)

    def _count(self, played: Played) -> None:
        self.games += 1

    def answered(self, question: Question, choice: int | Action, seconds: float) -> None:
        self.decisions += 1
        self.round_trips.append(self._clock.latest - question.sent)
        super().answered(question, choice, seconds)


def measure(
    game: str, in_flight: int, warm_up: float, seconds: float, bare: bool = False, confined: bool = False
) -> dict[str, Any]:
    command = replace(UNIFORM, sandbox=sandbox()) if confined else UNIFORM
    with patch("serai.server.live_game.Match", BareMatch if bare else Match):
        return asyncio.run(result_of(Measured(game, in_flight, command), warm_up, seconds))


async def result_of(sitting: Measured, warm_up: float, seconds: float) -> dict[str, Any]:
    playing = asyncio.create_task(sitting.play_on())
    while not sitting.decisions and not playing.done():
        await asyncio.sleep(0.01)
    await _active(sitting, warm_up)
    before = _reading(sitting)
    counted, wall = await _active(sitting, seconds)
    after = _reading(sitting)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    if playing.done():
        playing.result()
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)
    decisions, games, ours, bots = (end - start for end, start in zip(after, before, strict=True))
    trips = sitting.round_trips[-int(decisions) :]
    return {
        "decisions_per_second": counted / wall,
        "games_per_second": games / decisions * counted / wall,
        "referee_us": ours / decisions * 1e6,
        "bots_us": bots / decisions * 1e6,
        "cpu_us": (ours + bots) / decisions * 1e6,
        "p50_us": percentile(trips, 0.5) * 1e6,
        "p99_us": percentile(trips, 0.99) * 1e6,
        "memory_mb": memory,
    }


async def _active(sitting: Measured, seconds: float) -> tuple[int, float]:
    """Let so many seconds pass; those in which the process was stopped, to let another run, do not count.

    Gives the decisions and the seconds that do.
    """
    decisions, wall = 0, 0.0
    last = sitting.decisions, time.perf_counter()
    while wall < seconds:
        await asyncio.sleep(LOOK)
        now = sitting.decisions, time.perf_counter()
        if now[1] - last[1] < STOPPED:
            decisions, wall = decisions + now[0] - last[0], wall + now[1] - last[1]
        last = now
    return decisions, wall


def _reading(sitting: Measured) -> tuple[float, float, float, float]:
    return (sitting.decisions, sitting.games, time.process_time(), live_cpu())
