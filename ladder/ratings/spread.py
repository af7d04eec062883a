"""Scores over blocks: their mean and spread from running sums, exact however many blocks there were."""

from __future__ import annotations

import math
from fractions import Fraction


class Spread:
    """The scores of an entrant, a mean for each block, as whole numbers.

    In a block of n comparisons a score is a number of half points out of 2n. For every n that occurred (a few: it
    follows from the seats) there are the number of blocks, the sum of the half points and the sum of their squares.
    """

    __slots__ = ("sums",)

    def __init__(self, sums: list[list[int]] | None = None) -> None:
        self.sums = {} if sums is None else {comparisons: rest for comparisons, *rest in sums}

    def add(self, comparisons: int, halves: int) -> None:
        """Take in a block."""
        sums = self.sums.get(comparisons)
        if sums is None:
            sums = self.sums[comparisons] = [0, 0, 0]
        sums[0] += 1
        sums[1] += halves
        sums[2] += halves * halves

    def state(self) -> list[list[int]]:
        return [[comparisons, *sums] for comparisons, sums in self.sums.items()]

    @property
    def blocks(self) -> int:
        return sum(blocks for blocks, _, _ in self.sums.values())

    @property
    def comparisons(self) -> int:
        return sum(comparisons * blocks for comparisons, (blocks, _, _) in self.sums.items())

    def mean(self) -> float:
        """Return the mean over blocks; there must be one."""
        return float(self._mean())

    def deviation(self) -> float:
        """Return the standard deviation between blocks, as of a sample; there must be two."""
        squares = sum(Fraction(sums[2], 4 * comparisons**2) for comparisons, sums in self.sums.items())
        return math.sqrt((squares - self.blocks * self._mean() ** 2) / (self.blocks - 1))

    def _mean(self) -> Fraction:
        return sum((Fraction(sums[1], 2 * n) for n, sums in self.sums.items()), Fraction()) / self.blocks
