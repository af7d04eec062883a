"""Constructing a building, by price or by card, and what the buildings do."""

import pytest

from serai.referee.core.errors import IllegalAction
from serai.referee.games.yspahan.board import BUILDING_NAMES, BUILDINGS
from serai.referee.games.yspahan.calendar import end_day, end_week
from tests.games.yspahan.table import GameTable


def closing(kinds: str = "", **things: int) -> GameTable:
    """Green, at the end of his turn, holds these cards and these things."""
    table = GameTable()
    table.cards(green="place_caravan")  # so that he is asked
    table.turn("green", gold=(4, 1))
    table.green.does("take:gold", "main")
    table.cards(green=kinds or "place_caravan")
    table.green.set(**{"gold": 0, "camels": 0} | things)
    return table


def built_after(owned: str, building: str) -> int:
    """Green's points for this building when he owns those."""
    table = closing(gold=9, camels=9)
    table.owns(green=owned)
    table.green.does(f"build:{building}")
    points: int = table.green.score
    return points


# Constructing


def test_one_building_after_the_dice() -> None:
    """Y-BU-01, R21: he could pay for more, but one is all."""
    table = closing(gold=9, camels=9)
    table.green.does("build:hoist")
    assert table.built("green") == ["hoist"]
    assert table.green.options == ["play:place_caravan", "end"]


def test_another_turn_another_building() -> None:
    """Y-BU-01: the next turn allows one again."""
    table = closing(gold=9, camels=9)
    table.green.does("build:hoist", "end")
    table.turn("green", gold=(4, 1))
    table.green.does("take:gold", "main", "build:paddock")
    assert table.built("green") == ["hoist", "paddock"]


def test_its_price_is_paid() -> None:
    """Y-BU-02: gold and camels go back to the supply."""
    table = closing(gold=5, camels=6)
    table.green.does("build:caravanserai")
    assert (table.green.gold, table.green.camels) == (2, 3)


def test_what_cannot_be_paid_cannot_be_built() -> None:
    """Y-BU-02: two camels and one gold are enough for a paddock only."""
    table = closing(gold=1, camels=2)
    assert table.green.options == ["build:paddock", "play:place_caravan", "end"]
    with pytest.raises(IllegalAction):
        table.green.does("build:store")


@pytest.mark.parametrize("building", BUILDING_NAMES)
def test_any_building_may_be_the_first(building: str) -> None:
    """Y-BU-03: the order is free."""
    table = closing(gold=9, camels=9)
    table.green.does(f"build:{building}")
    assert table.built("green") == [building]


def test_each_building_once() -> None:
    """Y-BU-04: what stands already is not offered; another player may own it too."""
    table = closing(gold=9, camels=9)
    table.owns(green="paddock store hammam", red="caravanserai")
    assert [option for option in table.green.options if option.startswith("build")] == [
        "build:caravanserai",
        "build:bazaar",
        "build:hoist",
    ]


def test_a_building_does_not_work_backwards() -> None:
    """Y-BU-05: the paddock adds nothing to the camels that paid for it, but to the next ones."""
    table = GameTable()
    table.turn("green", camel=(1, 3))
    table.green.does("main", "build:paddock")
    assert table.green.camels == 1
    table.turn("green", camel=(1, 3))
    table.green.does("main")
    assert table.green.camels == 1 + 4


def test_a_building_works_to_the_end() -> None:
    """Y-BU-05: the end of a week does not touch it."""
    table = GameTable()
    table.owns(green="paddock")
    table.happens(end_week)
    table.turn("green", camel=(1, 3))
    table.green.does("main")
    assert table.green.camels == 4


def test_the_first_two_bring_no_points() -> None:
    """Y-BU-06."""
    assert built_after("", "hoist") == 0
    assert built_after("hoist", "bazaar") == 0


def test_third_fourth_and_fifth_bring_five() -> None:
    """Y-BU-07."""
    assert built_after("hoist bazaar", "paddock") == 5
    assert built_after("hoist bazaar paddock", "store") == 5
    assert built_after("hoist bazaar paddock store", "hammam") == 5


def test_the_sixth_brings_ten() -> None:
    """Y-BU-08."""
    assert built_after("hoist bazaar paddock store hammam", "caravanserai") == 10


@pytest.mark.parametrize("building", ["store", "hammam", "caravanserai", "hoist"])
def test_which_one_it_is_does_not_matter(building: str) -> None:
    """Y-BU-09: the third building is worth five at once, the cheap one like the dear one."""
    assert built_after("paddock bazaar", building) == 5


# Prices


