"""`./dev simulate`: prints the tables of docs/ratings.md. Exit code 1 if something is outside of what is promised."""

from __future__ import annotations

import argparse
import os
import sys
import time

from serai.ladder.ratings.sprt import Hypotheses
from serai.referee.games import GAMES
from simulate import coverage, deals, shuffles, sprt
from simulate.events import KINDS

_PROMISED = (0.93, 0.97)
_SAME = 1e-9
# A share of so many runs that is truly at its bound is measured this much above it one time in a thousand.
_CHANCE_ABOVE = 3.1


def main() -> int:
    given = _read()
    started = time.monotonic()
    ok = {"coverage": _coverage, "shuffles": _shuffles, "sprt": _sprt, "deals": _deals}[given.what](given)
    print(f"\n{time.monotonic() - started:.0f} s", file=sys.stderr)
    return 0 if ok else 1


def _read() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./dev simulate", description=__doc__)
    parser.add_argument("what", choices=("coverage", "shuffles", "sprt", "deals"))
    parser.add_argument("--kind", choices=tuple(KINDS), action="append", help="of events, for coverage [all]")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of all luck [1]")
    parser.add_argument("--events", type=int, default=1000, metavar="N", help="of each kind, for coverage [1000]")
    parser.add_argument("--shuffles", type=int, default=100, metavar="N", help="of each event, for shuffles [100]")
    parser.add_argument("--runs", type=int, default=10_000, metavar="N", help="at each difference, for sprt [10000]")
    parser.add_argument("--elo1", type=float, default=10.0, metavar="E", help="of the A/B test [10]")
    parser.add_argument("--blocks", type=int, default=200, metavar="N", help="of each line-up, for deals [200]")
    parser.add_argument("--processes", type=int, default=len(os.sched_getaffinity(0)), metavar="N")
    return parser.parse_args()


def _coverage(given: argparse.Namespace) -> bool:
    print(f"{given.events} events of each kind; a 95 % interval should hold the truth in 93 to 97 %\n")
    print(
        "| events | blocks | rating holds | difference holds | error | Elo holds | Elo difference holds | Elo error |"
    )
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    low, high = _PROMISED
    outside = []
    for row in coverage.measure_all(given.kind or list(KINDS), given.events, given.seed, given.processes):
        print(
            f"| {row.kind} | {row.blocks} | {row.ratings:.1%} | {row.differences:.1%} | {row.error:.0f} "
            f"| {row.elo_ratings:.1%} | {row.elo_differences:.1%} | {row.elo_error:.0f} |",
            flush=True,
        )
        if not (low <= row.ratings <= high and low <= row.differences <= high):
            outside.append(row.kind)
    print(f"\noutside of 93 to 97 %: {'; '.join(outside) or 'none'}")
    return not outside


def _deals(given: argparse.Namespace) -> bool:
    print(f"{given.blocks} blocks of each line-up at 3 seats; points of the first bot in a block, 0 to 1\n")
    print("| game | line-up | spread, shared deals | spread, own deals | interval wider |")
    print("| --- | --- | ---: | ---: | ---: |")
    for row in deals.measure_all(list(GAMES), given.blocks, given.seed, given.processes):
        print(f"| {row.game} | {row.line_up} | {row.shared:.3f} | {row.own:.3f} | {row.wider:.2f} |", flush=True)
    return True


def _shuffles(given: argparse.Namespace) -> bool:
    print(f"one event of each kind, its blocks in {given.shuffles} orders\n")
    print("| event | estimate differs by | Elo differs by | deviation of Elo | bots first by estimate | by Elo |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    found = [shuffles.measure(name, given.shuffles, given.seed) for name in KINDS]
    for row in found:
        print(
            f"| {row.kind} | {row.estimate:.0e} | {row.elo:.0f} | {row.elo_deviation:.0f} "
            f"| {row.first} | {row.elo_first} |"
        )
    return all(row.estimate < _SAME for row in found)


def _sprt(given: argparse.Namespace) -> bool:
    of = Hypotheses(0.0, given.elo1, 0.05, 0.05)
    print(f"{given.runs} runs at each difference; elo0 0, elo1 {given.elo1:g}, alpha 0.05, beta 0.05\n")
    print("| blocks | true difference | better | not better | mean blocks |")
    print("| --- | ---: | ---: | ---: | ---: |")
    slack = _CHANCE_ABOVE * (of.alpha * (1 - of.alpha) / given.runs) ** 0.5
    ok = True
    for kind in sprt.BLOCKS:
        for elo in (0.0, given.elo1 / 2, given.elo1):
            row = sprt.measure(kind, elo, of, given.runs, given.seed)
            print(f"| {kind} | {elo:g} | {row.better:.2%} | {row.not_better:.2%} | {row.blocks:.0f} |", flush=True)
            wrong = row.better if elo == of.elo0 else 1 - row.better if elo == of.elo1 else 0.0
            ok = ok and wrong <= of.alpha + slack
    return ok


if __name__ == "__main__":
    sys.exit(main())
