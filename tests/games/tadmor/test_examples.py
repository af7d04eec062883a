"""The worked examples of RULES.md, section 16: tower, kingdom and trade. [RB] = an example of the rulebook.

Those of a single tile or mission are in the test of its name.
"""

import pytest

from serai.referee.games.tadmor.board import CONSTANTS
from tests.games.tadmor.table import NONE, GameTable, only

# Tower


def test_example_s1_three_levels_for_seven_stone() -> None:
    """T-TW-06, T-TW-01, T-BA-18 [RB]: levels 9, 10 and 11 by Build 1 cost 2 + 2 + 3 stone."""
    table = GameTable()
    table.towers(red=8)
    table.goods(red=(0, 7, 0, 0))
    table.stand(red="camel:ebl_tower1")
    table.build()
    table.red.does("tower1:ebl_tower1", "tower1:ebl_tower1", "tower1:ebl_tower1")
    assert table.red.tower == 11
    assert table.red.warehouse == NONE


def test_example_s2_a_pair_over_a_border() -> None:
    """T-TW-07, T-TW-05 [RB]: levels 5 and 6 by Build 2 cost the lower band, 1 wood and 2 marble."""
    table = GameTable()
    table.towers(red=4)
    table.goods(red=(1, 0, 2, 0))
    table.stand(red="camel:dam_tower2")
    table.build()
    table.red.does("tower2:dam_tower2")
    assert table.red.tower == 6
    assert table.red.warehouse == NONE


def test_example_s5_a_pair_around_a_free_level() -> None:
    """T-IA-18, A3 [RB, corrected]: from 8 the pair pays levels 9 and 11, 10 is free."""
    table = GameTable()
    table.towers(red=8)
    table.tiles(red="I14")
    table.goods(red=(2, 0, 2, 0))
    table.stand(red="camel:dam_tower2")
    table.build()
    table.red.does("tower2:dam_tower2")
    assert (table.red.tower, table.red.warehouse) == (11, NONE)


def test_example_s6_a_free_level_after_treason() -> None:
    """T-IA-19 [RB]: thrown down from 16 by 2: 14, at once 15 again."""
    table = GameTable(era=3)
    table.towers(red=10, blue=16)
    table.tiles(blue="I15")
    table.stand(red="camel:dam_traitor")
    table.build()
    table.red.does("traitor:dam_traitor:1")
    assert table.blue.tower == 15


def test_example_s7_treason_in_vain() -> None:
    """T-IA-16: with I14 a tower of 15 loses nothing to one level; without it, it falls to 14."""
    for tiles, height in (("I14", 15), ("", 14)):
        table = GameTable(era=2)
        table.towers(red=10, blue=15)
        table.tiles(blue=tiles)
        table.stand(red="camel:dam_traitor")
        table.build()
        table.red.does("traitor:dam_traitor:1")
        assert table.blue.tower == height


def test_example_s8_who_can_be_betrayed() -> None:
    """T-TT-01, T-TT-02, T-TT-04, A25: nobody in era I; in era II whose tower is at least as high."""
    table = GameTable(3, era=1)
    table.towers(blue=9)
    table.stand(red="camel:dam_traitor")
    table.build()
    assert not table.red.asked
    table = GameTable(3, era=2)
    table.towers(red=6, blue=5, green=6)
    table.stand(red="camel:dam_traitor")
    table.build()
    assert table.red.options == ["end", "traitor:dam_traitor:2"]


def test_example_s9_two_traitors() -> None:
    """T-PA-14, T-PA-13 [RB]: Traitor and I47 in era III: four levels of one, or two of each of two."""
    for second, heights in ((1, (5, 8)), (2, (7, 6))):
        table = GameTable(3, era=3)
        table.towers(blue=9, green=8)
        table.tiles(red="I47")
        table.stand(red="camel:dam_traitor camel:I47")
        table.build()
        table.red.does("traitor:dam_traitor:1", f"traitor:I47:{second}")
        assert (table.blue.tower, table.green.tower) == heights


def test_example_s10_the_free_level_comes_with_the_tile() -> None:
    """T-IA-16, A50: tower 4, I14 bought: 5 at once, and the Caravan brings the fourth camel."""
    table = GameTable()
    table.towers(red=4)
    table.goods(red=(1, 0, 0, 0))
    table.offer("I14")
    table.stand(red="camel:pal_imp1 camel:des_caravan")
    table.improve()
    table.red.does("acquire:I14")
    assert table.red.tower == 5
    assert table.red.owned == [4, 2]


# Kingdom


