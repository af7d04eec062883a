"""What a tournament plays, decided before the first game: line-ups, blocks, table orders, deals and game ids.

Everything here is a pure function of its arguments, so that any machine at any time makes the same schedule.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from math import comb

from serai.ladder.model.balanced_lineups import balanced
from serai.referee.core.luck import Luck, commit

# The next line-up is the best of so many candidates: enough to spread the bots evenly, few enough for long lists.
_CANDIDATES = 64
_GAME_ID_DIGITS = 20


@dataclass(frozen=True, slots=True)
class Block:
    """One deal for one line-up, played once in every rotation. The line-up is in the table order of this block."""

    index: int
    line_up: tuple[int, ...]
    commitment: str

    def seating(self, rotation: int) -> tuple[int, ...]:
        """Return who sits in which seat: with each rotation everybody moves one seat down."""
        seats = len(self.line_up)
        return tuple(self.line_up[(seat + rotation) % seats] for seat in range(seats))

    def seatings(self) -> tuple[tuple[int, ...], ...]:
        """Return one seating for each game of the block; over them every bot sits in every seat once."""
        return tuple(self.seating(rotation) for rotation in range(len(self.line_up)))


def line_ups(bots: int, seats: int, limit: int | None = None) -> list[tuple[int, ...]]:
    """Return all line-ups; if there are more than the limit, as many as can be balanced (see balanced_lineups.py)."""
    if not 2 <= seats <= bots:
        raise ValueError(f"{bots} bots cannot fill a table of {seats} seats: 2 <= seats <= bots is wanted")
    if limit is not None and limit < 1:
        raise ValueError(f"the limit is {limit} line-ups; it must be at least 1")
    if limit is None or comb(bots, seats) <= limit:
        return list(combinations(range(bots), seats))
    return balanced(bots, seats, limit)


def schedule(
    bots: int, seats: int, blocks_per_line_up: int, limit: int | None, deal_of: Callable[[int], bytes]
) -> tuple[Block, ...]:
    """Return a block of every line-up, then another of every line-up: a tournament is balanced whenever it stops."""
    if blocks_per_line_up < 1:
        raise ValueError(f"{blocks_per_line_up} blocks for each line-up play nothing; there must be at least 1")
    chosen = _spread(line_ups(bots, seats, limit), bots)
    orders = _table_orders(seats)
    # Line-ups begin with different orders, so that a single block of each is not always in the order of the bots.
    tables = (
        tuple(line_up[place] for place in orders[(turn + number) % len(orders)])
        for turn in range(blocks_per_line_up)
        for number, line_up in enumerate(chosen)
    )
    return tuple(Block(index, table, commit(deal_of(index))) for index, table in enumerate(tables))


def _spread(chosen: list[tuple[int, ...]], bots: int) -> list[tuple[int, ...]]:
    """Return the line-ups in an order in which all bots have come up about equally often at any time."""
    waiting = Luck(bytes(32)).shuffled(chosen, "line-ups")
    appeared = [0] * bots
    spread = []
    while waiting:
        candidates = range(max(0, len(waiting) - _CANDIDATES), len(waiting))
        rarest = min(candidates, key=lambda at: sum(appeared[bot] for bot in waiting[at]))
        spread.append(waiting.pop(rarest))
        for bot in spread[-1]:
            appeared[bot] += 1
    return spread


def _table_orders(seats: int) -> list[tuple[int, ...]]:
    """Return all ways to sit around a table up to rotation: in them everyone is left of everyone equally often."""
    return [(0, *others) for others in permutations(range(1, seats))]


def deal(secret: bytes, block: int) -> bytes:
    """Return the deal of a block: nobody can guess it without the tournament's secret, and it need not be stored."""
    return hmac.digest(secret, str(block).encode(), "sha256")


def game_id(
    tournament: str,
    block: int,
    rotation: int,
    versions: Sequence[str],
    game: str,
    epoch: int,
    settings: Mapping[str, str],
) -> str:
    """Return the digest of what is played (versions in seat order), so that playing it twice gives one fact."""
    identity = {
        "tournament": tournament,
        "block": block,
        "rotation": rotation,
        "versions": list(versions),
        "game": game,
        "epoch": epoch,
        "options": dict(settings),
    }
    canonical = json.dumps(identity, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()[:_GAME_ID_DIGITS]


def jobs(blocks: Sequence[Block], size: int) -> list[tuple[int, ...]]:
    """Return batches of blocks, each of one line-up in whatever table orders: its bots are started once for all."""
    if size < 1:
        raise ValueError(f"a job of {size} blocks plays nothing; the size must be at least 1")
    together: dict[frozenset[int], list[int]] = {}
    for block in blocks:
        together.setdefault(frozenset(block.line_up), []).append(block.index)
    return sorted(batch for indices in together.values() for batch in _batches(indices, size))


def _batches(indices: list[int], size: int) -> Iterator[tuple[int, ...]]:
    return (tuple(indices[start : start + size]) for start in range(0, len(indices), size))
