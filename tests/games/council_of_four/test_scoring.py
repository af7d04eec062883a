"""Final score and tie-break."""

import pytest

from serai.referee.games.council_of_four.scoring import final_points, nobility_points, permit_points
from tests.games.council_of_four.table import FOUR, THREE, TWO, GameTable


def test_values_of_bonus_tiles() -> None:
    """C-EN-04: gold 20, silver 12, bronze 8, iron 5, a region 5."""
    table = GameTable()
    table.green.set(bonus_tiles=(0, 3, 6))
    table.red.set(bonus_tiles=(4, 5))
    assert [points.bonus_tiles for points in final_points(table.state)] == [30, 20, 0, 0]


def test_values_of_the_kings_tiles() -> None:
    """C-EN-05."""
    table = GameTable()
    table.green.set(king_tiles=(25, 7))
    table.red.set(king_tiles=(18,))
    assert [points.king_tiles for points in final_points(table.state)] == [32, 18, 0, 0]


@pytest.mark.parametrize(
    ("spaces", "points"),
    [
        ([9, 4, 7, 2], [5, 0, 2, 0]),
        ([9, 4], [5, 2]),
        ([0, 0, 0], [5, 5, 5]),
        ([3, 0, 0], [5, 2, 2]),
        ([8, 6, 6, 0], [5, 2, 2, 0]),
        ([7, 7, 6, 0], [5, 5, 0, 0]),
    ],
)
def test_nobility_majority(spaces: list[int], points: list[int]) -> None:
    """C-EN-06, C-EN-07, C-EN-08, C-EN-09, R21: 5 for all who are farthest; if it is one, 2 for all second; 0 counts."""
    assert nobility_points(spaces) == points


def test_most_permit_tiles() -> None:
    """C-EN-10, R20: face up and down count alike."""
    table = GameTable(THREE)
    table.owns("green", up="A B")
    table.owns("red", up="F", down="G H")
    table.owns("yellow", down="K L")
    assert [points.permits for points in final_points(table.state)] == [0, 3, 0]


def test_a_tie_for_most_permit_tiles() -> None:
    """C-EN-10, R20: all leaders, or nobody if so agreed; also with no tiles at all."""
    assert permit_points([3, 1, 3], tied_leaders_score=True) == [3, 0, 3]
    assert permit_points([3, 1, 3], tied_leaders_score=False) == [0, 0, 0]
    assert permit_points([0, 0], tied_leaders_score=True) == [3, 3]
    assert permit_points([3, 1, 2], tied_leaders_score=False) == [3, 0, 0]


def test_the_most_points_win() -> None:
    """C-EN-11: places by points."""
    table = GameTable(THREE)
    for name, vp in (("green", 20), ("red", 50), ("yellow", 35)):
        table.seat(name).set(vp=vp)
    assert table.game.score(table.state).points == (28, 58, 43)
    assert table.game.score(table.state).ranks == (3, 1, 2)


def test_coins_and_unused_permits_are_worth_nothing() -> None:
    """C-EN-11: a purse of 20 loses against one point."""
    table = GameTable(TWO)
    table.green.set(coins=20, vp=0)
    table.red.set(coins=0, vp=1)
    table.owns("green", up="A")
    table.owns("red", down="B")
    assert table.game.score(table.state).ranks == (2, 1)


def test_a_tie_is_broken_by_assistants_and_cards() -> None:
    """C-EN-12, R22: both together, for every place; equal again, the place is shared."""
    table = GameTable(FOUR)
    for name, assistants, cards in (("green", 3, 1), ("red", 0, 5), ("yellow", 4, 0), ("blue", 1, 1)):
        table.seat(name).set(assistants=assistants)
        table.hand(name, f"pink {cards}")
    assert table.game.score(table.state).ranks == (2, 1, 2, 4)
