"""`./dev bench`: contenders in one run, each in a fresh process, order shuffled every round, compared by ratios."""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import sys
from importlib import import_module
from importlib.metadata import version
from statistics import median
from typing import Any

from bench.contender import OWN, every_game
from bench.goals import LIMITS, PAIRS, Round, Verdict, verdicts
from bench.rounds import add_arguments, foreign_of, measure, shuffled

FIGURES = (
    "decisions_per_second",
    "games_per_second",
    "referee_us",
    "bots_us",
    "cpu_us",
    "p50_us",
    "p99_us",
    "memory_mb",
)
PACKAGES = ("grpcio", "protobuf", "redis", "rq")
APART = {
    "think": "think",
    "stops": "stops",
    "redis-delay": "redis_delay",
    "growth": "growth",
    "lengths": "lengths",
    "stealing": "stealing",
    "worlds": "worlds",
    "idle": "idle",
    "since": "since",
    "limit": "limit",
}


def main() -> None:
    given = arguments()
    contenders = [name for name in who(given) if re.search(given.only, name)]
    if not given.only:  # the other games on the whole machine take half a minute each
        contenders = [name for name in contenders if not name.startswith("machine@")]
    couples = [pair for pair in PAIRS if all(re.search(given.only, name) for name in pair)]
    rounds = [play_round(given, number, contenders, couples) for number in range(given.rounds)]
    judged = verdicts(rounds)
    if given.json:
        print(json.dumps({"machine": machine(), "rounds": rounds, "ratios": [vars_of(v) for v in judged]}))
    else:
        show(rounds, contenders, judged)
    if given.check and any(verdict.passed is False for verdict in judged):
        sys.exit(1)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="./dev bench",
        description=__doc__,
        epilog=f"Measured apart, each with its own --help: ./dev bench {', '.join(APART)}",
    )
    add_arguments(parser, rounds=7)
    parser.add_argument("--only", default="", metavar="REGEX", help="contenders to run, for example 'stack|engine'")
    parser.add_argument("--check", action="store_true", help="only what has a goal; exit with 1 when one is missed")
    return parser.parse_args()


def who(given: argparse.Namespace) -> list[str]:
    """Who takes part alone."""
    own = [contender for _, contender, _, _ in LIMITS] if given.check else [*OWN, *every_game()]
    return [*own, *foreign_of(given)]


def play_round(given: argparse.Namespace, number: int, contenders: list[str], couples: list[tuple[str, str]]) -> Round:
    """Every contender and every pair once."""
    entries = [*((name,) for name in contenders), *couples]
    results: Round = {}
    for entry in shuffled(entries, given, number, " | ".join):
        results |= measure(given, entry)
    return results


def machine() -> dict[str, Any]:
    packages = {name: version(name) for name in PACKAGES}
    return {"python": platform.python_version(), "cores": os.cpu_count(), "load": os.getloadavg(), **packages}


def show(rounds: list[Round], contenders: list[str], judged: list[Verdict]) -> None:
    facts = machine()
    load = " ".join(f"{value:.2f}" for value in facts.pop("load"))
    print(" ".join(f"{name} {value}" for name, value in facts.items()), "load", load)
    print(f"medians of {len(rounds)} rounds; us are CPU microseconds per decision, p50 and p99 wall\n")
    print(
        f"{'contender':28}",
        *(
            f"{head:>10}"
            for head in ("decisions/s", "games/s", "referee us", "bots us", "all us", "p50 us", "p99 us", "MB")
        ),
    )
    for name in contenders:
        print(f"{name:28}", *(figure(rounds, name, key) for key in FIGURES))
    for name in contenders:
        if name.startswith("engine"):
            print("  ".join(workload(rounds, name)))
    print(f"\n{'ratio or limit':56} {'median':>8} {'min':>8} {'max':>8}  goal")
    for v in judged:
        verdict = {None: "", True: "ok", False: "MISSED"}[v.passed]
        print(f"{v.name:56} {v.middle:8.2f} {v.low:8.2f} {v.high:8.2f}  {v.wanted:9} {verdict}")


def figure(rounds: list[Round], name: str, key: str) -> str:
    values = [one[name][key] for one in rounds if key in one[name]]
    return f"{median(values):10,.0f}" if values else f"{'':10}"


def workload(rounds: list[Round], name: str) -> list[str]:
    """What the figures were measured on; it may not shrink unnoticed."""
    keys = ("decisions_per_game", "options_mean", "bytes_mean", "clone_us")
    return [f"{name}:", *(f"{key} {rounds[0][name][key]:.1f}" for key in keys if key in rounds[0][name])]


def vars_of(verdict: Verdict) -> dict[str, Any]:
    return {name: getattr(verdict, name) for name in verdict.__slots__}


if __name__ == "__main__":
    if sys.argv[1:2] and sys.argv[1] in APART:
        import_module(f"bench.{APART[sys.argv[1]]}").main(sys.argv[2:])
    else:
        main()
