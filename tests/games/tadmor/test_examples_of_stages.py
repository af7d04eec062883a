"""The worked examples of RULES.md, section 16: improvements, goods, temple, rare goods."""

import pytest

from serai.referee.games.tadmor.board import CONSTANTS
from serai.referee.games.tadmor.scoring import breakdown, sets_value
from serai.referee.games.tadmor.works import PART_COSTS
from tests.games.tadmor.table import NONE, GameTable, only

# Improvements, resources


def test_example_s25_a_ship_waits_for_the_tile() -> None:
    """T-IM-07, T-IM-08, T-AN-01 [RB]: I10 bought first: 4 wood; gathered before the purchase: 3."""
    for first, wood in (("", 4), ("gather:nor_wood_s1", 3)):
        table = GameTable()
        table.goods(red=(0, 0, 1, 0))
        table.offer("I10")
        table.stand(red="camel:pal_imp1 ship:nor_wood_s1")
        table.improve()
        table.red.does(*first.split(), "acquire:I10")
        if first:
            table.red.does("pay:0,0,1,0")
        assert table.red.warehouse == [wood, 0, 0, 0]


def test_example_s26_a_gift_for_the_next_reveal() -> None:
    """T-IM-09, T-IM-10, T-IA-25 [RB]: I26 bought in turn 4 pays when its owner reveals in turn 5."""
    table = GameTable(3, era=2)
    table.goods(red=(0, 0, 0, 2))
    table.offer("I26")
    table.stand(red="camel:pal_imp1 camel:des_marauders")
    table.attack()
    table.red.does("pick:ebla")
    table.improve()
    table.red.does("acquire:I26")
    assert (table.red.warehouse, table.red.pp) == (NONE, CONSTANTS.start_pp)
    table.state.agenda.clear()
    table.attack()
    assert (table.red.warehouse, table.red.pp) == ([0, 0, 0, 1], CONSTANTS.start_pp + 1)


@pytest.mark.parametrize(
    ("goods", "ways"),
    [((1, 0, 1, 1), []), ((2, 1, 0, 0), []), ((3, 1, 0, 0), ["pay:2,1,0,0", "pay:3,0,0,0"])],
)
def test_example_s28_paying_with_any_goods(goods: tuple[int, int, int, int], ways: list[str]) -> None:
    """T-BA-08, T-IM-04: 3 resources in era III; where there is one way only it is paid without asking."""
    table = GameTable(era=3)
    table.goods(red=goods)
    table.offer("I44")
    table.stand(red="camel:pal_imp1")
    table.improve()
    table.red.does("acquire:I44")
    assert table.red.options == ways
    assert ways or table.owned("red") == ["I44"]


# Temple, rare goods


def test_example_s31_the_top_card_counts() -> None:
    """T-TM-03, T-TM-18 [RB]: a colonnade is worth 13, with the roof 25; the colonnade card is in the supply again."""
    table = GameTable()
    table.red.set(temples=[2])
    table.goods(red=PART_COSTS[3])  # type: ignore[arg-type]  # four numbers
    table.stand(red="camel:ebl_temple")
    table.build()
    assert breakdown(table.state, 0).temples == 13
    table.red.does("temple:ebl_temple:0")
    assert table.red.temples == [3]
    assert breakdown(table.state, 0).temples == 25
    assert table.red.warehouse == NONE


def completing(order: str) -> GameTable:
    """Red completes the first temple, Green stands on yellow; the first named is first in turn order."""
    table = GameTable(3)
    table.pile(red="silk oil", yellow="porcelain jade ivory")
    table.red.set(temples=[3])
    table.goods(red=PART_COSTS[4], green=(0, 5, 0, 0))  # type: ignore[arg-type]  # four numbers
    table.stand(red="camel:ebl_temple", green="ship:eup_yellow")
    table.state.first = table.names.index(order)
    table.state.order = table.state.clockwise_from(table.state.first)
    table.build()
    return table


