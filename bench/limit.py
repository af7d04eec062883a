"""How close the stack is to the limit, and how far ahead of peers: plain Python and the compiled engine side by side.

Ratios between figures of the same round; the order is shuffled every round. The compiled engine is in build/compiled
(./dev compiled makes it). Peers take part where their paths are given.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median

from bench.contender import WITHOUT_OFFERS
from bench.goals import OTHER_GAMES, Goal, Round, verdict
from bench.rounds import HERE, ROOT, Checkout, add_arguments, foreign_of, measure, shuffled

PEERS = ("catanatron", "fastchess")
STACKS = ("stack-64", *(f"stack-64@{game}" for game in OTHER_GAMES))

# What is wanted of plain Python, and how much of the compiled engine.
TABLE = (
    (Goal("whole machine, decisions/s / fastchess plies/s", "machine", "fastchess", 1.5), 2.5),
    (Goal("fastchess CPU a ply / ours a decision", "machine", "fastchess", 1.6, "cpu_us", inverse=True), 2.2),
    (Goal("one referee at 64 games / catanatron ticks in process", "stack-64", "catanatron", 1.0), 1.6),
    (Goal("Catan engine / catanatron, both without offers", WITHOUT_OFFERS, "catanatron", 3.0), 6.0),
    (Goal("stack at 64 games / rules and view in process", "stack-64", "engine+view", 0.6, paired=True), 0.5),
    *(
        (Goal(f"{game}: stack at 64 games / Yspahan's", f"stack-64@{game}", "stack-64", 0.8), 0.8)
        for game in OTHER_GAMES
    ),
    (
        Goal(
            "gRPC ping-pong / one game's round trip, p50", "stack-1", "grpc-1", 0.8, "p50_us", inverse=True, paired=True
        ),
        0.8,
    ),
)
PAIRS = tuple((goal.over, goal.under) for goal, _ in TABLE if goal.paired)
ALONE = ("machine", WITHOUT_OFFERS, *STACKS)
SHOWN = ("decisions_per_second", "referee_us", "bots_us", "cpu_us", "p50_us")


@dataclass(frozen=True, slots=True)
class Engine:
    """One of the two engines: its checkout, and what is wanted of it."""

    name: str
    checkout: Checkout
    goals: tuple[Goal, ...]


def engine(name: str, folder: Path, goals: Sequence[Goal]) -> Engine:
    return Engine(name, Checkout(folder, str(folder / ".venv" / "bin" / "python")), tuple(goals))


ENGINES = (
    engine("plain", ROOT, [goal for goal, _ in TABLE]),
    engine("compiled", ROOT / "build" / "compiled", [replace(goal, floor=floor) for goal, floor in TABLE]),
)

Rounds = Sequence[dict[str, Round]]  # each by the name of the engine


def main(arguments: Sequence[str]) -> None:
    given = parse(arguments)
    engines = [engine for engine in ENGINES if given.engine in (None, engine.name)]
    for engine in engines:
        if not Path(engine.checkout.python).exists():
            sys.exit(f"bench: {engine.checkout.python} is missing; ./dev compiled makes it (minutes)")
    rounds = [play_round(given, number, engines) for number in range(given.rounds)]
    if given.json:
        print(json.dumps(rounds))
    else:
        show(rounds, engines)


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./dev bench limit", description=__doc__)
    add_arguments(parser, rounds=5, foreign=PEERS)
    parser.add_argument("--engine", choices=[engine.name for engine in ENGINES], help="only one of the two")
    return parser.parse_args(arguments)


def play_round(given: argparse.Namespace, number: int, engines: Sequence[Engine]) -> dict[str, Round]:
    """Every contender once with each engine; peers once, whose figures count for both."""
    own = [(engine, names) for engine in engines for names in (*((name,) for name in ALONE), *PAIRS)]
    entries = [*own, *((None, (name,)) for name in foreign_of(given))]
    results: dict[str, Round] = {engine.name: {} for engine in engines}
    for by, names in shuffled(entries, given, number, said):
        found = measure(given, names, by.checkout if by else HERE)
        for each in engines if by is None else [by]:
            results[each.name] |= found
    return results


def said(entry: tuple[Engine | None, tuple[str, ...]]) -> str:
    by, names = entry
    return f"{by.name if by else ''} {' | '.join(names)}"


# --- what is printed


def show(rounds: Rounds, engines: Sequence[Engine]) -> None:
    print(f"median (least to most) of {len(rounds)} rounds; us are CPU microseconds a decision, p50 wall\n")
    print(f"{'':54}", *(f"{engine.name:>34}" for engine in engines))
    for number, (line, _) in enumerate(TABLE):
        print(f"{line.name:54}", *(cell(rounds, engine, engine.goals[number]) for engine in engines))
    print(f"\n{'contender':40}", *(f"{name:>21}" for name in SHOWN))
    for engine in engines:
        for name in rounds[0][engine.name]:
            figures = [middle(rounds, engine, name, figure) for figure in SHOWN]
            print(f"{f'{engine.name}: {name}':40}", *(f"{value:>21}" for value in figures))


def cell(rounds: Rounds, engine: Engine, goal: Goal) -> str:
    found = verdict([round_[engine.name] for round_ in rounds], goal)
    if found is None:
        return f"{'not measured':>34}"
    spread = f"{found.middle:.2f} ({found.low:.2f} to {found.high:.2f})"
    return f"{spread:>19} {found.wanted} {'ok' if found.passed else 'MISSED':6}"


def middle(rounds: Rounds, engine: Engine, name: str, figure: str) -> str:
    values = [round_[engine.name][name][figure] for round_ in rounds if figure in round_[engine.name][name]]
    return f"{median(values):,.0f}" if values else ""
