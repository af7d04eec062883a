"""All that the pages of an event are made from, but for its replays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from serai.ladder.desk import events, tables
from serai.ladder.desk.desk import Desk
from serai.ladder.desk.operation import Row
from serai.ladder.errors import UserProblem
from serai.ladder.model.facts import Entrant, Fact
from serai.ladder.ratings.fold import blocks_of
from serai.ladder.ratings.history import History, histories


@dataclass(frozen=True, slots=True)
class Event:
    """A tournament as it stands: its details, the cross table, ratings over time, and the facts that count."""

    details: Row
    cross: Sequence[Row]
    histories: Sequence[History]
    facts: Sequence[Fact]

    @property
    def standings(self) -> Sequence[Row]:
        """The ratings, best first."""
        return cast("Sequence[Row]", self.details["standings"])


def gather(asked: Desk, name: str | None) -> Event:
    """Read a tournament, the only one if none is named; UserProblem if that says none or nothing was played."""
    details = asked.ask(events.shown, name=name or _only(asked))["details"]
    name = details["name"]
    facts = cast("list[Fact]", list(asked.ask(events.facts, name=name, voided=False)))
    if not facts:
        raise UserProblem(f"no game of {name} is on record yet; serai tournament run {name}")
    [cross] = asked.ask(tables.crosstables, game=None, epoch=None, options={}, tournament=name, bot=None)
    found = histories(blocks_of(facts))
    entrants = [Entrant(row["bot"], row["version"]) for row in details["standings"]]
    return Event(details, cross["meetings"], [found[each] for each in entrants if each in found], facts)


def _only(asked: Desk) -> str:
    names = [row["name"] for row in asked.ask(events.listed)]
    if len(names) != 1:
        known = ", ".join(names) or "there is none yet"
        raise UserProblem(f"say which tournament: --tournament NAME ({known})")
    return str(names[0])
