"""Luck: a pure function of deal, purpose and number of the draw, fair, and the same in every language."""

from __future__ import annotations

import hashlib
import json
import pickle
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from serai.referee.core.luck import DEAL_BYTES, Luck, commit, draw

VECTORS = json.loads(Path(__file__).with_name("luck.json").read_text(encoding="utf-8"))
DEAL = bytes(range(DEAL_BYTES))
DEALS = st.binary(min_size=DEAL_BYTES, max_size=DEAL_BYTES)
HALF_REJECTED = (1 << 63) + 1  # nearly every second word is thrown away


def word(deal: bytes, message: str) -> int:
    """What the description of a draw says, written a second time."""
    return int(hashlib.blake2b(message.encode(), key=deal, digest_size=8).hexdigest(), 16)


@pytest.mark.parametrize("row", VECTORS["draws"], ids=lambda row: f"{row['purpose']}-{row['n']}-{row['bound']}")
def test_draws_are_those_that_are_published(row: Any) -> None:
    """Anybody can check their own verifier against luck.json."""
    assert draw(bytes.fromhex(row["deal"]), row["purpose"], row["n"], int(row["bound"])) == int(row["value"])


@pytest.mark.parametrize("row", VECTORS["commitments"], ids=lambda row: str(row["deal"])[:8])
def test_commitments_are_those_that_are_published(row: Any) -> None:
    deal = bytes.fromhex(row["deal"])
    assert commit(deal) == row["commitment"] == hashlib.sha256(b"serai deal\n" + deal).hexdigest()


@given(DEALS, st.text(), st.integers(0, 10**9), st.integers(1, 1 << 64))
def test_a_draw_is_below_its_bound_and_always_the_same(deal: bytes, purpose: str, n: int, bound: int) -> None:
    value = draw(deal, purpose, n, bound)
    assert 0 <= value < bound
    assert draw(deal, purpose, n, bound) == value


def test_a_word_beyond_the_fair_range_is_thrown_away_and_the_next_one_taken() -> None:
    rejected = 0
    for n in range(200):
        words = [word(DEAL, f"coin\n{n}"), *(word(DEAL, f"coin\n{n}\n{k}") for k in range(1, 64))]
        rejected += words[0] >= HALF_REJECTED
        assert draw(DEAL, "coin", n, HALF_REJECTED) == next(fair for fair in words if fair < HALF_REJECTED)
    assert 70 < rejected < 130


def test_rejection_keeps_a_draw_fair() -> None:
    """Without it the lower half of this range would come up twice as often."""
    bound = 3 << 62
    low = sum(draw(DEAL, "fair", n, bound) < bound // 2 for n in range(4000))
    assert 1850 < low < 2150


def test_dice_show_every_face_about_equally_often() -> None:
    faces = Counter(draw(DEAL, "dice", n, 6) for n in range(6000))
    assert sorted(faces) == [0, 1, 2, 3, 4, 5]
    assert all(900 < count < 1100 for count in faces.values())


def test_draws_come_in_order_and_each_purpose_counts_for_itself() -> None:
    luck = Luck(DEAL)
    mixed = [(luck.below(6, "dice"), luck.below(52, "deck")) for _ in range(20)]
    assert [dice for dice, _ in mixed] == [draw(DEAL, "dice", n, 6) for n in range(20)]
    assert [card for _, card in mixed] == [draw(DEAL, "deck", n, 52) for n in range(20)]
    assert luck.drawn == {"dice": 20, "deck": 20}


def test_another_deal_or_purpose_gives_other_draws() -> None:
    def run(deal: bytes, purpose: str) -> list[int]:
        return [draw(deal, purpose, n, 1 << 32) for n in range(8)]

    runs = [run(DEAL, "dice"), run(DEAL, "deck"), run(bytes(DEAL_BYTES), "dice")]
    assert len({tuple(one) for one in runs}) == len(runs)


def test_a_clone_draws_the_same_and_neither_moves_the_other() -> None:
    luck = Luck(DEAL)
    luck.below(6, "dice")
    clone = luck.clone()
    ahead = [clone.below(6, "dice") for _ in range(5)]
    assert luck.drawn == {"dice": 1}
    assert [luck.below(6, "dice") for _ in range(5)] == ahead
    luck.below(6, "deck")
    assert "deck" not in clone.drawn


@given(DEALS, st.lists(st.integers(), max_size=30))
def test_a_shuffle_keeps_every_item_and_leaves_the_original_alone(deal: bytes, items: list[int]) -> None:
    before = items[:]
    luck = Luck(deal)
    pile = luck.shuffled(items, "deck")
    assert items == before
    assert Counter(pile) == Counter(items)
    assert luck.drawn.get("deck", 0) == max(0, len(items) - 1)


def test_a_shuffle_takes_its_draws_from_the_top() -> None:
    luck = Luck(DEAL)
    pile = list("abcd")
    for last, n in ((3, 0), (2, 1), (1, 2)):
        other = draw(DEAL, "deck", n, last + 1)
        pile[last], pile[other] = pile[other], pile[last]
    assert luck.shuffled("abcd", "deck") == pile


def test_every_order_of_three_is_about_equally_likely() -> None:
    luck = Luck(DEAL)
    orders = Counter("".join(luck.shuffled("abc", "deck")) for _ in range(6000))
    assert len(orders) == 6
    assert all(900 < count < 1100 for count in orders.values())


def test_luck_comes_back_from_a_pickle() -> None:
    luck = Luck(DEAL)
    luck.below(6, "dice")
    back = pickle.loads(pickle.dumps(luck))
    assert (back.deal, back.drawn) == (luck.deal, luck.drawn)
    assert back.below(6, "dice") == luck.below(6, "dice")
