"""The worked examples of RULES.md, section 13; those that show one clause stand among its tests."""

import pytest

from serai.referee.games.yspahan.calendar import end_week
from serai.referee.games.yspahan.supervisor import Order, Ransom
from tests.games.yspahan.table import GameTable


def roll_of_the_rulebook() -> GameTable:
    """Example 1 up to Blue's choice of dice."""
    table = GameTable()
    table.dice("113355666", "12")
    table.blue.does("roll:2")
    return table


def supervisor_of_the_rulebook() -> GameTable:
    """Example 5 up to Yellow's choice of an action."""
    table = GameTable()
    table.supervisor("w2")
    table.goods(yellow="bag.white.1 bag.white.2", blue="barrel.white.1")
    table.caravan("green")
    table.yellow.set(gold=4, camels=4)
    table.turn("yellow", barrel=(3, 2))
    return table


def test_example_1() -> None:
    """Example 1, RB: the roll."""
    table = roll_of_the_rulebook()
    assert table.blue.gold == 0
    assert table.tower == {
        "camel": (1, 2, 1),
        "bag": (2, 0, 1),
        "barrel": (3, 2, 0),
        "chest": (5, 2, 0),
        "gold": (6, 3, 0),
    }
    assert table.blue.options == ["take:camel", "take:bag", "take:barrel", "take:chest", "take:gold"]


def test_example_2() -> None:
    """Example 2, RB: yellow dice."""
    table = roll_of_the_rulebook()
    table.blue.does("take:camel", "main")
    assert table.blue.camels == 3
    assert table.tower == {"barrel": (3, 2, 0), "chest": (5, 2, 0), "gold": (6, 3, 0)}


def test_example_3() -> None:
    """Example 3, RB: gold."""
    table = roll_of_the_rulebook()
    table.blue.does("take:camel", "main", "end")
    table.green.does("take:gold", "main")
    assert table.green.gold == 5


def test_example_4() -> None:
    """Example 4, RB: supplying."""
    table = roll_of_the_rulebook()
    table.goods(blue="chest.yellow.2 chest.yellow.3", red="chest.blue.1")
    table.blue.does("take:camel", "main", "end")
    table.green.does("take:gold", "main")
    table.red.does("take:chest", "main")
    assert table.in_shop("chest.blue.2") == "red"
    assert table.red.options == ["put:chest.pink.1", "put:chest.pink.2", "put:chest.pink.3"]
    table.red.does("put:chest.pink.3")
    assert table.open_to("blue", "chest") == ["chest.yellow.1"]
    assert table.open_to("green", "chest") == table.open_to("yellow", "chest") == []
    assert table.open_to("red", "chest") == ["chest.pink.1", "chest.pink.2", "chest.pink.4"]


def test_example_5_what_yellow_may_do() -> None:
    """Example 5, RB: the Supervisor, and what each square costs."""
    table = supervisor_of_the_rulebook()
    assert table.yellow.options == ["main", "super", "draw"]
    costs = {0: "w5 n1 e1 s1", 1: "hub w4 w6 n2 e2 s2", 2: "w1 w3 w7 n3 e3 s3", 3: "w2 w8 n4 e4 s4", 4: "w9 e5 s5"}
    for cost, squares in costs.items():
        for square in squares.split():
            table = supervisor_of_the_rulebook()
            table.yellow.does("super", f"go:{square}")
            assert table.yellow.gold == 4 - cost
    table = supervisor_of_the_rulebook()
    table.yellow.does("super")
    assert set(table.yellow.options) == {f"go:{square}" for squares in costs.values() for square in squares.split()}


def test_example_5_the_squares_a() -> None:
    """Example 5, RB: e1 sends Blue's good only, s1 both, after the order was chosen."""
    table = supervisor_of_the_rulebook()
    table.yellow.does("super", "go:e1")
    assert table.in_caravan == "green blue"
    table = supervisor_of_the_rulebook()
    table.yellow.does("super", "go:s1")
    assert table.yellow.must(Order)
    assert table.yellow.options == ["first:bag.white.1", "first:barrel.white.1"]


def test_example_5_the_square_b() -> None:
    """Example 5, RB: for one gold Yellow goes to s2 and is asked about his own good."""
    table = supervisor_of_the_rulebook()
    table.yellow.does("super", "go:s2")
    assert table.yellow.gold == 3
    assert table.yellow.must(Ransom)


def test_example_6_send() -> None:
    """Example 6, RB: sending."""
    table = supervisor_of_the_rulebook()
    table.yellow.does("super", "go:s2", "send")
    assert table.in_shop("bag.white.2") is None
    assert (table.in_caravan, table.yellow.score) == ("green yellow", 2)
    assert (table.yellow.camels, table.yellow.stock) == (4, 23)


def test_example_6_pay() -> None:
    """Example 6, RB: ransom."""
    table = supervisor_of_the_rulebook()
    table.yellow.does("super", "go:s2", "pay")
    assert table.in_shop("bag.white.2") == "yellow"
    assert (table.in_caravan, table.yellow.score) == ("green yellow", 2)
    assert (table.yellow.camels, table.yellow.stock) == (3, 22)


