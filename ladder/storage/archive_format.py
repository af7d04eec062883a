"""What is in an archive: the replays of a segment, that is up to 256 blocks that follow each other in the schedule.

A line of JSON says what is in it and where. Then come groups of eight blocks, each compressed on its own (bzip2 is
smaller than LZMA on replays, and several times faster), so that the replays of a block are read without the rest. Each
group is lines of JSON, one for each block: its replays by rotation. The same replays always make the same bytes.
"""

from __future__ import annotations

import bz2
import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from itertools import accumulate
from typing import Any, cast

from serai.ladder.errors import PlatformProblem

SEGMENT = 256  # Part of the store's format.
GROUP = 8  # blocks that are compressed together
_FORMAT = 1

Replays = list[Mapping[str, Any]]


def segment_of(block: int) -> int:
    """Return the number of the segment that a block is in."""
    return block // SEGMENT


def blocks_of(segment: int, blocks: int) -> range:
    """Return the blocks of a segment, in a schedule of so many blocks."""
    return range(segment * SEGMENT, min((segment + 1) * SEGMENT, blocks))


def digest(content: bytes) -> str:
    """Return the name of an archive: the SHA-256 of its content."""
    return hashlib.sha256(content).hexdigest()


def write(tournament: str, first: int, replays: Sequence[bytes]) -> bytes:
    """Return an archive of the replays of blocks that follow each other, each a line of JSON."""
    groups = [bz2.compress(b"\n".join(replays[at : at + GROUP])) for at in range(0, len(replays), GROUP)]
    header = {
        "format": _FORMAT,
        "tournament": tournament,
        "first": first,
        "blocks": len(replays),
        "groups": [len(group) for group in groups],
    }
    return b"\n".join([json.dumps(header, sort_keys=True).encode(), b"".join(groups)])


class Archive:
    """An archive that is read; the group that was read last is remembered."""

    def __init__(self, content: bytes, where: str) -> None:
        """`where` is told when the archive does not hold what it should: PlatformProblem."""
        self._where = where
        self._content = content
        self._lines = lru_cache(1)(self._read_group)
        with self._readable():
            line, _, _ = content.partition(b"\n")
            header = json.loads(line)
            if header["format"] != _FORMAT:
                raise ValueError(f"its format is {header['format']}, this Serai reads {_FORMAT}")
            self._first, self._blocks, sizes = header["first"], header["blocks"], header["groups"]
            self._ends = list(accumulate(sizes, initial=len(line) + 1))

    def replays(self, block: int) -> Replays:
        """Return the replays of a block, by rotation."""
        with self._readable():
            place = block - self._first
            if not 0 <= place < self._blocks:
                raise ValueError(f"it holds {self._blocks} blocks from {self._first}, not block {block}")
            return cast(Replays, json.loads(self._lines(place // GROUP)[place % GROUP]))

    def _read_group(self, number: int) -> list[bytes]:
        return bz2.decompress(self._content[self._ends[number] : self._ends[number + 1]]).split(b"\n")

    @contextmanager
    def _readable(self) -> Iterator[None]:
        try:
            yield
        except (ValueError, LookupError, TypeError, OSError) as error:
            raise PlatformProblem(f"the archive {self._where} cannot be read: {error}") from None
