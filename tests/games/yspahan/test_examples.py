"""The worked examples of RULES.md, section 13; those that show one clause stand among its tests."""

import pytest

from serai.referee.games.yspahan.calendar import end_week
from serai.referee.games.yspahan.supervisor import Order, Ransom
from tests.games.yspahan.table import City


def roll_of_the_rulebook() -> City:
    """Example 1 up to Blue's choice of dice."""
    city = City()
    city.dice("113355666", "12")
    city.blue.does("roll:2")
    return city


def supervisor_of_the_rulebook() -> City:
    """Example 5 up to Yellow's choice of an action."""
    city = City()
    city.supervisor("w2")
    city.goods(yellow="bag.white.1 bag.white.2", blue="barrel.white.1")
    city.caravan("green")
    city.yellow.set(gold=4, camels=4)
    city.turn("yellow", barrel=(3, 2))
    return city


def test_example_1() -> None:
    """Example 1, RB: the roll."""
    city = roll_of_the_rulebook()
    assert city.blue.gold == 0
    assert city.tower == {
        "camel": (1, 2, 1),
        "bag": (2, 0, 1),
        "barrel": (3, 2, 0),
        "chest": (5, 2, 0),
        "gold": (6, 3, 0),
    }
    assert city.blue.options == ["take:camel", "take:bag", "take:barrel", "take:chest", "take:gold"]


def test_example_2() -> None:
    """Example 2, RB: yellow dice."""
    city = roll_of_the_rulebook()
    city.blue.does("take:camel", "main")
    assert city.blue.camels == 3
    assert city.tower == {"barrel": (3, 2, 0), "chest": (5, 2, 0), "gold": (6, 3, 0)}


def test_example_3() -> None:
    """Example 3, RB: gold."""
    city = roll_of_the_rulebook()
    city.blue.does("take:camel", "main", "end")
    city.green.does("take:gold", "main")
    assert city.green.gold == 5


def test_example_4() -> None:
    """Example 4, RB: supplying."""
    city = roll_of_the_rulebook()
    city.goods(blue="chest.yellow.2 chest.yellow.3", red="chest.blue.1")
    city.blue.does("take:camel", "main", "end")
    city.green.does("take:gold", "main")
    city.red.does("take:chest", "main")
    assert city.in_shop("chest.blue.2") == "red"
    assert city.red.options == ["put:chest.pink.1", "put:chest.pink.2", "put:chest.pink.3"]
    city.red.does("put:chest.pink.3")
    assert city.open_to("blue", "chest") == ["chest.yellow.1"]
    assert city.open_to("green", "chest") == city.open_to("yellow", "chest") == []
    assert city.open_to("red", "chest") == ["chest.pink.1", "chest.pink.2", "chest.pink.4"]


def test_example_5_what_yellow_may_do() -> None:
    """Example 5, RB: the Supervisor, and what each square costs."""
    city = supervisor_of_the_rulebook()
    assert city.yellow.options == ["main", "super", "draw"]
    costs = {0: "w5 n1 e1 s1", 1: "hub w4 w6 n2 e2 s2", 2: "w1 w3 w7 n3 e3 s3", 3: "w2 w8 n4 e4 s4", 4: "w9 e5 s5"}
    for cost, squares in costs.items():
        for square in squares.split():
            city = supervisor_of_the_rulebook()
            city.yellow.does("super", f"go:{square}")
            assert city.yellow.gold == 4 - cost
    city = supervisor_of_the_rulebook()
    city.yellow.does("super")
    assert set(city.yellow.options) == {f"go:{square}" for squares in costs.values() for square in squares.split()}


def test_example_5_the_squares_a() -> None:
    """Example 5, RB: e1 sends Blue's good only, s1 both, after the order was chosen."""
    city = supervisor_of_the_rulebook()
    city.yellow.does("super", "go:e1")
    assert city.in_caravan == "green blue"
    city = supervisor_of_the_rulebook()
    city.yellow.does("super", "go:s1")
    assert city.yellow.must(Order)
    assert city.yellow.options == ["first:bag.white.1", "first:barrel.white.1"]


def test_example_5_the_square_b() -> None:
    """Example 5, RB: for one gold Yellow goes to s2 and is asked about his own good."""
    city = supervisor_of_the_rulebook()
    city.yellow.does("super", "go:s2")
    assert city.yellow.gold == 3
    assert city.yellow.must(Ransom)


def test_example_6_send() -> None:
    """Example 6, RB: sending."""
    city = supervisor_of_the_rulebook()
    city.yellow.does("super", "go:s2", "send")
    assert city.in_shop("bag.white.2") is None
    assert (city.in_caravan, city.yellow.score) == ("green yellow", 2)
    assert (city.yellow.camels, city.yellow.stock) == (4, 23)


def test_example_6_pay() -> None:
    """Example 6, RB: ransom."""
    city = supervisor_of_the_rulebook()
    city.yellow.does("super", "go:s2", "pay")
    assert city.in_shop("bag.white.2") == "yellow"
    assert (city.in_caravan, city.yellow.score) == ("green yellow", 2)
    assert (city.yellow.camels, city.yellow.stock) == (3, 22)


