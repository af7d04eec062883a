"""What a tournament plays, decided before the first game: line-ups, blocks, table orders, deals and game ids.

Everything here is a pure function of its arguments, so that any machine at any time makes the same schedule.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from heapq import heappop, heappush
from itertools import combinations, permutations
from math import comb

from serai.ladder.model.apart import Whose, kept_apart
from serai.ladder.model.balanced_lineups import balanced
from serai.ladder.model.sampled_lineups import all_but_sampled, rounds_of_pairs, sampled
from serai.ladder.shown import Shown, quiet
from serai.referee.core.luck import Luck, commit

# The next line-up is the best of so many candidates: enough to spread the bots evenly, few enough for long lists.
_CANDIDATES = 64
_GAME_ID_DIGITS = 20
# Up to here a search balances line-ups in a second or two; beyond they are sampled.
_MOST_BALANCED_BOTS = 100
_MOST_BALANCED = 500
# More blocks than anybody plays; their schedule would take minutes and gigabytes.
MOST_BLOCKS = 600_000


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


def line_ups(bots: int, seats: int, limit: int | None = None, shown: Shown = quiet) -> list[tuple[int, ...]]:
    """Return all line-ups; if there are more than the limit, as many as can be balanced (see balanced_lineups.py).

    Where the search for balance would take long, exactly as many as the limit are sampled (see sampled_lineups.py).
    """
    if not 2 <= seats <= bots:
        raise ValueError(f"{bots} bots cannot fill a table of {seats} seats: 2 <= seats <= bots is wanted")
    if limit is not None and limit < 1:
        raise ValueError(f"the limit is {limit} line-ups; it must be at least 1")
    if limit is None or comb(bots, seats) <= limit:
        return list(combinations(range(bots), seats))
    if bots <= _MOST_BALANCED_BOTS and limit <= _MOST_BALANCED:
        return balanced(bots, seats, limit)
    choose = sampled if 2 * limit <= comb(bots, seats) else all_but_sampled
    return choose(bots, seats, limit, shown)


def schedule(
    bots: int,
    seats: int,
    blocks_per_line_up: int,
    limit: int | None,
    deal_of: Callable[[int], bytes],
    shown: Shown = quiet,
    whose: Whose | None = None,
) -> tuple[Block, ...]:
    """Return a block of every line-up, then another of every line-up: a tournament is balanced whenever it stops.

    Steps that are shown are line-ups chosen and blocks committed to. With `whose`, bots of one owner are kept apart.
    """
    if blocks_per_line_up < 1:
        raise ValueError(f"{blocks_per_line_up} blocks for each line-up play nothing; there must be at least 1")
    if whose:
        return blocks_of(_apart(bots, seats, blocks_per_line_up, limit, whose), blocks_per_line_up, deal_of)
    count = _checked_count(bots, seats, blocks_per_line_up, limit)
    total = count + count * blocks_per_line_up
    chosen = _in_order(bots, seats, limit, lambda done, _: shown(done, total))
    return blocks_of(chosen, blocks_per_line_up, deal_of, shown=lambda done, _: shown(count + done, total))


def blocks_of(
    line_ups: Sequence[tuple[int, ...]],
    each: int,
    deal_of: Callable[[int], bytes],
    first: int = 0,
    turn: int = 0,
    shown: Shown = quiet,
) -> tuple[Block, ...]:
    """Return so many blocks of every line-up, which follow each other from an index on.

    A turn is a block of every line-up. Line-ups begin with different table orders, so that a single block of each is
    not always in the order of the bots; `turn` says with which the first begins.
    """
    tables = (
        tuple(line_up[place] for place in _table_order(len(line_up), at + number))
        for at in range(turn, turn + each)
        for number, line_up in enumerate(line_ups)
    )

    def block(index: int, table: tuple[int, ...]) -> Block:
        shown(index - first, len(line_ups) * each)
        return Block(index, table, commit(deal_of(index)))

    return tuple(block(index, table) for index, table in enumerate(tables, first))


def _table_order(seats: int, turn: int) -> tuple[int, ...]:
    orders = table_orders(seats)
    return orders[turn % len(orders)]


def count_line_ups(blocks: Sequence[Block]) -> int:
    """Return how many line-ups a schedule has: the first comes again when all have come once.

    Only a few blocks are looked at, for schedules are long and read piece by piece.
    """
    first = frozenset(blocks[0].line_up)
    rounds = (length for length in range(1, len(blocks)) if len(blocks) % length == 0)
    return next((length for length in rounds if frozenset(blocks[length].line_up) == first), len(blocks))


def _checked_count(bots: int, seats: int, blocks_per_line_up: int, limit: int | None) -> int:
    """Return how many line-ups there are at most; ValueError if there would be more blocks than anybody plays."""
    possible = comb(bots, max(seats, 0))
    count = possible if limit is None else min(possible, limit)
    if count * blocks_per_line_up > MOST_BLOCKS:
        most = MOST_BLOCKS // blocks_per_line_up
        advice = f"--limit {most} or less" if most and count > 1 else f"--blocks {max(1, MOST_BLOCKS // count)} or less"
        raise ValueError(
            f"{count} line-ups of {seats} of {bots} bots, {blocks_per_line_up} blocks each, are "
            f"{count * blocks_per_line_up} blocks; {MOST_BLOCKS} are the most: give {advice}"
        )
    return count


def _in_order(bots: int, seats: int, limit: int | None, shown: Shown) -> list[tuple[int, ...]]:
    """Return the line-ups in an order in which all bots have come up about equally often at any time."""
    possible = comb(bots, seats)
    if seats == 2 and bots > _CANDIDATES and (limit is None or possible <= limit):
        return rounds_of_pairs(bots)
    chosen = line_ups(bots, seats, limit, shown)
    is_sampled = (bots > _MOST_BALANCED_BOTS or len(chosen) > _MOST_BALANCED) and 2 * len(chosen) <= possible
    return chosen if is_sampled else spread(chosen, bots, shown)


def _apart(bots: int, seats: int, blocks_per_line_up: int, limit: int | None, whose: Whose) -> list[tuple[int, ...]]:
    """Return the line-ups in which bots of one owner do not meet; the first of them in order if there is a limit."""
    _checked_count(bots, seats, blocks_per_line_up, None)
    return spread(kept_apart(line_ups(bots, seats), whose), bots)[:limit]


def spread(chosen: list[tuple[int, ...]], bots: int, shown: Shown = quiet) -> list[tuple[int, ...]]:
    """Return the line-ups in an order in which all bots have come up about equally often at any time.

    The next is always the one among the first few that wait whose bots have come up least; of equals the one that
    waits shortest. Only the candidates of bots that just came up are judged anew.
    """
    waiting = Luck(bytes(32)).shuffled(chosen, "line-ups")
    candidates = _Candidates(bots)
    in_order = []
    while waiting or candidates.count:
        while waiting and candidates.count < _CANDIDATES:
            candidates.add(waiting.pop())
        in_order.append(candidates.take())
        shown(len(in_order), len(chosen))
    return in_order


class _Candidates:
    """Line-ups of which the next is taken. `_judged` is a heap of (appearances of its bots, -number), old ones too."""

    def __init__(self, bots: int) -> None:
        self.count = 0
        self._numbers = 0
        self._appeared = [0] * bots
        self._line_ups: dict[int, tuple[int, ...]] = {}
        self._of: list[dict[int, None]] = [{} for _ in range(bots)]
        self._judged: list[tuple[int, int]] = []

    def add(self, line_up: tuple[int, ...]) -> None:
        number = self._numbers
        self._numbers += 1
        self.count += 1
        self._line_ups[number] = line_up
        for bot in line_up:
            self._of[bot][number] = None
        self._judge(number)

    def _judge(self, number: int) -> None:
        heappush(self._judged, (sum(self._appeared[bot] for bot in self._line_ups[number]), -number))

    def take(self) -> tuple[int, ...]:
        """Remove and return the line-up whose bots have come up least. Counts only grow: old judgements are low."""
        while True:
            judged, number = heappop(self._judged)
            line_up = self._line_ups.get(-number)
            if line_up is not None and judged == sum(self._appeared[bot] for bot in line_up):
                break
        del self._line_ups[-number]
        self.count -= 1
        for bot in line_up:
            self._appeared[bot] += 1
            del self._of[bot][-number]
        for changed in {number: None for bot in line_up for number in self._of[bot]}:
            self._judge(changed)
        return line_up


@cache
def table_orders(seats: int) -> list[tuple[int, ...]]:
    """Return all ways to sit around a table up to rotation: in them everyone is left of everyone equally often."""
    return [(0, *others) for others in permutations(range(1, seats))]


def commit_to_secret(secret: bytes) -> str:
    """Return what is published of the secret before the first game: it commits to all deals there may be."""
    return hashlib.sha256(b"serai secret\n" + secret).hexdigest()


def deal(secret: bytes, block: int) -> bytes:
    """Return the deal of a block: nobody can guess it without the tournament's secret, and it need not be stored."""
    return hmac.digest(secret, str(block).encode(), "sha256")


def own_deal(block_deal: bytes, rotation: int, attempt: int) -> bytes:
    """Return the deal of one game of a block whose games do not share their luck, as if a remote bot sits in it.

    Each has a row of deals: when a failure interrupts a game with a remote bot, which remembers, the next attempt gets
    the next. Who commits to the deal of the block commits to all of them.
    """
    return hmac.digest(block_deal, f"own {rotation} {attempt}".encode(), "sha256")


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
