"""What a retired seat answers: always allowed, always the same, as harmless as can be (RULES.md, section 4.7)."""

import pytest

from serai.referee.core.agenda import decision, options, over
from tests.games.council_of_four.table import FOUR, SEATS, THREE, TWO, GameTable, random_states


@pytest.mark.parametrize("seats", SEATS)
def test_the_answer_is_always_allowed(seats: int) -> None:
    """At every decision of a random game."""
    asked = 0
    for state in random_states(seats, 9):
        if not over(state):
            asked += 1
            assert decision(state).default(state, state.active) in options(state, state.active)
    assert asked > 100


@pytest.mark.parametrize("names", [TWO, THREE, FOUR])
def test_a_table_of_retired_seats_comes_to_an_end(names: str) -> None:
    """R30: they elect for a hundred rounds, and nothing else."""
    table = GameTable(names)
    table.turn("green")
    councils = [sorted(balcony) for balcony in table.state.balconies]
    table.play_on()
    assert table.over
    assert not any(" acquires " in line or " builds " in line for line in table.journal)
    assert [sorted(balcony) for balcony in table.state.balconies] == councils


def test_it_elects_and_ends() -> None:
    """Nothing is spent."""
    table = GameTable()
    table.acts("green", hand="pink 1", coins=9, assistants=3)
    assert table.green.default == "main_elect"
    table.green.does("main_elect", "council:coast", "colour:black")
    assert table.green.default == "end_turn"


def test_the_colour_that_falls_enters_again() -> None:
    """The first council for which that is possible stays as it was."""
    table = GameTable()
    table.balcony("coast", "black orange purple white")
    table.acts("green", hand="pink 1")
    table.green.does("main_elect")
    assert table.pool == "black 2 orange 1 pink 2 purple 1 blue 2"
    assert table.green.default == "council:hills"
    table.green.does("council:hills")
    assert table.green.default == "colour:purple"


def test_otherwise_the_first_option() -> None:
    """When every colour that would fall is missing beside the board, and in the midst of an action."""
    table = GameTable()
    for council in ("coast", "hills", "mountains", "king"):
        table.balcony(council, "pink blue black white")
    table.acts("green", hand="pink 1 blue 1", coins=20)
    table.green.does("main_elect")
    assert table.green.default == "council:coast"
    table.green.does("council:coast")
    assert table.green.default == "colour:orange"
    table.acts("red", hand="pink 1 blue 1", coins=20)
    table.red.does("main_permit")
    assert table.red.default == "region:coast"
