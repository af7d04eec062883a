"""The work of `serai ladder compare`: two bots side by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from serai.ladder.commands.console import counted, say, say_json_list, short
from serai.ladder.commands.ladder.show import check_game, say_rules, scopes_of
from serai.ladder.commands.progress import late_progress
from serai.ladder.errors import UserProblem
from serai.ladder.model.facts import Entrant
from serai.ladder.ratings.comparison import Comparison, Difference
from serai.ladder.ratings.crosstable import Crosstable, Meeting
from serai.ladder.ratings.estimate import estimate
from serai.ladder.ratings.table import Table, find_entrant
from serai.ladder.service.json_rows import rules_row
from serai.ladder.storage import folds
from serai.ladder.storage.coverage import Scope
from serai.ladder.storage.store import Store, open_store


def compare(
    one: str,
    other: str,
    game: str | None,
    epoch: int | None,
    options: Mapping[str, str],
    tournament: str | None,
    as_json: bool,
) -> None:
    """Print how two bots compare under each set of rules that both played under; UserProblem if there is none."""
    check_game(game)
    with open_store() as store:
        scopes = scopes_of(store, game, epoch, options, tournament)
        found = [pair for scope in scopes for pair in _pairs(store, scope, one, other)]
    if not found:
        raise UserProblem(
            f"{one} and {other} have no games on record in the same ladder; serai ladder names who played"
        )
    if as_json:
        say_json_list(pair.as_json() for pair in found)
        return
    for pair in found:
        pair.show()


class _Pair:
    """Two entrants of a table, and how they compare."""

    def __init__(self, table: Table, one: Entrant, other: Entrant, by: Difference, met: Meeting | None) -> None:
        self._table = table
        self._one = one
        self._other = other
        self._by = by
        self._met = met

    def as_json(self) -> dict[str, Any]:
        by, met = self._by, self._met
        return {
            "one": self._one._asdict(),
            "other": self._other._asdict(),
            "difference": round(by.points, 1),
            "low": round(by.low, 1),
            "high": round(by.high, 1),
            "superiority": round(by.superiority, 4),
            "score": round(by.score, 4),
            "met": 0 if met is None else met.games,
            "met_score": None if met is None else round(met.score, 4),
            **rules_row(self._table),
        }

    def show(self) -> None:
        one, other = (f"{who.bot}@{short(who.version)}" for who in (self._one, self._other))
        by, met = self._by, self._met
        say_rules(self._table)
        say(f"  {one} is rated {by.points:+.0f} against {other}, 95 % interval {by.low:+.0f} to {by.high:+.0f}")
        say(f"  it is the stronger one with a chance of {by.superiority:.1%}, and expected to score {by.score:.1%}")
        say("  they never met" if met is None else f"  it scored {met.score:.1%} when they met, {_times(met.games)}")
        apart = "can be told apart" if by.low > 0 or by.high < 0 else "cannot be told apart yet"
        say(f"  so they {apart}\n")


def _times(games: int) -> str:
    return f"in {counted(games, 'comparison')}"


def _pairs(store: Store, scope: Scope, one: str, other: str) -> Iterator[_Pair]:
    """Yield how two compare in a scope; nothing if one of them is not in it."""
    with late_progress("folding") as shown:
        table, cross = folds.tables(store, scope, shown)
        outcomes = folds.outcomes(store, scope, shown)
    try:
        first, second = (find_entrant(name, outcomes.entrants) for name in (one, other))
    except UserProblem:
        return
    by = Comparison(estimate(outcomes)).difference(first, second)
    yield _Pair(table, first, second, by, _meeting(cross, first, second))


def _meeting(cross: Crosstable, one: Entrant, other: Entrant) -> Meeting | None:
    return None if one == other else cross.meeting(one, other)
