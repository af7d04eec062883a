"""Random games at every table, and every state of them saved and loaded: each has to come back as it was.

The same digest, the same options, the same bytes when it is saved again; one in a hundred is played
on from, to the same position.
"""

from __future__ import annotations

import argparse
import os
import sys
from concurrent.futures import ProcessPoolExecutor

from serai.referee.games import GAMES
from tests.game_properties import a_saved_state_comes_back
from tests.random_play import all_cases


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="./dev saved", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="GAME", help=f"{', '.join(GAMES)} [all]")
    parser.add_argument("--games", type=int, default=100, metavar="N", help="of each [100]")
    parser.add_argument("--first", type=int, default=0, metavar="N", help="the number of the first game [0]")
    parser.add_argument(
        "--processes", type=int, default=os.cpu_count(), metavar="N", help="at once [one for each core]"
    )
    given = parser.parse_args()
    unknown = [name for name in given.names if name not in GAMES]
    if unknown or given.games < 1 or given.first < 0 or given.processes < 1:
        wrong = "--games and --processes are at least 1, --first at least 0"
        parser.error(f"there is no game {unknown[0]!r}" if unknown else wrong)
    numbers = range(given.first, given.first + given.games)
    with ProcessPoolExecutor(given.processes) as pool:
        for name in given.names or GAMES:
            states = sum(pool.map(saved_game, [name] * given.games, numbers))
            print(f"{name:16} {given.games:6,} games {states:11,} states", flush=True)
    sys.exit(0)


def saved_game(name: str, number: int) -> int:
    """One game, in turns at every number of seats with every option; how many states came back."""
    cases = all_cases(GAMES[name])
    return a_saved_state_comes_back(cases[number % len(cases)], number, every=1)


if __name__ == "__main__":
    main()
