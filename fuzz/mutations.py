"""Bytes and texts that are almost right: what a hostile or broken program would send."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

MOST_BYTES = 1 << 24  # of what is repeated: several times what anybody takes
INTERESTING = (
    b"\x00",
    b"\xff" * 9 + b"\x01",  # the largest number
    b"\x80" * 10,  # a number without end
    b"\x0a\xff\xff\xff\xff\x07",  # a field of two gigabytes
    b"\x0b" * 200,  # groups within groups
    b"\xc0\xaf",  # no UTF-8
    b"\x1b[2J",
    b"../" * 20,
    b"\xe2\x80\xae",
    b"9" * 400,
    b"[" * 2000,
    b"\x00" * 300,
)


def mutated(data: bytes, chance: random.Random, others: Sequence[bytes] = ()) -> bytes:
    """Return the data after a few changes, each of another kind."""
    for _ in range(chance.choice((1, 1, 1, 2, 3, 8))):
        data = chance.choice(CHANGES)(data, chance, others)
    return data


def _flip(data: bytes, chance: random.Random, _: Sequence[bytes]) -> bytes:
    at = chance.randrange(len(data)) if data else 0
    return data[:at] + bytes([chance.randrange(256)]) + data[at + 1 :]


def _cut(data: bytes, chance: random.Random, _: Sequence[bytes]) -> bytes:
    return data[: chance.randrange(len(data) + 1)]


def _drop(data: bytes, chance: random.Random, _: Sequence[bytes]) -> bytes:
    at, length = chance.randrange(len(data) + 1), chance.choice((1, 2, 8))
    return data[:at] + data[at + length :]


def _insert(data: bytes, chance: random.Random, _: Sequence[bytes]) -> bytes:
    at = chance.randrange(len(data) + 1)
    return data[:at] + chance.choice(INTERESTING) + data[at:]


def _double(data: bytes, chance: random.Random, _: Sequence[bytes]) -> bytes:
    return repeated(data, chance.choice((2, 3, 50)))


def repeated(data: bytes, times: int) -> bytes:
    """Return the data so many times, but not so often that the memory is full of what nobody takes."""
    return data * max(1, min(times, MOST_BYTES // max(1, len(data))))


def _splice(data: bytes, chance: random.Random, others: Sequence[bytes]) -> bytes:
    other = chance.choice(others) if others else data
    return data[: chance.randrange(len(data) + 1)] + other[chance.randrange(len(other) + 1) :]


def _random(_: bytes, chance: random.Random, __: Sequence[bytes]) -> bytes:
    return chance.randbytes(chance.choice((0, 1, 7, 60, 400)))


CHANGES: tuple[Callable[[bytes, random.Random, Sequence[bytes]], bytes], ...] = (
    *(_flip, _flip, _flip, _cut, _drop, _insert, _insert, _double, _splice, _splice, _random),
)
