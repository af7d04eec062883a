"""Breaks the rules of a game in one place at a time, and tells which mistakes its tests do not notice.

A mutant is a game with one change: a comparison, a number, a condition, a call left out. It is killed when one of the
game's own tests fails. Random play and golden replays are set apart: they show that something changed, not what is
right. Mutants that change nothing a player could notice are listed, with the reason, in equivalent_mutants.toml beside
the game's tests; they are counted apart.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from typing import Any

from mutate.children import in_children
from mutate.mutants import sample
from mutate.report import summary, text
from mutate.scope import Mistake, Scope, all_mutants, games, scope_of
from mutate.trial import try_all

_GOAL = 95.0
_EXAMPLES = """examples:
  ./dev mutate tadmor --sample 200 --seed 1   the same 200 mutants every time
  ./dev mutate yspahan --file cards           all mutants of the files whose name has this in it
  ./dev mutate --sample 50 --json             fifty of every game

exit codes: 0 every kill rate reaches the goal, 1 one does not, 2 a mistake in what was asked for"""


def main() -> None:
    given = arguments(sys.argv[1:])
    try:
        reports = [one for game in given.games for _, one in in_children([game], lambda name: run(name, given), 1)]
    except KeyboardInterrupt:
        sys.exit(130)
    mistakes = [one for one in reports if not isinstance(one, dict)]
    if mistakes:
        print(f"mutate: {mistakes[0] or 'a game ended without a result'}", file=sys.stderr)
        sys.exit(2 if mistakes[0] else 3)
    print(json.dumps(reports) if given.json else "\n\n".join(map(text, reports)))
    sys.exit(0 if all(one["reached"] for one in reports) else 1)


def arguments(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="./dev mutate",
        description=__doc__,
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"{', '.join(games())} [all]")
    parser.add_argument("--sample", type=int, metavar="N", help="so many mutants of each game, drawn at random [all]")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="of the draw [1]")
    parser.add_argument("--file", default="", metavar="PART", help="only of files whose name has this in it")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="J", help="side by side [all cores]")
    parser.add_argument("--goal", type=float, default=_GOAL, metavar="PERCENT", help=f"kill rate wanted [{_GOAL:g}]")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args(words)
    unknown = [game for game in given.games if game not in games()]
    if unknown:
        parser.error(f"there is no game {unknown[0]!r}; there are {', '.join(games())}")
    if given.jobs < 1 or (given.sample is not None and given.sample < 1):
        parser.error("--sample and --jobs are at least 1")
    given.games = given.games or games()
    return given


def run(game: str, given: argparse.Namespace) -> dict[str, Any] | str:
    """Return the report on one game, or what was wrong."""
    scope, start = scope_of(game), time.monotonic()
    try:
        found = all_mutants(scope)
        reasons = scope.equivalent(found)
        drawn = [mutant for mutant in found if given.file in mutant.path.stem]
        chosen = sample(drawn, given.sample or len(drawn), f"{game} {given.seed}")
        to_try = [mutant for mutant in chosen if mutant.key(scope.root) not in reasons]
        verdicts = try_all(scope, to_try, given.jobs, lambda now: progress(scope, now))
    except Mistake as mistake:
        return str(mistake)
    finally:
        progress(scope, None)
    equivalent = {mutant.key(scope.root): reasons[mutant.key(scope.root)] for mutant in chosen if mutant not in to_try}
    known = {"seed": given.seed, "of": len(drawn), "seconds": round(time.monotonic() - start), "goal": given.goal}
    return summary(scope, verdicts, equivalent, **known)


def progress(scope: Scope, now: str | None) -> None:
    if sys.stderr.isatty():
        line = f"\rmutate: {scope.name}, {now:40}" if now else f"\r{'':70}\r"
        print(line, end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
