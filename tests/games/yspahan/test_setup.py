"""Contents, setup and boards."""

import pytest

from serai.referee.games.yspahan.board import (
    BUILDINGS,
    KIND_NAMES,
    NEIGHBOURHOODS,
    ROWS,
    SHOPS_AT,
    SHOPS_OF,
    SOUKS,
    SOUKS_IN,
    SQUARES,
)
from tests.games.yspahan.table import FOUR, THREE, YSPAHAN, GameTable


def test_the_boards() -> None:
    """Y-CO-01: a city of 47 shops, a tower of six rows, a caravan of twelve camels, four boards with six buildings."""
    table = GameTable(FOUR)
    assert len(table.state.shops) == 47
    assert len(table.state.tower) == 6
    assert table.blue.view.caravan_slots == 12
    assert len(table.players) == 4
    assert len(BUILDINGS) == 6


def test_each_player_has_25_goods() -> None:
    """Y-CO-02, R1: the stock is 25; a player without a good left cannot supply."""
    table = GameTable()
    assert [player.stock for player in table.players] == [25, 25, 25, 25]
    table.green.set(stock=0)
    table.turn("green", bag=(2, 3))
    assert table.green.options == ["super", "draw"]


def test_goods_that_are_not_there_cannot_be_placed() -> None:
    """Y-CO-02, R1: with two goods in stock three dice place two."""
    table = GameTable()
    table.green.set(stock=2)
    table.turn("green", bag=(2, 3))
    table.green.does("main", "put:bag.white.1", "put:bag.white.2")
    assert table.green.stock == 0
    assert table.in_shop("bag.white.3") is None
    assert not table.green.asked


def test_camels_and_gold_never_run_out() -> None:
    """Y-CO-03, R2: more than the 25 pieces of the box may be held."""
    table = GameTable()
    table.green.set(camels=24, gold=24)
    table.turn("green", camel=(1, 9))
    table.green.does("main", "end")
    table.turn("green", gold=(1, 9))
    table.green.does("main")
    assert (table.green.camels, table.green.gold) == (33, 33)


def test_nine_white_and_three_yellow_dice() -> None:
    """Y-CO-04: all of them are rolled when three yellow ones are bought."""
    table = GameTable()
    table.blue.set(gold=3)
    table.dice("111223344", "456")
    table.blue.does("roll:3")
    assert "seat 0 rolls 1,1,1,2,2,3,3,4,4 yellow 4,5,6" in table.journal


def test_eighteen_cards_of_nine_kinds() -> None:
    """Y-CO-05: two of each kind."""
    table = GameTable()
    assert len(table.state.deck) == 18
    assert sorted(table.state.deck) == sorted(2 * list(range(len(KIND_NAMES))))


@pytest.mark.parametrize(("seats", "slots"), [(3, 9), (4, 12)])
def test_three_or_four_players(seats: int, slots: int) -> None:
    """Y-SE-01: three or four sit down, and the caravan's size depends on the number."""
    state = YSPAHAN.begin(seats, bytes(32), {})
    assert YSPAHAN.view(state, 0).caravan_slots == slots


@pytest.mark.parametrize("seats", [1, 2, 5])
def test_no_other_number_of_players(seats: int) -> None:
    """Y-SE-01: the message says what would be right."""
    with pytest.raises(ValueError, match=f"played by 3 or 4 seats with these options, not {seats}"):
        YSPAHAN.begin(seats, bytes(32), {})


def test_the_numbers_of_players_are_announced() -> None:
    """Y-SE-01, rules 14: three and four, and two with the variant for them."""
    assert YSPAHAN.seat_counts == (3, 4)
    assert sorted(YSPAHAN.all_seat_counts()) == [2, 3, 4]


def test_the_supervisor_starts_in_the_middle() -> None:
    """Y-SE-02."""
    assert GameTable().where == "hub"


def test_the_first_day_of_the_first_week() -> None:
    """Y-SE-03."""
    table = GameTable()
    assert (table.blue.view.week, table.blue.view.day) == (1, 1)


def test_gold_and_camels_are_a_common_supply() -> None:
    """Y-SE-04: what one player takes or pays leaves nobody else poorer or richer."""
    table = GameTable()
    table.turn("green", camel=(1, 5))
    table.green.does("main", "build:paddock")
    assert (table.green.camels, table.green.gold) == (3, 2)
    assert [(player.camels, player.gold) for player in table.players if player.seat != 1] == [(0, 2)] * 3


