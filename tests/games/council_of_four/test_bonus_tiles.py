"""Bonus tiles and the king's reward tiles."""

import pytest

from serai.referee.games.council_of_four.board import BONUS_NAMES
from tests.games.council_of_four.table import GameTable

SETS = {
    "coast": "A B C D E", "hills": "F G H I J", "mountains": "K L M N O",
    "gold": "B F H K O", "silver": "C D G L", "bronze": "E I N", "iron": "A M",
}  # fmt: skip


def completing(cities: str, before: str = "", **things: object) -> GameTable:
    """Green builds in the last of these cities, having all the others."""
    *others, last = cities.split()
    table = GameTable()
    table.built(green=" ".join([*others, *before.split()]))
    table.owns("green", up=last)
    table.set(**things)
    table.acts("green", hand="pink 1", coins=0)
    table.green.does("main_build")
    return table


@pytest.mark.parametrize("colour", ["gold", "silver", "bronze", "iron"])
def test_all_cities_of_a_colour(colour: str) -> None:
    """C-BT-01: as printed on the sides in use."""
    assert completing(SETS[colour]).bonus_tiles("green") == colour


@pytest.mark.parametrize("region", ["coast", "hills", "mountains"])
def test_all_cities_of_a_region(region: str) -> None:
    """C-BT-02: the hills with the purple city."""
    assert completing(SETS[region]).bonus_tiles("green") == region
    assert completing("F G H I").bonus_tiles("green") == ""


def test_colours_depend_on_the_sides() -> None:
    """C-BT-01: with the coast on side B, D is iron and A is gold."""
    table = GameTable(coast="B")
    table.built(green="D")
    table.owns("green", up="M")
    table.acts("green", hand="pink 1")
    table.green.does("main_build")
    assert table.bonus_tiles("green") == "iron"


def test_the_top_tile_of_the_king_as_well() -> None:
    """C-BT-03: first 25, then 18."""
    table = completing(SETS["iron"])
    assert table.green.king_tiles == (25,)
    table.built(red="E I")
    table.owns("red", up="N")
    table.acts("red", hand="pink 1")
    table.red.does("main_build")
    assert (table.bonus_tiles("red"), table.red.king_tiles) == ("bronze", (18,))


def test_when_the_kings_tiles_are_used_up() -> None:
    """C-BT-04: only the bonus tile."""
    table = completing(SETS["iron"], king_pile=())
    assert (table.bonus_tiles("green"), table.green.king_tiles) == ("iron", ())


def test_no_tile_for_purple() -> None:
    """C-BT-05: seven tiles, and Juvelar alone completes nothing."""
    assert "purple" not in BONUS_NAMES
    assert completing("J").bonus_tiles("green") == ""


def test_each_tile_once() -> None:
    """C-BT-06, R17: Red completes iron after Green and gets neither tile; nor does the king's pile shrink."""
    table = completing(SETS["iron"])
    table.built(red="A")
    table.owns("red", up="MN")
    table.acts("red", hand="pink 1", assistants=1)
    table.red.does("main_build", "city:M")
    assert table.red.bonus_tiles == table.red.king_tiles == ()
    assert table.state.king_pile == (18, 12, 7, 3)


def test_two_sets_in_claim_order() -> None:
    """C-BT-07, R18: region before colour; each with a tile of the king; one is left on his pile, so one comes short."""
    table = completing("A B C D E", before="I N")
    assert table.bonus_tiles("green") == "coast bronze"
    assert table.green.king_tiles == (25, 18)
    table = completing("A B C D E", before="I N", king_pile=(3,))
    assert table.bonus_tiles("green") == "coast bronze"
    assert table.green.king_tiles == (3,)


def test_their_points_count_at_the_end() -> None:
    """C-BT-08, R32: the tiles are taken at once, the score track does not move."""
    table = completing(SETS["iron"])
    assert table.green.vp == 0
    assert table.game.score(table.state).points[0] == 5 + 25 + 5 + 3  # farthest in nobility, most permits
