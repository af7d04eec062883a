"""Random games at every table, and every state of them saved and loaded: each has to come back as it was.

The same digest, the same options, the same bytes when it is saved again; one in a hundred is played
on from, to the same position.
"""

from __future__ import annotations

import argparse
import sys
from itertools import cycle, islice

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
    given = parser.parse_args()
    unknown = [name for name in given.names if name not in GAMES]
    if unknown or given.games < 1 or given.first < 0:
        parser.error(f"there is no game {unknown[0]!r}" if unknown else "--games is at least 1, --first at least 0")
    for name in given.names or GAMES:
        print(f"{name:16} {given.games:6,} games {saved_games(name, given.first, given.games):11,} states", flush=True)
    sys.exit(0)


def saved_games(name: str, first: int, games: int) -> int:
    """So many games, in turns at every number of seats with every option; how many states came back."""
    cases = islice(cycle(all_cases(GAMES[name])), first, first + games)
    return sum(a_saved_state_comes_back(case, number, every=1) for number, case in enumerate(cases, start=first))


if __name__ == "__main__":
    main()
