"""Rounds that follow from results: whoever runs a tournament adds the next one when it is due.

What is added follows from the history and the facts alone. A round is added in one step, only if nothing else has
happened meanwhile: two who do it at once, or one who was killed and comes back, add the same round once.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from serai.ladder.model import schedule
from serai.ladder.model.formats import knockout, swiss
from serai.ladder.model.formats.results import NextRound, Result, Stage, result, stages
from serai.ladder.model.formats.standing import Ladder
from serai.ladder.model.history import Entry, History
from serai.ladder.model.schedule import Block
from serai.ladder.model.tournament import Tournament
from serai.ladder.storage import tournaments
from serai.ladder.storage.growing_strengths import GrowingStrengths
from serai.ladder.storage.store import Store

_BLOCKS_AT_ONCE = 256


class Growth:
    """Adds rounds to one tournament. It remembers what it has read: facts and entries never change."""

    def __init__(self, store: Store, name: str) -> None:
        self._store = store
        self._name = name
        self._results: dict[int, Result] = {}
        self._history: History | None = None
        self._ladder = Ladder()
        self._strengths = GrowingStrengths(store, name)

    def grow(self) -> Entry | None:
        """Add the next round, or note that the last is over, if either is due; return what was added."""
        tournament = tournaments.load(self._store, self._name)
        if not tournament.format.has_rounds:
            return None
        history = self._read_history()
        found = self._entry(tournament, history)
        if found is None:
            return None
        entry, blocks = found
        if self._store.add_entry(tournament, history, entry, blocks):
            return entry
        self._history, self._ladder = None, Ladder()
        return None

    def _read_history(self) -> History:
        if self._history is None:
            self._history = self._store.history(self._name)
        else:
            self._history.take(self._store.entries(self._name, self._history.length))
        return self._history

    def _entry(self, tournament: Tournament, history: History) -> tuple[Entry, Sequence[Block]] | None:
        """Return what is to be added, None if nothing is due."""
        if tournament.format.kind == "ladder":
            return self._ladder_round(tournament, history)
        if history.has_ended or self._store.tally(self._name).missing:
            return None
        found = next_round(tournament, history.active, self.stages(tournament, history))
        return (Entry(kind="end"), ()) if found is None else self._round(history, found)

    def stages(self, tournament: Tournament, history: History) -> list[Stage]:
        """Return the rounds so far, with what their blocks came to."""
        counted = list(self._store.done(self._name))
        unread = iter([index for index in counted if index not in self._results])
        while indices := list(islice(unread, _BLOCKS_AT_ONCE)):
            for index, facts in zip(indices, self._store.blocks_of_facts(self._name, indices), strict=True):
                self._results[index] = result(tournament.blocks[index], facts)
        return stages(history, tournament.blocks, {index: self._results[index] for index in counted})

    def _round(self, history: History, new: NextRound) -> tuple[Entry, Sequence[Block]]:
        deal_of = tournaments.deals(self._store, self._name)
        blocks = schedule.blocks_of(new.tables, new.blocks, deal_of, history.blocks, len(history.rounds))
        entry = Entry(kind="round", title=new.title, first=history.blocks, blocks=len(blocks))
        if new.byes:
            entry["byes"] = list(new.byes)
        if new.is_extra:
            entry["extra"] = True
        return entry, blocks

    def _ladder_round(self, tournament: Tournament, history: History) -> tuple[Entry, Sequence[Block]] | None:
        """Return a round when the last but one is over: one is played while the next is made.

        Ratings are those after the last but one, whatever else is on record by then: so the same follows on any day.
        """
        bots = history.active
        end = history.rounds[-1].first if history.rounds else 0
        if len(bots) < tournament.seats or self._store.settled(self._name).missing(end):
            return None
        known = self._strengths.of(tournament, bots, end)
        for block in tournament.blocks[self._ladder.blocks :]:
            self._ladder.take(block.line_up)
        whose = tournaments.kept_apart_by(self._store, tournament.format, tournament.bots)
        tables = self._ladder.choose(bots, tournament.seats, tournament.format.blocks, known, whose)
        return self._round(history, NextRound(f"round {len(history.rounds) + 1}", tuple(tables), 1))


def next_round(tournament: Tournament, bots: Sequence[int], made: Sequence[Stage]) -> NextRound | None:
    """Return the next round of a Swiss or a knockout, None if the last is over."""
    form = tournament.format
    if form.kind == "swiss":
        return swiss.next_round(bots, tournament.seats, form.rounds or 1, form.blocks, made)
    return knockout.next_round(bots, tournament.seats, form.blocks, made)
