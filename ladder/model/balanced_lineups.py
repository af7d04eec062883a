"""A balanced choice of line-ups, for when all of them would be too many.

This is the design of an experiment with `bots` treatments in `count` blocks of `seats` plots. The ideal is a balanced
incomplete block design: all bots appear equally often, and any two bots meet equally often. Such designs are rare
(`appearances * (seats - 1) == meetings * (bots - 1)` must come out even, and that is not enough), so we take the next
best: appearances that differ by at most one, and meetings that differ by at most one. Four ideas find them:

1. Supplement. All line-ups together are balanced, so a choice is balanced if and only if the rest is: search for the
   smaller of the two. (`_choose`)
2. Cyclic designs, Bose's method of differences. Put the bots in cycles of equal size. A *base* line-up is developed
   into as many line-ups as a cycle is long by moving every bot to the next place of its cycle, again and again. Pairs
   of bots that are moved into each other form an *orbit* and meet equally often by construction, so only the bases
   are searched for and only one number is counted for each orbit. One cycle of all the bots makes the search small;
   cycles of one bot are no symmetry at all. (`_first_bases`, `_orbits`, `_developed`)
3. The sum of the squares of all meetings is least just when they differ by at most one; the sum itself is fixed.
   This is the second half of (M,S)-optimality. (`_least_squares`)
4. Interchange. Start with bases in which all bots appear equally often, within one; exchange bots in ways that keep
   it so, and keep what does not increase the sum of squares. (`_Search`)

J. A. John and E. R. Williams, Cyclic and Computer Generated Designs, 2nd edition, 1995, describes cyclic designs and
interchange algorithms. R. C. Bose, On the Construction of Balanced Incomplete Block Designs, Annals of Eugenics 9,
1939, has the differences; J. A. Eccleston and A. Hedayat, On the Theory of Connected Designs, Annals of Statistics 2,
1974, the criterion.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from itertools import combinations
from math import comb, gcd

from serai.referee.core.luck import Luck

LineUp = tuple[int, ...]
# Put this bot in this place of this base.
Exchange = tuple[list[int], int, int]

# Steps an attempt may take: a few for every attempt, and a share of the rest that grows with the cycle, so that every
# size of cycle gets about the same work. An attempt with one cycle comes at least once in `bots` counts and hardly
# ever fails, which keeps the whole search short.
_STEPS_EACH = 3_000
_STEPS_SHARED = 40_000
# One step in so many may increase the sum of squares, by this much at most, to get out of dead ends.
_STEPS_PER_DETOUR = 64
_DETOUR = 2


def balanced(bots: int, seats: int, limit: int) -> list[LineUp]:
    """Return as many different line-ups as the search can balance, at most `limit`; always the same ones."""
    counts = range(min(limit, comb(bots, seats)), 0, -1)
    return next(found for count in counts if (found := _choose(bots, seats, count)) is not None)


def _choose(bots: int, seats: int, count: int) -> list[LineUp] | None:
    """Return a balanced choice of so many line-ups, None if none is found. What it leaves over is balanced too."""
    left_over = comb(bots, seats) - count
    if count <= left_over:
        found = _search(bots, seats, count)
        return None if found is None else sorted(found)
    found = _search(bots, seats, left_over)
    return None if found is None else [line_up for line_up in combinations(range(bots), seats) if line_up not in found]


def _search(bots: int, seats: int, count: int) -> set[LineUp] | None:
    """Try cycles of every size that divides both the bots and the line-ups, the longest first."""
    if not _is_possible(bots, seats, count):
        return None
    for cycle in _divisors(gcd(bots, count)):
        steps = _STEPS_EACH + _STEPS_SHARED * cycle // (bots * seats)
        found = _Search(bots, seats, count, cycle).run(steps)
        if found is not None:
            return found
    return None


def _divisors(number: int) -> Iterator[int]:
    """Return the divisors, largest first."""
    return (divisor for divisor in range(number, 0, -1) if number % divisor == 0)


def _is_possible(bots: int, seats: int, count: int) -> bool:
    """Return False if counting alone rules balance out.

    A bot that appears r times meets others r * (seats - 1) times. If every pair meets `often` times or once more,
    that lies between `often * (bots - 1)` and `(often + 1) * (bots - 1)`, which bounds r for each bot and so the sum.
    """
    meetings, pairs = count * comb(seats, 2), comb(bots, 2)
    fewest, most = meetings // pairs * (bots - 1), -(-meetings // pairs) * (bots - 1)
    return bots * -(-fewest // (seats - 1)) <= count * seats <= bots * (most // (seats - 1))


class _Search:
    """An interchange search for base line-ups. `excess` is how far their sum of squares is above the least.

    Sums of squares are divided by the size of a cycle: each orbit counts once, half an orbit (see `_orbits`) half.
    """

    def __init__(self, bots: int, seats: int, count: int, cycle: int) -> None:
        self.count, self.seats, self.cycle = count, seats, cycle
        self.bases = _first_bases(bots, seats, count, cycle)
        self.orbits, self.weights = _orbits(bots, cycle)
        self.meetings = [0] * len(self.weights)
        self.luck = Luck(hashlib.sha256(f"{bots} {seats} {count} {cycle}".encode()).digest())
        self.excess = self._count_meetings() - _least_squares(bots, seats, count) // cycle

    def run(self, steps: int) -> set[LineUp] | None:
        """Return the developed line-ups once they are balanced and all different, None after so many steps."""
        for _ in range(steps):
            if self.excess == 0 and len(found := self._developed()) == self.count:
                return found
            self._step()
        return None

    def _developed(self) -> set[LineUp]:
        """Return all line-ups the bases become while the cycles move once round."""
        return {tuple(sorted(self._moved(bot, by) for bot in base)) for base in self.bases for by in range(self.cycle)}

    def _moved(self, bot: int, by: int) -> int:
        """Return the bot so many places on in the same cycle."""
        place = bot % self.cycle
        return bot - place + (place + by) % self.cycle

    def _count_meetings(self) -> int:
        """Count how often the pairs of each orbit meet, and return the sum of squares."""
        for base in self.bases:
            for one, other in combinations(base, 2):
                orbit = self.orbits[one][other]
                self.meetings[orbit] += self.weights[orbit]
        return sum(met * met // weight for met, weight in zip(self.meetings, self.weights, strict=True))

    def _step(self) -> None:
        """Exchange a bot for another of its cycle, or two bots of two bases: nobody's appearances change."""
        number, detour = divmod(self.luck.below(1 << 60, "step"), _STEPS_PER_DETOUR)
        number, within_cycle = divmod(number, 2)
        number, first = divmod(number, len(self.bases) * self.seats)
        allowed = 0 if detour else _DETOUR
        base, place = self.bases[first // self.seats], first % self.seats
        if within_cycle:
            self._move(base, place, number, allowed)
        else:
            second = number % (len(self.bases) * self.seats)
            self._swap(base, place, self.bases[second // self.seats], second % self.seats, allowed)

    def _move(self, base: list[int], place: int, by: int, allowed: int) -> None:
        bot = self._moved(base[place], by)
        if bot not in base:
            self._exchange([(base, place, bot)], allowed)

    def _swap(self, base: list[int], place: int, other: list[int], other_place: int, allowed: int) -> None:
        bot, other_bot = base[place], other[other_place]
        if bot not in other and other_bot not in base:
            self._exchange([(base, place, other_bot), (other, other_place, bot)], allowed)

    def _exchange(self, exchanges: list[Exchange], allowed: int) -> None:
        """Make the exchanges; undo them if the sum of squares grows by more than is allowed."""
        before = [(base, place, base[place]) for base, place, _ in exchanges]
        growth = sum(self._put(*exchange) for exchange in exchanges)
        if growth <= allowed:
            self.excess += growth
        else:
            for exchange in before:
                self._put(*exchange)

    def _put(self, base: list[int], place: int, bot: int) -> int:
        """Put a bot in a place, and return by how much the sum of squares grows."""
        meetings, weights, growth = self.meetings, self.weights, 0
        old, new = self.orbits[base[place]], self.orbits[bot]
        for other in base[:place] + base[place + 1 :]:
            left, joined = old[other], new[other]
            meetings[left] -= weights[left]
            growth -= 2 * meetings[left] + weights[left]
            growth += 2 * meetings[joined] + weights[joined]
            meetings[joined] += weights[joined]
        base[place] = bot
        return growth


def _first_bases(bots: int, seats: int, count: int, cycle: int) -> list[list[int]]:
    """Return bases whose places are dealt to the cycles in turn, so that all bots appear equally often, within one."""
    cycles = bots // cycle
    dealt = [place % cycles * cycle + place // cycles % cycle for place in range(count // cycle * seats)]
    return [dealt[start : start + seats] for start in range(0, len(dealt), seats)]


def _orbits(bots: int, cycle: int) -> tuple[list[list[int]], list[int]]:
    """Return the orbit of each pair of bots, and the weight of each orbit.

    The orbit of a pair is given by its cycles and by the difference of its places. The weight is how often every pair
    of the orbit meets for each of its pairs in a base: once, or twice if half a turn exchanges the two bots of a pair,
    for then the orbit has only half as many pairs as the cycle is long.
    """
    numbers: dict[tuple[int, int, int], int] = {}
    orbits = [[0] * bots for _ in range(bots)]
    for one, other in combinations(range(bots), 2):
        difference = (other - one) % cycle
        if one // cycle == other // cycle:
            difference = min(difference, cycle - difference)
        orbit = numbers.setdefault((one // cycle, other // cycle, difference), len(numbers))
        orbits[one][other] = orbits[other][one] = orbit
    return orbits, [2 if one == other and 2 * difference == cycle else 1 for one, other, difference in numbers]


def _least_squares(bots: int, seats: int, count: int) -> int:
    """Return the least possible sum of the squares of all pairs' meetings: when they differ by at most one."""
    often, rest = divmod(count * comb(seats, 2), comb(bots, 2))
    return (comb(bots, 2) - rest) * often**2 + rest * (often + 1) ** 2
