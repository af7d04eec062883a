"""Knockout: tables play, the best of each go on, until one full table is left, which is the final.

Seeds are the order in which the bots were entered. The top seeds have a bye where numbers do not fit, and tables are
seeded like a snake: of two at a table the first meets the last, the second the last but one. At a table of n seats
n // 2 go on, so that a round takes the field to n, or to n times a power of n / (n // 2), where it can; the tables of
the best seeds lose fewer if not all have to lose as many. Seeds are kept, and tables are made anew in every round.

At a table blocks won count (of the most half points; shared if several have them), then half points. A match is begun
with as many of its blocks as a decision takes at least, and ends as soon as the blocks left cannot change who goes on.
If all do not say it, another block is played, at most as many as a match has; then the better seed goes on. A bot that
was disabled or excluded is last at its table. Where such bots leave too few for a table, the best of those who are out
fill it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from serai.ladder.model.formats.results import LineUp, NextRound, Result, Stage


def next_round(bots: Sequence[int], seats: int, blocks: int, made: Sequence[Stage]) -> NextRound | None:
    """Return the next round, or further blocks of tables that are undecided; None if the winner is known."""
    if not made:
        return _round(sorted(bots), seats, blocks, 1)
    match = Match(made, bots, blocks)
    undecided = match.undecided()
    if undecided:
        return NextRound(f"{match.title}, one more block", tuple(undecided), 1, is_extra=True)
    if match.is_final:
        return None
    field = match.survivors()
    fallen = [bot for bot in match.fallen() if bot not in field]
    field += fallen[: max(0, seats - len(field))] if len(field) > 1 else []
    return _round(sorted(field), seats, blocks, match.number + 1) if len(field) >= seats else None


def _round(field: list[int], seats: int, blocks: int, number: int) -> NextRound | None:
    """Return a round of these bots, the best seed first."""
    if len(field) < seats:
        return None
    count = _tables(len(field), seats)
    playing = field[len(field) - count * seats :]
    byes = tuple(field[: len(field) - count * seats])
    title = "final" if len(field) == seats else f"round {number}, {len(field)} bots"
    least = min(least_blocks(blocks, seats - out) for out in losers(len(field), seats, count))
    return NextRound(title, tuple(_snake(playing, count)), least, byes)


def least_blocks(blocks: int, going_on: int) -> int:
    """Return after how many of its blocks a match can be decided at the earliest: when those who go on shared them."""
    return blocks * going_on // (going_on + 1) + 1


def _snake(seeds: Sequence[int], count: int) -> list[LineUp]:
    """Return so many tables: each row of seeds goes to them in the direction against that of the row before."""
    rows = [seeds[start : start + count] for start in range(0, len(seeds), count)]
    return [
        tuple(sorted(row[::-1][at] if number % 2 else row[at] for number, row in enumerate(rows)))
        for at in range(count)
    ]


def goal(field: int, seats: int) -> int:
    """Return to how many a round should take a field: the largest number below it that later rounds halve evenly."""
    left, going_on = seats, seats // 2
    if field <= seats:
        return 1
    while left * seats // going_on < field:
        left = left * seats // going_on
    return left


def _tables(field: int, seats: int) -> int:
    losing = seats - seats // 2
    return max(1, min(-(-(field - goal(field, seats)) // losing), field // seats))


def losers(field: int, seats: int, count: int) -> list[int]:
    """Return how many are out at each table of a round, the tables of the best seeds first."""
    if field == seats:
        return [seats - 1]
    out = min(field - goal(field, seats), count * (seats - seats // 2))
    return [out // count + (at >= count - out % count) for at in range(count)]


@dataclass(frozen=True, slots=True)
class Played:
    """A table of a round: its bots, the best first, of whom so many go on unless that is open, and its blocks."""

    order: LineUp
    results: tuple[Result, ...]
    going_on: int
    is_open: bool


def blocks_won(bot: int, results: Iterable[Result]) -> float:
    """Return how many blocks a bot won: of one that several won, its share."""
    return round(sum(1 / len(result.winners()) for result in results if bot in result.winners()), 6)


class Match:
    """The last round with its further blocks: who goes on, and where that is open."""

    def __init__(self, made: Sequence[Stage], bots: Sequence[int], blocks: int) -> None:
        mains = [at for at, stage in enumerate(made) if not stage.is_extra]
        self.number = len(mains)
        self._main, self._extra = made[mains[-1]], made[mains[-1] + 1 :]
        self._playing = set(bots)
        self._blocks = blocks
        self._results = [result for stage in (self._main, *self._extra) for result in stage.results]
        self._field = len(self._main.byes) + sum(map(len, self._main.tables))
        self._losers = losers(self._field, len(self._main.tables[0]), len(self._main.tables))

    @property
    def is_final(self) -> bool:
        return self._field == len(self._main.tables[0])

    @property
    def title(self) -> str:
        return "final" if self.is_final else f"round {self.number}"

    def order(self, table: LineUp) -> list[int]:
        """Return a table, the best first."""
        return sorted(table, key=lambda bot: (bot not in self._playing, *(-won for won in self._won(bot, table)), bot))

    def _won(self, bot: int, table: LineUp) -> tuple[float, int]:
        """Return the blocks a bot won at its table, and its half points."""
        results = self._of(table)
        return blocks_won(bot, results), sum(result.halves[bot] for result in results)

    def _of(self, table: LineUp) -> tuple[Result, ...]:
        return tuple(result for result in self._results if tuple(sorted(result.halves)) == table)

    def undecided(self) -> list[LineUp]:
        """Return the tables at which a further block may decide who goes on."""
        return [table for table, out in zip(self._main.tables, self._losers, strict=True) if self._is_open(table, out)]

    def _is_open(self, table: LineUp, out: int) -> bool:
        if not self._playing.issuperset(table):
            return False
        order, given = self.order(table), self._given(table)
        last, first_out = self._won(order[-out - 1], table), self._won(order[-out], table)
        if given < self._blocks:
            return last[0] <= first_out[0] + self._blocks - given
        return given < 2 * self._blocks and last == first_out

    def _is_played(self, table: LineUp, out: int) -> bool:
        """Return whether a table has blocks to play: some it was given, or one that it is going to be given."""
        has_all = len(self._of(table)) >= self._given(table) or not self._playing.issuperset(table)
        return not has_all or self._is_open(table, out)

    def _given(self, table: LineUp) -> int:
        """Return how many blocks a table was given so far."""
        return sum(stage.blocks for stage in (self._main, *self._extra) if table in stage.tables)

    def survivors(self) -> list[int]:
        """Return who goes on and still plays."""
        going_on = [bot for played in self.tables() for bot in played.order[: played.going_on]]
        return [bot for bot in (*self._main.byes, *going_on) if bot in self._playing]

    def tables(self) -> list[Played]:
        """Return how every table stands."""
        return [
            Played(tuple(self.order(table)), self._of(table), len(table) - out, self._is_played(table, out))
            for table, out in zip(self._main.tables, self._losers, strict=True)
        ]

    def fallen(self) -> list[int]:
        """Return who is out and still plays, the best at their tables first."""
        return [bot for bot in self._by_place() if bot in self._playing]

    def placing(self) -> list[int]:
        """Return the field: the first of every table, then the second and so on, then who had a bye."""
        return [*self._by_place(), *self._main.byes]

    def _by_place(self) -> list[int]:
        places = sorted((place, bot) for table in self._main.tables for place, bot in enumerate(self.order(table)))
        return [bot for _, bot in places]


def matches(bots: Sequence[int], made: Sequence[Stage], blocks: int) -> list[Match]:
    """Return every round so far with its further blocks."""
    mains = [at for at, stage in enumerate(made) if not stage.is_extra]
    return [Match(made[:end], bots, blocks) for end in (*mains[1:], len(made))] if mains else []


def placing(bots: Sequence[int], made: Sequence[Stage], blocks: int) -> list[int]:
    """Return everybody who sat down, in the order in which they came in: the last round counts first."""
    found = [bot for match in reversed(matches(bots, made, blocks)) for bot in match.placing()]
    return list(dict.fromkeys(found))
