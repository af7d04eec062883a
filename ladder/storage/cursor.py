"""A table on its way through the facts: from its longest valid checkpoint on, block by block."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Generic, TypeVar

from serai.ladder.model.facts import Fact
from serai.ladder.ratings.crosstable import Crosstable
from serai.ladder.ratings.outcomes import Outcomes
from serai.ladder.ratings.standings import Standings
from serai.ladder.storage.checkpoints import Checkpoints
from serai.ladder.storage.coverage import BEGIN, Coverage, Member, Position, Scope

if TYPE_CHECKING:
    from redis import Redis

# A table that is kept: another one goes here too.
F = TypeVar("F", Standings, Crosstable, Outcomes)

_TIP = "tip"
_GAP = "gap "
_MOST_GAPS = 3
# Writing a table takes about as long as a step for every fifty rows of it.
_ROWS_A_STEP = 50


class Cursor(Generic[F]):
    """A fold of one kind over a scope, and up to where it has come.

    The slot `tip` holds how far anybody came. It is lost when a block before it is recorded, so the slot `gap NAME`
    holds the table at the first gap of a tournament that is being played.
    """

    def __init__(self, redis: Redis, kind: type[F], scope: Scope) -> None:
        self.kind: type[F] = kind
        self.scope = scope
        self.at = BEGIN
        self.fold: F = kind()
        self.steps = 0
        self._redis = redis
        self._slot: str | None = None
        self._checkpoints = Checkpoints(redis, kind.KIND, kind.VERSION, scope.name)
        self._moving: set[str] = set()

    def of(self, scope: Scope) -> Cursor[F]:
        """Return a cursor over another scope that has come to its end, with the same fold: both cover the same."""
        other = Cursor(self._redis, self.kind, scope)
        other.at, other.fold, other.steps = scope.end(), self.fold, self.steps
        return other

    @property
    def name(self) -> str:
        return f"{self.kind.KIND} of {self.scope.name}"

    def left(self, end: Position | None = None) -> int:
        """Return how many blocks are still to be taken up to a position, by default to the end."""
        return self.scope.count(self.at, end or self.scope.end())

    def text(self) -> str:
        """Return the state as text, to compare."""
        return json.dumps(self.fold.state())

    def find(self) -> int:
        """Go to the longest valid checkpoint without reading its state; return the size of its table."""
        stored = self._checkpoints.stored()
        found = {slot: self.scope.position(kept.coverage) for slot, kept in stored.items()}
        valid = {slot: position for slot, position in found.items() if position is not None}
        tip = stored[_TIP].coverage if _TIP in stored else []
        self._moving = {member.name for member in self.scope.members if not _is_covered(member, tip)}
        self._slot = max(valid, key=lambda slot: valid[slot], default=None)
        self.at = BEGIN if self._slot is None else valid[self._slot]
        return 0 if self._slot is None else stored[self._slot].size

    def is_stored(self) -> bool:
        """Return True if there is a valid checkpoint to go on from."""
        self.find()
        return self._slot is not None

    def load(self) -> None:
        """Go to the longest valid checkpoint and read it; if it was replaced in between, begin anew."""
        self.find()
        loaded = None if self._slot is None else self._checkpoints.load(self._slot)
        position = None if loaded is None else self.scope.position(loaded[0])
        self.at = BEGIN if position is None else position
        self.fold = self.kind() if loaded is None or position is None else self.kind.restored(loaded[1])

    def first(self, member: Member) -> int | None:
        """Return the first block to take of a tournament; None if there is nothing to take."""
        place = self.scope.place(member.name)
        if place is None or place < self.at.place:
            return None
        return self.at.block if place == self.at.place else 0

    def take(self, member: Member, indices: Sequence[int], blocks: Sequence[Sequence[Fact]]) -> None:
        """Take in blocks of a tournament except those that are taken already. They come in order."""
        first = self.first(member)
        if first is not None:
            for index, facts in zip(indices, blocks, strict=True):
                if index >= first:
                    self.fold.step(facts)
                    self.steps += 1
            self.reach(member, indices[-1] + 1)

    def reach(self, member: Member, block: int) -> None:
        """Say that all that is on record before this block was taken."""
        first, place = self.first(member), self.scope.place(member.name)
        if first is not None and place is not None and block >= first:
            self.at = Position(place, block)

    def is_moving(self, member: Member) -> bool:
        """Return True if blocks of a tournament were recorded since somebody last came to the end."""
        return member.name in self._moving

    def keep_gap(self, member: Member) -> None:
        """Keep a checkpoint if we are at the first gap of a tournament, where it stays right while others come in."""
        is_there = self.at == Position(self.scope.place(member.name) or 0, member.gap())
        if is_there and self._is_worth_keeping():
            self._save(_GAP + member.name)

    def keep_tip(self) -> None:
        """Keep a checkpoint where we are, if that saves others more work than it makes."""
        if self._is_worth_keeping():
            self._save(_TIP)
            self._drop_old_gaps()

    def replace(self) -> None:
        """Throw all checkpoints away and keep this one."""
        self._checkpoints.drop_all()
        self._save(_TIP)

    def _is_worth_keeping(self) -> bool:
        return self.steps * _ROWS_A_STEP >= max(1, len(self.fold))

    def _save(self, slot: str) -> None:
        self._checkpoints.save(slot, self.scope.coverage(self.at), len(self.fold), self.fold.state())

    def _drop_old_gaps(self) -> None:
        gaps = [slot for slot in self._checkpoints.stored() if slot.startswith(_GAP)]
        order = {_GAP + member.name: place for place, member in enumerate(self.scope.members)}
        resting = [slot for slot in gaps if slot.removeprefix(_GAP) not in self._moving]
        latest = sorted(resting, key=lambda slot: order.get(slot, -1))
        self._checkpoints.drop(latest[: max(0, len(gaps) - _MOST_GAPS)])


def _is_covered(member: Member, tip: Coverage) -> bool:
    """Return whether all of a tournament that is on record was taken in."""
    return member.cover(member.blocks) in tip or member.cover(member.end()) in tip
