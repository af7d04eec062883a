"""Course of a turn: a card, one main action, a quick action if wanted."""

import pytest

from serai.referee.core.errors import IllegalAction
from serai.referee.games.council_of_four.effects import Cards, MainActions
from serai.referee.games.council_of_four.turn import Phase2
from tests.games.council_of_four.table import FOUR, THREE, TWO, Realm

ELECT = ("main_elect", "council:coast", "colour:pink")
MAINS = {"main_elect", "main_permit", "main_build", "main_king"}
QUICKS = {"quick_hire", "quick_swap", "quick_elect", "quick_extra"}


@pytest.mark.parametrize("names", [TWO, THREE, FOUR])
def test_turns_go_clockwise(names: str) -> None:
    """C-TU-01: from the first player on, round after round."""
    realm = Realm(names)
    realm.turn("green")
    realm.play_on(rounds=3)
    seats = [int(line.split()[-1]) for line in realm.journal if " turn of seat " in line]
    rest = list(range(len(realm.names))) * 2
    assert seats[1:] == [*rest, 0]  # the first entry is the turn the table began with


def test_a_card_then_actions() -> None:
    """C-TU-02, C-TU-03: the top card comes to the hand before anything is asked."""
    realm = Realm()
    realm.deck("orange pink")
    realm.turn("green")
    assert realm.cards("green") == "orange 1"
    assert realm.green.must(Phase2)
    assert set(realm.green.options) <= MAINS | QUICKS


def test_exactly_one_card() -> None:
    """C-TU-03: one, whatever is in the hand."""
    realm = Realm()
    realm.hand("green", "white 5 wild 2")
    realm.turn("green")
    assert sum(realm.green.hand) == 8


def test_a_new_deck_in_the_middle_of_a_bonus() -> None:
    """C-TU-04, R14: three cards are drawn although the deck has one."""
    realm = Realm()
    realm.deck("white", discard="pink 4")
    realm.gains("green", Cards(3))
    assert realm.cards("green") == "white 1 pink 2"
    assert realm.state.deck == [3, 3]
    assert "4 discards make a new deck" in realm.journal


def test_the_last_card_may_be_the_last() -> None:
    """C-TU-05, R14: deck and discards empty, the turn goes on without a card."""
    realm = Realm()
    realm.deck("")
    realm.turn("green")
    assert realm.cards("green") == ""
    assert realm.green.asked


def test_a_later_discard_makes_a_deck_again() -> None:
    """C-TU-05, R14: an empty deck is formed anew before the next draw."""
    realm = Realm()
    realm.deck("", discard="blue 2")
    realm.turn("green")
    assert realm.cards("green") == "blue 1"
    assert realm.state.deck == [5]


def test_a_main_action_is_compulsory() -> None:
    """C-TU-06: before it the turn cannot end, not even after a quick action."""
    realm = Realm()
    realm.acts("green", hand="pink 1", coins=9, assistants=1)
    assert "end_turn" not in realm.green.options
    realm.green.does("quick_hire")
    with pytest.raises(IllegalAction):
        realm.green.does("end_turn")
    realm.green.does(*ELECT)
    assert realm.acting == "red"


def test_only_one_main_action() -> None:
    """C-TU-06: after it there are quick actions and the end."""
    realm = Realm()
    realm.acts("green", hand="pink 1", coins=9, assistants=3)
    realm.green.does(*ELECT)
    assert realm.green.options == ["quick_hire", "quick_swap", "quick_elect", "quick_extra", "end_turn"]


def test_at_most_one_quick_action() -> None:
    """C-TU-07, C-QA-01: after one there is none."""
    realm = Realm()
    realm.acts("green", hand="pink 1", coins=9, assistants=3)
    realm.green.does("quick_hire")
    assert not QUICKS & set(realm.green.options)


def test_the_next_player_has_his_own_actions() -> None:
    """C-TU-06, C-TU-07: whatever was used or left over before; and one card is drawn."""
    realm = Realm()
    realm.hand("red", "pink 1")
    realm.acts("green", hand="pink 1", coins=9, assistants=3)
    realm.green.does("quick_extra", *ELECT, "end_turn")
    assert realm.acting == "red"
    assert (realm.state.main_left, realm.state.mains_done, realm.state.quick_left) == (1, 0, 1)
    assert sum(realm.red.hand) == 2
    assert QUICKS & set(realm.red.options)


def test_a_quick_action_is_optional() -> None:
    """C-TU-07, C-QA-01: the turn can end without it."""
    realm = Realm()
    realm.acts("green", hand="pink 1", coins=9, assistants=3)
    realm.green.does(*ELECT, "end_turn")
    assert realm.acting == "red"


@pytest.mark.parametrize("order", ["before", "between", "after"])
def test_quick_before_between_or_after(order: str) -> None:
    """C-TU-08, C-QA-01, R13: also between two main actions."""
    realm = Realm()
    realm.acts("green", hand="pink 1", coins=3, assistants=0)
    realm.gains("green", MainActions(1))
    hire = ["quick_hire"]
    first, second = list(ELECT), ["main_elect", "council:coast", "colour:black"]
    answers = {"before": hire + first + second, "between": first + hire + second, "after": first + second + hire}
    realm.green.does(*answers[order])
    assert (realm.green.coins, realm.green.assistants) == (8, 1)


def test_four_main_actions() -> None:
    """C-TU-09: all of them when all are possible, in the order of the rulebook."""
    realm = Realm()
    realm.owns("green", up="A")
    realm.acts("green", hand="white 1 pink 1", coins=20, assistants=0)
    assert realm.green.options == ["main_elect", "main_permit", "main_build", "main_king", "quick_hire"]


def test_the_turn_ends_by_itself() -> None:
    """C-TU-07: when nothing but the end is left, nobody is asked."""
    realm = Realm()
    realm.acts("green", hand="pink 1", coins=9, assistants=0)
    realm.green.does("quick_hire", *ELECT)
    assert realm.acting == "red"
