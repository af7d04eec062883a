"""Quick actions."""

import pytest

from tests.games.council_of_four.table import GameTable


def quick(coins: int = 0, assistants: int = 0) -> GameTable:
    table = GameTable()
    table.acts("green", hand="pink 1", coins=coins, assistants=assistants)
    return table


def quicks(table: GameTable) -> list[str]:
    return [text for text in table.green.options if text.startswith("quick")]


def test_four_kinds() -> None:
    """C-QA-01: in the order of the rulebook."""
    assert quicks(quick(3, 3)) == ["quick_hire", "quick_swap", "quick_elect", "quick_extra"]


def test_hire() -> None:
    """C-QA-02: 3 coins, 1 assistant."""
    table = quick(coins=4)
    table.green.does("quick_hire")
    assert (table.green.coins, table.green.assistants) == (1, 1)
    assert table.state.assistant_pool == 37


def test_the_last_assistant_can_be_hired() -> None:
    """C-QA-02, C-QA-03: one is left in the supply, and then none."""
    table = quick(coins=6)
    table.set(assistant_pool=1)
    assert quicks(table) == ["quick_hire"]
    table.green.does("quick_hire")
    assert (table.green.assistants, table.state.assistant_pool) == (1, 0)


def test_hire_with_two_coins() -> None:
    """C-QA-03: impossible; so it is when the supply is empty."""
    assert quicks(quick(coins=2)) == []
    table = quick(coins=20)
    table.set(assistant_pool=0)
    assert quicks(table) == []


def test_swap_in_a_region_of_choice() -> None:
    """C-QA-04: one assistant goes back."""
    table = quick(assistants=2)
    table.green.does("quick_swap")
    assert table.green.options == ["region:coast", "region:hills", "region:mountains"]
    assert table.green.assistants == 1


def test_both_tiles_go_under_the_pile() -> None:
    """C-QA-05, C-QA-06, R16: the first tile, then the second below it; two from the top."""
    table = quick(assistants=1)
    table.tiles("coast", "B CDE", pile="A C D")
    table.green.does("quick_swap", "region:coast")
    assert (table.face_up("coast"), table.pile("coast")) == ("A C", "D B CDE")


def test_no_swap_with_an_empty_pile() -> None:
    """C-QA-05, R16: nothing could change."""
    table = quick(assistants=1)
    table.tiles("coast", "B CDE", pile="")
    table.green.does("quick_swap")
    assert table.green.options == ["region:hills", "region:mountains"]
    table = quick(assistants=1)
    for region in ("coast", "hills", "mountains"):
        table.tiles(region, table.face_up(region), pile="")
    assert quicks(table) == ["quick_elect"]


@pytest.mark.parametrize("coins", [0, 2])
def test_sending_an_assistant_is_not_the_main_action(coins: int) -> None:
    """C-QA-07, C-QA-08: that one is still to be done; any colour beside the board, which white is not; no coins."""
    table = quick(coins=coins, assistants=1)
    table.green.does("quick_elect", "council:king")
    assert table.green.options == [f"colour:{colour}" for colour in ("black", "orange", "pink", "purple", "blue")]
    table.green.does("colour:orange")
    assert table.council("king") == "orange pink pink blue"
    assert (table.green.coins, table.green.assistants) == (coins, 0)
    assert not any(" gains " in line for line in table.journal)
    assert table.green.options == ["main_elect"]


def test_an_extra_main_action() -> None:
    """C-QA-09: 3 assistants, before or after the first main action."""
    table = quick(assistants=3)
    table.green.does("main_elect", "council:coast", "colour:pink", "quick_extra")
    assert (table.green.assistants, table.state.main_left) == (0, 1)


def test_the_same_action_twice() -> None:
    """C-QA-10: two elections, 8 coins."""
    table = quick(assistants=3)
    table.green.does("quick_extra")
    table.green.does("main_elect", "council:coast", "colour:pink", "main_elect", "council:hills", "colour:black")
    assert table.green.coins == 8
    assert table.acting == "red"


@pytest.mark.parametrize(
    ("assistants", "possible"), [(0, []), (1, ["quick_swap", "quick_elect"]), (2, ["quick_swap", "quick_elect"])]
)
def test_assistants_are_needed(assistants: int, possible: list[str]) -> None:
    """C-QA-11: one for swap and election, three for a main action."""
    assert quicks(quick(assistants=assistants)) == possible