@pytest.mark.parametrize(
    ("building", "camels", "gold"),
    [
        ("paddock", 2, 0),
        ("store", 2, 2),
        ("hammam", 2, 2),
        ("caravanserai", 3, 3),
        ("bazaar", 4, 4),
        ("hoist", 4, 4),
    ],
)
def test_prices(building: str, camels: int, gold: int) -> None:
    """Y-BD-01, Y-BD-03, Y-BD-05, Y-BD-08, Y-BD-10, Y-BD-12: exactly enough is enough, and nothing is left."""
    table = closing(camels=camels, gold=gold)
    table.green.does(f"build:{building}")
    assert (table.green.camels, table.green.gold) == (0, 0)
    assert (BUILDINGS[BUILDING_NAMES.index(building)].camels, table.built("green")) == (camels, [building])


# Powers


def test_the_paddock_adds_a_camel_from_the_tower() -> None:
    """Y-BD-02: three dice, four camels."""
    table = GameTable()
    table.owns(green="paddock")
    table.turn("green", camel=(1, 3))
    table.green.does("main")
    assert table.green.camels == 4


def test_the_paddock_adds_nothing_to_cards() -> None:
    """Y-BD-02: neither to the three camels of a card nor to an exchange."""
    table = closing("camels3 exchange", gold=2)
    table.owns(green="paddock")
    table.green.does("play:camels3", "play:exchange", "g2c:2")
    assert table.green.camels == 5


def test_the_shop_adds_two_gold_from_the_tower() -> None:
    """Y-BD-04: one die, three gold; nothing more for a card."""
    table = GameTable()
    table.owns(green="store")
    table.cards(green="gold3")
    table.turn("green", gold=(1, 1))
    table.green.does("take:gold", "main")
    assert table.green.gold == 2 + 3
    table.green.does("play:gold3")
    assert table.green.gold == 5 + 3


def test_the_hammam_changes_the_move_for_free() -> None:
    """Y-BD-06, R13: a four becomes anything from one to seven."""
    table = GameTable()
    table.owns(green="hammam")
    table.green.set(gold=0)
    table.turn("green", camel=(4, 1))
    table.green.does("super")
    assert table.green.options == [
        *(f"go:w{steps}" for steps in range(1, 8)),
        *(f"go:n{steps}" for steps in range(1, 5)),
        *(f"go:e{steps}" for steps in range(1, 8)),
        *(f"go:s{steps}" for steps in range(1, 8)),
    ]


def test_squares_beyond_the_hammam_cost_gold() -> None:
    """Y-BD-07, R13: five squares more than the dice say cost two gold."""
    table = GameTable()
    table.owns(green="hammam")
    table.green.set(gold=3)
    table.turn("green", camel=(4, 1))
    table.green.does("super", "go:w9")
    assert table.green.gold == 1


@pytest.mark.parametrize(("square", "cost"), [("w4", 0), ("w7", 0), ("w1", 0), ("w8", 1)])
def test_the_hammam_comes_before_the_purse(square: str, cost: int) -> None:
    """Y-BD-06, Y-BD-07, R13: with gold in the purse, three squares more or less are still free."""
    table = GameTable()
    table.owns(green="hammam")
    table.green.set(gold=5)
    table.turn("green", camel=(4, 1))
    table.green.does("super", f"go:{square}")
    assert table.green.gold == 5 - cost


@pytest.mark.parametrize("answer", ["send", "pay"])
def test_the_caravanserai_draws_a_card_for_a_good_sent_example_21(answer: str) -> None:
    """Example 21, Y-BD-09, R19: in anybody's turn, from the shop or from the stock."""
    table = GameTable()
    table.owns(red="caravanserai")
    table.goods(red="chest.blue.1")
    table.red.set(camels=1)
    table.on_top("exchange")
    table.turn("green", camel=(2, 1))
    table.green.does("super", "go:w2")
    table.red.does(answer)
    assert table.hand("red") == ["exchange"]
    assert table.green.hand == []


def test_the_caravanserai_draws_for_every_good() -> None:
    """Y-BD-09: two goods sent, two cards; also in the own turn."""
    table = GameTable()
    table.owns(green="caravanserai")
    table.goods(green="barrel.white.1 vase.blue.1")
    table.turn("green", camel=(1, 1))
    table.green.does("super", "go:e1", "end")
    assert len(table.green.hand) == 2


def test_the_bazaar_adds_two_points_for_each_souk() -> None:
    """Y-BD-11: two complete souks of three and four points are eleven."""
    table = GameTable()
    table.owns(green="bazaar")
    table.goods(green="barrel.white.1 barrel.white.2 vase.blue.1 chest.pink.1", red="chest.blue.1 chest.blue.2")
    table.happens(end_week)
    assert table.scores == [0, 3 + 2 + 4 + 2, 4, 0]


