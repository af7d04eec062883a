"""The standing ladder: each block is spent where it shrinks the most uncertain rank difference, and nobody starves.

What a block of two bots is worth is how likely their order is wrong, times how much one more block would shrink the
standard error of their difference. The best pair sits down, and whoever is worth most to those at the table joins them.
Of several who are worth as much those come who met least: so newcomers, of whom nothing else is known, meet everybody.
But first comes, longest wait first, everybody who has not sat down for so many blocks that all could have sat four
times.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

from serai.ladder.model.formats.results import LineUp

# Of whom nothing is known yet, this is believed.
UNKNOWN_RATING = 1500.0
UNKNOWN_ERROR = 350.0

_TURNS = 4
# Only bots that stand so close to each other are compared: others have no uncertain order.
_NEIGHBOURS = 24


@dataclass(frozen=True, slots=True)
class Strength:
    """What is known of a bot: its rating, and the standard error of it."""

    rating: float = UNKNOWN_RATING
    error: float = UNKNOWN_ERROR


class Ladder:
    """Which line-ups came so far, whether they were played or not; `take` them in the order of the schedule."""

    def __init__(self, line_ups: Iterable[LineUp] = ()) -> None:
        self.blocks = 0
        self._appeared = Counter[int]()
        self._met = Counter[tuple[int, int]]()
        self._last: dict[int, int] = {}
        for line_up in line_ups:
            self.take(line_up)

    def take(self, line_up: LineUp) -> None:
        """Take note of the next block of the schedule."""
        for bot in line_up:
            self._appeared[bot] += 1
            self._last[bot] = self.blocks
        self._met.update(permutations(line_up, 2))
        self.blocks += 1

    def choose(
        self,
        bots: Sequence[int],
        seats: int,
        count: int,
        strengths: Mapping[int, Strength],
        authors: Mapping[int, str] | None = None,
    ) -> list[LineUp]:
        """Return the next so many line-ups, and take note of them. With `authors`, bots of the same one sit apart."""
        choice = _Choice(bots, seats, strengths, self._appeared, self._met, authors or {})
        chosen = []
        for _ in range(count):
            chosen.append(choice.line_up(self._starving(bots, seats)))
            self.take(chosen[-1])
        return chosen

    def _starving(self, bots: Sequence[int], seats: int) -> int | None:
        """Return who has waited longest, if that is too long."""
        longest = min(bots, key=lambda bot: (self._last.get(bot, -1), bot))
        patience = _TURNS * -(-len(bots) // seats)
        return longest if longest not in self._last or self.blocks - self._last[longest] > patience else None


class _Choice:
    """The next line-ups. What is known of a bot grows with every block it is given."""

    def __init__(
        self,
        bots: Sequence[int],
        seats: int,
        strengths: Mapping[int, Strength],
        appeared: Counter[int],
        met: Counter[tuple[int, int]],
        authors: Mapping[int, str],
    ) -> None:
        self._seats = seats
        self._authors = authors
        self._appeared = appeared
        self._met = met
        self._rating = {bot: strengths.get(bot, Strength()).rating for bot in bots}
        self._variance = {bot: strengths.get(bot, Strength()).error ** 2 for bot in bots}
        self._order = sorted(bots, key=lambda bot: (-self._rating[bot], bot))

    def line_up(self, first: int | None) -> LineUp:
        """Return the line-up that is worth most, with this bot at the table if it is named."""
        table = list(self._best_pair()) if first is None else [first]
        while len(table) < self._seats:
            table.append(max(self._company(table), key=lambda bot: (*self._worth_at(table, bot), -bot)))
        for bot in table:
            self._variance[bot] *= self._shrink(bot)
        return tuple(sorted(table))

    def _best_pair(self) -> tuple[int, int]:
        near = (
            (one, other)
            for place, one in enumerate(self._order)
            for other in self._order[place + 1 : place + 1 + _NEIGHBOURS]
        )
        apart = [pair for pair in near if self._are_apart(*pair)]
        pairs = apart or list(combinations(self._order, 2))
        return max(pairs, key=lambda pair: (self._worth(*pair), -self._met[pair], -pair[0], -pair[1]))

    def _company(self, table: Sequence[int]) -> list[int]:
        """Return who may join a table: bots of other authors, if there are any."""
        others = [bot for bot in self._order if bot not in table]
        return [bot for bot in others if all(self._are_apart(bot, at) for at in table)] or others

    def _are_apart(self, one: int, other: int) -> bool:
        author = self._authors.get(one, "")
        return not author or author != self._authors.get(other, "")

    def _worth_at(self, table: Sequence[int], bot: int) -> tuple[float, int]:
        """Return what a bot is worth to those at a table, and minus how often it met them."""
        return sum(self._worth(bot, at) for at in table), -sum(self._met[bot, at] for at in table)

    def _worth(self, one: int, other: int) -> float:
        before = math.sqrt(self._variance[one] + self._variance[other])
        after = math.sqrt(self._variance[one] * self._shrink(one) + self._variance[other] * self._shrink(other))
        distance = abs(self._rating[one] - self._rating[other])
        return 0.5 * math.erfc(distance / before / math.sqrt(2)) * (before - after)

    def _shrink(self, bot: int) -> float:
        """Return by how much one more block shrinks the variance of a rating."""
        blocks = self._appeared[bot] + 1
        return blocks / (blocks + 1)