def test_example_7() -> None:
    """Example 7, RB: a building."""
    table = supervisor_of_the_rulebook()
    table.owns(yellow="paddock bazaar")
    table.yellow.does("super", "go:s2", "send")
    assert (table.yellow.camels, table.yellow.gold, table.yellow.score) == (4, 3, 2)
    table.yellow.does("build:caravanserai")
    assert (table.yellow.camels, table.yellow.gold, table.yellow.score) == (1, 0, 7)
    assert table.built("yellow") == ["paddock", "bazaar", "caravanserai"]
    assert table.yellow.hand == []


def test_example_9() -> None:
    """Example 9, RB: one value, with a yellow die too; the other three draw a card each."""
    table = GameTable()
    table.dice("444444444", "4")
    table.blue.does("roll:1")
    assert "seat 0 takes 10 dice of value 4 from camel" in table.journal
    assert table.tower == {}
    table.blue.does("main", "end")
    table.play_on(week=1, day=2)
    assert [len(player.hand) for player in table.players] == [0, 1, 1, 1]


@pytest.mark.parametrize(("bazaar", "blue", "red"), [("", 6, 4), ("bazaar", 8, 6)])
def test_example_10(bazaar: str, blue: int, red: int) -> None:
    """Example 10, RB: souks at the end of the week, without and with a Bazaar."""
    table = GameTable()
    table.owns(blue=bazaar, red=bazaar)
    table.goods(blue="chest.yellow.1 chest.yellow.2 chest.yellow.3")
    table.goods(red="chest.blue.1 chest.blue.2 chest.pink.1 chest.pink.3")
    table.happens(end_week)
    assert table.scores == [blue, 0, red, 0]
    assert set(table.blue.view.shops) == {9}


def test_example_11() -> None:
    """Example 11, RB: the caravan at the end of the week."""
    table = GameTable()
    caravan = "green yellow blue yellow red green blue yellow yellow"
    table.caravan(caravan)
    table.happens(end_week)
    assert table.scores == [4, 4, 2, 12]
    assert table.in_caravan == caravan


@pytest.mark.parametrize(
    ("hand", "camels", "gold", "actions"),
    [
        ("build_no_camels", 0, 4, ("play:build_no_camels", "build:hoist")),
        ("build_no_gold", 4, 0, ("play:build_no_gold", "build:hoist")),
        ("build_no_camels build_no_gold", 0, 0, ("play:build_no_camels", "both:hoist")),
    ],
)
def test_example_13(hand: str, camels: int, gold: int, actions: tuple[str, str]) -> None:
    """Example 13, RB: construction cards."""
    table = GameTable()
    table.cards(green=f"{hand} exchange")
    table.turn("green", camel=(1, 1))
    table.green.does("take:camel", "super", "go:w1")
    table.green.set(camels=camels, gold=gold)
    table.green.does(*actions)
    assert table.built("green") == ["hoist"]
    assert (table.green.camels, table.green.gold) == (0, 0)
    assert table.discards == hand.split()
    table.green.set(camels=9, gold=9)
    assert not any(option.startswith("build") for option in table.green.options)


@pytest.mark.parametrize(("gold", "hub"), [(2, False), (3, True)])
def test_example_14_with_hammam(gold: int, hub: bool) -> None:
    """Example 14: Hammam and gold."""
    table = GameTable()
    table.owns(green="hammam")
    table.green.set(gold=gold)
    table.turn("green", camel=(6, 1))
    table.green.does("super")
    assert ("go:hub" in table.green.options) == hub
    assert len(table.green.options) == 28 + hub


def test_example_14_without_hammam() -> None:
    """Example 14: without Hammam and gold only w6, e6 and s6."""
    table = GameTable()
    table.green.set(gold=0)
    table.turn("green", camel=(6, 1))
    table.green.does("super")
    assert table.green.options == ["go:w6", "go:e6", "go:s6"]


@pytest.mark.parametrize(
    ("first", "scores", "caravan"),
    [("bag.white.1", [12, 9, 9, 8], "yellow"), ("barrel.white.1", [12, 9, 6, 9], "red")],
)
def test_example_16(first: str, scores: list[int], caravan: str) -> None:
    """Example 16: the caravan fills in between."""
    table = GameTable()
    table.caravan("blue blue green red  green blue yellow red  blue green yellow")
    table.goods(red="bag.white.1", yellow="barrel.white.1")
    table.turn("blue", camel=(1, 1))
    table.blue.does("super", "go:s1", f"first:{first}")
    assert table.scores == scores
    assert table.in_caravan == caravan


def test_example_19() -> None:
    """Example 19: one more die, hoist, too many goods."""
    table = GameTable()
    table.goods(blue="vase.yellow.1", green="vase.orange.1")
    table.owns(blue="hoist")
    table.cards(blue="gold3")
    table.turn("blue", vase=(5, 2))
    table.blue.does("take:vase", "main+gold3")
    assert [table.in_shop("vase.yellow.2"), table.in_shop("vase.blue.1")] == ["blue", "blue"]
    assert (table.blue.stock, table.blue.gold) == (24 - 2, 2)
    assert table.discards == ["gold3"]


def test_example_20() -> None:
    """Example 20: powers add up."""
    table = GameTable()
    table.owns(green="paddock store")
    table.cards(green="exchange")
    table.turn("green", camel=(1, 3))
    table.green.does("take:camel", "main+exchange", "end")
    assert table.green.camels == 5
    table.turn("green", gold=(6, 1))
    table.green.does("main")
    assert table.green.gold == 2 + 3
