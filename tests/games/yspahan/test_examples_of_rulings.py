"""The worked examples of RULES.md, section 13: those about rulings, no. 14 to 27."""

import pytest

from serai.referee.games.yspahan.calendar import end_day
from tests.games.yspahan.table import FOUR, THREE, City


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


def test_example_15() -> None:
    """Example 15: a move of 0."""
    city = City()
    city.supervisor("w5")
    city.goods(blue="bag.yellow.1")
    city.green.set(gold=1)
    city.turn("green", camel=(1, 1))
    city.green.does("super", "go:w5")
    assert city.green.gold == 0
    assert (city.in_shop("bag.yellow.1"), city.in_caravan) == (None, "blue")


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


def test_example_17() -> None:
    """Example 17: two unfinished souks."""
    city = City()
    city.goods(blue="chest.blue.1 chest.yellow.1")
    assert city.open_to("blue", "chest") == ["chest.blue.2", "chest.yellow.2", "chest.yellow.3"]
    assert city.open_to("green", "chest") == ["chest.pink.1", "chest.pink.2", "chest.pink.3"]


def test_example_18() -> None:
    """Example 18: a souk set free."""
    city = City()
    city.goods(red="vase.yellow.1", green="vase.blue.1")
    city.turn("blue", camel=(3, 1))
    city.blue.does("super", "go:n3")
    free = ["vase.yellow.1", "vase.yellow.2", "vase.orange.1", "vase.orange.2", "vase.orange.3"]
    assert city.open_to("blue", "vase") == city.open_to("red", "vase") == free


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


def test_example_21_the_card() -> None:
    """Example 21: the caravan card brings two points and no card."""
    city = City()
    city.owns(blue="caravanserai")
    city.cards(blue="place_caravan")
    city.blue.does("play:place_caravan")
    assert (city.blue.score, city.blue.hand) == (2, [])


@pytest.mark.parametrize("answer", ["send", "pay"])
def test_example_21_the_supervisor(answer: str) -> None:
    """Example 21: sent by another's Supervisor the good brings a card, with `send` and with `pay`."""
    city = City()
    city.owns(blue="caravanserai")
    city.goods(blue="chest.blue.1")
    city.blue.set(camels=1)
    city.turn("green", camel=(2, 1))
    city.green.does("super", "go:w2")
    city.blue.does(answer)
    assert len(city.blue.hand) == 1


def test_example_22() -> None:
    """Example 22: no ransom."""
    city = City()
    city.goods(red="chest.blue.1")
    city.red.set(camels=2, stock=0)
    city.turn("green", camel=(2, 1))
    city.green.does("super", "go:w2")
    assert not city.red.asked
    assert city.in_shop("chest.blue.1") is None


@pytest.mark.parametrize(
    ("names", "scores", "order"),
    [
        (FOUR, (30, 25, 25, 40), (1, 2, 0, 3)),
        (FOUR, (25, 25, 25, 40), (1, 0, 2, 3)),
        (THREE, (30, 25, 20), (0, 1, 2)),
        (THREE, (10, 25, 30), (0, 1, 2)),
    ],
)
def test_example_23(names: str, scores: tuple[int, ...], order: tuple[int, ...]) -> None:
    """Example 23: order of the last day; seat 2 was first player of day 6."""
    city = City(names)
    for player, score in zip(city.players, scores, strict=True):
        player.set(score=score)
    city.state.agenda.clear()
    city.set(week=3, day=6, first=2)
    city.happens(end_day)
    assert city.state.order == order


def test_example_24_a_new_deck() -> None:
    """Example 24: deck empty, discard pile of five."""
    city = City()
    city.discarded("camels3 gold3 exchange place_shop sell_gold")
    city.deck_into_the_hand_of("red")
    city.turn("green", camel=(1, 1))
    city.green.does("draw")
    assert (len(city.green.hand), len(city.state.deck), city.discards) == (1, 4, [])


def test_example_24_no_deck() -> None:
    """Example 24: deck and pile empty."""
    city = City()
    city.deck_into_the_hand_of("red")
    city.turn("green", camel=(1, 1))
    assert "draw" not in city.green.options


def test_example_25() -> None:
    """Example 25: cards before the roll."""
    city = City()
    city.cards(blue="gold3")
    city.blue.set(gold=0)
    assert city.blue.options == ["roll:0", "play:gold3"]
    city.blue.does("play:gold3")
    assert city.blue.options == ["roll:0", "roll:1", "roll:2", "roll:3"]


def test_example_26() -> None:
    """Example 26: limits of selling."""
    city = City()
    city.cards(blue="sell_camels sell_gold")
    city.blue.set(camels=6, gold=12)
    city.blue.does("play:sell_camels")
    assert city.blue.options == ["sell:1", "sell:2", "sell:3", "sell:4"]
    city.blue.does("sell:4", "play:sell_gold")
    assert (city.blue.score, city.blue.camels) == (8, 2)
    assert city.blue.options == [f"sell:{amount}" for amount in range(1, 11)]


def test_example_27() -> None:
    """Example 27: the view."""
    city = City()
    city.cards(blue="gold3")
    city.blue.set(gold=0)
    assert city.green.view.players[0].cards == 1
    assert city.green.view.hand == ()
    assert city.green.options == []