@pytest.mark.parametrize(("name", "piece", "points"), [("red", "camel", 8), ("blue", "ship", 4), ("green", "ship", 0)])
def test_example_s11_war_supplies(name: str, piece: str, points: int) -> None:
    """T-KI-13, T-KI-11, T-KI-12 [RB]: towers 15, 11, 7: the height above the lowest one, which scores nothing."""
    table = GameTable(3)
    table.towers(red=15, blue=11, green=7)
    table.stand(**{name: f"{piece}:des_war"})
    table.kingdom()
    assert table.seat(name).pp == CONSTANTS.start_pp + points
    assert table.on("des_war") is None


def test_example_s12_prestige() -> None:
    """T-KI-02, T-KI-03, T-IA-20: a tie scores nothing; alone on top I16 and I35 add up."""
    table = GameTable(3)
    table.towers(red=9, blue=9, green=4)
    table.tiles(red="I16 I35")
    table.kingdom()
    assert table.red.pp == CONSTANTS.start_pp
    table.towers(red=10)
    table.kingdom()
    assert table.red.pp == CONSTANTS.start_pp + table.red.powers.prestige
    assert table.red.powers.prestige == 5


def test_example_s13_the_tax() -> None:
    """T-KI-09, A17: gold from a trade pays it; who ends without paying loses PP; there is no paying in part."""
    table = GameTable(2, era=2)
    table.tiles(red="I4")
    table.goods(red=(0, 1, 0, 0), blue=(0, 0, 0, 1))
    table.kingdom()
    assert table.red.options == ["end", "trade:stone:gold"]
    table.red.does("trade:stone:gold", "tax_pay")
    assert (table.red.pp, table.red.traded, table.red.warehouse) == (CONSTANTS.start_pp, NONE, NONE)
    table = GameTable(2, era=2)
    table.tiles(red="I4")
    table.goods(red=(0, 1, 0, 0))
    table.kingdom()
    table.red.does("end")
    assert table.red.pp == CONSTANTS.start_pp - 3
    table = GameTable(2, era=3)
    table.tiles(red="I4")
    table.goods(red=(0, 1, 0, 1))
    table.kingdom()
    assert "tax_pay" not in table.red.options
    table.red.does("end")
    assert table.red.pp == CONSTANTS.start_pp - 6


def test_example_s14_the_pawns_resource_pays_the_tax() -> None:
    """T-KI-15, A18: First Player gives wood, I2 makes it gold, the gold pays."""
    table = GameTable(2, era=2)
    table.tiles(red="I2")
    table.stand(red="camel:dam_first")
    table.kingdom()
    table.red.does("first_player:dam_first:wood", "trade:wood:gold", "tax_pay")
    assert table.state.first == 0
    assert (table.red.pp, table.red.traded) == (CONSTANTS.start_pp, NONE)


def test_example_s15_not_the_same_twice() -> None:
    """T-PA-16, A20 [RB]: with War Supplies on the board I48 cannot be War Supplies."""
    table = GameTable(3, era=2)
    table.tiles(red="I48")
    table.stand(red="ship:des_war camel:I48")
    table.kingdom()
    assert table.red.options == ["end", "first_player:I48:wood", "first_player:I48:stone", "kingdom:I48:taxman"]


def test_example_s16_the_last_taker_keeps_the_pawn() -> None:
    """T-PA-17, T-PA-18, A52 [RB]: both get a basic resource, the later one begins the next turn."""
    table = GameTable(3, era=1)
    table.tiles(blue="I48")
    table.stand(red="camel:dam_first", blue="ship:I48")
    table.kingdom()
    table.red.does("first_player:dam_first:wood")
    table.blue.does("first_player:I48:stone")
    assert (table.red.warehouse, table.blue.warehouse) == ([1, 0, 0, 0], [0, 1, 0, 0])
    table.end_turn()
    assert table.state.order == (1, 2, 0)


# Trade


def test_example_s17_one_market_piece_in_two_phases() -> None:
    """T-MK-02, T-MK-03, T-MK-04, A7, D8 [RB]: stone to marble for the tower, later wood to gold for the tax; the camel
    stays until the turn ends."""
    table = GameTable(2, era=2)
    table.goods(red=(2, 2, 0, 0), blue=(0, 0, 0, 1))
    table.stand(red="camel:pal_market camel:dam_tower2")
    table.resolve()
    table.red.does("trade:stone:marble", "trade:stone:marble", "tower2:dam_tower2", "end")
    assert table.on("pal_market") == "red camel"
    table.red.does("trade:wood:gold", "tax_pay")
    assert (table.red.tower, table.red.pp) == (2, CONSTANTS.start_pp)
    assert (table.red.warehouse, table.red.traded) == (NONE, NONE)
    assert table.on("pal_market") == "red camel"
    table.end_turn()
    assert table.on("pal_market") is None


