"""What a retired seat answers (rules 11): always allowed, always the same, as harmless as can be."""

import pytest

from serai.referee.core.agenda import decision, options, waiting
from tests.games.yspahan.table import EVERY_CASE, FOUR, THREE, TWO, GameTable, all_states
from tests.random_play import Case


@EVERY_CASE
def test_the_answer_is_always_allowed(case: Case) -> None:
    """Rules 11: at every decision of random games."""
    for state in all_states(case):
        (seat,) = waiting(state)
        assert decision(state).default(state, seat) in options(state, seat)


@pytest.mark.parametrize("names", [TWO, THREE, FOUR])
def test_a_table_of_retired_seats_comes_to_an_end(names: str) -> None:
    """Rules 11: and they play no card."""
    table = GameTable(names)
    table.play_on()
    assert table.over
    assert not any(" plays " in line or " throws " in line for line in table.journal)


def test_no_yellow_dice() -> None:
    """Rules 11: at the roll."""
    assert GameTable().blue.default == "roll:0"


def test_the_lowest_row_or_a_card() -> None:
    """Rules 11: at the choice of dice."""
    table = GameTable()
    table.turn("green", bag=(2, 1), gold=(3, 1))
    assert table.green.default == "take:bag"
    table = GameTable()
    table.cards(green="gold3")
    table.turn("green")
    assert table.green.default == "nodice"


@pytest.mark.parametrize(("row", "answer"), [("camel", "main"), ("gold", "main"), ("bag", "draw"), ("vase", "draw")])
def test_camels_gold_or_a_card(row: str, answer: str) -> None:
    """Rules 11: with the dice."""
    table = GameTable()
    table.turn("green", **{row: (2, 1)})
    assert table.green.default == answer


def test_with_no_card_to_draw_the_first_option() -> None:
    """Rules 11: supplying, and where no shop is open the Supervisor."""
    table = GameTable()
    table.deck_into_the_hand_of("red")
    table.turn("green", vase=(2, 1))
    assert table.green.default == "main"
    table = GameTable(TWO)
    table.goods(green="vase.blue.1 vase.yellow.1 vase.orange.1")
    table.deck_into_the_hand_of("green")
    table.blue.set(camels=2)
    table.turn("blue", vase=(2, 1))
    assert table.blue.options == ["super", "construct"]
    assert table.blue.default == "super"


def test_the_good_goes_and_the_turn_ends() -> None:
    """Rules 11: no camel is paid, nothing is built."""
    table = GameTable()
    table.goods(red="chest.blue.1")
    table.red.set(camels=2)
    table.green.set(camels=2)
    table.turn("green", gold=(2, 1))
    table.green.does("super", "go:w2")
    assert table.red.default == "send"
    table.red.does("send")
    assert table.green.options[0] == "build:paddock"
    assert table.green.default == "end"
