"""`./dev bench think`: bots that think, with many games in flight, before questions were held back and after.

Each cell plays for some seconds and then stops: it counts what was decided and which seats lost on time until then.
Games are not played to their end, so a bank that would run dry later shows in the least bank only.
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

STANDARD, SHORT = TimeControl(120, 1, 20), TimeControl(20, 1, 2)
TENTH = TimeControl(12, 0.1, 2)  # all ten times as fast: 10 ms here are 100 ms there, a minute is ten
THOUGHTS = ((STANDARD, 1), (STANDARD, 50), (STANDARD, 500), (SHORT, 20), (TENTH, 10), (TENTH, 50))  # milliseconds
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
    cells = []
    for control, milliseconds in THOUGHTS:
        for in_flight in given.games:
            for way in WAYS:
                cells.append(play(way, control, milliseconds, in_flight, given))
                if not given.json:
                    show(cells[-1], is_first=len(cells) == 1)
    if given.json:
        print(json.dumps([asdict(cell) for cell in cells]))


def arguments(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./dev bench think", description=__doc__)
    parser.add_argument("--seconds", type=float, default=30.0, help="played per cell")
    parser.add_argument("--games", type=int, nargs="+", default=IN_FLIGHT, help="in flight")
    parser.add_argument("--burn", action="store_true", help="think with the processor instead of asleep")
    parser.add_argument("--json", action="store_true")
    return parser.parse_args(words)


def play(way: str, control: TimeControl, milliseconds: int, in_flight: int, given: argparse.Namespace) -> Cell:
    how = "burn" if given.burn else "sleep"
    command = BotCommand("thinker", (sys.executable, "bot.py", str(milliseconds / 1000), how), FOLDER)
    CountedMatch.begun = []
    with patch("serai.server.service.Stream", WAYS[way]), patch("serai.server.sitting.Match", CountedMatch):
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


def show(cell: Cell, is_first: bool) -> None:
    if is_first:
        heads = ("time", "ms", "games", "", "seats", "late", "decisions/s", "least bank")
        print("{:10} {:>5} {:>6}  {:7} {:>6} {:>6} {:>12} {:>11}".format(*heads))
    words = f"{cell.control:10} {cell.milliseconds:5} {cell.in_flight:6}  {cell.way:7} {cell.seats:6} {cell.retired:6}"
    print(f"{words} {cell.decisions_per_second:12,.1f} {cell.least_bank:9.1f} s", flush=True)
