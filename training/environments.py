"""`./dev environments`: PettingZoo's own tests of serai.env, in every game at every number of seats.

api_test and seed_test have to pass, and performance_benchmark runs for five seconds; exit code 1 if one does not.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import re
import sys
import warnings
from collections.abc import Sequence

from pettingzoo.test import api_test, performance_benchmark, seed_test

import serai
from serai.referee.games import GAMES
from training.evaluation import settings

# Advice for environments without masks: one with masks has a dictionary, as PettingZoo's own board games do.
ADVICE = (
    "Observation space for each agent probably should be",
    "Observation is not a NumPy array",
)


def check(game: str, seats: int, options: dict[str, str], cycles: int) -> None:
    """PettingZoo's tests of one environment; AssertionError, or a warning of theirs, says what is wrong."""
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("error")
        for advice in ADVICE:
            warnings.filterwarnings("ignore", message=advice)
        api_test(serai.env(game, seats, options), num_cycles=cycles, verbose_progress=False)
        seed_test(lambda: serai.env(game, seats, options), num_cycles=cycles)


def speed(game: str, seats: int, options: dict[str, str]) -> float:
    """Turns in a second, as PettingZoo counts them."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        performance_benchmark(serai.env(game, seats, options))
    (found,) = re.findall(r"^([\d.]+) turns per second", printed.getvalue(), re.MULTILINE)
    return float(found)


def main(given: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="./dev environments", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="all games if none is named")
    parser.add_argument("--cycles", type=int, default=1000, help="of api_test and seed_test")
    asked = parser.parse_args(given)
    failed = 0
    for game in asked.games or GAMES:
        for seats, options in settings(game):
            try:
                check(game, seats, options, asked.cycles)
                said = f"ok, {speed(game, seats, options):,.0f} turns/s"
            except (AssertionError, Warning) as problem:
                failed += 1
                said = f"FAILED: {problem}"
            print(f"{game:16} {seats} seats: {said}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
