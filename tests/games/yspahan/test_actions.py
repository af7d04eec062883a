"""Phase II: a player's turn, taking camels and gold, drawing a card, no dice left."""

import pytest

from serai.referee.core.errors import IllegalAction
from serai.referee.games.yspahan.supervisor import Move
from serai.referee.games.yspahan.turn import Act, BuildChoice, Pick
from tests.games.yspahan.table import City


def test_turns_go_clockwise_from_the_first_player() -> None:
    """Y-AC-01: Red begins, Yellow, Blue and Green follow."""
    city = City(first_player="2")
    city.dice("112233456")
    city.play_on(week=1, day=2)
    assert [line.split()[1] for line in city.journal if " dice of value " in line] == ["2", "3", "0", "1"]


def test_dice_first_then_a_building() -> None:
    """Y-AC-02: Green could pay the paddock, but must take dice before he may construct."""
    city = City()
    city.green.set(camels=2, gold=0)
    city.turn("green", camel=(1, 2), gold=(6, 3))
    assert city.green.must(Pick)
    assert city.green.options == ["take:camel", "take:gold"]
    city.green.does("take:camel", "main")
    assert city.green.must(BuildChoice)
    assert city.green.options == ["build:paddock", "end"]


def test_dice_are_compulsory_a_building_is_not() -> None:
    """Y-AC-02: a turn cannot be ended without dice; it can without a building."""
    city = City()
    city.green.set(camels=2)
    city.turn("green", camel=(1, 2), gold=(6, 3))
    with pytest.raises(IllegalAction, match="not among the options of seat 1"):
        city.green.does("end")
    city.green.does("take:gold", "main", "end")
    assert city.built("green") == []


def test_a_group_that_was_taken_is_gone() -> None:
    """Y-AC-03: Red finds what Green has left."""
    city = City()
    city.dice("113355666")
    city.blue.does("roll:0", "take:camel", "draw", "end")
    city.green.does("take:gold", "main")
    assert city.red.options == ["take:bag", "take:barrel"]


def test_one_action_for_a_group() -> None:
    """Y-AC-04: three to choose from, and after one of them the others are no longer there."""
    city = City()
    city.green.set(camels=2)
    city.turn("green", camel=(1, 3))
    assert city.green.must(Act)
    assert city.green.options == ["main", "super", "draw"]
    city.green.does("main")
    assert city.green.options == ["build:paddock", "build:store", "build:hammam", "end"]


@pytest.mark.parametrize("row", ["camel", "bag", "barrel", "chest", "vase", "gold"])
def test_supervisor_and_card_with_every_box(row: str) -> None:
    """Y-AC-05: only the first action depends on the box."""
    city = City()
    city.turn("green", **{row: (4, 2)})
    assert city.green.options == ["main", "super", "draw"]


def test_the_camel_box() -> None:
    """Y-AC-06: camels, or the Supervisor, or a card."""
    for action, camels, cards in (("main", 2, 0), ("super", 0, 0), ("draw", 0, 1)):
        city = City()
        city.turn("green", camel=(4, 2))
        city.green.does(action)
        assert (city.green.gold, city.green.camels, len(city.green.hand)) == (2, camels, cards)
        assert city.green.must(Move) == (action == "super")


def test_the_gold_box() -> None:
    """Y-AC-07: gold, or the Supervisor, or a card."""
    for action, gold, cards in (("main", 4, 0), ("super", 2, 0), ("draw", 2, 1)):
        city = City()
        city.turn("green", gold=(4, 2))
        city.green.does(action)
        assert (city.green.gold, city.green.camels, len(city.green.hand)) == (gold, 0, cards)
        assert city.green.must(Move) == (action == "super")


def test_a_neighbourhood_box() -> None:
    """Y-AC-08: goods into its shops, or the Supervisor, or a card."""
    for action, first in (("main", "put:vase.blue.1"), ("super", "go:w2")):
        city = City()
        city.turn("green", vase=(4, 2))
        city.green.does(action)
        assert city.green.options[0] == first
    city = City()
    city.turn("green", vase=(4, 2))
    city.green.does("draw")
    assert len(city.green.hand) == 1


@pytest.mark.parametrize("dice", [1, 4, 9])
def test_as_many_camels_as_dice(dice: int) -> None:
    """Y-AC-09: whatever their value."""
    city = City()
    city.turn("green", camel=(5, dice))
    city.green.does("main")
    assert city.green.camels == dice


@pytest.mark.parametrize("dice", [1, 4, 9])
def test_as_much_gold_as_dice(dice: int) -> None:
    """Y-AC-10: whatever their value."""
    city = City()
    city.turn("green", gold=(5, dice))
    city.green.does("main")
    assert city.green.gold == 2 + dice


@pytest.mark.parametrize("group", [(1, 1), (6, 8)])
def test_one_card_whatever_the_dice(group: tuple[int, int]) -> None:
    """Y-DR-01: the top card of the deck goes to the hand; number and value play no part."""
    city = City()
    city.on_top("exchange gold3")
    city.turn("green", gold=group)
    city.green.does("draw")
    assert city.hand("green") == ["exchange"]
    assert len(city.state.deck) == 17


def test_no_dice_left() -> None:
    """Y-DR-02, R8: the player draws the top card instead; without cards in hand there is nothing to ask."""
    city = City()
    city.on_top("exchange")
    city.turn("green")
    assert city.hand("green") == ["exchange"]
    assert "seat 1 draws exchange" in city.journal
    assert not any(line.startswith("seat 1 takes") for line in city.journal)


def test_no_dice_left_and_no_card_either() -> None:
    """Y-DR-02, R7: with deck and discard pile empty the player draws nothing and goes on."""
    city = City()
    city.deck_into_the_hand_of("red")
    city.green.set(camels=2, gold=0)
    city.turn("green")
    assert city.green.hand == []
    assert city.green.options == ["build:paddock", "end"]


def test_cards_and_buildings_without_dice() -> None:
    """Y-DR-03, R8: cards may be played before and after the draw, and a building constructed as usual."""
    city = City()
    city.cards(green="camels3 gold3")
    city.on_top("exchange")
    city.turn("green")
    assert city.green.options == ["nodice", "play:camels3", "play:gold3"]
    city.green.does("play:camels3", "nodice", "play:gold3", "build:caravanserai")
    assert (city.green.camels, city.green.gold) == (0, 2)
    assert city.hand("green") == ["exchange"]


def test_an_empty_box_has_no_power() -> None:
    """Y-DR-04: paddock, shop and hoist bring nothing without dice, not even with a card in hand."""
    city = City()
    city.owns(green="paddock store hoist")
    city.cards(green="place_caravan")
    city.turn("green")
    assert city.green.options == ["nodice", "play:place_caravan"]
    city.green.does("nodice", "end")
    assert (city.green.camels, city.green.gold, city.green.stock) == (0, 2, 25)


def test_only_boxes_with_dice_can_be_taken() -> None:
    """Y-DR-04: with a paddock and no dice on camel, camel is no option."""
    city = City()
    city.owns(green="paddock")
    city.turn("green", bag=(2, 1), gold=(3, 1))
    assert city.green.options == ["take:bag", "take:gold"]
    with pytest.raises(IllegalAction):
        city.green.does("take:camel")
