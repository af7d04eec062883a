"""What every game promises, on each of the eight maps: tests/test_every_game.py turns one board at a time only."""

import pytest

from tests import game_properties
from tests.games.council_of_four import invariants
from tests.games.council_of_four.table import BOARDS, COUNCIL, SEATS
from tests.random_play import Case

EVERY_TABLE = pytest.mark.parametrize(
    "case", [Case(COUNCIL, seats, board) for board in BOARDS for seats in SEATS], ids=str
)
EVERY_BOARD = pytest.mark.parametrize(
    "case", [Case(COUNCIL, SEATS[number % len(SEATS)], board) for number, board in enumerate(BOARDS)], ids=str
)


@EVERY_TABLE
def test_random_play_ends_and_nothing_is_lost(case: Case) -> None:
    """Rules 13, no. 1 to 4, 6 to 8, 10, 11: after every decision, to the end."""
    game_properties.it_ends_and_nothing_is_lost(case, invariants, games=1)
    assert case.begin().variant.kingdom.sides == tuple("AB".index(side) for side in case.chosen.values())


@EVERY_TABLE
def test_a_record_of_it_verifies(case: Case) -> None:
    game_properties.a_record_of_it_verifies(case)
    assert case.game.complete(case.seats, case.chosen).items() >= case.chosen.items()


@EVERY_BOARD
def test_a_view_holds_no_secrets(case: Case) -> None:
    assert game_properties.a_view_holds_no_secrets(case) > game_properties.STATES


@EVERY_BOARD
def test_others_are_refused(case: Case) -> None:
    assert game_properties.others_are_refused(case) > game_properties.STATES
