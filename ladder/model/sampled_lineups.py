"""A sample of line-ups, for fields too large to be balanced by search (see balanced_lineups.py).

All bots appear equally often, within one, and no line-up comes twice; how often two bots meet is as even as this gets
it. The tables of a round are filled in a drawn order of the bots, so that nobody sits down again before everybody has;
whoever is next sits where he has met the others least. Then bots are exchanged between tables as long as that makes
meetings more even: an exchange changes nobody's appearances.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from itertools import combinations
from math import comb

from serai.ladder.shown import Shown, quiet
from serai.referee.core.luck import Luck

LineUp = tuple[int, ...]

# The next bot at a table is the best of so many who wait.
_CANDIDATES = 32
# Exchanges that are tried for one place, and in all: a few seconds of work at most.
_TRIES_EACH = 40
_TRIES = 80_000


def sampled(bots: int, seats: int, count: int, shown: Shown = quiet) -> list[LineUp]:
    """Return so many different line-ups, at most half of all there are; always the same ones, round by round."""
    return _Sample(bots, seats, count).drawn(shown)


def all_but_sampled(bots: int, seats: int, count: int, shown: Shown = quiet) -> list[LineUp]:
    """Return so many different line-ups, more than half of all there are: what is left out is sampled."""
    left_out = set(sampled(bots, seats, comb(bots, seats) - count, shown))
    return [line_up for line_up in combinations(range(bots), seats) if line_up not in left_out]


def rounds_of_pairs(bots: int) -> list[LineUp]:
    """Return every pair of bots once, in rounds in which everybody plays once (with an odd number all but one).

    The circle method: one place stays, all others move on by one in every round.
    """
    luck = Luck(hashlib.sha256(f"{bots} pairs".encode()).digest())
    circle: list[int] = luck.shuffled(range(bots + bots % 2), "circle")
    pairs: list[LineUp] = []
    for _ in range(len(circle) - 1):
        halves = zip(circle[: len(circle) // 2], reversed(circle[len(circle) // 2 :]), strict=True)
        pairs += [(min(pair), max(pair)) for pair in halves if max(pair) < bots]
        circle.insert(1, circle.pop())
    return pairs


class _Sample:
    """Tables in the making. `met` counts how often two bots meet, `taken` how often there is a line-up."""

    def __init__(self, bots: int, seats: int, count: int) -> None:
        self.bots, self.seats, self.count = bots, seats, count
        self.most = -(-count * comb(seats, 2) // comb(bots, 2))
        self.luck = Luck(hashlib.sha256(f"{bots} {seats} {count} sampled".encode()).digest())
        self.tables: list[list[int]] = []
        self.met: dict[int, int] = {}
        self.taken: dict[LineUp, int] = {}
        self.tries = 0

    def drawn(self, shown: Shown) -> list[LineUp]:
        """Return the line-ups."""
        for table in self._filled():
            self.tables.append(table)
            self._take(table, 1)
            shown(len(self.tables), self.count)
            for pair in self._pairs(table):
                self.met[pair] = self.met.get(pair, 0) + 1
        for table in self.tables:
            if self.tries < _TRIES and any(self.met[pair] > self.most for pair in self._pairs(table)):
                self._improve(table, _TRIES_EACH * self.seats)
        for table in self.tables:
            if self._is_double(table):
                self._improve(table, _TRIES)
        return [tuple(sorted(table)) for table in self.tables]

    def _filled(self) -> Iterator[list[int]]:
        """Yield the tables of round after round. Who is left over in one sits at the first table of the next."""
        waiting: list[int] = []
        for _ in range(self.count):
            left_over: list[int] = []
            if len(waiting) < self.seats:
                left_over = waiting
                waiting = [bot for bot in self.luck.shuffled(range(self.bots), "round") if bot not in left_over]
            table = left_over.copy()
            while len(table) < self.seats:
                table.append(waiting.pop(self._best(table, waiting)))
            waiting[:0] = left_over
            yield table

    def _best(self, table: list[int], waiting: list[int]) -> int:
        """Return the place of the one who waits and has met those at the table least."""
        places = range(len(waiting) - 1, max(-1, len(waiting) - 1 - _CANDIDATES), -1)
        if not table:
            return places[0]
        return min(places, key=lambda place: self._squares(waiting[place], table))

    def _squares(self, bot: int, others: list[int]) -> int:
        """Return the sum of squares of how often a bot meets the others."""
        return sum(self.met.get(self._pair(bot, other), 0) ** 2 for other in others)

    def _pair(self, one: int, other: int) -> int:
        return one * self.bots + other if one < other else other * self.bots + one

    def _pairs(self, table: list[int]) -> list[int]:
        return [self._pair(one, other) for one, other in combinations(table, 2)]

    def _take(self, table: list[int], by: int) -> None:
        """Count the line-up of a table, or take it back."""
        line_up = tuple(sorted(table))
        self.taken[line_up] = self.taken.get(line_up, 0) + by
        if not self.taken[line_up]:
            del self.taken[line_up]

    def _is_double(self, table: list[int]) -> bool:
        return self.taken[tuple(sorted(table))] > 1

    def _improve(self, table: list[int], tries: int) -> None:
        """Exchange bots with other tables, until every line-up is there once and its pairs do not meet too often."""
        for _ in range(tries):
            self.tries += 1
            number, place = divmod(self.luck.below(self.count * self.seats**2, "exchange"), self.seats)
            at, other_place = divmod(number, self.seats)
            self._exchange(table, place, self.tables[at], other_place)
            if not self._is_double(table) and all(self.met[pair] <= self.most for pair in self._pairs(table)):
                return

    def _exchange(self, table: list[int], place: int, other: list[int], other_place: int) -> None:
        """Exchange two bots; take it back if meetings become less even, unless a double line-up is gone."""
        if table[place] in other or other[other_place] in table:
            return
        was_double = self._is_double(table)
        growth = self._swap(table, place, other, other_place)
        is_double = self._is_double(table) or self._is_double(other)
        if is_double or (growth >= 0 and not was_double):
            self._swap(table, place, other, other_place)

    def _swap(self, table: list[int], place: int, other: list[int], other_place: int) -> int:
        """Exchange two bots, and return by how much the sum of squares of all meetings grows."""
        bot, other_bot = table[place], other[other_place]
        for changed in (table, other):
            self._take(changed, -1)
        growth = self._put(table, place, other_bot) + self._put(other, other_place, bot)
        for changed in (table, other):
            self._take(changed, 1)
        return growth

    def _put(self, table: list[int], place: int, bot: int) -> int:
        """Put a bot in a place, and return by how much the sum of squares grows."""
        met, growth = self.met, 0
        for other in table[:place] + table[place + 1 :]:
            left, joined = self._pair(table[place], other), self._pair(bot, other)
            met[left] -= 1
            met[joined] = met.get(joined, 0) + 1
            growth += 2 * (met[joined] - met[left]) - 2
        table[place] = bot
        return growth
