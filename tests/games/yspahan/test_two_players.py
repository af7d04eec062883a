"""The two-player variant (rules 14), line by line."""

import pytest

from serai.referee.core.errors import IllegalAction
from serai.referee.games.yspahan.calendar import begin_day, end_day
from serai.referee.games.yspahan.two_players import ActOfTwo, BuildChoiceOfTwo, ConstructChoice, PickOfTwo
from tests.games.yspahan.table import FOUR, TWO, YSPAHAN, GameTable

CARDS_FOR_BUILDING = "build_no_camels build_no_gold"


def test_it_is_off_by_default() -> None:
    """Rules 14: two seats need the option, and with the option there are exactly two."""
    assert YSPAHAN.complete(4, {})["two_players"] == "off"
    with pytest.raises(ValueError, match="played by 3 or 4 seats with these options, not 2"):
        YSPAHAN.begin(2, bytes(32), {})
    with pytest.raises(ValueError, match="played by 2 seats with these options, not 3"):
        YSPAHAN.begin(3, bytes(32), {"two_players": "on"})


def test_eight_white_dice() -> None:
    """Rules 14."""
    table = GameTable(TWO)
    table.dice("11223456")
    table.blue.does("roll:0")
    assert sum(white for _, white, _ in table.tower.values()) == 8


def test_a_caravan_of_six() -> None:
    """Rules 14: two camels in each row; the sixth good fills it."""
    table = GameTable(TWO)
    assert table.blue.view.caravan_slots == 6
    table.caravan("green green green green green")
    table.cards(blue="place_caravan")
    table.blue.does("play:place_caravan")
    assert table.scores == [3, 15]
    assert table.in_caravan == ""


@pytest.mark.parametrize(("lying", "points"), [(1, 2), (2, 1), (3, 1), (4, 0)])
def test_rows_of_two(lying: int, points: int) -> None:
    """Rules 14: the third good lies in the middle row, the fifth in the top one."""
    table = GameTable(TWO)
    table.caravan(" ".join(["green"] * lying))
    table.cards(blue="place_caravan")
    table.blue.does("play:place_caravan")
    assert table.blue.score == points


def test_three_action_turns_a_day() -> None:
    """Rules 14: first player, second player, first player."""
    table = GameTable(TWO)
    table.dice("11223456")
    table.play_on(week=1, day=2)
    assert [line.split()[1] for line in table.journal if " dice of value " in line] == ["0", "1", "0"]


def test_the_first_player_alternates() -> None:
    """Rules 14: daily, also between weeks."""
    table = GameTable(TWO)
    table.play_on()
    orders = [line.split()[-1] for line in table.journal if line.startswith("day ")]
    assert orders[:14] == ["0,1,0", "1,0,1"] * 7


@pytest.mark.parametrize(("scores", "order"), [((10, 20), (0, 1, 0)), ((20, 10), (1, 0, 1)), ((15, 15), (1, 0, 1))])
def test_the_last_day(scores: tuple[int, int], order: tuple[int, ...]) -> None:
    """Rules 14: the lower score is first; with equal scores the normal alternation, here after Blue's day."""
    table = GameTable(TWO)
    for player, score in zip(table.players, scores, strict=True):
        player.set(score=score)
    table.state.agenda.clear()
    table.set(week=3, day=6, first=0)
    table.happens(end_day)
    assert table.state.order == order


def test_the_last_day_but_one_is_ordinary() -> None:
    """Rules 14: only the very last day looks at the scores."""
    table = GameTable(TWO)
    table.green.set(score=10)
    table.state.agenda.clear()
    table.set(week=2, day=6, first=0)
    table.happens(end_day)
    assert table.state.order == (1, 0, 1)


def test_yellow_dice_stay_all_day() -> None:
    """Rules 14: the first player finds them again in his second turn and counts them."""
    table = GameTable(TWO)
    table.dice("11334466", "24")
    table.blue.does("roll:2", "take:camel", "draw", "end")
    assert table.tower["bag"] == (2, 0, 1)
    assert table.tower["chest"] == (4, 2, 1)
    table.green.does("take:gold", "draw", "end")
    table.blue.does("take:chest")
    assert "seat 0 takes 3 dice of value 4 from chest" in table.journal


