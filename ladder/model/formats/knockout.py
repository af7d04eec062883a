"""Knockout: tables play, the best of each go on, until one full table is left, which is the final.

Seeds are the order in which the bots were entered. The top seeds have a bye where numbers do not fit, and tables are
seeded like a snake: of two at a table the first meets the last, the second the last but one. At a table of n seats
n // 2 go on, so that a round takes the field to n, or to n times a power of n / (n // 2), where it can; the tables of
the best seeds lose fewer if not all have to lose as many. Seeds are kept, and tables are made anew in every round.

At a table blocks won count (of the most half points; shared if several have them), then half points. If those do not
say who goes on, another block is played, at most as many as a match has; then the better seed goes on. A bot that was
disabled or excluded is last at its table. Where such bots leave too few for a table, the best of those who are out
fill it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from serai.ladder.model.formats.results import LineUp, NextRound, Stage


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
    return NextRound(title, tuple(_snake(playing, count)), blocks, byes)


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


class Match:
    """The last round with its further blocks: who goes on, and where that is open."""

    def __init__(self, made: Sequence[Stage], bots: Sequence[int], blocks: int) -> None:
        mains = [at for at, stage in enumerate(made) if not stage.is_extra]
        self.number = len(mains)
        self._main, self._extra = made[mains[-1]], made[mains[-1] + 1 :]
        self._playing = set(bots)
        self._most_extra = blocks
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
        results = [result for result in self._results if tuple(sorted(result.halves)) == table]
        blocks = sum(1 / len(result.winners()) for result in results if bot in result.winners())
        return round(blocks, 6), sum(result.halves[bot] for result in results)

    def undecided(self) -> Iterator[LineUp] | list[LineUp]:
        """Return the tables at which a further block decides who goes on."""
        return [table for table, out in zip(self._main.tables, self._losers, strict=True) if self._is_open(table, out)]

    def _is_open(self, table: LineUp, out: int) -> bool:
        order = self.order(table)
        last, first_out = order[-out - 1], order[-out]
        had = sum(table in stage.tables for stage in self._extra)
        whole = self._playing.issuperset(table)
        return whole and had < self._most_extra and self._won(last, table) == self._won(first_out, table)

    def survivors(self) -> list[int]:
        """Return who goes on and still plays."""
        going_on = [
            bot
            for table, out in zip(self._main.tables, self._losers, strict=True)
            for bot in self.order(table)[: len(table) - out]
        ]
        return [bot for bot in (*self._main.byes, *going_on) if bot in self._playing]

    def fallen(self) -> list[int]:
        """Return who is out and still plays, the best at their tables first."""
        places = sorted((place, bot) for table in self._main.tables for place, bot in enumerate(self.order(table)))
        return [bot for _, bot in places if bot in self._playing]


def placing(bots: Sequence[int], made: Sequence[Stage], blocks: int) -> list[int]:
    """Return everybody who sat down, in the order in which they came in: the last round counts first."""
    placed: list[int] = []
    mains = [at for at, stage in enumerate(made) if not stage.is_extra]
    for number in range(len(mains), 0, -1):
        end = mains[number] if number < len(mains) else len(made)
        match = Match(made[:end], bots, blocks)
        for table_place in sorted(
            (place, bot) for table in made[mains[number - 1]].tables for place, bot in enumerate(match.order(table))
        ):
            if table_place[1] not in placed:
                placed.append(table_place[1])
        placed += [bot for bot in made[mains[number - 1]].byes if bot not in placed]
    return placed
