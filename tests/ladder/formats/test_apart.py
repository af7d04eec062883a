"""Bots of one owner at no table together, in events whose line-ups are made at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from serai.ladder.errors import UserProblem
from serai.ladder.model.format import Format, Kind
from serai.ladder.model.schedule import Block
from serai.ladder.storage import hand, tournaments
from serai.ladder.storage.store import Store
from serai.ladder.storage.tournaments import first_blocks
from tests.ladder.growing import package

ROUND_ROBIN = Format(apart=True)


def tables(form: Format, owners: Sequence[str], seats: int) -> list[frozenset[int]]:
    whose = dict(enumerate(owners))
    blocks: Sequence[Block] = first_blocks(form, len(owners), seats, lambda index: bytes([index % 256]), whose=whose)
    return [frozenset(block.line_up) for block in blocks]


def allowed(owners: Sequence[str], seats: int) -> set[frozenset[int]]:
    """All line-ups in which no two have the same owner; those without one are in nobody's way."""
    return {
        frozenset(line_up)
        for line_up in combinations(range(len(owners)), seats)
        if all(not owners[a] or owners[a] != owners[b] for a, b in combinations(line_up, 2))
    }


@given(owners=st.lists(st.sampled_from(["", "anna", "ben", "cleo"]), min_size=3, max_size=8), seats=st.integers(2, 4))
def test_all_other_line_ups_are_played_once(owners: list[str], seats: int) -> None:
    if wanted := allowed(owners, seats):
        found = tables(ROUND_ROBIN, owners, seats)
        assert Counter(found) == Counter(wanted)
        hero = min(min(wanted, key=sorted))
        assert set(tables(Format("gauntlet", hero=hero, apart=True), owners, seats)) == {t for t in wanted if hero in t}
    elif seats <= len(owners):
        with pytest.raises(UserProblem, match="none is left when they are kept apart"):
            tables(ROUND_ROBIN, owners, seats)


def test_a_limit_takes_line_ups_in_which_all_come_up() -> None:
    owners = ["anna", "anna", "ben", "ben", "cleo", "cleo"]
    found = tables(Format(limit=6, apart=True), owners, 2)
    assert len(found) == len(set(found)) == 6
    assert set(found) <= allowed(owners, 2)
    assert Counter(bot for table in found for bot in table) == dict.fromkeys(range(6), 2)


@pytest.mark.parametrize("kind", ["swiss", "knockout"])
def test_where_results_say_who_meets_nobody_can_be_kept_apart(kind: Kind) -> None:
    with pytest.raises(UserProblem, match=f"who meets in a {kind} follows from results"):
        first_blocks(Format(kind, apart=True), 4, 2, lambda index: bytes([index]))


def test_owners_count_and_a_newcomer_is_kept_apart_too(store: Store) -> None:
    store.give_bot("ann", "anna")
    store.give_bot("late", "anna")
    entered = [package("ann"), package("ben", author="anna"), package("cid", author="cleo"), package("dan")]
    event = tournaments.create(store, "spring", "yspahan", entered, seats=3, blocks=1, form=ROUND_ROBIN)
    names = [{event.bots[bot].name for bot in block.line_up} for block in event.blocks]
    assert sorted(map(sorted, names)) == [["ann", "cid", "dan"], ["ben", "cid", "dan"]]
    assert event.format.as_json()["apart"] is True
    later = hand.add_bot(store, "spring", package("late"))
    new = [{later.bots[bot].name for bot in block.line_up} for block in list(later.blocks)[2:]]
    assert new == [{"cid", "dan", "late"}]
