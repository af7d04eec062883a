"""The strengths of the bots of a ladder after so many of its blocks, gone on from where they were last asked for."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from serai.ladder.model.facts import Entrant
from serai.ladder.model.formats.standing import Strength
from serai.ladder.model.tournament import Tournament
from serai.ladder.ratings.strength import Strengths
from serai.ladder.storage.coverage import Cover, Member
from serai.ladder.storage.store import Store

_BLOCKS_AT_ONCE = 256


class GrowingStrengths:
    """What is known of the bots of one tournament. If what it has taken in does not count any more, it begins anew."""

    def __init__(self, store: Store, name: str) -> None:
        self._store = store
        self._name = name
        self._strengths = Strengths()
        self._taken: Cover | None = None

    def of(self, tournament: Tournament, bots: Sequence[int], end: int) -> dict[int, Strength]:
        """Return the strengths of bots from all blocks before one that count; none of those who have not played."""
        done = self._store.done(self._name)
        member = Member(self._name, tournament.created, tournament.seats, len(tournament.blocks), done)
        before = 0 if self._taken is None else self._taken.length
        if before > end or (self._taken is not None and member.cover(before) != self._taken):
            self._strengths, before = Strengths(), 0
        recorded = member.recorded(before, end)
        while indices := list(islice(recorded, _BLOCKS_AT_ONCE)):
            for facts in self._store.blocks_of_facts(self._name, indices):
                self._strengths.take(facts)
        self._taken = member.cover(end)
        known = self._strengths.known()
        entered = {bot: Entrant(tournament.bots[bot].name, tournament.bots[bot].version) for bot in bots}
        return {bot: known[who] for bot, who in entered.items() if who in known}