def test_example_s32_who_takes_the_porcelain() -> None:
    """T-TM-11, T-TM-16, T-TM-17, T-CN-02 [RB]: Red before Green takes silk and porcelain; Green first has it."""
    table = completing("red")
    table.red.does("temple:ebl_temple:0", "rare_top:red", "rare_top:yellow")
    assert table.goods_of("red") == ["porcelain", "silk"]
    table.green.does("rare:eup_yellow:yellow:resources")
    assert table.goods_of("green") == ["jade"]
    table = completing("green")
    table.green.does("rare:eup_yellow:yellow:resources")
    assert table.goods_of("green") == ["porcelain"]


def test_example_s33_only_the_first_two_players() -> None:
    """T-TM-12, T-TM-13, A26: a second temple of the first player, and a third player, get nothing."""
    table = GameTable(3)
    for name in table.names:
        table.seat(name).set(temples=[3])
    table.red.set(temples=[4, 3])
    table.set(completions=[0])
    cost = tuple(3 * count for count in PART_COSTS[4])
    table.goods(red=cost, blue=cost, green=cost)  # type: ignore[arg-type]  # four numbers
    table.stand(red="camel:ebl_temple", blue="camel:pal_temple")
    table.tiles(green="I37")
    table.stand(green="camel:I37")
    table.build()
    table.red.does("temple:ebl_temple:1")
    assert table.goods_of("red") == []
    table.blue.does("temple:pal_temple:0", "rare_top:grey")
    assert len(table.goods_of("blue")) == 1
    table.blue.does("end")
    table.green.does("temple:I37:0")
    assert (table.green.temples, table.goods_of("green")) == ([4], [])


def test_example_s34_three_less_for_a_part() -> None:
    """T-IA-28: with I34 the payer chooses which three of the colonnade's cost are left out."""
    table = GameTable()
    table.red.set(temples=[1])
    table.tiles(red="I34")
    table.goods(red=(0, 2, 3, 0))
    table.stand(red="camel:ebl_temple")
    table.build()
    assert PART_COSTS[2] == (0, 2, 4, 0)
    table.red.does("temple:ebl_temple:0")
    assert table.red.options == ["pay:0,0,3,0", "pay:0,1,2,0", "pay:0,2,1,0"]


def test_i9_example_s36_cheaper_rare_goods() -> None:
    """T-IA-26, T-IA-11, T-IA-12: I28 makes grey cost 1 gold; I9 takes 4 PP once a turn, and needs them."""
    table = GameTable()
    table.tiles(red="I28")
    table.goods(red=(0, 0, 0, 1))
    table.stand(red="ship:sou_grey")
    table.build()
    table.red.does("rare:sou_grey:grey:resources")
    assert table.red.warehouse == NONE
    for points, ways in (
        (10, ["sou_grey:grey:pp", "eup_red:red:pp"]),
        (4, ["sou_grey:grey:pp", "eup_red:red:pp"]),
        (3, []),
    ):
        table = GameTable()
        table.tiles(red="I9")
        table.red.set(pp=points)
        table.stand(red="ship:sou_grey ship:eup_red camel:ebl_mission")
        table.build()
        assert only(table.red.options, "rare") == ways
        if ways:
            table.red.does("rare:sou_grey:grey:pp")
            assert (table.red.pp, len(table.goods_of("red"))) == (points - 4, 1)
            assert only(table.red.options, "rare") == []


def test_example_s37_sets_of_rare_goods() -> None:
    """T-SC-09, T-SC-10, T-SC-11 [RB]: five different and a duplicate: 40; nine and three different duplicates: 105."""
    assert sets_value([2, 1, 1, 1, 1, 0, 0, 0, 0]) == 40
    assert sets_value([2, 2, 2, 1, 1, 1, 1, 1, 1]) == 105


def test_example_s38_prestige_for_rare_goods() -> None:
    """T-IA-08, T-IA-09, T-IA-10, A21: with I8 and I27 a good of K1 gives 2 PP, a bought one 5."""
    table = GameTable()
    table.tiles(red="I8 I27")
    table.done(red="K1")
    table.goods(red=(5, 0, 0, 0))
    table.stand(red="ship:eup_red")
    table.build()
    table.red.does("return:K1", "rare_pick:glass")
    assert table.red.pp == CONSTANTS.start_pp + 2
    table.red.does("rare:eup_red:red:resources")
    assert table.red.pp == CONSTANTS.start_pp + 2 + 5
