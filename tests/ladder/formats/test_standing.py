"""The standing ladder: nobody starves, blocks go where the order is uncertain, authors are kept apart if wanted."""

from __future__ import annotations

import itertools
from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from serai.ladder.model.formats.standing import Ladder, Strength

SEATS = st.sampled_from([2, 3, 4])
ELO = st.floats(800, 2400)
ERROR = st.floats(1, 400)


@settings(max_examples=40)
@given(
    known=st.lists(st.tuples(ELO, ERROR), min_size=4, max_size=20),
    seats=SEATS,
    rounds=st.integers(1, 12),
)
def test_nobody_waits_longer_than_a_few_turns_of_everybody(
    known: list[tuple[float, float]], seats: int, rounds: int
) -> None:
    """Whatever is believed of the bots, and however long: everybody sits down within five turns of all."""
    bots = range(len(known))
    strengths = {bot: Strength(*of) for bot, of in enumerate(known)}
    ladder = Ladder()
    line_ups = [line_up for _ in range(rounds) for line_up in ladder.choose(bots, seats, 12, strengths)]
    turn = -(-len(known) // seats)
    for bot in bots:
        sat = [-1, *(at for at, line_up in enumerate(line_ups) if bot in line_up), len(line_ups)]
        assert max(later - earlier for earlier, later in itertools.pairwise(sat)) <= 4 * turn + len(known) + 1
    assert all(len(set(line_up)) == seats for line_up in line_ups)


@given(bots=st.integers(4, 12), seats=SEATS)
def test_the_same_follows_from_the_same(bots: int, seats: int) -> None:
    """Whoever has watched the ladder from the beginning, and whoever reads its schedule now, choose alike."""
    strengths = {bot: Strength(1500 + 10 * bot, 50 + bot) for bot in range(bots)}
    watched = Ladder()
    before = watched.choose(range(bots), seats, 12, strengths)
    read = Ladder(before)
    assert read.choose(range(bots), seats, 5, strengths) == watched.choose(range(bots), seats, 5, strengths)


def test_blocks_go_to_those_whose_order_is_uncertain() -> None:
    """0 and 1 are close and little known; 2 and 3 are far from everybody and well known."""
    strengths = {0: Strength(1510, 80), 1: Strength(1500, 80), 2: Strength(2200, 20), 3: Strength(900, 20)}
    ladder = Ladder([(0, 1), (2, 3)])
    spent = Counter(ladder.choose(range(4), 2, 20, strengths))
    assert spent[0, 1] > 10
    assert spent[2, 3] == 0


@given(bots=st.integers(4, 9), seats=SEATS)
def test_bots_of_whom_nothing_is_known_all_meet(bots: int, seats: int) -> None:
    """In a first round the same pairs sat together again and again, and the ladder fell into parts."""
    pairs = set(itertools.combinations(range(bots), 2))
    line_ups = Ladder().choose(range(bots), seats, 2 * len(pairs), {})
    assert {pair for line_up in line_ups for pair in itertools.combinations(line_up, 2)} == pairs


def test_a_newcomer_sits_down_first() -> None:
    ladder = Ladder([(0, 1)] * 30)
    assert 2 in ladder.choose(range(3), 2, 1, {0: Strength(1500, 300), 1: Strength(1500, 300)})[0]


@given(bots=st.integers(4, 12), seats=SEATS)
def test_bots_of_one_author_are_kept_apart_where_there_are_others(bots: int, seats: int) -> None:
    authors = {0: "ann", 1: "ann", **{bot: f"author {bot}" for bot in range(2, bots)}}
    line_ups = Ladder().choose(range(bots), seats, 30, {}, authors)
    if bots > seats:
        assert not any({0, 1} <= set(line_up) for line_up in line_ups)


def test_bots_without_an_author_are_not_of_one_author() -> None:
    assert Ladder().choose(range(2), 2, 1, {}, {0: "", 1: ""}) == [(0, 1)]
