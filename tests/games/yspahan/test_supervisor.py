"""Moving the Supervisor and sending goods."""

import pytest

from serai.referee.core.errors import IllegalAction
from serai.referee.games.yspahan.board import SQUARE_NAMES, STEPS
from serai.referee.games.yspahan.supervisor import Order, Ransom
from tests.games.yspahan.table import GameTable


def squares(table: GameTable, name: str) -> list[str]:
    """Where the player may move the Supervisor now."""
    return [option.removeprefix("go:") for option in table.player(name).options]


def moving(value: int, gold: int = 0, square: str = "hub", dice: int = 1) -> GameTable:
    """Green moves the Supervisor from this square with dice of this value."""
    table = GameTable()
    table.supervisor(square)
    table.green.set(gold=gold)
    table.turn("green", camel=(value, dice))
    table.green.does("super")
    return table


def test_he_moves_by_the_value_of_the_dice() -> None:
    """Y-SV-01: without gold exactly three squares, on every arm."""
    assert squares(moving(3), "green") == ["w3", "n3", "e3", "s3"]


def test_the_number_of_dice_plays_no_part() -> None:
    """Y-SV-01: seven threes move him as far as one."""
    assert squares(moving(3, dice=7), "green") == squares(moving(3, dice=1), "green")


def test_each_gold_changes_the_distance_by_one() -> None:
    """Y-SV-02: with one gold two, three or four squares; four cost the gold."""
    table = moving(3, gold=1)
    assert squares(table, "green") == ["w2", "w3", "w4", "n2", "n3", "n4", "e2", "e3", "e4", "s2", "s3", "s4"]
    table.green.does("go:w4")
    assert table.where == "w4"
    assert table.green.gold == 0


def test_the_exact_distance_costs_nothing() -> None:
    """Y-SV-02."""
    table = moving(3, gold=5)
    table.green.does("go:e3")
    assert table.green.gold == 5


@pytest.mark.parametrize(("square", "shop", "value"), [("s2", "bag.white.2", 2), ("w5", "bag.yellow.1", 1)])
def test_the_distance_may_be_reduced_to_nothing_example_15(square: str, shop: str, value: int) -> None:
    """Example 15, Y-SV-03, R14: for as much gold a two or a one becomes a zero, and the goods there are sent again."""
    table = GameTable()
    table.goods(blue=shop)
    table.supervisor(square)
    table.green.set(gold=value)
    table.turn("green", camel=(value, 1))
    table.green.does("super", f"go:{square}")
    assert table.green.gold == 0
    assert (table.in_shop(shop), table.in_caravan) == (None, "blue")


def test_he_may_not_go_back_and_forth() -> None:
    """Y-SV-04, R15: from the end of the east arm a two leads to e5, never to e6 and back; there is nothing to ask."""
    assert moving(2, square="e7").where == "e5"
    assert moving(1, square="e7").where == "e6"


def test_he_does_not_leave_the_hub_by_the_arm_of_arrival() -> None:
    """Y-SV-04, R15: from w1 a three leads over the hub into the other arms, or outwards, never back to w1."""
    assert squares(moving(3, square="w1"), "green") == ["w4", "n2", "e2", "s2"]


def test_every_square_has_one_route() -> None:
    """Y-SV-04, R15: distances are symmetric, and neighbours are one step apart."""
    for start, steps in enumerate(STEPS):
        assert steps[start] == 0
        assert all(steps[end] == STEPS[end][start] for end in range(len(STEPS)))
    assert sum(steps == 1 for row in STEPS for steps in row) == 2 * (len(SQUARE_NAMES) - 1)


@pytest.mark.parametrize("value", range(1, 7))
def test_there_always_is_a_square(value: int) -> None:
    """Y-SV-01: from every square some square lies exactly as far as the dice say, so nobody is stuck."""
    assert all(value in steps for steps in STEPS)


def test_squares_passed_send_nothing() -> None:
    """Y-SV-05: he walks past Red's goods on w1 and w2 and stops on w3."""
    table = GameTable()
    table.goods(red="bag.white.1 chest.blue.1 bag.white.3")
    table.turn("green", camel=(3, 1))
    table.green.does("super", "go:w3")
    assert [table.in_shop("bag.white.1"), table.in_shop("chest.blue.1")] == ["red", "red"]
    assert table.in_shop("bag.white.3") is None
    assert table.in_caravan == "red"


def test_all_goods_at_the_square_are_sent() -> None:
    """Y-SV-06: two of Red's; which goes first is not worth a question."""
    table = GameTable()
    table.goods(red="barrel.white.1 vase.blue.1")
    table.turn("green", camel=(1, 1))
    table.green.does("super", "go:e1")
    assert [table.in_shop("barrel.white.1"), table.in_shop("vase.blue.1")] == [None, None]
    assert table.in_caravan == "red red"


def test_whoever_owns_them() -> None:
    """Y-SV-06: also the mover's own good."""
    table = GameTable()
    table.goods(green="chest.blue.1")
    table.turn("green", camel=(2, 1))
    table.green.does("super", "go:w2")
    assert table.in_caravan == "green"


