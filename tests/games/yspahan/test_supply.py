"""Course of play, and phase I: supply."""

from tests.games.yspahan.table import FOUR, THREE, GameTable


def test_three_weeks_of_seven_days() -> None:
    """Y-FL-01: 21 days, one after the other."""
    table = GameTable(THREE)
    table.play_on()
    days = [line.split()[1] for line in table.journal if line.startswith("day ")]
    assert days == [f"{week}.{day}" for week in (1, 2, 3) for day in range(1, 8)]


def test_supply_comes_before_the_actions() -> None:
    """Y-FL-02: the dice are rolled once, then everybody takes from them."""
    table = GameTable(FOUR)
    table.dice("112233456")
    table.play_on(week=1, day=2)
    done = [line.split()[2] for line in table.journal if " rolls " in line or " dice of value " in line]
    assert done[:5] == ["rolls", "takes", "takes", "takes", "takes"]


def test_everybody_has_one_turn_a_day() -> None:
    """Y-FL-03: in the order of the day."""
    table = GameTable(FOUR)
    table.dice("112233456")
    table.play_on(week=1, day=2)
    assert [line.split()[1] for line in table.journal if " dice of value " in line] == ["0", "1", "2", "3"]


def test_nine_white_dice() -> None:
    """Y-SU-01: without yellow ones exactly nine dice lie in the tower."""
    table = GameTable()
    table.blue.does("roll:0")
    assert sum(white for _, white, _ in table.tower.values()) == 9
    assert not any(yellow for _, _, yellow in table.tower.values())


def test_yellow_dice_cost_a_gold_each() -> None:
    """Y-SU-02: Blue pays two and has none left."""
    table = GameTable()
    table.blue.does("roll:2")
    assert table.blue.gold == 0
    assert sum(yellow for _, _, yellow in table.tower.values()) == 2


def test_at_most_three_yellow_dice() -> None:
    """Y-SU-02: and no more than can be paid."""
    table = GameTable()
    table.blue.set(gold=5)
    assert table.blue.options == ["roll:0", "roll:1", "roll:2", "roll:3"]
    table.blue.set(gold=1)
    assert table.blue.options == ["roll:0", "roll:1"]


def test_colour_plays_no_part_in_grouping() -> None:
    """Y-SU-03: a yellow one joins the white ones, a yellow two is a group of its own."""
    table = GameTable()
    table.dice("111333366", "12")
    table.blue.does("roll:2")
    assert table.tower["camel"] == (1, 3, 1)
    assert table.tower["bag"] == (2, 0, 1)


def test_groups_rise_from_the_bottom() -> None:
    """Y-SU-04: box by box, by rising value."""
    table = GameTable()
    table.dice("112244555")
    table.blue.does("roll:0")
    assert table.tower == {"camel": (1, 2, 0), "bag": (2, 2, 0), "barrel": (4, 2, 0), "gold": (5, 3, 0)}


def test_the_lowest_value_lies_on_camel() -> None:
    """Y-SU-05: also when it is a three."""
    table = GameTable()
    table.dice("333334566")
    table.blue.does("roll:0")
    assert table.tower["camel"] == (3, 5, 0)


def test_the_highest_value_lies_on_gold() -> None:
    """Y-SU-06: with three values the boxes between stay empty."""
    table = GameTable()
    table.dice("111222333")
    table.blue.does("roll:0")
    assert table.tower == {"camel": (1, 3, 0), "bag": (2, 3, 0), "gold": (3, 3, 0)}


def test_two_values_example_8() -> None:
    """Example 8, RB, Y-SU-07: camel and gold only."""
    table = GameTable()
    table.dice("222255555")
    table.blue.does("roll:0")
    assert table.tower == {"camel": (2, 4, 0), "gold": (5, 5, 0)}


def test_one_value() -> None:
    """Y-SU-08: everything on camel and nothing on gold, be the value ever so high."""
    table = GameTable()
    table.cards(blue="gold3")  # otherwise the only group would be taken at once
    table.dice("666666666", "6")
    table.blue.does("roll:1")
    assert table.tower == {"camel": (6, 9, 1)}


def test_yellow_dice_leave_after_the_first_players_action() -> None:
    """Y-SU-09, R29: they leave the box they share with white dice, and the box that is theirs alone becomes empty."""
    table = GameTable()
    table.dice("113355666", "23")
    table.blue.does("roll:2", "take:camel", "main")
    assert table.tower["barrel"] == (3, 2, 0)
    assert "bag" not in table.tower
    assert "yellow dice leave the tower" in table.journal


def test_yellow_dice_stay_until_the_action_is_over() -> None:
    """Y-SU-09, R29: while Blue is still choosing what to do with his dice they lie there."""
    table = GameTable()
    table.dice("113355666", "23")
    table.blue.does("roll:2", "take:camel", "super")
    assert table.tower["barrel"] == (3, 2, 1)


def test_groups_do_not_move_when_yellow_dice_leave() -> None:
    """Y-SU-10: the box below is empty now, the others stay where they are."""
    table = GameTable()
    table.dice("113355666", "22")
    table.blue.does("roll:2", "take:camel", "main", "end")
    assert table.tower == {"barrel": (3, 2, 0), "chest": (5, 2, 0), "gold": (6, 3, 0)}
    assert table.green.options == ["take:barrel", "take:chest", "take:gold"]


def test_yellow_dice_count_for_the_first_player() -> None:
    """Y-SU-11: two white and two yellow ones are four camels; Green has only the white ones of the next box."""
    table = GameTable()
    table.dice("112244666", "114")
    table.blue.set(gold=3)
    table.blue.does("roll:3", "take:camel", "main", "end")
    table.green.does("take:barrel")
    assert table.blue.camels == 4
    assert "seat 1 takes 2 dice of value 4 from barrel" in table.journal


def test_the_first_player_may_take_yellow_dice_alone() -> None:
    """Y-SU-11: a group of one yellow die is a group."""
    table = GameTable()
    table.dice("113355666", "2")
    table.blue.does("roll:1", "take:bag", "main", "put:bag.white.1")
    assert table.in_shop("bag.white.1") == "blue"


def test_what_was_bought_does_not_change_later_dice() -> None:
    """Rules 10: all yellow dice are drawn every day, bought or not."""
    thrifty, lavish = GameTable(), GameTable()
    thrifty.blue.does("roll:0")
    lavish.blue.does("roll:2")
    rolls = []
    for table in (thrifty, lavish):
        table.play_on(week=1, day=2)
        table.green.set(gold=3)
        table.green.does("roll:3")
        rolls.append([line for line in table.journal if line.startswith("seat 1 rolls")])
    assert rolls[0] == rolls[1]
    assert len(rolls[0]) == 1