def test_a_row_of_yellow_dice_is_nothing_to_the_second_player() -> None:
    """Rules 14: he cannot take it, the first player can."""
    table = GameTable(TWO)
    table.dice("11334466", "24")
    table.blue.does("roll:2", "take:camel", "draw", "end")
    assert table.green.must(PickOfTwo)
    assert table.green.options == ["take:barrel", "take:chest", "take:gold"]
    table.green.does("take:gold", "draw", "end")
    assert "take:bag" in table.blue.options


def test_the_second_player_counts_white_dice_only() -> None:
    """Rules 14: two white and one yellow four are two dice to him, and the row is gone with its yellow die."""
    table = GameTable(TWO)
    table.dice("11334466", "24")
    table.blue.does("roll:2", "take:camel", "draw", "end")
    table.green.does("take:chest")
    assert "seat 1 takes 2 dice of value 4 from chest" in table.journal
    assert "chest" not in table.tower


def test_no_row_left_for_the_second_player() -> None:
    """Rules 14: all white dice were taken, only yellow ones lie there: he draws a card."""
    table = GameTable(TWO)
    table.dice("11111111", "2")
    table.cards(green="sell_gold")
    table.blue.does("roll:1", "take:camel", "draw", "end")
    assert list(table.tower) == ["gold"]
    assert table.green.options == ["nodice", "play:sell_gold"]
    table.green.does("nodice")
    assert len(table.green.hand) == 2


def test_constructing_is_a_fourth_choice() -> None:
    """Rules 14: instead of the row, the Supervisor or a card; it uses up the dice."""
    table = GameTable(TWO)
    table.blue.set(camels=2, gold=3)
    table.turn("blue", camel=(1, 1), gold=(4, 3))
    table.blue.does("take:gold")
    assert table.blue.must(ActOfTwo)
    assert table.blue.options == ["main", "super", "draw", "construct"]
    table.blue.does("construct", "build:store")
    assert table.built("blue") == ["store"]
    assert (table.blue.camels, table.blue.gold) == (0, 1)
    assert table.tower == {"camel": (1, 1, 0)}


def test_constructing_needs_the_price() -> None:
    """Rules 14: without camels no building can be paid, and the choice is not there."""
    table = GameTable(TWO)
    table.turn("blue", gold=(4, 3))
    assert table.blue.options == ["main", "super", "draw"]


def test_constructing_at_full_price_or_with_cards() -> None:
    """Rules 14: each building at full price, with one construction card, or with both."""
    table = GameTable(TWO)
    table.cards(blue=CARDS_FOR_BUILDING)
    table.blue.set(camels=2, gold=2)
    table.turn("blue", gold=(4, 3))
    table.blue.does("take:gold", "construct")
    assert table.blue.must(ConstructChoice)
    assert table.blue.options == [
        *("build:paddock", "build:store", "build:hammam"),
        *("build:paddock+build_no_camels", "build:store+build_no_camels", "build:hammam+build_no_camels"),
        *("build:paddock+build_no_gold", "build:store+build_no_gold", "build:hammam+build_no_gold"),
        *("both:store", "both:hammam", "both:caravanserai", "both:bazaar", "both:hoist"),
    ]


def test_constructing_with_one_card() -> None:
    """Rules 14: the card is discarded for its part of the price."""
    table = GameTable(TWO)
    table.cards(blue=CARDS_FOR_BUILDING)
    table.blue.set(camels=0, gold=3)
    table.turn("blue", gold=(4, 3))
    table.blue.does("take:gold", "construct", "build:caravanserai+build_no_camels")
    assert table.built("blue") == ["caravanserai"]
    assert (table.blue.gold, table.discards, table.hand("blue")) == (0, ["build_no_camels"], ["build_no_gold"])


def test_constructing_with_the_other_card() -> None:
    """Rules 14: camels are paid, gold is not."""
    table = GameTable(TWO)
    table.cards(blue="build_no_gold")
    table.blue.set(camels=4, gold=1)
    table.turn("blue", gold=(4, 3))
    table.blue.does("take:gold", "construct", "build:hoist+build_no_gold")
    assert table.built("blue") == ["hoist"]
    assert (table.blue.camels, table.blue.gold) == (0, 1)


