"""A balanced choice of line-ups, for when all of them would be too many.

Balanced means: any two bots meet equally often, within one, and any two bots appear equally often, within one.
The search keeps the appearances equal and repairs the meetings. To make it quick it looks for symmetric choices
first: the bots sit on wheels of equal size, and each pattern stands for all line-ups it becomes when the wheels turn
together. One wheel of all the bots is solved almost always; wheels of one bot each are no symmetry at all.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from itertools import combinations
from math import comb, gcd

from serai.referee.core.luck import Luck

LineUp = tuple[int, ...]

# Steps an attempt may take: a few for every attempt, and a share of the rest that grows with the wheel, so that every
# wheel size gets about the same work. An attempt with one wheel comes at least once in `bots` counts and hardly
# ever fails, which keeps the whole search short.
_STEPS_EACH = 3_000
_STEPS_SHARED = 40_000
# A step that makes things slightly worse is taken once in so many times, to get out of dead ends.
_DETOUR = 64


def balanced(bots: int, seats: int, limit: int) -> list[LineUp]:
    """As many different line-ups as the search can balance, at most `limit`, the same ones every time."""
    counts = range(min(limit, comb(bots, seats)), 0, -1)
    return next(found for count in counts if (found := _choose(bots, seats, count)) is not None)


def _choose(bots: int, seats: int, count: int) -> list[LineUp] | None:
    """A choice is balanced if what it leaves over is, so the smaller of the two is searched for."""
    left_over = comb(bots, seats) - count
    if count <= left_over:
        found = _search(bots, seats, count)
        return None if found is None else sorted(found)
    found = _search(bots, seats, left_over)
    return None if found is None else [line_up for line_up in combinations(range(bots), seats) if line_up not in found]


def _search(bots: int, seats: int, count: int) -> set[LineUp] | None:
    if not _possible(bots, seats, count):
        return None
    for wheel in _wheels(gcd(bots, count)):
        steps = _STEPS_EACH + _STEPS_SHARED * wheel // (bots * seats)
        found = _Search(bots, seats, count, wheel).run(steps)
        if found is not None:
            return found
    return None


def _wheels(size: int) -> Iterator[int]:
    """The divisors, largest first: the more symmetry, the smaller the search."""
    return (wheel for wheel in range(size, 0, -1) if size % wheel == 0)


def _possible(bots: int, seats: int, count: int) -> bool:
    """A bot meets seats - 1 others whenever it appears; is there a number of appearances that balances its meetings?"""
    meetings, pairs = count * comb(seats, 2), comb(bots, 2)
    fewest, most = meetings // pairs * (bots - 1), -(-meetings // pairs) * (bots - 1)
    return bots * -(-fewest // (seats - 1)) <= count * seats <= bots * (most // (seats - 1))


class _Search:
    """Patterns on wheels, changed bot by bot until every pair meets equally often."""

    def __init__(self, bots: int, seats: int, count: int, wheel: int) -> None:
        self.count, self.seats, self.wheel = count, seats, wheel
        self.patterns = _first_patterns(bots, seats, count, wheel)
        self.kinds, self.meets = _kinds_of_pairs(bots, wheel)
        self.met = [0] * len(self.meets)
        self.luck = Luck(hashlib.sha256(f"{bots} {seats} {count} {wheel}".encode()).digest())
        self.uneven = self._meet() - _least_uneven(bots, seats, count) // wheel

    def run(self, steps: int) -> set[LineUp] | None:
        for _ in range(steps):
            if self.uneven == 0 and len(found := self._turned()) == self.count:
                return found
            self._step()
        return None

    def _turned(self) -> set[LineUp]:
        """All the line-ups the patterns become while the wheels turn once."""
        wheel = self.wheel
        return {
            tuple(sorted(bot - bot % wheel + (bot + turn) % wheel for bot in pattern))
            for pattern in self.patterns
            for turn in range(wheel)
        }

    def _meet(self) -> int:
        """Count who meets in the first patterns. Returns the sum of squares, in units of one turn of the wheels."""
        for pattern in self.patterns:
            for one, other in combinations(pattern, 2):
                kind = self.kinds[one][other]
                self.met[kind] += self.meets[kind]
        return sum(met * met // meets for met, meets in zip(self.met, self.meets, strict=True))

    def _step(self) -> None:
        """Turn one bot of a pattern or swap two bots of two patterns; both keep the appearances as they are."""
        number, detour = divmod(self.luck.below(1 << 60, "step"), _DETOUR)
        number, turn = divmod(number, 2)
        number, first = divmod(number, len(self.patterns) * self.seats)
        allowed = 0 if detour else 2
        if turn:
            self._turn(first, number, allowed)
        else:
            self._swap(first, number % (len(self.patterns) * self.seats), allowed)

    def _turn(self, place: int, by: int, allowed: int) -> None:
        pattern, seat = self.patterns[place // self.seats], place % self.seats
        bot = pattern[seat]
        other = bot - bot % self.wheel + (bot + by) % self.wheel
        if other in pattern:
            return
        change = self._replace(pattern, seat, other)
        if change <= allowed:
            self.uneven += change
        else:
            self._replace(pattern, seat, bot)

    def _swap(self, first: int, second: int, allowed: int) -> None:
        ours, theirs = self.patterns[first // self.seats], self.patterns[second // self.seats]
        here, there = first % self.seats, second % self.seats
        mine, yours = ours[here], theirs[there]
        if mine in theirs or yours in ours:
            return
        change = self._replace(ours, here, yours) + self._replace(theirs, there, mine)
        if change <= allowed:
            self.uneven += change
        else:
            self._replace(ours, here, mine)
            self._replace(theirs, there, yours)

    def _replace(self, pattern: list[int], seat: int, bot: int) -> int:
        """Returns by how much the sum of squares grows, in units of one turn of the wheels."""
        met, meets, change = self.met, self.meets, 0
        old, new = self.kinds[pattern[seat]], self.kinds[bot]
        for other in pattern[:seat] + pattern[seat + 1 :]:
            gone, come = old[other], new[other]
            met[gone] -= meets[gone]
            change -= 2 * met[gone] + meets[gone]
            change += 2 * met[come] + meets[come]
            met[come] += meets[come]
        pattern[seat] = bot
        return change


def _first_patterns(bots: int, seats: int, count: int, wheel: int) -> list[list[int]]:
    """The wheels are dealt to the places in turn, so that all bots appear equally often, within one."""
    wheels = bots // wheel
    dealt = [place % wheels * wheel + place // wheels % wheel for place in range(count // wheel * seats)]
    return [dealt[start : start + seats] for start in range(0, len(dealt), seats)]


def _kinds_of_pairs(bots: int, wheel: int) -> tuple[list[list[int]], list[int]]:
    """Pairs that turn into each other are of one kind: the kind of each pair of bots, and for each kind how often
    one pair of a pattern makes every pair of that kind meet (twice if half a turn exchanges the two)."""
    numbers: dict[tuple[int, int, int], int] = {}
    kinds = [[0] * bots for _ in range(bots)]
    for one, other in combinations(range(bots), 2):
        apart = (other - one) % wheel
        if one // wheel == other // wheel:
            apart = min(apart, wheel - apart)
        kind = numbers.setdefault((one // wheel, other // wheel, apart), len(numbers))
        kinds[one][other] = kinds[other][one] = kind
    return kinds, [2 if one == other and 2 * apart == wheel else 1 for one, other, apart in numbers]


def _least_uneven(bots: int, seats: int, count: int) -> int:
    """The sum of the squares of all pairs' meetings is least just when they are equal within one."""
    often, rest = divmod(count * comb(seats, 2), comb(bots, 2))
    return (comb(bots, 2) - rest) * often**2 + rest * (often + 1) ** 2
