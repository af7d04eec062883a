"""Rounds of contenders: each in a fresh process, or two in turns, in an order that is another in every round."""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from bench import fastchess, pairs
from bench.goals import Figures, Round
from bench.pairs import beside

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = {"catanatron": "catanatron", "kaggle": "kaggle-environments"}  # peers that are libraries
FOREIGN = (*PACKAGES, "fastchess")
FOREIGN_SCRIPT = Path(__file__).with_name("foreign.py")
WIDTH = 78  # of the line that says what is being measured

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Checkout:
    """Where contenders of our own are started: a checkout, and the interpreter of its environment."""

    folder: Path
    python: str

    def command(self, given: argparse.Namespace, name: str) -> list[str]:
        times = ["--warm-up", str(given.warm_up), "--seconds", str(given.seconds)]
        return [self.python, "-m", "bench.contender", name, *times]


HERE = Checkout(ROOT, sys.executable)


def add_arguments(parser: argparse.ArgumentParser, rounds: int, foreign: Sequence[str] = FOREIGN) -> None:
    """What every measurement in rounds can be told; peers take part where their paths are given."""
    parser.add_argument("--rounds", type=int, default=rounds)
    parser.add_argument("--seconds", type=float, default=3.0, help="measured per contender and round")
    parser.add_argument("--warm-up", type=float, default=0.6)
    parser.add_argument("--json", action="store_true")
    for name in foreign:
        if name == "fastchess":
            parser.add_argument("--fastchess", nargs=2, metavar=("FASTCHESS", "ENGINE"), help="paths of both programs")
        else:
            has = f"an interpreter that has {PACKAGES[name]} installed"
            parser.add_argument(f"--{name}", metavar="PYTHON", help=has)


def foreign_of(given: argparse.Namespace) -> list[str]:
    """The peers that take part."""
    return [name for name in FOREIGN if getattr(given, name, None)]


def shuffled(
    entries: Sequence[T], given: argparse.Namespace, number: int, said: Callable[[T], str] = str
) -> Iterator[T]:
    """The entries in the order of this round, each announced."""
    for place, entry in enumerate(random.Random(number).sample(entries, len(entries)), 1):
        now = f"round {number + 1}/{given.rounds}, {place}/{len(entries)}: {said(entry)}"
        print(f"\r{now:{WIDTH}}", end="", file=sys.stderr, flush=True)
        yield entry
    print("\r" + " " * WIDTH + "\r", end="", file=sys.stderr, flush=True)


def measure(given: argparse.Namespace, names: Sequence[str], checkout: Checkout = HERE) -> Round:
    """A contender, ours or a peer; or two of ours in turns, whose figures are kept apart from those they have alone."""
    if len(names) == 1:
        return {names[0]: _alone(given, names[0], checkout)}
    one, other = names
    done = pairs.run([checkout.command(given, name) for name in names], checkout.folder)
    apart = (beside(one, other), beside(other, one))
    return {name: _result(name, *ended) for name, ended in zip(apart, done, strict=True)}


def _alone(given: argparse.Namespace, name: str, checkout: Checkout) -> Figures:
    if name == "fastchess":
        runner, engine = given.fastchess
        return fastchess.measure(runner, engine, given.seconds)
    if name in FOREIGN:
        line = [getattr(given, name), str(FOREIGN_SCRIPT), name, str(given.seconds)]
    else:
        line = checkout.command(given, name)
    done = subprocess.run(line, cwd=checkout.folder, stdout=subprocess.PIPE, text=True, check=False)
    return _result(name, done.returncode, done.stdout)


def _result(name: str, code: int, printed: str) -> Figures:
    if code:
        sys.exit(f"bench: {name} failed with exit code {code}")
    figures: Figures = json.loads(printed.splitlines()[-1])
    return figures