def test_an_empty_shop_sends_nothing() -> None:
    """Y-SV-06: neither does the hub."""
    table = moving(2)
    table.green.does("go:n2")
    assert table.in_caravan == ""
    assert not table.green.asked


@pytest.mark.parametrize(("first", "caravan"), [("bag.white.1", "red yellow"), ("barrel.white.1", "yellow red")])
def test_the_mover_chooses_the_order(first: str, caravan: str) -> None:
    """Y-SV-07, R16: goods of Red and Yellow at s1."""
    table = GameTable()
    table.goods(red="bag.white.1", yellow="barrel.white.1")
    table.turn("green", camel=(1, 1))
    table.green.does("super", "go:s1")
    assert table.green.must(Order)
    assert table.green.options == ["first:bag.white.1", "first:barrel.white.1"]
    table.green.does(f"first:{first}")
    assert table.in_caravan == caravan


def test_each_good_is_dealt_with_before_the_next() -> None:
    """Y-SV-07, R16: Yellow sees that Red has paid before he decides; Red's good lies in the caravan already."""
    table = GameTable()
    table.goods(red="bag.white.1", yellow="barrel.white.1")
    table.red.set(camels=1)
    table.yellow.set(camels=1)
    table.turn("green", camel=(1, 1))
    table.green.does("super", "go:s1", "first:bag.white.1")
    assert table.red.must(Ransom)
    assert not table.yellow.asked
    table.red.does("pay")
    assert table.yellow.must(Ransom)
    assert table.in_caravan == "red"


def test_a_camel_keeps_the_good_in_the_shop() -> None:
    """Y-SV-08: one from the stock is sent instead."""
    table = GameTable()
    table.goods(red="chest.blue.1")
    table.red.set(camels=2)
    table.turn("green", camel=(2, 1))
    table.green.does("super", "go:w2")
    table.red.does("pay")
    assert (table.red.camels, table.red.stock) == (1, 23)
    assert table.in_shop("chest.blue.1") == "red"
    assert table.in_caravan == "red"
    assert table.red.score == 2


def test_the_owner_decides_out_of_turn() -> None:
    """Y-SV-09: Red is asked in Green's turn, Green is not."""
    table = GameTable()
    table.goods(red="chest.blue.1")
    table.red.set(camels=2)
    table.turn("green", camel=(2, 1))
    table.green.does("super", "go:w2")
    assert table.red.must(Ransom)
    assert table.red.options == ["send", "pay"]
    assert table.state.active == 1
    with pytest.raises(IllegalAction, match="seat 1 is not asked"):
        table.green.does("send")


def test_the_mover_decides_for_his_own_good() -> None:
    """Y-SV-09, R17."""
    table = GameTable()
    table.goods(green="chest.blue.1")
    table.green.set(camels=1)
    table.turn("green", camel=(2, 1))
    table.green.does("super", "go:w2", "pay")
    assert table.in_shop("chest.blue.1") == "green"
    assert (table.green.camels, table.in_caravan) == (0, "green")


def test_two_goods_of_one_owner_are_two_decisions() -> None:
    """Y-SV-09, R16: Red keeps the first and lets the second go."""
    table = GameTable()
    table.goods(red="barrel.white.1 vase.blue.1")
    table.red.set(camels=2)
    table.turn("green", camel=(1, 1))
    table.green.does("super", "go:e1")
    table.red.does("pay", "send")
    assert [table.in_shop("barrel.white.1"), table.in_shop("vase.blue.1")] == ["red", None]
    assert (table.red.camels, table.in_caravan) == (1, "red red")


def test_the_last_camel_keeps_one_good_only() -> None:
    """Y-SV-10: after paying for the first Red is not asked about the second."""
    table = GameTable()
    table.goods(red="barrel.white.1 vase.blue.1")
    table.red.set(camels=1)
    table.turn("green", camel=(1, 1))
    table.green.does("super", "go:e1")
    table.red.does("pay")
    assert not table.red.asked
    assert [table.in_shop("barrel.white.1"), table.in_shop("vase.blue.1")] == ["red", None]


def test_without_a_camel_the_good_goes() -> None:
    """Y-SV-10: Red is not asked."""
    table = GameTable()
    table.goods(red="chest.blue.1")
    table.turn("green", camel=(2, 1))
    table.green.does("super", "go:w2")
    assert not table.red.asked
    assert table.in_shop("chest.blue.1") is None


def test_without_a_good_in_stock_the_good_goes_example_22() -> None:
    """Example 22, Y-SV-10, R18: what travels instead must come from the stock."""
    table = GameTable()
    table.goods(red="chest.blue.1")
    table.red.set(camels=2, stock=0)
    table.turn("green", camel=(2, 1))
    table.green.does("super", "go:w2")
    assert not table.red.asked
    assert table.in_shop("chest.blue.1") is None
    assert table.red.camels == 2
