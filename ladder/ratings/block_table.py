"""Outcomes of blocks as arrays: all blocks whose games have the same numbers of seats, and what the model says of them.

Everything is local to a block: a bot of it is a *slot*, and so is a seat's term. `slots` says which of the parameters
of the whole ladder each slot of each shape is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from serai.ladder.ratings import plackett_luce
from serai.ladder.ratings.outcomes import ShapeOutcomes
from serai.ladder.ratings.plackett_luce import Array, Numbers

_BASE = 64
# So many at a time: what the model says of them fits into a few megabytes.
_SHAPES_AT_ONCE = 1024


@dataclass(frozen=True, slots=True)
class _Games:
    """All games of a block with as many seats.

    By shape, game and seat: `bots` are the slots, and `has` says for every slot whether the seat has it, as 0 and 1.
    `terms` are the slots of the seats' terms. `patterns` are the rankings that came up, each as how much every set of
    seats decided in it; `pattern` says by outcome and game which it was, `decided` by shape and game how much in all.
    """

    bots: Numbers
    terms: Numbers
    has: Array
    patterns: Array
    pattern: Numbers
    decided: Array


class BlockTable:
    """Blocks of one structure. `shape` and `count` say for each outcome of which shape it is and how often it came up.

    A slot that a shape does not use stands for the parameter `unused`, which comes behind all others.
    """

    def __init__(self, sizes: Sequence[int], shapes: Sequence[ShapeOutcomes], terms: Numbers, unused: int) -> None:
        ranks = "".join("".join(of.ranks) for of in shapes)
        digits = np.frombuffer(ranks.encode("utf-32-le"), dtype=np.uint32).reshape(-1, sum(sizes)).astype(np.int64)
        self.shape = np.repeat(np.arange(len(shapes)), [len(of.ranks) for of in shapes])
        self.count = np.array([times for of in shapes for times in of.times], dtype=np.float64)
        self.blocks: Array = np.bincount(self.shape, self.count, len(shapes)).astype(np.float64)
        seated = np.array([[bot for game in of.shape for bot in game] for of in shapes], dtype=np.int64)
        local, bots = _slots(seated, unused)
        self.slots = np.hstack([bots, np.broadcast_to(terms, (len(shapes), len(terms)))])
        self._games = [
            self._games_of(digits[:, columns], local[:, columns], bots.shape[1] + places)
            for columns, places in _columns(sizes)
        ]

    def _games_of(self, digits: Numbers, bots: Numbers, terms: Numbers) -> _Games:
        """Return the games of one number of seats; `digits` and `bots` are by outcome or shape, game and seat."""
        codes = (digits * _BASE ** np.arange(len(terms))).sum(axis=2)
        _, first, pattern = np.unique(codes, return_index=True, return_inverse=True)
        ranks = digits.reshape(-1, len(terms))[first]
        patterns = plackett_luce.stage_weights(["".join(map(chr, row)) for row in ranks])
        pattern = pattern.reshape(codes.shape)
        games = np.arange(codes.shape[1])
        places = (self.shape[:, None] * len(games) + games) * len(patterns) + pattern
        times = np.broadcast_to(self.count[:, None], codes.shape)
        counts = np.bincount(places.ravel(), times.ravel(), len(self.blocks) * len(games) * len(patterns))
        decided = counts.reshape(len(self.blocks), len(games), -1) @ patterns
        slots = np.arange(self.slots.shape[1])
        has = np.asarray((bots[..., None] == slots) | (terms[:, None] == slots), dtype=np.float64)
        return _Games(bots, terms, has, patterns, pattern, decided)

    def _logs(self, games: _Games, strengths: Array, part: slice) -> Array:
        """Return the strengths of all seats of all games, of some shapes."""
        local, bots = strengths[self.slots[part]], games.bots[part]
        by_bot = np.take_along_axis(local, bots.reshape(len(bots), -1), axis=1).reshape(bots.shape)
        return np.asarray(by_bot + local[:, None, games.terms])

    def _parts(self) -> Iterator[slice]:
        """Yield all shapes, so many at a time."""
        for first in range(0, len(self.blocks), _SHAPES_AT_ONCE):
            yield slice(first, min(first + _SHAPES_AT_ONCE, len(self.blocks)))

    def reach(self, step: Array) -> float:
        """Return by how much a step of the parameters changes what lies between two seats of a game, at most."""
        everything = slice(0, len(self.blocks))
        return max(float(np.ptp(self._logs(games, step, everything), axis=2).max()) for games in self._games)

    def derivatives(self, strengths: Array) -> tuple[Array, Array]:
        """Return the gradient and the information by shape and slot."""
        gradient = np.zeros(self.slots.shape)
        information = np.zeros((*self.slots.shape, self.slots.shape[1]))
        for games in self._games:
            for part in self._parts():
                chance = plackett_luce.chances(self._logs(games, strengths, part))
                decided, has = games.decided[part], games.has[part]
                by_seat = self.blocks[part, None, None] - (decided[..., None] * chance).sum(axis=2)
                between = plackett_luce.information(chance, decided) @ has
                to_slots = _by_block(has).transpose(0, 2, 1)
                gradient[part] += (to_slots @ by_seat.reshape(len(by_seat), -1, 1))[:, :, 0]
                information[part] += to_slots @ _by_block(between)
        return gradient, information

    def scores(self, strengths: Array) -> Array:
        """Return the gradient by outcome and slot: what one block of this outcome adds to it."""
        found = np.zeros((len(self.shape), self.slots.shape[1]))
        for games in self._games:
            for part in self._parts():
                # Outcomes come in the order of their shapes.
                rows = slice(*np.searchsorted(self.shape, (part.start, part.stop)))
                of = self.shape[rows] - part.start
                expected = games.patterns @ plackett_luce.chances(self._logs(games, strengths, part))
                game = np.arange(expected.shape[1])
                surprise = 1 - expected[of[:, None], game, games.pattern[rows]]
                has = _by_block(games.has[part])[of]
                found[rows] += (surprise.reshape(len(of), 1, -1) @ has)[:, 0]
        return found


def _by_block(by_seat: Array) -> Array:
    """Return what is by shape, game and seat as one list of seats for each shape."""
    return by_seat.reshape(len(by_seat), -1, by_seat.shape[-1])


def _slots(seated: Numbers, unused: int) -> tuple[Numbers, Numbers]:
    """Return the slot of each seat, and the bot of each slot: those of a shape are numbered in ascending order."""
    order = np.argsort(seated, axis=1, kind="stable")
    ascending = np.take_along_axis(seated, order, axis=1)
    ordered = np.cumsum(np.diff(ascending, axis=1, prepend=ascending[:, :1]) > 0, axis=1)
    local = np.empty_like(seated)
    np.put_along_axis(local, order, ordered, axis=1)
    of = np.full((len(seated), int(local.max()) + 1), unused, dtype=np.int64)
    np.put_along_axis(of, local, seated, axis=1)
    return local, of


def _columns(sizes: Sequence[int]) -> Iterator[tuple[Numbers, Numbers]]:
    """Yield for each number of seats the columns of its games, by game and seat, and the places of its seats' terms."""
    begins, first_term = np.cumsum([0, *sizes]), 0
    for size in sorted(set(sizes)):
        games = [begin for begin, other in zip(begins, sizes, strict=False) if other == size]
        yield np.array(games)[:, None] + np.arange(size), np.arange(first_term, first_term + size)
        first_term += size
