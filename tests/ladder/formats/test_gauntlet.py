"""Gauntlet: the hero sits at every table, the others equally often."""

from __future__ import annotations

from collections import Counter
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from serai.ladder.model.format import Format
from serai.ladder.model.formats.gauntlet import line_ups_with
from serai.ladder.storage.tournaments import first_blocks


@given(bots=st.integers(4, 9), seats=st.sampled_from([2, 3, 4]), hero=st.integers(0, 3), limit=st.integers(1, 12))
def test_the_hero_is_everywhere_and_the_others_come_equally_often(bots: int, seats: int, hero: int, limit: int) -> None:
    others = [bot for bot in range(bots) if bot != hero]
    line_ups = line_ups_with(hero, others, seats, limit)
    assert len(set(line_ups)) == len(line_ups) <= min(limit, comb(bots - 1, seats - 1))
    assert all(hero in line_up and len(set(line_up)) == seats for line_up in line_ups)
    came = Counter(bot for line_up in line_ups for bot in line_up if bot != hero)
    counts = [came[bot] for bot in others]
    assert max(counts) - min(counts) <= 1


def test_every_block_of_it_is_played_in_all_seats() -> None:
    blocks = first_blocks(Format("gauntlet", 2, hero=1), 4, 3, lambda index: bytes([index]))
    assert len(blocks) == 2 * comb(3, 2)
    for block in blocks:
        assert [{seating[seat] for seating in block.seatings()} for seat in range(3)] == [set(block.line_up)] * 3


def test_too_few_others_are_a_mistake() -> None:
    with pytest.raises(ValueError, match="2 bots cannot fill a table of 3 seats"):
        line_ups_with(0, [1], 3)
