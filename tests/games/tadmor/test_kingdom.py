"""The kingdom phase (RULES.md 7.11)."""

import pytest

from serai.referee.games.tadmor.board import CONSTANTS, TAX
from tests.games.tadmor.table import NONE, GameTable, only

START_PP = CONSTANTS.start_pp


def test_prestige_and_tax_always_happen() -> None:
    """T-KI-01, T-KI-06: nobody stands anywhere, and all regions are quiet."""
    table = GameTable(2, era=2)
    table.tiles(red="I16")
    table.towers(red=2)
    table.kingdom()
    loss = TAX.pp_loss_by_era[1]
    assert (table.red.pp, table.blue.pp) == (START_PP + table.red.powers.prestige - loss, START_PP - loss)


def test_the_owner_must_have_the_tallest_tower() -> None:
    """T-KI-04: the tile alone scores nothing."""
    table = GameTable(2)
    table.tiles(red="I16")
    table.towers(red=2, blue=3)
    table.kingdom()
    assert (table.red.pp, table.blue.pp) == (START_PP, START_PP)


def test_the_height_after_the_construction_counts() -> None:
    """T-KI-05: a level built in this turn makes the difference."""
    table = GameTable(2)
    table.tiles(red="I16")
    table.goods(red=(1, 1, 0, 0))
    table.stand(red="camel:ebl_tower1")
    table.resolve()
    table.red.does("tower1:ebl_tower1")
    assert table.red.pp == START_PP + table.red.powers.prestige


def test_no_tax_in_era_1() -> None:
    """T-KI-07: and nobody is asked."""
    table = GameTable(2)
    table.goods(red=(0, 0, 0, 2))
    table.kingdom()
    assert (table.red.pp, table.red.warehouse, table.red.asked) == (START_PP, [0, 0, 0, 2], False)
    assert TAX.gold_by_era[0] == TAX.pp_loss_by_era[0] == 0


@pytest.mark.parametrize("era", [2, 3])
def test_gold_or_prestige(era: int) -> None:
    """T-KI-06, T-KI-09, A17: the gold of the era, or the loss, as the player likes."""
    gold = TAX.gold_by_era[era - 1]
    table = GameTable(2, era=era)
    table.goods(red=(0, 0, 0, gold), blue=(0, 0, 0, gold))
    table.kingdom()
    assert table.red.options == ["end", "tax_pay"]
    table.red.does("tax_pay")
    table.blue.does("end")
    assert (table.red.pp, table.red.warehouse) == (START_PP, NONE)
    assert (table.blue.pp, table.blue.warehouse[3]) == (START_PP - TAX.pp_loss_by_era[era - 1], gold)


def test_the_taxmans_friend_pays_nothing() -> None:
    """T-KI-08: his piece goes home."""
    table = GameTable(2, era=3)
    table.goods(red=(0, 0, 0, 2))
    table.stand(red="camel:ebl_taxman")
    table.kingdom()
    assert (table.red.pp, table.red.warehouse) == (START_PP, [0, 0, 0, 2])
    assert table.on("ebl_taxman") is None


def test_war_supplies() -> None:
    """T-KI-11, T-KI-12: the height above the lowest tower, not above the second or the next seat's."""
    table = GameTable(3)
    table.towers(red=7, blue=2, green=4)
    table.stand(red="camel:des_war")
    table.kingdom()
    assert table.red.pp == START_PP + 5
    assert table.on("des_war") is None


def test_the_first_player_pawn() -> None:
    """T-KI-14, T-KI-15, A18: with a basic resource of choice, into the Warehouse; it counts from the next turn on."""
    table = GameTable(3)
    table.stand(blue="camel:dam_first")
    table.kingdom()
    assert table.blue.options == ["first_player:dam_first:wood", "first_player:dam_first:stone"]
    table.blue.does("first_player:dam_first:stone")
    assert (table.state.first, table.state.order, table.blue.warehouse) == (1, (0, 1, 2), [0, 1, 0, 0])
    table.end_turn()
    assert table.state.order == (1, 2, 0)


def test_the_pawn_cannot_be_refused() -> None:
    """T-KI-14, A54: who chose the space receives the pawn; other steps may come before it, but not the end."""
    table = GameTable(3, era=2)
    table.goods(blue=(0, 0, 0, 1))
    table.stand(blue="camel:dam_first", red="camel:ebl_taxman", green="camel:I48")
    table.tiles(green="I48")
    table.kingdom()
    assert table.blue.options == ["tax_pay", "first_player:dam_first:wood", "first_player:dam_first:stone"]
    table.blue.does("tax_pay")
    assert "end" not in table.blue.options
    assert table.blue.default == "first_player:dam_first:wood"
    table.blue.does("first_player:dam_first:wood")
    assert table.state.first == 1
    assert (table.green.options[0], table.green.default) == ("end", "end")


def test_without_a_taker_the_pawn_stays() -> None:
    """T-KI-16: when nobody stood there."""
    table = GameTable(3)
    table.kingdom()
    assert table.over
    assert table.state.first == 0
    table.end_turn()
    assert table.state.order == (0, 1, 2)


def test_common_steps_in_the_kingdom() -> None:
    """T-RE-02, T-MK-02: missions may be discarded for the gold of the tax."""
    table = GameTable(2, era=2)
    table.hand(red="K3")
    table.kingdom()
    assert only(table.red.options, "tax_pay") == []
    table.red.does("discard_mission:K3", "take:gold", "tax_pay")
    assert table.red.pp == START_PP


def test_ebla_may_become_a_market_in_the_kingdom() -> None:
    """T-AN-06, T-RE-02, T-MK-03: its piece stays when the construction is over, and is opened when it is needed."""
    table = GameTable(2, era=2)
    table.goods(red=(1, 0, 0, 0))
    table.stand(red="camel:ebl_temple")
    table.resolve()
    table.red.does("end")
    assert table.on("ebl_temple") == "red camel"
    table.red.does("open_market:ebl_temple", "trade:wood:gold", "tax_pay")
    assert table.red.pp == START_PP
    assert table.on("ebl_temple") == "red camel"
