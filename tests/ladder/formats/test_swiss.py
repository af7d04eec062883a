"""Swiss: everybody plays or has a bye, those who stand alike meet, nobody meets again without need."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, product

from hypothesis import given
from hypothesis import strategies as st

from serai.ladder.model.formats import swiss
from serai.ladder.model.formats.results import LineUp, NextRound, Result, Stage
from tests.ladder.formats.played import drawn, play, play_all

SEATS = st.sampled_from([2, 3, 4])


def rounds(bots: int, seats: int, many: int, seed: int) -> list[Stage]:
    rng = random.Random(seed)
    return play_all(lambda made: swiss.next_round(range(bots), seats, many, 2, made), lambda table: drawn(rng, table))


@given(bots=st.integers(4, 17), seats=SEATS, many=st.integers(1, 8), seed=st.integers(0, 99))
def test_in_every_round_everybody_sits_at_one_table_or_has_a_bye(bots: int, seats: int, many: int, seed: int) -> None:
    made = rounds(bots, seats, many, seed)
    assert len(made) == many
    for stage in made:
        assert sorted([*stage.byes, *(bot for table in stage.tables for bot in table)]) == list(range(bots))
        assert all(len(table) == seats for table in stage.tables)
        assert len(stage.byes) == bots % seats


@given(bots=st.integers(4, 17), seats=SEATS, many=st.integers(1, 8), seed=st.integers(0, 99))
def test_nobody_has_a_second_bye_before_everybody_had_one(bots: int, seats: int, many: int, seed: int) -> None:
    had = Counter(bot for stage in rounds(bots, seats, many, seed) for bot in stage.byes)
    counts = [had[bot] for bot in range(bots)]
    assert max(counts) - min(counts) <= 1


@given(bots=st.integers(2, 9).map(lambda half: 2 * half), seed=st.integers(0, 99))
def test_two_at_a_table_never_meet_again_while_half_of_the_field_is_new_to_each(bots: int, seed: int) -> None:
    """As long as everybody has met fewer than half of the others, pairs that never met are there (Dirac's theorem)."""
    made = rounds(bots, 2, bots // 2, seed)
    assert max(swiss.met(made).values()) == 1


@given(bots=st.integers(4, 14), seats=SEATS, many=st.integers(1, 7), seed=st.integers(0, 99))
def test_no_exchange_of_two_bots_would_save_a_rematch(bots: int, seats: int, many: int, seed: int) -> None:
    made = rounds(bots, seats, many, seed)
    before, last = swiss.met(made[:-1]), made[-1]

    def again(tables: tuple[LineUp, ...]) -> int:
        return sum(before[pair] ** 2 for table in tables for pair in combinations(sorted(table), 2))

    for one, other in combinations(last.tables, 2):
        for first, second in product(one, other):
            swapped = (
                tuple(second if bot == first else bot for bot in one),
                tuple(first if bot == second else bot for bot in other),
            )
            assert again(swapped) >= again((one, other))


def test_those_with_the_same_score_meet() -> None:
    made = [play(swiss.next_round(range(8), 2, 3, 1, []) or NextRound("", (), 0), winner_is_first)]
    new = swiss.next_round(range(8), 2, 3, 1, made)
    points = swiss.scores(range(8), made)
    assert new is not None
    assert all(points[one] == points[other] for one, other in new.tables)


def winner_is_first(table: LineUp) -> Result:
    return Result({bot: 4 if bot == min(table) else 0 for bot in table})


def test_a_bye_is_worth_half_and_a_win_of_everything_one() -> None:
    made = [Stage(((0, 1),), (2,), (winner_is_first((0, 1)),))]
    assert swiss.scores(range(4), made) == {0: 1.0, 1: 0.0, 2: 0.5, 3: 0.0}


def test_the_strong_come_out_on_top() -> None:
    made = play_all(
        lambda stages: swiss.next_round(range(12), 3, 6, 2, stages), lambda table: drawn(random.Random(0), table, 0.0)
    )
    points = swiss.scores(range(12), made)
    assert {0, 1, 2} <= set(sorted(points, key=lambda bot: -points[bot])[:4])


def test_bots_that_are_left_over_end_it() -> None:
    assert swiss.next_round([1, 2], 3, 5, 1, []) is None
