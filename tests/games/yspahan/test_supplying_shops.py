"""Supplying shops."""

import pytest

from serai.referee.core.errors import IllegalAction
from serai.referee.games.yspahan.shops import Place
from tests.games.yspahan.table import GameTable

VASE_FREE = ["vase.blue.1", "vase.yellow.1", "vase.yellow.2", "vase.orange.1", "vase.orange.2", "vase.orange.3"]


def test_as_many_goods_as_dice() -> None:
    """Y-PL-01: three dice, three goods, from the own stock."""
    table = GameTable()
    table.turn("green", barrel=(6, 3))
    table.green.does("main", "put:barrel.pink.2", "put:barrel.pink.1")
    assert [table.in_shop(f"barrel.pink.{shop}") for shop in range(1, 6)] == ["green", "green", "green", None, None]
    assert table.green.stock == 22
    assert not table.green.must(Place)


def test_only_in_the_neighbourhood_of_the_box() -> None:
    """Y-PL-02: with dice from vase every shop offered is in vase."""
    table = GameTable()
    table.turn("green", vase=(4, 1))
    table.green.does("main")
    assert table.green.options == [f"put:{shop}" for shop in VASE_FREE]


def test_no_supplying_where_all_shops_are_full() -> None:
    """Y-PL-03, R9."""
    table = GameTable()
    table.goods(green=" ".join(VASE_FREE))
    table.turn("green", vase=(4, 1))
    assert table.green.options == ["super", "draw"]


def test_no_supplying_where_all_souks_are_foreign() -> None:
    """Y-PL-03, R9: five empty shops, but Red has begun every souk of the neighbourhood that is not full."""
    table = GameTable()
    table.goods(red="chest.blue.1 chest.yellow.1 chest.pink.1")
    table.turn("green", chest=(4, 1))
    assert table.green.options == ["super", "draw"]
    with pytest.raises(IllegalAction):
        table.green.does("main")


def test_a_closed_box_may_be_taken_all_the_same() -> None:
    """Y-PL-04, R9: for the Supervisor or a card."""
    table = GameTable()
    table.goods(red="chest.blue.1 chest.yellow.1 chest.pink.1")
    table.turn("green", camel=(1, 1), chest=(4, 1))
    assert table.green.options == ["take:camel", "take:chest"]
    table.green.does("take:chest", "draw")
    assert len(table.green.hand) == 1


def test_one_good_in_a_shop() -> None:
    """Y-PL-05: a filled shop is not offered again."""
    table = GameTable()
    table.turn("green", bag=(2, 2))
    table.green.does("main", "put:bag.white.2")
    assert table.green.options == ["put:bag.white.1", "put:bag.white.3"]


def test_no_good_in_a_souk_of_another() -> None:
    """Y-PL-06: Red's good in the blue and in the orange souk leaves Green the yellow one."""
    table = GameTable()
    table.goods(red="vase.blue.1 vase.orange.2")
    assert table.open_to("green", "vase") == ["vase.yellow.1", "vase.yellow.2"]


def test_no_new_souk_beside_an_unfinished_one() -> None:
    """Y-PL-07: Green has begun the pink souk and must go on there."""
    table = GameTable()
    table.goods(green="chest.pink.4")
    assert table.open_to("green", "chest") == ["chest.pink.1", "chest.pink.2", "chest.pink.3"]


def test_two_unfinished_souks_may_both_be_filled_example_17() -> None:
    """Example 17, Y-PL-07, R11: the Supervisor opened a complete souk of Blue's again; he may begin no third one."""
    table = GameTable()
    table.goods(blue="chest.blue.1 chest.yellow.1")
    assert table.open_to("blue", "chest") == ["chest.blue.2", "chest.yellow.2", "chest.yellow.3"]
    assert table.open_to("green", "chest") == ["chest.pink.1", "chest.pink.2", "chest.pink.3"]


def test_other_neighbourhoods_do_not_matter() -> None:
    """Y-PL-08: an unfinished souk in bag does not hinder Green in vase."""
    table = GameTable()
    table.goods(green="bag.white.1")
    assert table.open_to("green", "vase") == VASE_FREE


def test_a_souk_need_not_be_finished_at_once() -> None:
    """Y-PL-09: one good of five, and the turn is over; another day it goes on."""
    table = GameTable()
    table.turn("green", barrel=(6, 1))
    table.green.does("main", "put:barrel.pink.1")
    assert not table.green.asked
    assert table.open_to("green", "barrel") == ["barrel.pink.2", "barrel.pink.3"]


def test_a_souk_finished_and_another_begun() -> None:
    """Y-PL-10: within one action."""
    table = GameTable()
    table.goods(green="barrel.white.1")
    table.turn("green", barrel=(6, 2))
    table.green.does("main")
    assert table.in_shop("barrel.white.2") == "green"
    assert "put:barrel.blue.1" in table.green.options
    table.green.does("put:barrel.blue.1")
    assert table.in_shop("barrel.blue.1") == "green"


def test_goods_that_find_no_shop_stay_in_the_stock() -> None:
    """Y-PL-11: five dice, two shops: three goods are lost for the action, not for the player."""
    table = GameTable()
    table.goods(red="vase.blue.1 vase.orange.1")
    table.turn("green", vase=(5, 5))
    table.green.does("main", "put:vase.yellow.1")
    assert [table.in_shop("vase.yellow.1"), table.in_shop("vase.yellow.2")] == ["green", "green"]
    assert table.green.stock == 23
    assert not table.green.must(Place)


def test_as_many_as_possible_must_be_placed() -> None:
    """Y-PL-12, R10: there is no way to stop after the first of two goods."""
    table = GameTable()
    table.turn("green", bag=(2, 2))
    table.green.does("main", "put:bag.white.1")
    assert table.green.must(Place)
    with pytest.raises(IllegalAction):
        table.green.does("end")


def test_the_shop_is_chosen_freely_within_the_souk() -> None:
    """Y-PL-13: every shop at the street is offered."""
    table = GameTable()
    table.goods(red="chest.blue.1 chest.pink.1")
    assert table.open_to("green", "chest") == ["chest.yellow.1", "chest.yellow.2", "chest.yellow.3"]


def test_shops_away_from_the_street_are_alike() -> None:
    """Y-PL-13: of the five inner shops of bag.pink only the first empty one is offered."""
    table = GameTable()
    table.goods(green="bag.pink.2")
    assert table.open_to("green", "bag") == ["bag.pink.1", "bag.pink.3"]


def test_a_good_closes_the_souk_for_others() -> None:
    """Y-PL-14: Green begins the yellow souk, and Red can no longer place there."""
    table = GameTable()
    assert "vase.yellow.1" in table.open_to("red", "vase")
    table.turn("green", vase=(5, 1))
    table.green.does("main", "put:vase.yellow.2")
    assert table.open_to("red", "vase") == ["vase.blue.1", "vase.orange.1", "vase.orange.2", "vase.orange.3"]


@pytest.mark.parametrize(("foreign", "free"), [("", VASE_FREE), ("vase.blue.1", VASE_FREE[1:])])
def test_an_emptied_souk_is_open_again_example_18(foreign: str, free: list[str]) -> None:
    """Example 18, Y-PL-14, R12: the Supervisor takes Red's only good; Blue may begin the souk, Red any but Green's."""
    table = GameTable()
    table.goods(red="vase.yellow.1", green=foreign)
    table.turn("blue", camel=(3, 1))
    table.blue.does("super", "go:n3")
    assert table.open_to("blue", "vase") == table.open_to("red", "vase") == free
