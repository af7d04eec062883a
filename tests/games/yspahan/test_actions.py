"""Phase II: a player's turn, taking camels and gold, drawing a card, no dice left."""

import pytest

from serai.referee.core.errors import IllegalAction
from serai.referee.games.yspahan.supervisor import Move
from serai.referee.games.yspahan.turn import Act, BuildChoice, Pick
from tests.games.yspahan.table import GameTable


def test_turns_go_clockwise_from_the_first_player() -> None:
    """Y-AC-01: Red begins, Yellow, Blue and Green follow."""
    table = GameTable(first_player="2")
    table.dice("112233456")
    table.play_on(week=1, day=2)
    assert [line.split()[1] for line in table.journal if " dice of value " in line] == ["2", "3", "0", "1"]


def test_dice_first_then_a_building() -> None:
    """Y-AC-02: Green could pay the paddock, but must take dice before he may construct."""
    table = GameTable()
    table.green.set(camels=2, gold=0)
    table.turn("green", camel=(1, 2), gold=(6, 3))
    assert table.green.must(Pick)
    assert table.green.options == ["take:camel", "take:gold"]
    table.green.does("take:camel", "main")
    assert table.green.must(BuildChoice)
    assert table.green.options == ["build:paddock", "end"]


def test_dice_are_compulsory_a_building_is_not() -> None:
    """Y-AC-02: a turn cannot be ended without dice; it can without a building."""
    table = GameTable()
    table.green.set(camels=2)
    table.turn("green", camel=(1, 2), gold=(6, 3))
    with pytest.raises(IllegalAction, match="not among the options of seat 1"):
        table.green.does("end")
    table.green.does("take:gold", "main", "end")
    assert table.built("green") == []


def test_a_group_that_was_taken_is_gone() -> None:
    """Y-AC-03: Red finds what Green has left."""
    table = GameTable()
    table.dice("113355666")
    table.blue.does("roll:0", "take:camel", "draw", "end")
    table.green.does("take:gold", "main")
    assert table.red.options == ["take:bag", "take:barrel"]


def test_one_action_for_a_group() -> None:
    """Y-AC-04: three to choose from, and after one of them the others are no longer there."""
    table = GameTable()
    table.green.set(camels=2)
    table.turn("green", camel=(1, 3))
    assert table.green.must(Act)
    assert table.green.options == ["main", "super", "draw"]
    table.green.does("main")
    assert table.green.options == ["build:paddock", "build:store", "build:hammam", "end"]


@pytest.mark.parametrize("row", ["camel", "bag", "barrel", "chest", "vase", "gold"])
def test_supervisor_and_card_with_every_box(row: str) -> None:
    """Y-AC-05: only the first action depends on the box."""
    table = GameTable()
    table.turn("green", **{row: (4, 2)})
    assert table.green.options == ["main", "super", "draw"]


def test_the_camel_box() -> None:
    """Y-AC-06: camels, or the Supervisor, or a card."""
    for action, camels, cards in (("main", 2, 0), ("super", 0, 0), ("draw", 0, 1)):
        table = GameTable()
        table.turn("green", camel=(4, 2))
        table.green.does(action)
        assert (table.green.gold, table.green.camels, len(table.green.hand)) == (2, camels, cards)
        assert table.green.must(Move) == (action == "super")


def test_the_gold_box() -> None:
    """Y-AC-07: gold, or the Supervisor, or a card."""
    for action, gold, cards in (("main", 4, 0), ("super", 2, 0), ("draw", 2, 1)):
        table = GameTable()
        table.turn("green", gold=(4, 2))
        table.green.does(action)
        assert (table.green.gold, table.green.camels, len(table.green.hand)) == (gold, 0, cards)
        assert table.green.must(Move) == (action == "super")


def test_a_neighbourhood_box() -> None:
    """Y-AC-08: goods into its shops, or the Supervisor, or a card."""
    for action, first in (("main", "put:vase.blue.1"), ("super", "go:w2")):
        table = GameTable()
        table.turn("green", vase=(4, 2))
        table.green.does(action)
        assert table.green.options[0] == first
    table = GameTable()
    table.turn("green", vase=(4, 2))
    table.green.does("draw")
    assert len(table.green.hand) == 1


@pytest.mark.parametrize("dice", [1, 4, 9])
def test_as_many_camels_as_dice(dice: int) -> None:
    """Y-AC-09: whatever their value."""
    table = GameTable()
    table.turn("green", camel=(5, dice))
    table.green.does("main")
    assert table.green.camels == dice


@pytest.mark.parametrize("dice", [1, 4, 9])
def test_as_much_gold_as_dice(dice: int) -> None:
    """Y-AC-10: whatever their value."""
    table = GameTable()
    table.turn("green", gold=(5, dice))
    table.green.does("main")
    assert table.green.gold == 2 + dice


@pytest.mark.parametrize("group", [(1, 1), (6, 8)])
def test_one_card_whatever_the_dice(group: tuple[int, int]) -> None:
    """Y-DR-01: the top card of the deck goes to the hand; number and value play no part."""
    table = GameTable()
    table.on_top("exchange gold3")
    table.turn("green", gold=group)
    table.green.does("draw")
    assert table.hand("green") == ["exchange"]
    assert len(table.state.deck) == 17


def test_no_dice_left() -> None:
    """Y-DR-02, R8: the player draws the top card instead; without cards in hand there is nothing to ask."""
    table = GameTable()
    table.on_top("exchange")
    table.turn("green")
    assert table.hand("green") == ["exchange"]
    assert "seat 1 draws exchange" in table.journal
    assert not any(line.startswith("seat 1 takes") for line in table.journal)


def test_no_dice_left_and_no_card_either() -> None:
    """Y-DR-02, R7: with deck and discard pile empty the player draws nothing and goes on."""
    table = GameTable()
    table.deck_into_the_hand_of("red")
    table.green.set(camels=2, gold=0)
    table.turn("green")
    assert table.green.hand == []
    assert table.green.options == ["build:paddock", "end"]


def test_cards_and_buildings_without_dice() -> None:
    """Y-DR-03, R8: cards may be played before and after the draw, and a building constructed as usual."""
    table = GameTable()
    table.cards(green="camels3 gold3")
    table.on_top("exchange")
    table.turn("green")
    assert table.green.options == ["nodice", "play:camels3", "play:gold3"]
    table.green.does("play:camels3", "nodice", "play:gold3", "build:caravanserai")
    assert (table.green.camels, table.green.gold) == (0, 2)
    assert table.hand("green") == ["exchange"]


def test_an_empty_box_has_no_power() -> None:
    """Y-DR-04: paddock, shop and hoist bring nothing without dice, not even with a card in hand."""
    table = GameTable()
    table.owns(green="paddock store hoist")
    table.cards(green="place_caravan")
    table.turn("green")
    assert table.green.options == ["nodice", "play:place_caravan"]
    table.green.does("nodice", "end")
    assert (table.green.camels, table.green.gold, table.green.stock) == (0, 2, 25)


def test_only_boxes_with_dice_can_be_taken() -> None:
    """Y-DR-04: with a paddock and no dice on camel, camel is no option."""
    table = GameTable()
    table.owns(green="paddock")
    table.turn("green", bag=(2, 1), gold=(3, 1))
    assert table.green.options == ["take:bag", "take:gold"]
    with pytest.raises(IllegalAction):
        table.green.does("take:camel")
