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
_SHAPES_AT_ONCE = 4096


@dataclass(frozen=True, slots=True)
class _Game:
    """One game of the blocks: the slots of its seats by shape, those of its seats' terms, and how it came out.

    `seats` says by shape for each seat and slot whether the seat has it, as 0 and 1. `patterns` are the rankings that
    came up, `pattern` says by outcome which; `decided` says by shape how often each set of seats decided a place.
    """

    bots: Numbers
    terms: Numbers
    seats: Array
    patterns: tuple[str, ...]
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
        width, places = bots.shape[1], _term_places(sizes)
        self.slots = np.hstack([bots, np.broadcast_to(terms, (len(shapes), len(terms)))])
        self._games = [
            self._game(digits[:, begin:end], local[:, begin:end], width + places[begin:end])
            for begin, end in _spans(sizes)
        ]

    def _game(self, digits: Numbers, bots: Numbers, terms: Numbers) -> _Game:
        codes = (digits * _BASE ** np.arange(digits.shape[1])).sum(axis=1)
        _, first, pattern = np.unique(codes, return_index=True, return_inverse=True)
        patterns = tuple("".join(map(chr, digits[at])) for at in first)
        counts = np.bincount(self.shape * len(patterns) + pattern, self.count, len(self.blocks) * len(patterns))
        decided = counts.reshape(len(self.blocks), -1) @ plackett_luce.stage_weights(patterns)
        return _Game(bots, terms, self._seats(bots, terms), patterns, pattern, decided)

    def _seats(self, bots: Numbers, terms: Numbers) -> Array:
        slots = np.arange(self.slots.shape[1])
        has = (bots[:, :, None] == slots) | (terms[:, None] == slots)
        return np.asarray(has, dtype=np.float64)

    def _logs(self, game: _Game, strengths: Array) -> Array:
        local = strengths[self.slots]
        return np.asarray(np.take_along_axis(local, game.bots, axis=1) + local[:, game.terms])

    def reach(self, step: Array) -> float:
        """Return by how much a step of the parameters changes what lies between two seats of a game, at most."""
        return max(float(np.ptp(self._logs(game, step), axis=1).max()) for game in self._games)

    def derivatives(self, strengths: Array) -> tuple[Array, Array]:
        """Return the gradient and the information by shape and slot."""
        gradient = np.zeros(self.slots.shape)
        information = np.zeros((*self.slots.shape, self.slots.shape[1]))
        for game in self._games:
            chance = plackett_luce.chances(self._logs(game, strengths))
            by_seat = self.blocks[:, None] - (game.decided[:, :, None] * chance).sum(axis=1)
            to_slots = game.seats.transpose(0, 2, 1)
            gradient += (to_slots @ by_seat[:, :, None])[:, :, 0]
            information += to_slots @ plackett_luce.information(chance, game.decided) @ game.seats
        return gradient, information

    def scores(self, strengths: Array) -> Array:
        """Return the gradient by outcome and slot: what one block of this outcome adds to it."""
        found = np.zeros((len(self.shape), self.slots.shape[1]))
        row = np.arange(len(self.shape))
        for game in self._games:
            by_seat = _surprise(game, plackett_luce.chances(self._logs(game, strengths)), self.shape)
            for seat in range(by_seat.shape[1]):
                found[row, game.bots[self.shape, seat]] += by_seat[:, seat]
                found[:, game.terms[seat]] += by_seat[:, seat]
        return found


def _surprise(game: _Game, chance: Array, shape: Numbers) -> Array:
    """Return by outcome and seat the places that were taken less those that were expected."""
    weights = plackett_luce.stage_weights(game.patterns)
    found = np.ones((len(shape), chance.shape[2]))
    for first in range(0, len(chance), _SHAPES_AT_ONCE):
        # Outcomes come in the order of their shapes.
        begin, end = np.searchsorted(shape, (first, first + _SHAPES_AT_ONCE))
        expected = weights @ chance[first : first + _SHAPES_AT_ONCE]
        found[begin:end] -= expected[shape[begin:end] - first, game.pattern[begin:end]]
    return found


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


def _spans(sizes: Sequence[int]) -> Iterator[tuple[int, int]]:
    begin = 0
    for size in sizes:
        yield begin, begin + size
        begin += size


def _term_places(sizes: Sequence[int]) -> Numbers:
    """Return for each seat of each game the place of its term among those of the structure."""
    starts, total = {}, 0
    for size in sorted(set(sizes)):
        starts[size], total = total, total + size
    return np.array([starts[size] + seat for size in sizes for seat in range(size)], dtype=np.int64)
