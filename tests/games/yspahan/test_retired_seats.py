"""What a retired seat answers (rules 11): always allowed, always the same, as harmless as can be."""

import pytest

from serai.referee.core.agenda import decision, options, waiting
from tests.games.yspahan.table import EVERY_CASE, FOUR, THREE, TWO, City, all_states
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
    city = City(names)
    city.play_on()
    assert city.over
    assert not any(" plays " in line or " throws " in line for line in city.journal)


def test_no_yellow_dice() -> None:
    """Rules 11: at the roll."""
    assert City().blue.default == "roll:0"


def test_the_lowest_row_or_a_card() -> None:
    """Rules 11: at the choice of dice."""
    city = City()
    city.turn("green", bag=(2, 1), gold=(3, 1))
    assert city.green.default == "take:bag"
    city = City()
    city.cards(green="gold3")
    city.turn("green")
    assert city.green.default == "nodice"


@pytest.mark.parametrize(("row", "answer"), [("camel", "main"), ("gold", "main"), ("bag", "draw"), ("vase", "draw")])
def test_camels_gold_or_a_card(row: str, answer: str) -> None:
    """Rules 11: with the dice."""
    city = City()
    city.turn("green", **{row: (2, 1)})
    assert city.green.default == answer


def test_with_no_card_to_draw_the_first_option() -> None:
    """Rules 11: supplying, and where no shop is open the Supervisor."""
    city = City()
    city.deck_into_the_hand_of("red")
    city.turn("green", vase=(2, 1))
    assert city.green.default == "main"
    city = City(TWO)
    city.goods(green="vase.blue.1 vase.yellow.1 vase.orange.1")
    city.deck_into_the_hand_of("green")
    city.blue.set(camels=2)
    city.turn("blue", vase=(2, 1))
    assert city.blue.options == ["super", "construct"]
    assert city.blue.default == "super"


def test_the_good_goes_and_the_turn_ends() -> None:
    """Rules 11: no camel is paid, nothing is built."""
    city = City()
    city.goods(red="chest.blue.1")
    city.red.set(camels=2)
    city.green.set(camels=2)
    city.turn("green", gold=(2, 1))
    city.green.does("super", "go:w2")
    assert city.red.default == "send"
    city.red.does("send")
    assert city.green.options[0] == "build:paddock"
    assert city.green.default == "end"