def test_the_hoist_adds_a_good() -> None:
    """Y-BD-13: two dice, three goods."""
    table = GameTable()
    table.owns(green="hoist")
    table.turn("green", bag=(2, 2))
    table.green.does("main", "put:bag.white.1", "put:bag.white.2")
    assert table.in_shop("bag.white.3") == "green"


def test_the_hoist_adds_nothing_to_a_card() -> None:
    """Y-BD-13: a card places one good."""
    table = closing("place_shop gold3")
    table.owns(green="hoist")
    table.green.does("play:place_shop", "put:bag.white.1")
    assert table.green.stock == 24
    assert table.green.options == ["play:gold3", "end"]


# Construction cards


def test_without_the_camels() -> None:
    """Y-CA-18: only the gold is paid; what cannot be paid in gold is not offered."""
    table = closing("build_no_camels gold3", gold=3, camels=1)
    table.green.does("play:build_no_camels")
    assert table.green.options == ["build:paddock", "build:store", "build:hammam", "build:caravanserai"]
    table.green.does("build:caravanserai")
    assert (table.green.gold, table.green.camels) == (0, 1)
    assert table.built("green") == ["caravanserai"]


def test_without_the_gold() -> None:
    """Y-CA-19, R24: only the camels are paid; the Paddock, which costs no gold, is offered too."""
    table = closing("build_no_gold camels3", gold=1, camels=3)
    table.green.does("play:build_no_gold")
    assert table.green.options == ["build:paddock", "build:store", "build:hammam", "build:caravanserai"]
    table.green.does("build:store")
    assert (table.green.gold, table.green.camels) == (1, 1)


def test_one_building_in_a_turn_by_price_or_by_card() -> None:
    """Y-CA-20, R21: after a building by price the card cannot be played, after one by card nothing can be bought."""
    table = closing("build_no_camels", gold=9, camels=9)
    table.green.does("build:hoist")
    assert table.green.options == ["end"]
    table = closing("build_no_camels build_no_camels", gold=9, camels=9)
    table.green.does("play:build_no_camels", "build:hoist")
    assert table.green.options == ["end"]


def test_a_building_before_the_roll_is_the_one_of_the_turn() -> None:
    """Y-CA-20, Y-CA-21, R5, R21, R23: the roll belongs to the first player's turn."""
    table = GameTable()
    table.cards(blue="build_no_camels exchange")
    table.blue.set(gold=9, camels=9)
    table.dice("112233456")
    table.blue.does("play:build_no_camels", "build:hoist", "roll:0", "take:camel", "main")
    assert table.built("blue") == ["hoist"]
    assert table.blue.options == ["play:exchange", "end"]


def test_yesterdays_building_does_not_count_today() -> None:
    """Y-CA-20: Yellow constructs at the end of day 1, and Green may still construct before the roll of day 2."""
    table = GameTable()
    table.cards(green="build_no_camels")
    table.turn("yellow", camel=(1, 3))
    table.yellow.does("main")
    table.state.agenda[:-1] = [end_day]
    table.yellow.does("build:paddock")
    assert table.state.day == 2
    assert table.green.options == ["roll:0", "roll:1", "roll:2", "play:build_no_camels"]


def test_a_building_by_card_scores_the_ladder() -> None:
    """Y-CA-21: the third one five points."""
    table = closing("build_no_camels gold3", gold=2)
    table.owns(green="paddock store")
    table.green.does("play:build_no_camels", "build:hammam")
    assert table.green.score == 5


def test_a_building_by_card_before_the_dice() -> None:
    """Y-CA-21, R23, R24: the Paddock counts for the camels taken after it."""
    table = GameTable()
    table.cards(green="build_no_gold exchange")
    table.green.set(camels=2)
    table.turn("green", camel=(1, 3))
    table.green.does("play:build_no_gold", "build:paddock", "take:camel", "main")
    assert table.green.camels == 4


def test_both_construction_cards_on_one_building() -> None:
    """Y-CA-22, R22: nothing is paid, both cards are discarded; the Paddock costs no gold and needs one only."""
    table = closing("build_no_camels build_no_gold")
    table.green.does("play:build_no_gold")
    assert table.green.options == ["both:store", "both:hammam", "both:caravanserai", "both:bazaar", "both:hoist"]
    table.green.does("both:bazaar")
    assert table.built("green") == ["bazaar"]
    assert table.discards == ["build_no_gold", "build_no_camels"]
    assert (table.green.gold, table.green.camels, table.green.hand) == (0, 0, [])
