"""What a retired seat answers (RULES.md 6): it ends, passes, declines or stops, and else takes the first option."""

import pytest

from serai.referee.core.agenda import over
from tests.games.tadmor.table import GameTable, Start


def test_in_the_windows_it_ends() -> None:
    """Rules 6: nothing is bought, built or taken."""
    table = GameTable(2, era=2)
    table.goods(red=(3, 3, 3, 3), blue=(0, 0, 0, 1))
    table.offer("I19")
    table.stand(red="camel:pal_imp1 camel:ebl_tower1")
    table.resolve()
    for _ in range(3):
        assert table.red.default == "end"
        table.red.does("end")
    assert (table.owned("red"), table.red.tower, table.state.first) == ([], 0, 0)


def test_it_passes_and_declines() -> None:
    """Rules 6: in the marauders stage."""
    table = GameTable(2)
    table.done(red="K9 K14")
    table.marauders(held="ebla", by="blue")
    table.stand(red="camel:pal_market camel:des_marauders", blue="camel:pal_imp1")
    table.attack()
    assert table.red.default == "pass"
    table.red.does("pass")
    assert table.red.default == "pass"
    table.red.does("pass")
    assert table.red.default == "decline"


def test_it_stops() -> None:
    """Rules 6: with a mission for several pieces, after the first."""
    table = GameTable(2)
    table.done(red="K23")
    table.placing()
    assert table.red.default == "place:camel:pal_imp1"
    table.red.does("return:K23", "place:camel:pal_imp1")
    assert table.red.default == "stop"


def test_it_takes_the_pawn_if_it_has_to() -> None:
    """Rules 6, A54: and discards no mission for it."""
    table = GameTable(3, era=2)
    table.hand(blue="K3")
    table.stand(blue="camel:dam_first")
    table.kingdom()
    assert table.blue.options[0] == "discard_mission:K3"
    assert table.blue.default == "first_player:dam_first:wood"
    table.blue.does("first_player:dam_first:wood")
    assert table.blue.default == "end"


def test_else_the_first_option() -> None:
    """Rules 6: what must be answered is answered."""
    table = GameTable(2)
    table.goods(red=(5, 5, 0, 0))
    table.end_turn()
    assert table.red.default == "discard:wood"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_game_of_retired_seats_ends(seats: int) -> None:
    """Rules 6: all of them."""
    table = Start(seats)
    table.play_on(10)
    assert over(table.state)
    assert table.state.turn == 9
