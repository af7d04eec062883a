"""What the blocks of a round came to, by the numbers of the bots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from serai.ladder.model.facts import Fact
from serai.ladder.model.history import History
from serai.ladder.model.schedule import Block

LineUp = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """A block on record: half points of each bot in all comparisons of its games, two for one that was won."""

    halves: Mapping[int, int]

    def share(self, bot: int) -> float:
        """Return which share of all it could win a bot has won."""
        seats = len(self.halves)
        return self.halves[bot] / (2 * seats * (seats - 1))

    def winners(self) -> list[int]:
        """Return who won the block: whoever has most half points, or those who share that."""
        best = max(self.halves.values())
        return [bot for bot, halves in self.halves.items() if halves == best]


def mean_share(bot: int, results: Sequence[Result]) -> float:
    """Return which share of all it could win a bot has won in some blocks; 0 without any."""
    return sum(result.share(bot) for result in results) / max(1, len(results))


def result(block: Block, facts: Sequence[Fact]) -> Result:
    """Return what a block came to, from the facts of its games."""
    halves = dict.fromkeys(sorted(block.line_up), 0)
    for fact in facts:
        ranks = zip(block.seating(fact["rotation"]), (seat["rank"] for seat in fact["seats"]), strict=True)
        for (one, rank), (other, other_rank) in combinations(ranks, 2):
            won = 1 if rank == other_rank else 2 if rank < other_rank else 0
            halves[one] += won
            halves[other] += 2 - won
    return Result(halves)


@dataclass(frozen=True, slots=True)
class Stage:
    """A round that was made: its tables in order, who had a bye, and the results of its blocks that count.

    `blocks` is how many each table was given.
    """

    tables: tuple[LineUp, ...]
    byes: tuple[int, ...]
    results: tuple[Result, ...]
    blocks: int = 1
    is_extra: bool = False


@dataclass(frozen=True, slots=True)
class NextRound:
    """A round to be played: tables of so many blocks each, and who has a bye."""

    title: str
    tables: tuple[LineUp, ...]
    blocks: int
    byes: tuple[int, ...] = ()
    is_extra: bool = False


def stages(history: History, blocks: Sequence[Block], results: Mapping[int, Result]) -> list[Stage]:
    """Return the rounds so far; `results` are those of all blocks that count, by block."""
    by_round: dict[int | None, list[Result]] = {}
    for index, found in sorted(results.items()):
        by_round.setdefault(history.round_of(index), []).append(found)
    made = []
    for number, round_ in enumerate(history.rounds):
        tables = dict.fromkeys(
            tuple(sorted(block.line_up)) for block in blocks[round_.first : round_.first + round_.blocks]
        )
        each, came_to = round_.blocks // len(tables), tuple(by_round.get(number, ()))
        made.append(Stage(tuple(tables), round_.byes, came_to, each, round_.is_extra))
    return made