def test_example_7() -> None:
    """Example 7, RB: a building."""
    city = supervisor_of_the_rulebook()
    city.owns(yellow="paddock bazaar")
    city.yellow.does("super", "go:s2", "send")
    assert (city.yellow.camels, city.yellow.gold, city.yellow.score) == (4, 3, 2)
    city.yellow.does("build:caravanserai")
    assert (city.yellow.camels, city.yellow.gold, city.yellow.score) == (1, 0, 7)
    assert city.built("yellow") == ["paddock", "bazaar", "caravanserai"]
    assert city.yellow.hand == []


def test_example_9() -> None:
    """Example 9, RB: one value, with a yellow die too; the other three draw a card each."""
    city = City()
    city.dice("444444444", "4")
    city.blue.does("roll:1")
    assert "seat 0 takes 10 dice of value 4 from camel" in city.journal
    assert city.tower == {}
    city.blue.does("main", "end")
    city.play_on(week=1, day=2)
    assert [len(player.hand) for player in city.players] == [0, 1, 1, 1]


@pytest.mark.parametrize(("bazaar", "blue", "red"), [("", 6, 4), ("bazaar", 8, 6)])
def test_example_10(bazaar: str, blue: int, red: int) -> None:
    """Example 10, RB: souks at the end of the week, without and with a Bazaar."""
    city = City()
    city.owns(blue=bazaar, red=bazaar)
    city.goods(blue="chest.yellow.1 chest.yellow.2 chest.yellow.3")
    city.goods(red="chest.blue.1 chest.blue.2 chest.pink.1 chest.pink.3")
    city.happens(end_week)
    assert city.scores == [blue, 0, red, 0]
    assert set(city.blue.view.shops) == {9}


def test_example_11() -> None:
    """Example 11, RB: the caravan at the end of the week."""
    city = City()
    caravan = "green yellow blue yellow red green blue yellow yellow"
    city.caravan(caravan)
    city.happens(end_week)
    assert city.scores == [4, 4, 2, 12]
    assert city.in_caravan == caravan


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
    city = City()
    city.cards(green=f"{hand} exchange")
    city.turn("green", camel=(1, 1))
    city.green.does("take:camel", "super", "go:w1")
    city.green.set(camels=camels, gold=gold)
    city.green.does(*actions)
    assert city.built("green") == ["hoist"]
    assert (city.green.camels, city.green.gold) == (0, 0)
    assert city.discards == hand.split()
    city.green.set(camels=9, gold=9)
    assert not any(option.startswith("build") for option in city.green.options)


@pytest.mark.parametrize(("gold", "hub"), [(2, False), (3, True)])
def test_example_14_with_hammam(gold: int, hub: bool) -> None:
    """Example 14: Hammam and gold."""
    city = City()
    city.owns(green="hammam")
    city.green.set(gold=gold)
    city.turn("green", camel=(6, 1))
    city.green.does("super")
    assert ("go:hub" in city.green.options) == hub
    assert len(city.green.options) == 28 + hub


def test_example_14_without_hammam() -> None:
    """Example 14: without Hammam and gold only w6, e6 and s6."""
    city = City()
    city.green.set(gold=0)
    city.turn("green", camel=(6, 1))
    city.green.does("super")
    assert city.green.options == ["go:w6", "go:e6", "go:s6"]


@pytest.mark.parametrize(
    ("first", "scores", "caravan"),
    [("bag.white.1", [12, 9, 9, 8], "yellow"), ("barrel.white.1", [12, 9, 6, 9], "red")],
)
def test_example_16(first: str, scores: list[int], caravan: str) -> None:
    """Example 16: the caravan fills in between."""
    city = City()
    city.caravan("blue blue green red  green blue yellow red  blue green yellow")
    city.goods(red="bag.white.1", yellow="barrel.white.1")
    city.turn("blue", camel=(1, 1))
    city.blue.does("super", "go:s1", f"first:{first}")
    assert city.scores == scores
    assert city.in_caravan == caravan


def test_example_19() -> None:
    """Example 19: one more die, hoist, too many goods."""
    city = City()
    city.goods(blue="vase.yellow.1", green="vase.orange.1")
    city.owns(blue="hoist")
    city.cards(blue="gold3")
    city.turn("blue", vase=(5, 2))
    city.blue.does("take:vase", "main+gold3")
    assert [city.in_shop("vase.yellow.2"), city.in_shop("vase.blue.1")] == ["blue", "blue"]
    assert (city.blue.stock, city.blue.gold) == (24 - 2, 2)
    assert city.discards == ["gold3"]


def test_example_20() -> None:
    """Example 20: powers add up."""
    city = City()
    city.owns(green="paddock store")
    city.cards(green="exchange")
    city.turn("green", camel=(1, 3))
    city.green.does("take:camel", "main+exchange", "end")
    assert city.green.camels == 5
    city.turn("green", gold=(6, 1))
    city.green.does("main")
    assert city.green.gold == 2 + 3