def test_constructing_with_both_cards() -> None:
    """Rules 14: nothing is paid; the ladder is scored as always."""
    table = GameTable(TWO)
    table.owns(blue="paddock store")
    table.cards(blue=CARDS_FOR_BUILDING)
    table.blue.set(camels=0, gold=0)
    table.turn("blue", gold=(4, 3))
    table.blue.does("take:gold", "construct", "both:hoist")
    assert table.built("blue") == ["paddock", "store", "hoist"]
    assert (table.blue.hand, table.blue.score) == ([], 5)
    assert sorted(table.discards) == ["build_no_camels", "build_no_gold"]


def test_no_building_at_the_end_of_the_turn() -> None:
    """Rules 14: cards and the end only, although everything could be paid."""
    table = GameTable(TWO)
    table.cards(blue="gold3")
    table.blue.set(camels=9, gold=9)
    table.turn("blue", gold=(4, 3))
    table.blue.does("take:gold", "main")
    assert table.blue.must(BuildChoiceOfTwo)
    assert table.blue.options == ["play:gold3", "end"]


def test_construction_cards_cannot_be_played_elsewhere() -> None:
    """Rules 14: neither at the roll, nor before the dice, nor at the end; thrown for one more die they can be."""
    table = GameTable(TWO)
    table.cards(blue=CARDS_FOR_BUILDING)
    table.blue.set(camels=9, gold=0)
    table.day(1, 1, "blue")
    assert table.blue.options == ["roll:0"]
    table.dice("11223456")
    table.blue.does("roll:0")
    assert not any(option.startswith("play") for option in table.blue.options)
    table.blue.does("take:camel")
    assert "main+build_no_gold" in table.blue.options
    table.blue.does("main")
    assert table.blue.options == ["end"]


def test_one_building_in_each_action_turn() -> None:
    """Rules 14: the first player has two turns a day and may construct in both."""
    table = GameTable(TWO)
    table.dice("11223456")
    table.blue.set(camels=9, gold=9)
    table.blue.does("roll:0", "take:camel", "construct", "build:hoist")
    table.green.does("take:gold", "main")
    table.blue.does("take:bag", "construct", "build:bazaar")
    assert table.built("blue") == ["hoist", "bazaar"]


def test_one_thrown_card_in_each_action_turn() -> None:
    """Rules 14: also in the first player's second turn."""
    table = GameTable(TWO)
    table.dice("11223456")
    table.cards(blue="camels3 exchange")
    table.blue.does("roll:0", "take:camel", "main+camels3", "end")
    table.green.does("take:bag", "super", "go:w2")
    table.blue.does("take:gold", "main+exchange")
    assert (table.blue.camels, table.blue.gold) == (3, 4)


def test_cards_may_be_played_in_each_action_turn() -> None:
    """Rules 14: at the roll, before the dice and at the end of both."""
    table = GameTable(TWO)
    table.dice("11223456")
    table.cards(blue="camels3 camels3 gold3 gold3 exchange")
    table.blue.does("play:camels3", "roll:0", "play:gold3", "take:camel", "main", "play:camels3", "end")
    table.green.does("take:bag", "draw", "end")
    table.blue.does("play:gold3", "take:gold", "draw", "play:exchange", "g2c:8")
    assert (table.blue.camels, table.blue.gold) == (16, 0)


def test_three_and_four_players_do_not_construct_with_dice() -> None:
    """Rules 14: differences hold for two players only."""
    table = GameTable(FOUR)
    table.green.set(camels=9, gold=9)
    table.turn("green", gold=(4, 3))
    assert table.green.options == ["main", "super", "draw"]
    with pytest.raises(IllegalAction):
        table.green.does("construct")


def test_a_day_begins_with_the_roll() -> None:
    """Rules 14: only the first of the three turns."""
    table = GameTable(TWO)
    table.state.agenda.clear()
    table.happens(begin_day)
    table.play_on(week=1, day=2)
    assert len([line for line in table.journal if " rolls " in line]) == 1
