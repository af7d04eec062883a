"""Many random games on boards at random, every state held against invariants.py.

    python -m tests.games.council_of_four.thousand 4 1000

prints how long they were; it fails at the first state that is not as it must be.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from time import process_time

from referee.core.agenda import options, over
from referee.games.council_of_four.board import REGIONS
from referee.games.council_of_four.state import Council
from tests.games.council_of_four.invariants import check
from tests.games.council_of_four.random_play import moments

RANDOM_BOARDS = dict.fromkeys(REGIONS, "random")
Standing = list[tuple[int, int, frozenset[int]]]


def standing(state: Council) -> Standing:
    return [(seat.vp, seat.nobility, seat.emporia) for seat in state.seats]


def never_less(before: Standing, after: Standing) -> bool:
    """Points, nobility and emporia only grow."""
    both = zip(before, after, strict=True)
    return all(old[0] <= new[0] and old[1] <= new[1] and old[2] <= new[2] for old, new in both)


def play(seats: int, number: int) -> tuple[Council, list[int]]:
    """One game: how it ended, and how many options each decision had."""
    sizes, before, neutral = [], None, None
    for state in moments(seats, number, **RANDOM_BOARDS):
        check(state)
        now = standing(state)
        assert before is None or never_less(before, now)
        assert neutral in (None, state.neutral)
        before, neutral = now, state.neutral
        if not over(state):
            sizes.append(len(options(state, state.active)))
    assert over(state)
    return state, sizes


def spread(values: Iterable[int]) -> str:
    all_of_them = list(values)
    return f"{min(all_of_them)}-{max(all_of_them)}, mean {sum(all_of_them) / len(all_of_them):.1f}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.games.council_of_four.thousand", description=__doc__)
    parser.add_argument("seats", type=int)
    parser.add_argument("games", type=int)
    asked = parser.parse_args()
    began = process_time()
    ends = [play(asked.seats, number) for number in range(asked.games)]
    print(f"{asked.games} games of {asked.seats} seats, {process_time() - began:.0f} s, all as they must be")
    print(f"ended without a trigger: {sum(state.trigger is None for state, _ in ends)}")
    print(f"rounds {spread(state.round for state, _ in ends)}")
    print(f"decisions {spread(len(sizes) for _, sizes in ends)}")
    print(f"options {spread(size for _, sizes in ends for size in sizes)}")
    print(f"new decks {spread(state.reforms for state, _ in ends)}")
    print(f"assistants left {spread(state.assistant_pool for state, _ in ends)}")


if __name__ == "__main__":
    main()
