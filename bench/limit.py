"""How close the stack is to the limit, and how far ahead of peers: plain Python and the compiled engine side by side.

Six ratios and the round trip of one game, each between figures of the same round; the order is shuffled every round.
The compiled engine is in build/compiled (./dev compiled makes it). Peers take part where their paths are given.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from bench import fastchess, pairs
from bench.contender import WITHOUT_OFFERS
from bench.goals import OTHER_GAMES

ROOT = Path(__file__).parent.parent
FOREIGN_SCRIPT = Path(__file__).with_name("foreign.py")
STACKS = ("stack-64", *(f"stack-64@{game}" for game in OTHER_GAMES))
ALONE = ("machine", "engine+view", WITHOUT_OFFERS, *STACKS)
TURNS = ("stack-1", "grpc-1")  # these two take turns, as their ratio is close to one

Figures = dict[str, dict[str, float]]  # contender -> figure -> value


@dataclass(frozen=True, slots=True)
class Engine:
    """One of the two engines: its checkout with its environment."""

    name: str
    checkout: Path

    @property
    def python(self) -> str:
        return str(self.checkout / ".venv" / "bin" / "python")

    def command(self, contender: str, seconds: float) -> list[str]:
        return [self.python, "-m", "bench.contender", contender, "--seconds", str(seconds)]


ENGINES = (Engine("plain", ROOT), Engine("compiled", ROOT / "build" / "compiled"))


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the table: a ratio of figures of one round, and what it should be with each engine."""

    name: str
    ratio: Callable[[Figures], float]
    wanted: tuple[float, float]
    at_most: bool = False

    def is_met(self, value: float, engine: int) -> bool:
        return value <= self.wanted[engine] if self.at_most else value >= self.wanted[engine]


def rate(over: str, under: str, figure: str = "decisions_per_second") -> Callable[[Figures], float]:
    return lambda round_: round_[over][figure] / round_[under][figure]


def slowest(round_: Figures) -> float:
    return min(round_[name]["decisions_per_second"] for name in STACKS) / round_["stack-64"]["decisions_per_second"]


TABLE = (
    Line("whole machine, decisions/s / fastchess plies/s", rate("machine", "fastchess"), (1.5, 2.5)),
    Line("fastchess CPU a ply / ours a decision", rate("fastchess", "machine", "cpu_us"), (1.6, 2.2)),
    Line("one referee at 64 games / catanatron ticks in process", rate("stack-64", "catanatron"), (1.0, 1.6)),
    Line("Catan engine / catanatron, both without offers", rate(WITHOUT_OFFERS, "catanatron"), (3.0, 6.0)),
    Line("stack at 64 games / rules and view in process", rate("stack-64", "engine+view"), (0.6, 0.5)),
    Line("slowest game's stack at 64 / Yspahan's", slowest, (0.8, 0.8)),
    Line("one game: p50 of a round trip / gRPC ping-pong", rate(*TURNS, "p50_us"), (1.25, 1.25), at_most=True),
)
SHOWN = ("decisions_per_second", "referee_us", "bots_us", "cpu_us", "p50_us")


def main(arguments: Sequence[str]) -> None:
    given = parse(arguments)
    engines = [engine for engine in ENGINES if given.engine in (None, engine.name)]
    for engine in engines:
        if not Path(engine.python).exists():
            sys.exit(f"bench: {engine.python} is missing; ./dev compiled makes it (minutes)")
    rounds = [play_round(given, number, engines) for number in range(given.rounds)]
    if given.json:
        print(json.dumps([{engine.name: round_[engine.name] for engine in engines} for round_ in rounds]))
    else:
        show(rounds, engines)


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./dev bench limit", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=3.0, help="measured per contender and round")
    parser.add_argument("--engine", choices=[engine.name for engine in ENGINES], help="only one of the two")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--catanatron", metavar="PYTHON", help="an interpreter that has catanatron installed")
    parser.add_argument("--fastchess", nargs=2, metavar=("FASTCHESS", "ENGINE"), help="paths of both programs")
    return parser.parse_args(arguments)


