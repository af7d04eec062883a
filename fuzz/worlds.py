"""Saved states and worlds that others made: each is a position that can be saved again, or refused for a reason.

A checksum refuses what was damaged on the way, so most of what is sent has a right one: it was changed on purpose.
"""

from __future__ import annotations

import random
from array import array
from zlib import crc32

from fuzz.documents import read_each
from fuzz.found import Found
from fuzz.mutations import mutated
from serai.referee.core.errors import UnreadableState
from serai.referee.games import GAMES
from serai.sim import World

# What a number of a row is changed to: around none, around the largest that is taken, and what stands for no number.
NUMBERS = (
    -1,
    0,
    1,
    2,
    3,
    7,
    255,
    256,
    65_535,
    (1 << 21) - 1,
    1 << 21,
    (1 << 21) + 1,
    (1 << 31) - 1,
    -(1 << 16),
    -(1 << 31),
)


def fuzz_worlds(count: int, seed: str) -> Found:
    chance = random.Random(seed)
    right = [_position(game, chance) for game in GAMES for _ in range(4)]

    def make() -> bytes:
        data = chance.choice(right)
        return _changed(data, chance) if chance.random() < 0.8 else mutated(data, chance, right)

    return read_each("worlds", count, _read, make, expected=(UnreadableState,))


def _read(data: bytes) -> None:
    """What was taken for a position has to be one that comes back."""
    saved = World.load(data, None).save()
    assert World.load(saved, None).save() == saved, "it came back as another one"


def _position(game: str, chance: random.Random) -> bytes:
    """A position somewhere in a random game."""
    seats, choices = chance.choice(list(GAMES[game].all_seat_counts().items()))
    settings = dict(choice.split("=") for choice in choices[:1])
    world = World.start(game, seats, chance.randrange(1 << 30), settings)
    for _ in range(chance.randrange(300)):
        before = world.clone()
        world.play(chance.randrange(len(world.options())))
        if world.over:
            return before.save()
    return world.save()


def _changed(data: bytes, chance: random.Random) -> bytes:
    """Change some numbers or bytes of a saved state, and make its first line fit."""
    line, _, body = data.partition(b"\n")
    *begin, _, size = line.split(b" ")
    row = array("i")
    row.frombytes(body[: 4 * int(size)])
    text = body[4 * int(size) :]
    for _ in range(chance.choice((1, 1, 2, 5))):
        at = chance.randrange(len(row))
        near = row[at] + chance.choice((-1, 1)) if abs(row[at]) < 1 << 30 else 0
        row[at] = chance.choice((near, near, chance.choice(NUMBERS), chance.choice(row)))
    if chance.random() < 0.3:
        text = mutated(text, chance)
    if chance.random() < 0.1:
        del row[chance.randrange(len(row)) :]
    body = row.tobytes() + text
    return b"%b %08x %d\n%b" % (b" ".join(begin), crc32(body), len(row), body)
