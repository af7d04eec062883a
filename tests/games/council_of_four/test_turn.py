"""Course of a turn: a card, one main action, a quick action if wanted."""

import pytest

from serai.referee.core.errors import IllegalAction
from serai.referee.games.council_of_four.effects import Cards, MainActions
from serai.referee.games.council_of_four.turn import Phase2
from tests.games.council_of_four.table import FOUR, THREE, TWO, GameTable

ELECT = ("main_elect", "council:coast", "colour:pink")
MAINS = {"main_elect", "main_permit", "main_build", "main_king"}
QUICKS = {"quick_hire", "quick_swap", "quick_elect", "quick_extra"}


@pytest.mark.parametrize("names", [TWO, THREE, FOUR])
def test_turns_go_clockwise(names: str) -> None:
    """C-TU-01: from the first player on, round after round."""
    table = GameTable(names)
    table.turn("green")
    table.play_on(rounds=3)
    seats = [int(line.split()[-1]) for line in table.journal if " turn of seat " in line]
    rest = list(range(len(table.names))) * 2
    assert seats[1:] == [*rest, 0]  # the first entry is the turn the table began with


def test_a_card_then_actions() -> None:
    """C-TU-02, C-TU-03: the top card comes to the hand before anything is asked."""
    table = GameTable()
    table.deck("orange pink")
    table.turn("green")
    assert table.cards("green") == "orange 1"
    assert table.green.must(Phase2)
    assert set(table.green.options) <= MAINS | QUICKS


def test_exactly_one_card() -> None:
    """C-TU-03: one, whatever is in the hand."""
    table = GameTable()
    table.hand("green", "white 5 wild 2")
    table.turn("green")
    assert sum(table.green.hand) == 8


def test_a_new_deck_in_the_middle_of_a_bonus() -> None:
    """C-TU-04, R14: three cards are drawn although the deck has one."""
    table = GameTable()
    table.deck("white", discard="pink 4")
    table.gains("green", Cards(3))
    assert table.cards("green") == "white 1 pink 2"
    assert table.state.deck == [3, 3]
    assert "4 discards make a new deck" in table.journal


def test_the_last_card_may_be_the_last() -> None:
    """C-TU-05, R14: deck and discards empty, the turn goes on without a card."""
    table = GameTable()
    table.deck("")
    table.turn("green")
    assert table.cards("green") == ""
    assert table.green.asked


def test_a_later_discard_makes_a_deck_again() -> None:
    """C-TU-05, R14: an empty deck is formed anew before the next draw."""
    table = GameTable()
    table.deck("", discard="blue 2")
    table.turn("green")
    assert table.cards("green") == "blue 1"
    assert table.state.deck == [5]


def test_a_main_action_is_compulsory() -> None:
    """C-TU-06: before it the turn cannot end, not even after a quick action."""
    table = GameTable()
    table.acts("green", hand="pink 1", coins=9, assistants=1)
    assert "end_turn" not in table.green.options
    table.green.does("quick_hire")
    with pytest.raises(IllegalAction):
        table.green.does("end_turn")
    table.green.does(*ELECT)
    assert table.acting == "red"


def test_only_one_main_action() -> None:
    """C-TU-06: after it there are quick actions and the end."""
    table = GameTable()
    table.acts("green", hand="pink 1", coins=9, assistants=3)
    table.green.does(*ELECT)
    assert table.green.options == ["quick_hire", "quick_swap", "quick_elect", "quick_extra", "end_turn"]


def test_at_most_one_quick_action() -> None:
    """C-TU-07, C-QA-01: after one there is none."""
    table = GameTable()
    table.acts("green", hand="pink 1", coins=9, assistants=3)
    table.green.does("quick_hire")
    assert not QUICKS & set(table.green.options)


def test_the_next_player_has_his_own_actions() -> None:
    """C-TU-06, C-TU-07: whatever was used or left over before; and one card is drawn."""
    table = GameTable()
    table.hand("red", "pink 1")
    table.acts("green", hand="pink 1", coins=9, assistants=3)
    table.green.does("quick_extra", *ELECT, "end_turn")
    assert table.acting == "red"
    assert (table.state.main_left, table.state.mains_done, table.state.quick_left) == (1, 0, 1)
    assert sum(table.red.hand) == 2
    assert QUICKS & set(table.red.options)


def test_a_quick_action_is_optional() -> None:
    """C-TU-07, C-QA-01: the turn can end without it."""
    table = GameTable()
    table.acts("green", hand="pink 1", coins=9, assistants=3)
    table.green.does(*ELECT, "end_turn")
    assert table.acting == "red"


@pytest.mark.parametrize("order", ["before", "between", "after"])
def test_quick_before_between_or_after(order: str) -> None:
    """C-TU-08, C-QA-01, R13: also between two main actions."""
    table = GameTable()
    table.acts("green", hand="pink 1", coins=3, assistants=0)
    table.gains("green", MainActions(1))
    hire = ["quick_hire"]
    first, second = list(ELECT), ["main_elect", "council:coast", "colour:black"]
    answers = {"before": hire + first + second, "between": first + hire + second, "after": first + second + hire}
    table.green.does(*answers[order])
    assert (table.green.coins, table.green.assistants) == (8, 1)


def test_four_main_actions() -> None:
    """C-TU-09: all of them when all are possible, in the order of the rulebook."""
    table = GameTable()
    table.owns("green", up="A")
    table.acts("green", hand="white 1 pink 1", coins=20, assistants=0)
    assert table.green.options == ["main_elect", "main_permit", "main_build", "main_king", "quick_hire"]


def test_the_turn_ends_by_itself() -> None:
    """C-TU-07: when nothing but the end is left, nobody is asked."""
    table = GameTable()
    table.acts("green", hand="pink 1", coins=9, assistants=0)
    table.green.does("quick_hire", *ELECT)
    assert table.acting == "red"
