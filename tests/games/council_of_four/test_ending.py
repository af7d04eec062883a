"""End of the game: the last emporium and the last turns."""

import pytest

from tests.games.council_of_four.table import FOUR, THREE, TWO, GameTable

NINE = "A B C D E F G H K"


def last_one(name: str, table: GameTable) -> None:
    """The player builds his tenth emporium, in N."""
    table.built(**{name: NINE})
    table.owns(name, up={"green": "N", "red": "MN", "yellow": "NO", "blue": "KNO"}[name])
    table.acts(name, hand="pink 1", coins=0, assistants=3, vp=0)
    table.seat(name).does("main_build")
    if "city:N" in table.seat(name).options:
        table.seat(name).does("city:N")


def turns(table: GameTable, after: int) -> list[str]:
    table.play_on()
    return [table.names[int(line.split()[-1])] for line in table.journal[after:] if " turn of seat " in line]


def test_three_points_for_the_last_emporium() -> None:
    """C-EN-01, R19: to who triggers the end, and to who builds a tenth one later."""
    table = GameTable()
    last_one("green", table)
    assert "seat 0 gains 3 points" in table.journal
    before = len(table.journal)
    last_one("blue", table)
    assert "seat 3 gains 3 points" in table.journal[before:]


@pytest.mark.parametrize(
    ("names", "trigger", "order"),
    [
        (FOUR, "yellow", ["blue", "green", "red"]),
        (FOUR, "green", ["red", "yellow", "blue"]),
        (THREE, "red", ["yellow", "green"]),
        (TWO, "red", ["green"]),
    ],
)
def test_one_last_turn_for_the_others(names: str, trigger: str, order: list[str]) -> None:
    """C-EN-02: clockwise from the trigger; he himself has no other turn."""
    table = GameTable(names)
    last_one(trigger, table)
    before = len(table.journal)
    assert turns(table, before) == order
    assert table.over


def test_the_trigger_finishes_his_turn() -> None:
    """C-EN-02: quick and extra main actions, but no building any more."""
    table = GameTable()
    last_one("green", table)
    table.green.set(assistants=3, coins=20)
    table.owns("green", up="M O")
    table.green.does("quick_extra")
    table.hand("green", "white 1 pink 2 blue 1")
    assert table.green.options == ["main_elect", "main_permit", "end_turn"]


def test_a_further_tenth_emporium_changes_nothing() -> None:
    """C-EN-03: the turns that were left are still those."""
    table = GameTable()
    last_one("green", table)
    table.green.does("end_turn")
    assert table.acting == "red"
    last_one("red", table)
    assert (table.state.trigger, table.state.last_turns) == (0, (2, 3))
    before = len(table.journal)
    assert turns(table, before) == ["yellow", "blue"]


def test_the_final_score_is_told() -> None:
    """C-EN-11: where everybody's points come from."""
    table = GameTable(TWO)
    last_one("green", table)
    table.play_on()
    assert table.journal[-1].startswith("seat 1 scores 0 and 0 0 ")
    assert sum("scores" in line for line in table.journal) == 2
