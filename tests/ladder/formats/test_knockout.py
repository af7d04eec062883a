"""Knockout: every round takes somebody out, the last one is a full table, and every table is decided."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from serai.ladder.model.formats import knockout
from serai.ladder.model.formats.results import LineUp, NextRound, Result, Stage
from tests.ladder.formats.played import drawn, play, play_all, shared

SEATS = st.sampled_from([2, 3, 4])


def cup(bots: int, seats: int, blocks: int = 1) -> Cup:
    return Cup(bots, seats, blocks)


class Cup:
    def __init__(self, bots: int, seats: int, blocks: int) -> None:
        self.bots, self.seats, self.blocks = bots, seats, blocks

    def next(self, made: Sequence[Stage]) -> NextRound | None:
        return knockout.next_round(range(self.bots), self.seats, self.blocks, made)


def mains(made: Sequence[Stage]) -> list[Stage]:
    return [stage for stage in made if not stage.is_extra]


def field(stage: Stage) -> set[int]:
    return {*stage.byes, *(bot for table in stage.tables for bot in table)}


@given(bots=st.integers(2, 70), seats=SEATS, seed=st.integers(0, 99))
def test_every_round_has_fewer_bots_and_the_last_is_one_full_table(bots: int, seats: int, seed: int) -> None:
    rng = random.Random(seed)
    made = mains(play_all(cup(bots, seats).next, lambda table: drawn(rng, table)))
    if bots < seats:
        assert made == []
        return
    fields = [field(stage) for stage in made]
    assert fields[0] == set(range(bots))
    assert all(later < earlier for earlier, later in itertools.pairwise(fields))
    assert len(fields[-1]) == seats
    assert all(len(table) == seats for stage in made for table in stage.tables)
    assert all(sum(map(len, stage.tables)) + len(stage.byes) == len(field(stage)) for stage in made)


@given(bots=st.integers(2, 70), seats=SEATS)
def test_without_luck_the_first_seed_wins_and_top_seeds_have_the_byes(bots: int, seats: int) -> None:
    if bots < seats:
        return
    made = play_all(cup(bots, seats).next, lambda table: drawn(random.Random(0), table, 0.0))
    assert knockout.placing(range(bots), made, 1)[0] == 0
    assert sorted(knockout.placing(range(bots), made, 1)) == list(range(bots))
    for stage in mains(made):
        assert list(stage.byes) == sorted(field(stage))[: len(stage.byes)]


@given(bots=st.integers(2, 40), seats=SEATS, blocks=st.integers(1, 3))
def test_ties_get_more_blocks_and_then_the_better_seed_goes_on(bots: int, seats: int, blocks: int) -> None:
    if bots < seats:
        return
    made = play_all(cup(bots, seats, blocks).next, shared)
    assert sum(stage.blocks for stage in made) == 2 * blocks * len(mains(made))
    assert knockout.placing(range(bots), made, blocks)[0] == 0


@given(bots=st.integers(2, 24), seats=SEATS, blocks=st.integers(1, 7), seed=st.integers(0, 99))
def test_a_match_that_ends_early_ends_as_it_would_have_after_all_its_blocks(
    bots: int, seats: int, blocks: int, seed: int
) -> None:
    """The same blocks of the same tables come out alike in both cups; one always plays them all."""
    if bots < seats:
        return
    short, whole = cup(bots, seats, blocks), cup(bots, seats, blocks)

    def all_at_once(made: Sequence[Stage]) -> NextRound | None:
        new = whole.next(made)
        return new if new is None or new.is_extra else replace(new, blocks=blocks)

    early, late = play_all(short.next, Drawn(seed)), play_all(all_at_once, Drawn(seed))
    assert [stage.tables for stage in mains(early)] == [stage.tables for stage in mains(late)]
    assert knockout.placing(range(bots), early, blocks)[0] == knockout.placing(range(bots), late, blocks)[0]
    for table, given_out in Counter(table for stage in early for table in stage.tables * stage.blocks).items():
        assert given_out <= sum(stage.blocks for stage in late if table in stage.tables)


class Drawn:
    """The results of tables, block by block: those of a table do not depend on when they are asked for."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._asked = Counter[LineUp]()

    def __call__(self, table: LineUp) -> Result:
        self._asked[table] += 1
        return drawn(random.Random(f"{self._seed} {table} {self._asked[table]}"), table)


@pytest.mark.parametrize(("seats", "blocks", "played"), [(2, 1, 1), (2, 3, 2), (2, 7, 4), (3, 5, 3), (4, 3, 2)])
def test_a_final_that_one_bot_wins_throughout_has_the_fewest_blocks(seats: int, blocks: int, played: int) -> None:
    made = play_all(cup(seats, seats, blocks).next, winner_low)
    assert [len(stage.results) for stage in made] == [played]


@pytest.mark.parametrize(
    ("bots", "seats", "fields"),
    [
        (6, 2, [6, 4, 2]),
        (8, 2, [8, 4, 2]),
        (6, 3, [6, 3]),
        (9, 3, [9, 3]),
        (27, 3, [27, 9, 3]),
        (6, 4, [6, 4]),
        (8, 4, [8, 4]),
        (16, 4, [16, 8, 4]),
    ],
)
def test_how_many_are_left_in_each_round(bots: int, seats: int, fields: list[int]) -> None:
    made = play_all(cup(bots, seats).next, lambda table: drawn(random.Random(0), table, 0.0))
    assert [len(field(stage)) for stage in mains(made)] == fields


def test_the_first_seed_meets_the_last() -> None:
    new = cup(8, 2).next([])
    assert new is not None
    assert new.tables == ((0, 7), (1, 6), (2, 5), (3, 4))


def test_blocks_won_come_before_half_points() -> None:
    """Two blocks narrowly won are more than one block won by everything."""
    narrow, high = Result({0: 3, 1: 1}), Result({0: 0, 1: 4})
    made = [Stage(((0, 1),), (), (narrow, narrow, high), 3)]
    assert knockout.Match(made, [0, 1], 3).order((0, 1)) == [0, 1]
    assert cup(2, 2, 3).next(made) is None


def test_a_table_says_who_goes_on_when_it_is_decided_and_not_before() -> None:
    """Blocks that were given out and are not on record yet may turn it: two of three are needed."""
    narrow, high = Result({0: 3, 1: 1}), Result({0: 0, 1: 4})
    table = (0, 1)

    def shown(*results: Result) -> knockout.Played:
        given_out = [
            Stage((table,), (), results[:2], 2),
            *(Stage((table,), (), (more,), 1, True) for more in results[2:]),
        ]
        return knockout.Match(given_out, [0, 1], 3).tables()[0]

    assert shown(narrow).is_open
    assert not shown(narrow, narrow).is_open
    assert shown(narrow, high).is_open
    assert shown(narrow, high, narrow) == knockout.Played((0, 1), (narrow, high, narrow), 1, is_open=False)


def test_who_was_disabled_is_last_and_the_best_loser_fills_the_table() -> None:
    made = [play(knockout.next_round(range(6), 3, 1, []) or NextRound("", (), 0), winner_low)]
    survivors = knockout.Match(made, range(6), 1).survivors()
    left = [bot for bot in range(6) if bot != survivors[0]]
    final = knockout.next_round(left, 3, 1, made)
    assert final is not None
    assert final.title == "final"
    assert survivors[0] not in final.tables[0]


def winner_low(table: LineUp) -> Result:
    return drawn(random.Random(0), table, 0.0)
