"""`./dev bench think`: bots that think, with many games in flight, before questions were held back and after.

Every cell plays for some seconds and then stops: it counts what was decided and which seats lost on time until then.
Games are not played to their end, so with a short `--seconds` a bank that runs dry later does not show. `--time
12+0.1/2` is ten times as fast: 50 ms here are 500 ms there, and half a minute five.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from unittest.mock import patch

from bench.each_by_itself import EachByItself
from bench.stack import Measured
from serai.referee.clock import TimeControl
from serai.referee.match import Cause, Match, Retirement
from serai.server.bot_process import BotCommand
from serai.server.stream import Stream

THOUGHTS = (1, 50, 500)  # milliseconds a decision
IN_FLIGHT = (1, 16, 64)
WAYS = {"before": EachByItself, "after": Stream}
FOLDER = Path(__file__).parent / "thinker"


@dataclass(frozen=True, slots=True)
class Cell:
    """What came of some seconds with bots that think so long, in so many games at once."""

    way: str
    control: str
    milliseconds: int
    in_flight: int
    seats: int
    retired: int
    decisions_per_second: float
    least_bank: float


class CountedMatch(Match):
    """A match that is remembered when it is over."""

    begun: list[Match]

    def __init__(self, *arguments: object) -> None:
        super().__init__(*arguments)  # type: ignore[arg-type]  # whatever a match takes
        self.begun.append(self)


def main(words: list[str]) -> None:
    given = arguments(words)
    cells: list[Cell] = []
    for milliseconds in given.ms:
        for in_flight in given.games:
            row = [play(way, given.time, milliseconds, in_flight, given) for way in WAYS]
            if not given.json:
                show(row, is_first=not cells)
            cells += row
    if given.json:
        print(json.dumps([asdict(cell) for cell in cells]))


def arguments(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./dev bench think", description=__doc__)
    parser.add_argument("--seconds", type=float, default=12.0, help="played per cell")
    parser.add_argument("--ms", type=int, nargs="+", default=THOUGHTS, help="milliseconds of thought a decision")
    parser.add_argument("--games", type=int, nargs="+", default=IN_FLIGHT, help="in flight")
    parser.add_argument("--time", type=TimeControl.read, default=TimeControl(), help="120+1/20 if not said")
    parser.add_argument("--burn", action="store_true", help="think with the processor instead of asleep")
    parser.add_argument("--json", action="store_true")
    return parser.parse_args(words)


def play(way: str, control: TimeControl, milliseconds: int, in_flight: int, given: argparse.Namespace) -> Cell:
    how = "burn" if given.burn else "sleep"
    command = BotCommand("thinker", (sys.executable, "bot.py", str(milliseconds / 1000), how), FOLDER)
    CountedMatch.begun = []
    with patch("serai.server.service.Stream", WAYS[way]), patch("serai.server.live_game.Match", CountedMatch):
        rate = asyncio.run(decisions_per_second(command, control, in_flight, given.seconds))
    lost = [retired for match in CountedMatch.begun for retired in match.retirements.values() if is_late(retired)]
    seats = sum(match.seats for match in CountedMatch.begun)
    least = min(clock.bank for match in CountedMatch.begun for clock in match.clocks)
    return Cell(way, str(control), milliseconds, in_flight, seats, len(lost), rate, least)


def is_late(retirement: Retirement) -> bool:
    return retirement.cause is Cause.TIME


async def decisions_per_second(command: BotCommand, control: TimeControl, in_flight: int, seconds: float) -> float:
    """Play for so many seconds from the first decision on."""
    sitting = Measured("yspahan", in_flight, command, control)
    playing = asyncio.create_task(sitting.play_on())
    while not sitting.decisions and not playing.done():
        await asyncio.sleep(0.01)
    began = time.perf_counter()
    await asyncio.wait([playing], timeout=seconds)
    rate = sitting.decisions / (time.perf_counter() - began)
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)
    return rate


def show(row: list[Cell], is_first: bool) -> None:
    """One line: what was lost of how many seats, and decisions per second, before and after."""
    if is_first:
        print(f"time {row[0].control}; late: seats that lost on time, of those that were played")
        print(f"{'ms':>5} {'games':>6} {'late before':>13} {'late after':>13} {'decisions/s before':>19} {'after':>9}")
    late = [f"{cell.retired} of {cell.seats}" for cell in row]
    rates = [f"{cell.decisions_per_second:,.1f}" for cell in row]
    line = f"{row[0].milliseconds:5} {row[0].in_flight:6} {late[0]:>13} {late[1]:>13} {rates[0]:>19} {rates[1]:>9}"
    print(line, flush=True)
