"""The schedule of a tournament as it lies in the store: a sequence of blocks that reads only what is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import overload

from serai.ladder.model.schedule import Block
from serai.ladder.storage.packing import pack_blocks

CHUNK = 512  # Part of the store's format.
_CHUNKS_AT_HAND = 4


def chunks(blocks: Sequence[Block]) -> Iterator[bytes]:
    """Yield the chunks that the schedule is kept in."""
    return (pack_blocks(blocks[start : start + CHUNK]) for start in range(0, len(blocks), CHUNK))


class StoredSchedule(Sequence[Block]):
    """The blocks of a tournament. `fetch` reads the chunk of a number; a few are remembered."""

    def __init__(self, length: int, fetch: Callable[[int], list[Block]]) -> None:
        self._length = length
        self._chunk = lru_cache(_CHUNKS_AT_HAND)(fetch)

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> Block: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Block, ...]: ...

    def __getitem__(self, index: int | slice) -> Block | tuple[Block, ...]:
        if isinstance(index, slice):
            return tuple(self[at] for at in range(*index.indices(self._length)))
        chunk, place = divmod(range(self._length)[index], CHUNK)
        return self._chunk(chunk)[place]

    def __iter__(self) -> Iterator[Block]:
        for chunk in range(-(-self._length // CHUNK)):
            # The last chunk may have got more blocks since.
            yield from self._chunk(chunk)[: self._length - chunk * CHUNK]

    def __eq__(self, other: object) -> bool:
        """Return True for the same blocks in the same order, wherever they are kept."""
        if not isinstance(other, Sequence):
            return NotImplemented
        return len(self) == len(other) and all(one == another for one, another in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]  # like a list: it is compared by what is in it
