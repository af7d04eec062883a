"""All that the pages of an event are made from, read at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from serai.ladder.errors import UserProblem
from serai.ladder.model.facts import Fact
from serai.ladder.ratings.history import History, histories
from serai.ladder.service.json_rows import Row, crosstable_rows, ladder_rows, tournament_details
from serai.ladder.shown import Shown
from serai.ladder.storage import folds, tournaments
from serai.ladder.storage.store import Store


@dataclass(frozen=True, slots=True)
class Event:
    """A tournament as it stands: its details, the tables, ratings over time, and the facts that count."""

    details: Row
    standings: Sequence[Row]
    cross: Sequence[Row]
    histories: Sequence[History]
    facts: Sequence[Fact]


def gather(store: Store, name: str | None, shown: Shown) -> Event:
    """Read a tournament, the only one if none is named; UserProblem if that says none or nothing was played."""
    tournament = tournaments.load(store, name or _only(store))
    scope = folds.tournament_scope(store, tournament.name)
    if not scope.games:
        raise UserProblem(f"no game of {tournament.name} is on record yet; serai tournament run {tournament.name}")
    blocks = list(folds.blocks(store, scope, shown))
    table, cross = folds.tables(store, scope, shown)
    found = histories(blocks)
    return Event(
        details=tournament_details(store, tournament),
        standings=ladder_rows(table),
        cross=list(crosstable_rows(table, cross)),
        histories=[found[entrant] for entrant in table.entrants() if entrant in found],
        facts=[fact for block in blocks for fact in block],
    )


def _only(store: Store) -> str:
    names = store.tournaments()
    if len(names) != 1:
        known = ", ".join(names) or "there is none yet"
        raise UserProblem(f"say which tournament: --tournament NAME ({known})")
    return names[0]
