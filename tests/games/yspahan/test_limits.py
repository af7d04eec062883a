"""Where a rule stops (RULES.md 7, 9, 10): the last good, the last card, one neighbourhood of four, the last day."""

from serai.referee.games.yspahan.board import EMPTY, SHOP_NAMES
from tests.games.yspahan.table import TWO, GameTable


def acting(hand: str, **things: int) -> GameTable:
    """Yellow's turn, without dice, after his card was drawn."""
    table = GameTable()
    table.state.agenda.clear()
    table.cards(yellow=hand)
    table.yellow.set(**things)
    return table


def test_the_last_good_may_travel() -> None:
    """Y-CA-14, R25: one is enough, none is not."""
    for stock, playable in ((1, True), (0, False)):
        table = acting("place_caravan", stock=stock)
        table.turn("yellow")
        assert ("play:place_caravan" in table.yellow.options) == playable
    table = acting("place_caravan", stock=1)
    table.turn("yellow")
    table.yellow.does("play:place_caravan")
    assert (table.yellow.stock, table.in_caravan) == (0, "yellow")


def test_one_neighbourhood_is_enough() -> None:
    """Y-CA-12, Y-PL-01: blue holds all shops but those of the vase; without these the card cannot be played."""
    table = acting("place_shop", stock=5)
    table.set(shops=[EMPTY if name.startswith("vase") else 0 for name in SHOP_NAMES])
    table.turn("yellow")
    assert "play:place_shop" in table.yellow.options
    table.yellow.does("play:place_shop")
    assert all(option.startswith("put:vase.") for option in table.yellow.options)
    table = acting("place_shop", stock=5)
    table.set(shops=[0] * len(SHOP_NAMES))
    table.turn("yellow")
    assert "play:place_shop" not in table.yellow.options


def test_cards_in_the_order_of_their_kinds() -> None:
    """Y-CA-22, Y-IN-01: each kind once, whatever was drawn first."""
    table = acting("build_no_gold gold3 camels3 gold3", camels=9, gold=9)
    table.turn("yellow", camel=(1, 2))
    plays = [option for option in table.yellow.options if option.startswith("play:")]
    assert plays == ["play:camels3", "play:gold3", "play:build_no_gold"]
    table.yellow.does("take:camel")
    assert table.yellow.options[:4] == ["main", "main+camels3", "main+gold3", "main+build_no_gold"]


def test_nothing_is_told_of_no_cards() -> None:
    """Y-DR-01, R7: neither deck nor discards: no card and no new deck."""
    table = acting("")
    table.deck_into_the_hand_of("blue")
    table.turn("yellow")
    assert table.told == []
    assert table.yellow.hand == []


def test_the_lowest_score_rolls_on_the_last_day() -> None:
    """Y-PN-03, Y-PN-04: and everybody hears the order."""
    table = GameTable()
    for name, score in zip(table.names, (30, 20, 10, 40), strict=True):
        table.player(name).set(score=score)
    table.day(3, 7, "blue")
    assert table.state.order == (2, 1, 0, 3)
    assert table.told == ["day 3.7 order 2,1,0,3"]
    assert table.red.options[0] == "roll:0"


def test_yellow_dice_serve_who_begins_the_last_day_of_two() -> None:
    """Y-SU-11, rules 14: green has the lower score and begins, though it would be blue's day; the yellow die is his."""
    table = GameTable(TWO)
    table.blue.set(score=9)
    table.green.set(gold=1)
    table.day(3, 7, "blue")
    assert table.state.order == (1, 0, 1)
    table.dice("1" * table.state.variant.white_dice, "1")
    table.green.does("roll:1")
    assert f"seat 1 takes {table.state.variant.white_dice + 1} dice of value 1 from camel" in table.told
