"""How data is written in the store: JSON that is the same for the same data, and compressed where there is much of it.

What is here belongs to the format of the store: whoever changes it raises the format and writes a migration.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Sequence
from typing import Any, cast

from serai.ladder.model.facts import Fact
from serai.ladder.model.schedule import Block

FORMAT = 3
LARGEST = 1 << 28  # bytes that are unpacked at once: whoever can write to Redis must not fill our memory

# What facts have in common, the most common last: with it a fact takes 30 % fewer bytes. It may never change.
_FACT_WORDS = (
    b'"protocol","illegal","crash","disconnect","start","stalled":0.,"retired",'
    b'"epoch":1,"game":"","game_id":"","options":{"first_player":"0"},"rotation":,"seats":[{"bot":"random",'
    b'"cause":null,"ending":"retired","points":,"rank":,"version":"","cause":"time"},{"bot":"greedy","cause":null,'
    b'"ending":"played","points":1,"rank":2,"version":""}],"times":{"seconds":0.,"started":"2026-01-01T00:00:00.000'
    b'+00:00"},"tournament":"[{"block":,"commitment":"","deal":"","decisions":,"digest":"'
)


def canonical(data: object) -> str:
    """Return JSON that is the same for the same data."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def pack(data: object) -> bytes:
    """Return compressed JSON."""
    return zlib.compress(canonical(data).encode())


def unpack(packed: bytes) -> Any:
    """Return the data of compressed JSON."""
    return read_json(unpack_text(packed))


def unpack_text(packed: bytes) -> bytes:
    """Return compressed JSON as it was before: one line. ValueError or zlib.error if it is not whole, or too large."""
    return _unpack(zlib.decompressobj(), packed)


def _unpack(unpacker: zlib._Decompress, packed: bytes) -> bytes:
    text = unpacker.decompress(packed, LARGEST)
    if not unpacker.eof or unpacker.unused_data:
        raise ValueError("what is packed is not whole, or goes on, or is too large")
    return text


def read_json(text: bytes) -> Any:
    """Return the data of JSON; ValueError if it is none."""
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("JSON that nests too deep") from None


def pack_facts(facts: Sequence[Fact]) -> bytes:
    """Return the facts of a block, compressed with the words that facts have in common."""
    packer = zlib.compressobj(zdict=_FACT_WORDS)
    return packer.compress(canonical(facts).encode()) + packer.flush()


def unpack_facts(packed: bytes) -> list[Fact]:
    """Return the facts of a block."""
    return cast("list[Fact]", read_json(_unpack(zlib.decompressobj(zdict=_FACT_WORDS), packed)))


def pack_blocks(blocks: Iterable[Block]) -> bytes:
    """Return a chunk of a schedule."""
    return pack([{"line_up": block.line_up, "commitment": block.commitment} for block in blocks])


def unpack_blocks(packed: bytes, first: int) -> list[Block]:
    """Return the blocks of a chunk, whose first one has this index."""
    return [
        Block(index, tuple(block["line_up"]), block["commitment"]) for index, block in enumerate(unpack(packed), first)
    ]


def texts(values: Iterable[bytes]) -> list[str]:
    """Return what Redis answered as text."""
    return [value.decode() for value in values]