def play_round(given: argparse.Namespace, number: int, engines: Sequence[Engine]) -> dict[str, Figures]:
    """Every contender once, in an order of this round's own; those of others count for both engines."""
    entries = [(engine, name) for engine in engines for name in (*ALONE, TURNS)]
    foreign = [(None, name) for name in ("catanatron", "fastchess") if getattr(given, name)]
    results: dict[str, Figures] = {engine.name: {} for engine in engines}
    order: list[Any] = random.Random(number).sample([*entries, *foreign], len(entries) + len(foreign))
    for place, (engine, name) in enumerate(order, 1):
        said = f"round {number + 1}/{given.rounds}, {place}/{len(order)}: {engine.name if engine else ''} {name}"
        print(f"\r{said:78}", end="", file=sys.stderr, flush=True)
        found = measure_foreign(given, name) if engine is None else measure(given, engine, name)
        for each in engines if engine is None else [engine]:
            results[each.name] |= found
    print("\r" + " " * 78 + "\r", end="", file=sys.stderr, flush=True)
    return results


def measure(given: argparse.Namespace, engine: Engine, name: Any) -> Figures:
    if name == TURNS:
        done = pairs.run([engine.command(each, given.seconds) for each in TURNS], engine.checkout)
        return {each: result(each, *ended) for each, ended in zip(TURNS, done, strict=True)}
    return {name: run(name, engine.command(name, given.seconds), engine.checkout)}


def measure_foreign(given: argparse.Namespace, name: str) -> Figures:
    if name == "fastchess":
        runner, engine = given.fastchess
        return {name: fastchess.measure(runner, engine, given.seconds)}
    return {name: run(name, [given.catanatron, str(FOREIGN_SCRIPT), name, str(given.seconds)], ROOT)}


def run(name: str, line: list[str], folder: Path) -> dict[str, float]:
    done = subprocess.run(line, cwd=folder, stdout=subprocess.PIPE, text=True, check=False)
    return result(name, done.returncode, done.stdout)


def result(name: str, code: int, printed: str) -> dict[str, float]:
    if code:
        sys.exit(f"bench: {name} failed with exit code {code}")
    figures: dict[str, float] = json.loads(printed.splitlines()[-1])
    return figures


# --- what is printed


def show(rounds: Sequence[dict[str, Figures]], engines: Sequence[Engine]) -> None:
    print(f"median (least to most) of {len(rounds)} rounds; us are CPU microseconds a decision, p50 wall\n")
    print(f"{'':54}", *(f"{engine.name:>33}" for engine in engines))
    for line in TABLE:
        print(f"{line.name:54}", *(cell(line, rounds, engine) for engine in engines))
    print(f"\n{'contender':40}", *(f"{name:>21}" for name in SHOWN))
    for engine in engines:
        for name in rounds[0][engine.name]:
            figures = [middle(rounds, engine, name, figure) for figure in SHOWN]
            print(f"{f'{engine.name}: {name}':40}", *(f"{value:>21}" for value in figures))


def cell(line: Line, rounds: Sequence[dict[str, Figures]], engine: Engine) -> str:
    try:
        values = [line.ratio(round_[engine.name]) for round_ in rounds]
    except KeyError:
        return f"{'not measured':>33}"
    number = ENGINES.index(engine)
    verdict = "ok" if line.is_met(median(values), number) else "MISSED"
    spread = f"{median(values):.2f} ({min(values):.2f} to {max(values):.2f})"
    return f"{spread:>18} {'<=' if line.at_most else '>='} {line.wanted[number]:4.2f} {verdict:6}"


def middle(rounds: Sequence[dict[str, Figures]], engine: Engine, name: str, figure: str) -> str:
    values = [round_[engine.name][name][figure] for round_ in rounds if figure in round_[engine.name][name]]
    return f"{median(values):,.0f}" if values else ""
