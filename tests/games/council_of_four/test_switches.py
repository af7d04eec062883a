"""The switches of the game: board sides (test_setup.py), and the rulings that can be chosen otherwise."""

import pytest

from serai.referee.core.agenda import over
from serai.referee.games.council_of_four.effects import Assistants, Coins
from tests.games.council_of_four.table import COUNCIL, THREE, GameTable, random_states


def test_the_switches_and_their_defaults() -> None:
    """Every switch the rules name, with what holds when nothing is chosen."""
    assert {switch.name: (switch.choices, switch.default) for switch in COUNCIL.switches} == {
        "coast": (("A", "B", "random"), "A"),
        "hills": (("A", "B", "random"), "A"),
        "mountains": (("A", "B", "random"), "A"),
        "permit_majority_tie": (("all", "none"), "all"),
        "coins_cap": (("20", "none"), "20"),
        "assistants_limited": (("on", "off"), "on"),
        "max_rounds": (("100", "30"), "100"),
        "auto_apply_single": (("on", "off"), "on"),
    }


def test_a_wrong_choice_is_refused() -> None:
    """One line says what it can be."""
    with pytest.raises(ValueError, match="option coast of council_of_four is 'C'; it can be A, B, random"):
        COUNCIL.complete(3, {"coast": "C"})
    with pytest.raises(ValueError, match="is played by 2 or 3 or 4 seats"):
        COUNCIL.complete(5, {})


def test_nobody_scores_a_tie_for_permits() -> None:
    """R20: permit_majority_tie=none."""
    for choice, points in (("all", (8, 8, 5)), ("none", (5, 5, 5))):
        table = GameTable(THREE, permit_majority_tie=choice)
        table.owns("green", up="A")
        table.owns("red", up="B")
        assert table.game.score(table.state).points == points


def test_no_end_of_the_wealth_track() -> None:
    """R1: coins_cap=none."""
    table = GameTable(coins_cap="none")
    table.green.set(coins=19)
    table.gains("green", Coins(5))
    assert table.green.coins == 24


def test_assistants_without_limit() -> None:
    """R2: assistants_limited=off."""
    table = GameTable(assistants_limited="off")
    table.green.set(assistants=0)
    table.gains("green", Assistants(60))
    assert table.green.assistants == 60


def test_a_shorter_game() -> None:
    """R30: max_rounds=30; nobody has triggered the end, and the score is as always."""
    table = GameTable(THREE, max_rounds="30")
    table.turn("green")
    table.play_on()
    assert over(table.state)
    assert (table.state.round, table.state.trigger) == (30, None)
    assert table.game.score(table.state).points == (8, 8, 8)


def test_being_asked_what_is_forced() -> None:
    """auto_apply_single=off: the end of a turn is asked too."""
    table = GameTable(auto_apply_single="off")
    table.acts("green", hand="pink 1", coins=0, assistants=0)
    table.green.does("main_elect", "council:coast", "colour:black")
    assert table.green.options == ["quick_hire", "end_turn"]
    table.green.does("quick_hire")
    assert table.green.options == ["end_turn"]


def test_more_questions_without_forced_answers() -> None:
    """auto_apply_single=off: somebody is asked with one option, which otherwise only a hand can bring about."""
    asked = [
        len(state.options[state.active]) for state in random_states(3, 0, auto_apply_single="off") if state.options
    ]
    usual = [len(state.options[state.active]) for state in random_states(3, 0) if state.options]
    assert asked.count(1) / len(asked) > usual.count(1) / len(usual)