def test_example_s18_received_goods_are_not_traded_again() -> None:
    """T-MK-09, T-MK-05, T-MK-06, T-AN-05 [RB]: 1 marble for 2 wood, which can pay but not be traded."""
    table = GameTable()
    table.goods(red=(0, 0, 1, 0))
    table.stand(red="camel:pal_market camel:pal_imp1")
    table.offer("I5")
    table.improve()
    table.red.does("trade:marble:wood,wood")
    assert table.red.traded == [2, 0, 0, 0]
    assert only(table.red.options, "trade") == []
    table.red.does("acquire:I5")
    assert table.red.traded == [1, 0, 0, 0]


def test_example_s19_what_the_town_market_trades() -> None:
    """T-AN-04, T-AN-05, T-MK-10, T-MK-11, T-MK-12 [RB]: a basic for an advanced good, gold or marble for two basics in
    any mix; never gold for marble."""
    of_gold = ["gold:wood,wood", "gold:wood,stone", "gold:stone,stone"]
    table = GameTable()
    table.goods(red=(0, 0, 0, 1))
    table.stand(red="camel:pal_market")
    table.build()
    assert only(table.red.options, "trade") == of_gold
    table.goods(red=(9, 9, 9, 9))
    assert only(table.red.options, "trade") == [
        "wood:marble", "wood:gold", "stone:marble", "stone:gold",
        "marble:wood,wood", "marble:wood,stone", "marble:stone,stone", *of_gold,
    ]  # fmt: skip
    table.red.does(*["trade:wood:marble"] * 9)
    assert table.red.traded == [0, 0, 9, 0]


def test_example_s20_a_mission_for_gold() -> None:
    """T-BA-12, T-MI-05, T-MI-06 [RB]: the gold of a discarded mission is not traded in the same turn."""
    table = GameTable()
    table.hand(red="K3")
    table.stand(red="camel:pal_market")
    table.build()
    table.red.does("discard_mission:K3", "take:gold")
    assert not table.red.asked
    assert table.discards == ["K3"]
    assert table.red.traded == [0, 0, 0, 1]


def test_example_s21_three_stone_become_six() -> None:
    """T-ST-02, T-MK-07, T-IA-23 [RB]: with I4 and I23, 3 stone are 3 gold, next turn 6 stone."""
    table = GameTable()
    table.tiles(red="I4 I23")
    table.goods(red=(0, 3, 0, 0))
    table.build()
    table.red.does(*["trade:stone:gold"] * 3)
    assert table.red.traded == [0, 0, 0, 3]
    table.end_turn()
    assert table.red.warehouse == [0, 0, 0, 3]
    table.state.agenda.clear()
    table.build()
    table.red.does(*["trade:gold:stone,stone"] * 3)
    assert table.red.traded == [0, 6, 0, 0]


def test_example_s22_traded_goods_pay_first() -> None:
    """T-MK-08, D1: 5 stone for a yellow good, 4 of them from Traded Goods."""
    table = GameTable()
    table.goods(red=(0, 3, 0, 0))
    table.traded(red=(0, 4, 0, 0))
    table.stand(red="ship:eup_yellow")
    table.build()
    table.red.does("rare:eup_yellow:yellow:resources")
    assert (table.red.traded, table.red.warehouse) == (NONE, [0, 2, 0, 0])


def test_example_s23_ebla_is_a_market_or_a_temple() -> None:
    """T-AN-06, T-AN-07, T-AN-08, T-TM-10, A6: once opened it trades basics for advanced goods and builds nothing."""
    table = GameTable()
    table.goods(red=(5, 5, 0, 1))
    table.stand(red="camel:ebl_temple")
    table.build()
    assert "temple:ebl_temple:0" in table.red.options
    table.red.does("open_market:ebl_temple")
    assert table.red.options == [
        "end", "trade:wood:marble", "trade:wood:gold", "trade:stone:marble", "trade:stone:gold",
    ]  # fmt: skip


def test_example_s24_goods_for_prestige() -> None:
    """T-IA-04, T-GE-03, A23: with PP 1, I6 buys gold and leaves PP -1; then one basic good, and no more."""
    table = GameTable()
    table.tiles(red="I6")
    table.red.set(pp=1)
    table.build()
    table.red.does("trade_pp:gold")
    assert (table.red.pp, table.red.traded) == (-1, [0, 0, 0, 1])
    assert table.red.options == ["end", "trade_pp:wood", "trade_pp:stone"]
    table.red.does("trade_pp:wood")
    assert not table.red.asked
