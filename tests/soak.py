"""Many random games of one game, every state held against what always holds there.

    python -m tests.soak council_of_four --seats 4 --games 1000

takes the options in turn, so that every choice is played. It fails at the first state that is not as it must be, and
prints how long the games were. `--every` checks only each n-th state, for games of thousands of decisions.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterable
from time import process_time

from serai.referee.core.agenda import options, over, push, waiting
from serai.referee.games import GAMES
from tests.random_play import Case, all_cases, invariants


def play(case: Case, number: int, every: int) -> list[int]:
    """One game to its end: how many options each decision had."""
    check, choose = invariants(case.game).check, random.Random(number)
    state, sizes = case.begin(number), list[int]()
    state.journal = None
    while not over(state):
        if len(sizes) % every == 0:
            check(state)
        seat = waiting(state)[0]
        choices = options(state, seat)
        sizes.append(len(choices))
        push(state, seat, choices[int(choose.random() * len(choices))])
    check(state)
    return sizes


def spread(values: Iterable[int]) -> str:
    found = list(values)
    return f"{min(found)}-{max(found)}, mean {sum(found) / len(found):.1f}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--seats", type=int, required=True)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--every", type=int, default=1)
    asked = parser.parse_args()
    cases = [case for case in all_cases(GAMES[asked.game]) if case.seats == asked.seats]
    began = process_time()
    games = [play(cases[number % len(cases)], number, asked.every) for number in range(asked.games)]
    print(
        f"{asked.game}, {asked.seats} seats, {len(cases)} set-ups: {len(games)} games ended as they must, "
        f"decisions {spread(map(len, games))}, options {spread(size for sizes in games for size in sizes)}, "
        f"{process_time() - began:.0f} s"
    )


if __name__ == "__main__":
    main()
