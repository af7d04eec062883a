"""What a table is made from, and how much of that it covers: exactly which blocks of which tournaments, in order."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from serai.ladder.storage.done import Done

_BITS = 8
_FULL = 255


class Position(NamedTuple):
    """So many tournaments are covered whole, and the blocks before this one of the next."""

    place: int
    block: int


BEGIN = Position(0, 0)


class Cover(NamedTuple):
    """The first `length` blocks of a tournament, as far as they were on record: the digest says which were."""

    tournament: str
    length: int
    digest: str


Coverage = list[Cover]


@dataclass(frozen=True, slots=True)
class Member:
    """A tournament at one moment: how many blocks it has and which are on record."""

    name: str
    created: str
    seats: int
    blocks: int
    done: Done

    def cover(self, length: int) -> Cover:
        """Return what the first so many blocks come to."""
        text = f"{self.name} {self.created} {length}\n".encode()
        return Cover(self.name, length, hashlib.sha256(text + self._bits(length)).hexdigest())

    def _bits(self, length: int) -> bytes:
        """Return the first so many bits, the rest of the last byte 0."""
        whole, rest = divmod(length, _BITS)
        bits = self.done.bitmap[: whole + 1].ljust(whole + 1, b"\0")
        return bits[:whole] + bytes([bits[whole] & (_FULL << (_BITS - rest) & _FULL)])

    def gap(self) -> int:
        """Return the first block that is not on record; the number of blocks if there is none."""
        whole = len(self.done.bitmap) - len(self.done.bitmap.lstrip(b"\xff"))
        return next((index for index in range(whole * _BITS, self.blocks) if index not in self.done), self.blocks)

    def end(self) -> int:
        """Return the block behind the last one on record."""
        bits = self.done.bitmap.rstrip(b"\0")
        return len(bits) * _BITS - ((bits[-1] & -bits[-1]).bit_length() - 1) if bits else 0

    def recorded(self, first: int, end: int) -> Iterator[int]:
        """Yield the blocks on record from the first on and before the end."""
        end = min(end, len(self.done.bitmap) * _BITS)
        return (index for index in range(first, end) if index in self.done)

    def count_before(self, end: int) -> int:
        """Return how many blocks before this one are on record."""
        return int.from_bytes(self._bits(end), "big").bit_count()


@dataclass(frozen=True, slots=True)
class Scope:
    """The tournaments whose facts make one table, in the order in which they are taken."""

    name: str
    members: tuple[Member, ...]

    @property
    def games(self) -> int:
        return sum(member.done.count * member.seats for member in self.members)

    def place(self, tournament: str) -> int | None:
        """Return where a tournament stands in the order; None if it is not among them."""
        return next((place for place, member in enumerate(self.members) if member.name == tournament), None)

    def whole(self) -> Coverage:
        """Return what all that is on record comes to."""
        return [member.cover(member.blocks) for member in self.members]

    def coverage(self, at: Position) -> Coverage:
        """Return what all before a position comes to.

        Of the last tournament only as far as something is on record: what is recorded behind that changes nothing.
        """
        lengths = [(member, member.blocks) for member in self.members[: at.place]]
        lengths += [(member, at.block) for member in self.members[at.place : at.place + 1]]
        last = [member.cover(min(length, member.end())) for member, length in lengths[-1:]]
        return [member.cover(length) for member, length in lengths[:-1]] + last

    def position(self, coverage: Coverage) -> Position | None:
        """Return up to where this was covered; None unless it is exactly the beginning of what is on record now."""
        if len(coverage) > len(self.members):
            return None
        for place, (member, cover) in enumerate(zip(self.members, coverage, strict=False)):
            is_last = place == len(coverage) - 1
            if cover.length > member.blocks or (cover.length < member.blocks and not is_last):
                return None
            if member.cover(cover.length) != cover:
                return None
        return Position(len(coverage) - 1, coverage[-1].length) if coverage else BEGIN

    def end(self) -> Position:
        """Return the position behind everything."""
        return Position(len(self.members), 0)

    def count(self, begin: Position, end: Position) -> int:
        """Return how many blocks are on record from one position to another; 0 if the other comes first."""
        return max(0, self._count_before(end) - self._count_before(begin))

    def _count_before(self, at: Position) -> int:
        here = self.members[at.place : at.place + 1]
        return sum(member.done.count for member in self.members[: at.place]) + sum(
            member.count_before(at.block) for member in here
        )
