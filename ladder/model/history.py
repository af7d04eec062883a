"""The history of a tournament: what was added to it and done to it after it was created, as a list that only grows.

Entries are facts of their own: nothing in the history is ever changed or taken out, what is undone is undone by another
entry. The state that follows from it is a fold, so two processes that have read the same know the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NotRequired, TypedDict

from serai.ladder.model.schedule import Block


class Entry(TypedDict):
    """One entry. `kind` is one of round, end, enter, disable, enable, exclude, include, void, unvoid, rest, wake.

    Organisers disable and enable; a bot rests and wakes by itself, as long as a ladder cannot use it.
    `bot` and `block` are numbers. `first` and `blocks` say what was added to the schedule in the same step. `extra`
    rounds go on with the tables of the round before.
    """

    kind: str
    bot: NotRequired[int]
    block: NotRequired[int]
    first: NotRequired[int]
    blocks: NotRequired[int]
    byes: NotRequired[list[int]]
    title: NotRequired[str]
    extra: NotRequired[bool]
    version: NotRequired[str]
    why: NotRequired[str]


@dataclass(frozen=True, slots=True)
class Round:
    """A round of a tournament: its blocks in the schedule, and who had a bye. Voided blocks are played again behind."""

    title: str
    first: int
    blocks: int
    byes: tuple[int, ...] = ()
    is_extra: bool = False

    def __contains__(self, block: int) -> bool:
        return self.first <= block < self.first + self.blocks


@dataclass(slots=True)
class History:
    """What follows from the entries so far: `length` of them, and a schedule of `blocks`."""

    blocks: int
    bots: int
    length: int = 0
    has_ended: bool = False
    rounds: list[Round] = field(default_factory=list)
    disabled: set[int] = field(default_factory=set)
    resting: set[int] = field(default_factory=set)
    excluded: set[int] = field(default_factory=set)
    voided: set[int] = field(default_factory=set)
    # A block that is played again, by the block that is played instead of it.
    replaced: dict[int, int] = field(default_factory=dict)
    # For each bot that entered later, how many rounds there were before.
    entered: dict[int, int] = field(default_factory=dict)

    def take(self, entries: Iterable[Entry]) -> History:
        """Take in further entries, in order; return itself."""
        for entry in entries:
            self.length += 1
            self.has_ended = False
            getattr(self, f"_{entry['kind']}")(entry)
            self.blocks += entry.get("blocks", 0)
        return self

    @property
    def active(self) -> list[int]:
        """Return the bots that are paired, in order of entry."""
        return [bot for bot in range(self.bots) if bot not in self.off]

    @property
    def off(self) -> set[int]:
        """Return the bots that do not play, for whatever reason."""
        return self.disabled | self.resting | self.excluded

    def origin(self, block: int) -> int:
        """Return the block in whose place this one is played, itself if it is in nobody's."""
        while block in self.replaced:
            block = self.replaced[block]
        return block

    def round_of(self, block: int) -> int | None:
        """Return the number of the round that a block counts for, from 0; None if it is in none."""
        origin = self.origin(block)
        return next((number for number, round_ in enumerate(self.rounds) if origin in round_), None)

    def _round(self, entry: Entry) -> None:
        byes, extra = tuple(entry.get("byes", ())), entry.get("extra", False)
        self.rounds.append(Round(entry["title"], entry["first"], entry["blocks"], byes, extra))

    def _end(self, entry: Entry) -> None:
        self.has_ended = True

    def _enter(self, entry: Entry) -> None:
        self.entered[entry["bot"]] = len(self.rounds)
        self.bots += 1

    def _disable(self, entry: Entry) -> None:
        self.disabled.add(entry["bot"])

    def _enable(self, entry: Entry) -> None:
        self.disabled.discard(entry["bot"])

    def _rest(self, entry: Entry) -> None:
        self.resting.add(entry["bot"])

    def _wake(self, entry: Entry) -> None:
        self.resting.discard(entry["bot"])

    def _exclude(self, entry: Entry) -> None:
        self.excluded.add(entry["bot"])

    def _include(self, entry: Entry) -> None:
        self.excluded.discard(entry["bot"])

    def _void(self, entry: Entry) -> None:
        self.voided.add(entry["block"])
        if "first" in entry:
            self.replaced[entry["first"]] = entry["block"]

    def _unvoid(self, entry: Entry) -> None:
        """Let a block count again: of all that were, or were to be, played in each other's place it is the only one."""
        origin = self.origin(entry["block"])
        self.voided.update([origin, *(block for block in self.replaced if self.origin(block) == origin)])
        self.voided.discard(entry["block"])


@dataclass(frozen=True, slots=True)
class Masks:
    """Bitmaps over the schedule, as Redis keeps them: blocks that do `not_count`, and blocks that are `not_played`."""

    not_count: bytes
    not_played: bytes


def masks(history: History, blocks: Sequence[Block]) -> Masks:
    """Return what follows from a history for the blocks of the whole schedule.

    A block counts unless it is voided or an excluded bot sits in it. It is not played if it does not count, or a
    disabled or resting bot sits in it: then it counts if it is on record all the same.
    """
    off = history.off
    seated = [block for block in blocks if off.intersection(block.line_up)] if off else []
    not_count = history.voided | {block.index for block in seated if history.excluded.intersection(block.line_up)}
    return Masks(_bitmap(not_count), _bitmap(not_count | {block.index for block in seated}))


def _bitmap(indices: set[int]) -> bytes:
    """Return a bitmap with these bits set, the first bit the highest of the first byte; empty if there are none."""
    bitmap = bytearray(max(indices, default=-1) // 8 + 1)
    for index in indices:
        bitmap[index // 8] |= 0x80 >> index % 8
    return bytes(bitmap)
