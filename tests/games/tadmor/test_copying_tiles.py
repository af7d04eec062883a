"""The tiles that copy an action of the board, I47 and I48 (RULES.md 7.10, 7.11, 11): when, and for what."""

import pytest

from serai.referee.games.tadmor.construction import Build, BuildBetween
from tests.games.tadmor.table import GameTable, in_order, only


def waiting(**piles: str) -> GameTable:
    """Red, between green and blue in the order, has kept the piece on I47; blue builds."""
    table = in_order("green", "red", "blue", era=3)
    table.tiles(red="I47")
    table.goods(red=(9, 9, 9, 9), blue=(9, 9, 9, 9))
    table.pile(**piles)
    table.done(blue="K1")
    table.stand(red="camel:I47", blue="ship:sou_grey")
    table.build()
    table.red.does("end")
    assert table.blue.must(Build)
    return table


def test_the_last_good_of_a_pile() -> None:
    """T-PA-12, A19: the pile is empty now, which changes what red can take."""
    table = waiting(grey="glass")
    table.blue.does("rare:sou_grey:grey:resources")
    assert table.red.must(BuildBetween)
    assert "rare:I47:grey:resources" not in table.red.options


def test_a_good_below_the_top() -> None:
    """T-PA-12, A19: what lies on top is the same as before, so nothing is asked."""
    table = waiting(grey="glass incense glass")
    table.blue.does("return:K1", "rare_pick:incense")
    assert table.state.piles[0] == [0, 0]
    assert table.blue.must(Build)


def test_ending_a_tower_ends_the_tile() -> None:
    """T-PA-11, T-PA-05: the piece that began a tower cannot wait for later."""
    table = in_order("green", "red", "blue", era=3)
    table.tiles(red="I47")
    table.goods(red=(9, 9, 9, 9))
    table.stand(red="camel:I47 camel:pal_mission")
    table.build()
    table.red.does("tower1:I47", "end")
    assert (table.on("I47"), table.red.tower, table.over) == (None, 1, True)


def test_a_tower_of_the_board_leaves_the_tile_alone() -> None:
    """T-PA-12, T-TW-01: another piece's tower is ended; the piece on the tile waits."""
    table = in_order("green", "red", "blue", era=3)
    table.tiles(red="I47")
    table.goods(red=(9, 9, 9, 9))
    table.stand(red="camel:I47 camel:ebl_tower1")
    table.build()
    table.red.does("tower1:ebl_tower1")
    assert {option.partition(":")[0] for option in table.red.options if ":I47" in option} > {"tower2", "rare"}
    table.red.does("end")
    assert (table.on("I47"), table.on("ebl_tower1")) == ("red camel", None)
    assert "tower1:I47" in table.red.options
    table.red.does("end")
    assert (table.on("I47"), table.over) == (None, True)


@pytest.mark.parametrize(
    ("place", "left"),
    [
        ("camel:dam_first", ["taxman", "war_supplies"]),
        ("camel:ebl_taxman", ["war_supplies", "first_player"]),
        ("camel:des_war", ["taxman", "first_player"]),
    ],
)
def test_not_what_the_own_piece_does(place: str, left: list[str]) -> None:
    """T-PA-16, A20: whichever of the three the seat chose on the board; others may have chosen the same."""
    table = in_order("green", "red", "blue", era=3)
    table.tiles(red="I48")
    table.stand(red=f"camel:I48 {place}")
    table.kingdom()
    duties = [text.partition(":")[2] for text in only(table.red.options, "kingdom")]
    pawn = ["first_player"] if "first_player:I48:wood" in table.red.options else []
    assert duties + pawn == left


def test_what_another_chose_may_be_copied() -> None:
    """T-PA-17, A20: green stands on all three."""
    table = in_order("green", "red", "blue", era=3)
    table.tiles(red="I48")
    table.stand(red="camel:I48", green="camel:dam_first camel:ebl_taxman camel:des_war")
    table.kingdom()
    table.green.does("first_player:dam_first:wood")
    assert only(table.red.options, "kingdom") == ["I48:taxman", "I48:war_supplies"]
    table.red.does("first_player:I48:stone")
    assert (table.state.first, table.red.warehouse, table.on("I48")) == (0, [0, 1, 0, 0], None)
