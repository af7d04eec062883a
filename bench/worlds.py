"""Worlds and rollouts: what a copy, a view, a redeal, saving, loading and a world cost, and how many games a second
serai.sim plays to their end from positions spread over random games, in process and through a simulator."""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from bench import through_simulator
from bench.workload import deals, most_seats
from serai import sim
from serai.referee.core.agenda import options, over, push, waiting
from serai.referee.core.luck import Luck
from serai.referee.games import GAMES
from serai.referee.saving import load, save
from serai.referee.world import world

POSITIONS = 24
FOREIGN_SCRIPT = Path(__file__).with_name("foreign.py")
BATCH = 5  # calls timed together
LUCK = bytes(32)


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="./dev bench worlds", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="GAME", help=f"{', '.join(GAMES)} [all]")
    parser.add_argument("--rounds", type=int, default=20, metavar="N", help="of each figure, the best counts [20]")
    parser.add_argument("--seconds", type=float, default=2.0, metavar="S", help="of rollouts for each game [2]")
    parser.add_argument("--catanatron", metavar="PYTHON", help="an interpreter that has catanatron, to be measured too")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args(arguments)
    unknown = [name for name in given.names if name not in GAMES]
    if unknown or given.rounds < 1:
        parser.error(f"there is no game {unknown[0]!r}" if unknown else "--rounds is at least 1")
    found = [measure(name, given.rounds, given.seconds) for name in given.names or GAMES]
    foreign = catanatron(given.catanatron, given.seconds) if given.catanatron else None
    if given.json:
        print(json.dumps([*found, foreign] if foreign else found))
    else:
        print(table(found))
        if foreign:
            print(f"catanatron's playouts: {foreign['rollouts_per_second']:.1f} a second")


def measure(name: str, rounds: int, seconds: float) -> dict[str, Any]:
    """The figures of one game at its most seats: microseconds, bytes, games a second."""
    game, states = GAMES[name], positions(name)
    worlds = [world(game, state, waiting(state)[0], Luck(LUCK)) for state in states]
    costs: dict[str, Callable[[int], Any]] = {
        "clone": lambda at: game.clone(states[at]),
        "view": lambda at: game.view(states[at], waiting(states[at])[0]),
        "redeal": lambda at: game.redeal(states[at], waiting(states[at])[0], Luck(LUCK)),
        "save": lambda at: save(game, states[at]),
        "load": lambda at: load(worlds[at]),
        "world": lambda at: world(game, states[at], waiting(states[at])[0], Luck(LUCK)),
    }
    figures: dict[str, Any] = {"game": name, "seats": most_seats(name)}
    figures |= {
        what: sum(best_us(call, at, rounds) for at in range(POSITIONS)) / POSITIONS for what, call in costs.items()
    }
    base = figures["clone"] + figures["view"]
    figures |= {"save_ratio": figures["save"] / base, "load_ratio": figures["load"] / base}
    figures["bytes"] = sum(map(len, worlds)) / len(worlds)
    figures |= rollouts(name, states, seconds)
    wanted = max(1, int(figures["rollouts_per_second"] * seconds / POSITIONS))
    figures["rollouts_per_second_by_lines"] = POSITIONS * wanted / through_simulator.by_lines(worlds, wanted)
    figures["rollouts_per_second_by_grpc"] = POSITIONS * wanted / through_simulator.by_grpc(worlds, wanted)
    return figures


def catanatron(python: str, seconds: float) -> dict[str, Any]:
    """Its playouts, from positions spread over a game of its own."""
    line = [python, str(FOREIGN_SCRIPT), "catanatron-playouts", str(seconds)]
    done = subprocess.run(line, stdout=subprocess.PIPE, text=True, check=True)
    return {"game": "catanatron", **json.loads(done.stdout)}


def positions(name: str) -> list[Any]:
    """States spread evenly over one random game."""
    game, choose = GAMES[name], random.Random(0)
    state, met = game.begin(most_seats(name), next(deals()), {}), []
    while not over(state):
        met.append(game.clone(state))
        seat = waiting(state)[0]
        push(state, seat, choose.choice(options(state, seat)))
    return [met[len(met) * number // POSITIONS] for number in range(POSITIONS)]


def best_us(call: Callable[[int], Any], at: int, rounds: int) -> float:
    """The best of several rounds: what is above it was done by others on the machine."""
    best = float("inf")
    for _ in range(rounds):
        began = time.perf_counter()
        for _ in range(BATCH):
            call(at)
        best = min(best, time.perf_counter() - began)
    return best / BATCH * 1e6


def rollouts(name: str, states: Sequence[Any], seconds: float) -> dict[str, float]:
    """Games to their end, from one position after the other, in CPU seconds."""
    worlds = [sim.World(GAMES[name], state, waiting(state)[0]) for state in states]
    played = decisions = 0
    began = time.process_time()
    while time.process_time() - began < seconds:
        (outcome,) = worlds[played % len(worlds)].rollout(seed=played)
        played, decisions = played + 1, decisions + outcome.decisions
    spent = time.process_time() - began
    return {"rollouts_per_second": played / spent, "decisions_per_second": decisions / spent}


def table(found: Sequence[dict[str, Any]]) -> str:
    costs = ("clone", "view", "redeal", "save", "load", "world")
    head = f"{'game':16} {'seats':>5}" + "".join(f" {what + ' µs':>10}" for what in costs)
    head += f" {'save':>6} {'load':>6} {'bytes':>6} {'rollouts/s':>11} {'JSON':>8} {'gRPC':>8} {'decisions/s':>12}"
    lines = [head]
    for row in found:
        line = f"{row['game']:16} {row['seats']:5}" + "".join(f" {row[what]:10.1f}" for what in costs)
        line += f" {row['save_ratio']:6.2f} {row['load_ratio']:6.2f} {row['bytes']:6.0f}"
        line += f" {row['rollouts_per_second']:11.1f} {row['rollouts_per_second_by_lines']:8.1f}"
        line += f" {row['rollouts_per_second_by_grpc']:8.1f}"
        lines.append(f"{line} {row['decisions_per_second']:12,.0f}")
    return "\n".join([*lines, "save and load without a unit: as a multiple of clone + view; JSON and gRPC: rollouts/s"])