def test_the_cards_are_shuffled() -> None:
    """Y-SE-05: the deal decides the order of the deck."""
    decks = [YSPAHAN.begin(4, bytes([deal]) * 32, {}).deck for deal in (1, 1, 2)]  # type: ignore[attr-defined]  # begin gives any State
    assert decks[0] == decks[1] != decks[2]
    assert sorted(decks[0]) == sorted(decks[2])
    assert decks[0] != sorted(decks[0])


def test_the_deck_lies_face_down() -> None:
    """Y-SE-05: nobody sees more of it than its size."""
    table = GameTable()
    assert table.blue.view.deck == 18
    assert table.blue.view == table.game.view(table.game.redeal(table.state, 0, table.luck.clone()), 0)


def test_what_each_player_starts_with() -> None:
    """Y-SE-06, Y-SE-07: own goods, no building, score 0; two gold, no camel, no card."""
    for player in GameTable().players:
        assert (player.stock, player.buildings, player.score) == (25, [], 0)
        assert (player.gold, player.camels, player.hand) == (2, 0, [])


def test_the_city_starts_empty() -> None:
    """Y-SE-06: nothing lies in a shop, in the caravan, in the tower or on the discard pile."""
    table = GameTable()
    assert set(table.blue.view.shops) == {9}
    assert (table.in_caravan, table.tower, table.discards) == ("", {}, [])


def test_seat_0_begins() -> None:
    """Y-SE-08, R3."""
    table = GameTable()
    assert table.state.order == (0, 1, 2, 3)
    assert table.blue.options == ["roll:0", "roll:1", "roll:2"]


def test_another_seat_may_begin() -> None:
    """Y-SE-08, R3: who is the oldest is said by the option `first_player`."""
    table = GameTable(THREE, first_player="2")
    assert table.state.order == (2, 0, 1)
    assert table.red.asked


def test_four_neighbourhoods_divided_by_the_street() -> None:
    """Y-BO-01: each arm of the street runs between two of them."""
    assert NEIGHBOURHOODS == ("bag", "barrel", "chest", "vase")
    between: dict[str, set[str]] = {}
    for square in SQUARES:
        between.setdefault(square.arm, set()).update(shop.partition(".")[0] for shop in square.shops)
    assert between == {
        "hub": set(),
        "west": {"chest", "bag"},
        "north": {"chest", "vase"},
        "east": {"vase", "barrel"},
        "south": {"bag", "barrel"},
    }


def test_souks_are_the_shops_of_one_colour() -> None:
    """Y-BO-02: the souks of each neighbourhood by colour, with number of shops and points."""
    table = {
        name: {SOUKS[souk].id.partition(".")[2]: (len(SHOPS_OF[souk]), SOUKS[souk].value) for souk in SOUKS_IN[place]}
        for place, name in enumerate(NEIGHBOURHOODS)
    }
    assert table == {
        "bag": {"white": (3, 3), "blue": (4, 4), "yellow": (5, 6), "pink": (6, 8)},
        "barrel": {"white": (2, 3), "blue": (3, 4), "yellow": (4, 6), "pink": (5, 8)},
        "chest": {"blue": (2, 4), "yellow": (3, 6), "pink": (4, 8)},
        "vase": {"blue": (1, 4), "yellow": (2, 6), "orange": (3, 12)},
    }


def test_the_rows_of_the_tower() -> None:
    """Y-BO-03: six values fill all of them, from the bottom."""
    table = GameTable()
    table.dice("123456666")
    table.blue.does("roll:0")
    assert list(table.tower) == list(ROWS) == ["camel", "bag", "barrel", "chest", "vase", "gold"]
    assert [value for value, _, _ in table.tower.values()] == [1, 2, 3, 4, 5, 6]


def test_what_the_squares_of_the_street_touch() -> None:
    """Y-BO-04: the central square no shop, two squares two shops, every other square one."""
    touched = {square.id: len(SHOPS_AT[number]) for number, square in enumerate(SQUARES)}
    assert touched.pop("hub") == 0
    assert (touched.pop("e1"), touched.pop("s1")) == (2, 2)
    assert set(touched.values()) == {1}
    assert len(touched) == 26
