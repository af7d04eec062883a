"""Which blocks of a tournament are on record: a bitmap, bit i for block i, as Redis keeps it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

_BITS = 8
_NONE, _ALL = 0, 255


@dataclass(frozen=True, slots=True)
class Done:
    """The blocks that are on record. The first bit is the highest of the first byte; what is beyond the end is 0."""

    bitmap: bytes

    def __contains__(self, index: int) -> bool:
        byte, bit = divmod(index, _BITS)
        return 0 <= byte < len(self.bitmap) and bool(self.bitmap[byte] >> (_BITS - 1 - bit) & 1)

    def __iter__(self) -> Iterator[int]:
        """Yield the blocks on record, in schedule order."""
        for byte, value in enumerate(self.bitmap):
            if value != _NONE:
                yield from (index for index in range(byte * _BITS, byte * _BITS + _BITS) if index in self)

    @property
    def count(self) -> int:
        """Return how many blocks are on record."""
        return int.from_bytes(self.bitmap, "big").bit_count()

    def missing(self, blocks: int) -> list[int]:
        """Return which of the first so many blocks are not on record, in schedule order."""
        return [index for index in self._open(blocks) if index < blocks and index not in self]

    def _open(self, blocks: int) -> Iterator[int]:
        """Yield the blocks of every byte that is not full."""
        for byte in range(-(-blocks // _BITS)):
            if byte >= len(self.bitmap) or self.bitmap[byte] != _ALL:
                yield from range(byte * _BITS, byte * _BITS + _BITS)

    def without(self, mask: bytes) -> Done:
        """Return these blocks except those of a bitmap."""
        if not mask:
            return self
        mask = mask[: len(self.bitmap)].ljust(len(self.bitmap), b"\0")
        return Done(bytes(one & ~other for one, other in zip(self.bitmap, mask, strict=True)))

    def is_within(self, other: Done) -> bool:
        """Return whether all these are among others."""
        return not any(self.without(other.bitmap).bitmap)

    def along_with(self, mask: bytes) -> Done:
        """Return these blocks and those of a bitmap."""
        length = max(len(self.bitmap), len(mask))
        both = zip(self.bitmap.ljust(length, b"\0"), mask.ljust(length, b"\0"), strict=True)
        return Done(bytes(one | other for one, other in both)) if mask else self
