"""Schedules are fair by construction: meetings, seats and neighbours are counted, not trusted."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from itertools import combinations, permutations
from math import comb, factorial

import pytest

from serai.ladder.model.schedule import Block, deal, game_id, line_ups, schedule
from serai.referee.core.luck import commit

SMALL = [(bots, seats) for seats in (2, 3, 4, 5) for bots in range(seats, 12)]
LARGE = [(40, 4, 200), (40, 4, 130), (37, 4, 200), (41, 4, 200), (24, 5, 100), (60, 2, 200), (100, 4, 200)]


def deal_of(block: int) -> bytes:
    return deal(b"spring", block)


def made(bots: int, seats: int, blocks_per_line_up: int, limit: int | None = None) -> tuple[Block, ...]:
    return schedule(bots, seats, blocks_per_line_up, limit, deal_of)


def meetings(chosen: list[tuple[int, ...]], bots: int) -> list[int]:
    """How often each pair of bots meets."""
    met = Counter(pair for line_up in chosen for pair in combinations(line_up, 2))
    return [met[pair] for pair in combinations(range(bots), 2)]


def appearances(chosen: list[tuple[int, ...]], bots: int) -> list[int]:
    appeared = Counter(bot for line_up in chosen for bot in line_up)
    return [appeared[bot] for bot in range(bots)]


def spread(counts: list[int]) -> int:
    return max(counts) - min(counts)


def check_balance(bots: int, seats: int, limit: int) -> None:
    chosen = line_ups(bots, seats, limit)
    assert 1 <= len(chosen) <= limit
    assert len(chosen) == len({frozenset(line_up) for line_up in chosen})
    assert all(len(set(line_up)) == seats and set(line_up) <= set(range(bots)) for line_up in chosen)
    assert spread(meetings(chosen, bots)) <= 1
    assert spread(appearances(chosen, bots)) <= 1


@pytest.mark.parametrize(("bots", "seats"), SMALL)
def test_without_a_limit_everybody_meets_everybody(bots: int, seats: int) -> None:
    assert line_ups(bots, seats, None) == list(combinations(range(bots), seats))
    assert line_ups(bots, seats, comb(bots, seats)) == list(combinations(range(bots), seats))


@pytest.mark.parametrize(("bots", "seats"), SMALL)
def test_under_any_limit_all_pairs_meet_equally_often_within_one(bots: int, seats: int) -> None:
    for limit in {1, 2, bots - 1, bots, bots + 1, 2 * bots - 1, 3 * bots, comb(bots, seats) - 2}:
        if limit >= 1:
            check_balance(bots, seats, limit)


@pytest.mark.parametrize(("bots", "seats", "limit"), LARGE)
def test_a_large_field_is_balanced_too(bots: int, seats: int, limit: int) -> None:
    check_balance(bots, seats, limit)


@pytest.mark.parametrize(
    ("bots", "seats", "limit", "found"),
    [
        (5, 4, 4, 4),
        (5, 4, 3, 1),  # who leaves out two bots in turn lets the other three meet twice and those two never
        (5, 4, 2, 1),
        (7, 3, 7, 7),  # every pair meets exactly once
        (13, 4, 13, 13),
        (10, 4, 100, 100),
        (40, 4, 200, 200),
        (40, 4, 199, 195),
    ],
)
def test_the_choice_is_as_large_as_can_be_found(bots: int, seats: int, limit: int, found: int) -> None:
    assert len(line_ups(bots, seats, limit)) == found


@pytest.mark.parametrize(("bots", "seats"), [(7, 3), (9, 4), (11, 4), (12, 5), (20, 4)])
def test_a_whole_number_of_line_ups_per_bot_is_always_found(bots: int, seats: int) -> None:
    for times in range(1, 4):
        assert len(line_ups(bots, seats, times * bots)) == times * bots


@pytest.mark.parametrize(
    ("bots", "seats", "limit"),
    [
        *((1000, 4, 5000), (1000, 3, 5000), (1000, 4, 5001), (1001, 4, 300), (1000, 2, 3000)),
        *((100, 4, 5000), (100, 3, 5001), (150, 4, 2000), (61, 2, 900), (61, 2, 1500), (14, 5, 1100), (13, 4, 700)),
    ],
)
def test_a_field_too_large_for_balance_is_sampled_evenly(bots: int, seats: int, limit: int) -> None:
    """D21: as many line-ups as asked for, appearances within one, meetings within three of their mean.

    Where there are few meetings for each pair, nobody meets twice.
    """
    chosen = line_ups(bots, seats, limit)
    assert len(chosen) == limit == len({frozenset(line_up) for line_up in chosen})
    assert all(len(set(line_up)) == seats and set(line_up) <= set(range(bots)) for line_up in chosen)
    assert spread(appearances(chosen, bots)) <= 1
    met, mean = meetings(chosen, bots), limit * comb(seats, 2) / comb(bots, 2)
    assert max(abs(times - mean) for times in met) <= 3
    assert mean > 0.1 or max(met) == 1


def test_the_choice_is_the_same_every_time() -> None:
    """Pinned: two machines that chose differently could not play one tournament."""
    assert hashlib.sha256(repr(line_ups(17, 4, 60)).encode()).hexdigest()[:8] == "3f86bcb7"
    assert hashlib.sha256(repr(line_ups(60, 3, 900)).encode()).hexdigest()[:8] == "3ab26a6d"
    assert hashlib.sha256(repr([block.line_up for block in made(12, 3, 2)]).encode()).hexdigest()[:8] == "8e59e29a"


@pytest.mark.parametrize(
    ("bots", "seats", "blocks", "limit"), [(100, 4, 1, None), (1000, 2, 4, None), (9, 3, 10**20, 9)]
)
def test_a_schedule_that_nobody_could_play_is_refused_with_its_size(
    bots: int, seats: int, blocks: int, limit: int | None
) -> None:
    """D21: it used to take minutes and all the memory."""
    count = min(comb(bots, seats), limit or comb(bots, seats))
    with pytest.raises(ValueError, match=f"{count} line-ups of {seats} of {bots} bots.* {count * blocks} blocks;"):
        made(bots, seats, blocks, limit)


@pytest.mark.parametrize("bots", [1000, 75])
def test_a_large_field_meets_in_pairs_round_by_round(bots: int) -> None:
    """D21: everybody meets everybody once, and whenever it stops all have played about equally often."""
    blocks = [block.line_up for block in made(bots, 2, 1)]
    assert len(set(map(frozenset, blocks))) == len(blocks) == comb(bots, 2)
    for stop in range(1, len(blocks), len(blocks) // 4):
        assert spread(appearances(blocks[:stop], bots)) <= 2


def test_a_sample_is_balanced_whenever_it_stops() -> None:
    blocks = [block.line_up for block in made(1000, 4, 1, 5000)]
    for stop in range(1, len(blocks), 100):
        assert spread(appearances(blocks[:stop], 1000)) <= 3


@pytest.mark.parametrize(("bots", "seats"), [(3, 4), (4, 1), (4, 0)])
def test_a_table_that_cannot_be_filled_is_refused(bots: int, seats: int) -> None:
    with pytest.raises(ValueError, match=f"{bots} bots cannot fill a table of {seats} seats"):
        line_ups(bots, seats, None)


def test_a_limit_below_one_is_refused() -> None:
    with pytest.raises(ValueError, match="the limit is 0 line-ups"):
        line_ups(5, 3, 0)


def test_a_schedule_without_blocks_is_refused() -> None:
    with pytest.raises(ValueError, match="0 blocks for each line-up play nothing"):
        made(4, 4, 0)


def test_a_rotation_moves_everybody_one_seat() -> None:
    block = Block(index=0, line_up=(4, 1, 7), commitment="")
    assert block.seating(0) == (4, 1, 7)
    assert block.seating(1) == (1, 7, 4)
    assert block.seatings() == ((4, 1, 7), (1, 7, 4), (7, 4, 1))


@pytest.mark.parametrize(("bots", "seats", "limit"), [(4, 4, None), (6, 3, None), (7, 2, None), (9, 4, 40)])
def test_every_bot_sits_in_every_seat_equally_often(bots: int, seats: int, limit: int | None) -> None:
    taken = Counter(
        (bot, seat)
        for block in made(bots, seats, 2, limit)
        for seating in block.seatings()
        for seat, bot in enumerate(seating)
    )
    for bot in range(bots):
        assert len({taken[bot, seat] for seat in range(seats)}) == 1
    assert all(taken.values())


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_everyone_sits_left_of_everyone_equally_often(seats: int) -> None:
    orders = factorial(seats - 1)
    left = Counter(
        (block.line_up[place], block.line_up[(place + 1) % seats])
        for block in made(seats, seats, orders)
        for place in range(seats)
    )
    assert left == dict.fromkeys(permutations(range(seats), 2), orders * seats // (seats * (seats - 1)))


def test_the_table_order_changes_from_block_to_block() -> None:
    first, second = made(4, 4, 2)
    assert set(first.line_up) == set(second.line_up)
    assert second.line_up not in first.seatings()


def test_one_block_of_each_line_up_comes_before_the_second_of_any() -> None:
    blocks = made(6, 3, 2)
    first, second = blocks[:20], blocks[20:]
    assert [set(block.line_up) for block in first] == [set(block.line_up) for block in second]
    assert {tuple(sorted(block.line_up)) for block in first} == set(combinations(range(6), 3))
    assert [block.index for block in blocks] == list(range(40))


@pytest.mark.parametrize(("bots", "seats", "limit"), [(6, 3, None), (8, 4, None), (10, 2, None), (40, 4, 200)])
def test_a_tournament_is_balanced_whenever_it_stops(bots: int, seats: int, limit: int | None) -> None:
    blocks = [block.line_up for block in made(bots, seats, 2, limit)]
    assert max(spread(appearances(blocks[:stop], bots)) for stop in range(1, len(blocks))) <= 3


def test_a_block_publishes_the_commitment_to_its_deal() -> None:
    assert [block.commitment for block in made(4, 4, 3)] == [commit(deal_of(block)) for block in range(3)]


def test_a_deal_is_the_keyed_hash_of_the_block_number() -> None:
    assert deal(b"secret", 12) == hmac.new(b"secret", b"12", hashlib.sha256).digest()
    assert len({deal(secret, block) for secret in (b"one", b"two") for block in range(100)}) == 200


def identity(**changed: object) -> str:
    known: dict[str, object] = {
        "tournament": "spring",
        "block": 3,
        "rotation": 1,
        "versions": ("aa", "bb"),
        "game": "yspahan",
        "epoch": 1,
        "settings": {"goods": "all", "board": "small"},
    }
    return game_id(**(known | changed))  # type: ignore[arg-type]  # checked by running it


def test_a_game_id_says_what_is_played() -> None:
    """Pinned: another id for the same game would play it a second time."""
    assert identity() == "f9eeacae2650c0ff021b"
    assert identity(settings={"board": "small", "goods": "all"}, versions=["aa", "bb"]) == identity()


@pytest.mark.parametrize(
    ("field", "other"),
    [
        ("tournament", "autumn"),
        ("block", 4),
        ("rotation", 0),
        ("versions", ("bb", "aa")),
        ("game", "tadmor"),
        ("epoch", 2),
        ("settings", {}),
    ],
)
def test_a_game_that_differs_in_anything_has_another_id(field: str, other: object) -> None:
    assert identity(**{field: other}) != identity()
