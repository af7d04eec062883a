"""`./dev bench stealing`: what an opponent that burns the processors costs those who think (D15).

Two workers play side by side, each a table of three: two honest bots that need so much processor time for a decision,
and one that answers at once. It is calm, or burns in eight processes, or floods its stderr, or fills its disk: as a
plain process and confined. What counts is what the honest bots are charged for a decision, and who loses on time.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from bench.workload import percentile
from serai.referee.clock import TimeControl
from serai.referee.core.agenda import Action
from serai.referee.games import GAMES
from serai.referee.match import Cause, Match, Question
from serai.server.bot_process import BotCommand
from serai.server.hosted_bot import Instance
from serai.server.live_game import Played, Terms
from serai.server.sandbox.sandbox import sandbox
from serai.server.sitting import Sitting

CONTROL = TimeControl(15, 0.2, 1)
WORKERS = 2
HOSTILE = 2  # its seat
ATTACKS = ("none", "burn_cpu", "flood_output", "fill_disk")
ROOT = Path(__file__).parent.parent


class Table(Sitting):
    """A sitting that remembers what the honest seats were charged."""

    def __init__(self) -> None:
        super().__init__(3, start_seconds=120.0)
        self.costs: list[float] = []
        self.late = 0
        self.slowed = False

    def answered(self, question: Question, choice: int | Action, seconds: float) -> None:
        if question.seat != HOSTILE:
            self.costs.append(seconds)
        super().answered(question, choice, seconds)

    def over(self, played: Played) -> bool:
        outcomes = enumerate(played.replay.outcomes)
        self.late += sum(outcome["cause"] == Cause.TIME and seat != HOSTILE for seat, outcome in outcomes)
        self.slowed = self.slowed or HOSTILE in played.slowed
        return False


def main(words: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="./dev bench stealing", description=__doc__)
    parser.add_argument("--seconds", type=float, default=15.0, help="played per cell")
    parser.add_argument("--think", type=float, default=0.1, help="seconds of processor time for a decision")
    parser.add_argument("--attack", choices=ATTACKS, nargs="+", default=ATTACKS)
    parser.add_argument("--worker", nargs=2, metavar=("ATTACK", "HOW"), help=argparse.SUPPRESS)
    given = parser.parse_args(words)
    if given.worker:
        attack, how = given.worker
        print(json.dumps(asyncio.run(_play(attack, how, given.think, given.seconds))))
        return
    print(f"{given.think * 1000:g} ms of processor time a decision, {CONTROL}, {WORKERS} workers\n")
    print(f"{'opponent':14} {'how':9} {'decisions':>9} {'median':>8} {'p99':>8} {'late':>5}")
    for attack in given.attack:
        for how in ("plain", "confined"):
            _show(attack, how, _cell(attack, how, given))


def _cell(attack: str, how: str, given: argparse.Namespace) -> list[dict[str, Any]]:
    words = ["stealing", "--think", str(given.think), "--seconds", str(given.seconds), "--worker", attack, how]
    workers = [
        subprocess.Popen([sys.executable, "-m", "bench", *words], stdout=subprocess.PIPE, cwd=ROOT)
        for _ in range(WORKERS)
    ]
    return [json.loads(worker.communicate()[0]) for worker in workers]


def _show(attack: str, how: str, cells: list[dict[str, Any]]) -> None:
    costs = [cost for cell in cells for cost in cell["costs"]]
    late = sum(cell["late"] for cell in cells)
    slowed = "slowed down" if any(cell["slowed"] for cell in cells) else ""
    middle, high = (f"{value * 1000:.0f} ms" for value in (median(costs), percentile(costs, 0.99)))
    print(f"{attack:14} {how:9} {len(costs):9} {middle:>8} {high:>8} {late:5}  {slowed}", flush=True)


async def _play(attack: str, how: str, think: float, seconds: float) -> dict[str, Any]:
    """Play games one after another for so long, and return what the honest seats were charged."""
    with _folders() as (thinker, hostile):
        box = sandbox((thinker.parent,)) if how == "confined" else None
        honest = BotCommand("thinker", (sys.executable, "bot.py", str(think), "burn"), thinker, sandbox=box)
        other = BotCommand("hostile", (sys.executable, "hostile_bot.py", attack), hostile, sandbox=box)
        async with Table() as table:
            playing = asyncio.create_task(_games(table, [honest, honest, other]))
            while not table.costs and not playing.done():
                await asyncio.sleep(0.05)
            await asyncio.wait([playing], timeout=seconds)
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
            late = table.late + sum(map(_late, table._live))
            slowed = table.slowed or any(bot.was_slowed for bot in table._bots)
            return {"costs": table.costs, "late": late, "slowed": slowed}


def _late(match: Match) -> int:
    return sum(one.cause is Cause.TIME and one.seat != HOSTILE for one in match.retirements.values())


async def _games(table: Table, bots: list[BotCommand]) -> None:
    terms = Terms(GAMES["yspahan"], {}, CONTROL)
    for number in range(1, 1000):
        players = [Instance(bot, "yspahan", copy=copy) for copy, bot in enumerate(bots)]
        await table.play(str(number), terms, number.to_bytes(32, "big"), players, table.over)


@contextmanager
def _folders() -> Iterator[tuple[Path, Path]]:
    with tempfile.TemporaryDirectory(prefix="stealing-") as base:
        home = Path(base)
        home.chmod(0o755)
        thinker, hostile = home / "thinker", home / "hostile"
        shutil.copytree(ROOT / "bench" / "thinker", thinker)
        hostile.mkdir(mode=0o755)
        shutil.copy(ROOT / "escapes" / "hostile_bot.py", hostile)
        yield thinker, hostile
