"""The improvements of eras I and II, one test each; reconstructed values are read from data.toml."""

import pytest

from serai.referee.games.tadmor.board import CONSTANTS, IMPROVEMENTS, YIELDS
from tests.games.tadmor.table import NONE, GameTable, only

START_PP = CONSTANTS.start_pp


def params(number: int) -> dict[str, int]:
    """What the row of a tile says."""
    return IMPROVEMENTS[number - 1].params


def trades(tile: str) -> list[str]:
    """The trades of who owns the tile and one of each resource."""
    table = GameTable()
    table.tiles(red=tile)
    table.goods(red=(1, 1, 1, 1))
    table.build()
    return only(table.red.options, "trade")


def trade_away(tile: str, give: str, get: str) -> GameTable:
    """The tile's trade twice over: it is repeated, and what is got is not traded again."""
    table = GameTable()
    table.tiles(red=tile)
    table.goods(red=(2, 2, 2, 2))
    table.build()
    table.red.does(f"trade:{give}:{get}", f"trade:{give}:{get}")
    assert only(table.red.options, "trade") == []
    return table


def test_i1_wood_for_marble() -> None:
    """T-IA-01, T-ST-01: one fixed basic for one fixed advanced resource, any number of times."""
    assert trades("I1") == ["wood:marble"]
    assert trade_away("I1", "wood", "marble").red.traded == [0, 0, 2, 0]


def test_i2_wood_for_gold() -> None:
    """T-IA-01, T-ST-01: one fixed basic for one fixed advanced resource, any number of times."""
    assert trades("I2") == ["wood:gold"]
    assert trade_away("I2", "wood", "gold").red.traded == [0, 0, 0, 2]


def test_i3_stone_for_marble() -> None:
    """T-IA-01, T-ST-01: one fixed basic for one fixed advanced resource, any number of times."""
    assert trades("I3") == ["stone:marble"]
    assert trade_away("I3", "stone", "marble").red.traded == [0, 0, 2, 0]


def test_i4_stone_for_gold() -> None:
    """T-IA-01, T-ST-01: one fixed basic for one fixed advanced resource, any number of times."""
    assert trades("I4") == ["stone:gold"]
    assert trade_away("I4", "stone", "gold").red.traded == [0, 0, 0, 2]


def fulfilled_with(tiles: str) -> int:
    """PP gained by fulfilling a mission."""
    table = GameTable()
    table.tiles(red=tiles)
    table.hand(red="K16")
    table.goods(red=(9, 9, 9, 9))
    table.stand(red="camel:ebl_mission")
    table.build()
    table.red.does("mission_fulfil:ebl_mission:K16")
    return int(table.red.pp) - START_PP


def test_i5_prestige_for_a_mission() -> None:
    """T-IA-02: 2 PP, as the rulebook says."""
    assert fulfilled_with("I5") == params(5)["pp"] == 2


def test_i6_goods_for_prestige() -> None:
    """T-IA-04, T-IA-05: a basic and an advanced good a turn for PP, not to be traded in that turn."""
    table = GameTable()
    table.tiles(red="I6 I2")
    table.build()
    table.red.does("trade_pp:wood")
    assert table.red.pp == START_PP - params(6)["basic_pp"]
    assert table.red.options == ["end", "trade_pp:marble", "trade_pp:gold"]
    table.red.does("trade_pp:marble")
    assert table.red.pp == START_PP - params(6)["basic_pp"] - params(6)["advanced_pp"]
    assert table.red.traded == [1, 0, 1, 0]
    assert not table.red.asked
    table.end_turn()
    table.state.agenda.clear()
    table.build()
    assert "trade_pp:gold" in table.red.options


def raid(tiles: str, by: str) -> GameTable:
    """An attack on Palmyra, where red and blue stand; red owns the tiles."""
    table = GameTable(3, era=3)
    table.tiles(red=tiles)
    table.marauders(held="palmyra", by=by)
    table.stand(red="camel:pal_market", blue="camel:pal_temple")
    table.attack()
    return table


def test_i7_the_revealers_pieces_stay() -> None:
    """T-IA-06, T-IA-07: only when its owner reveals."""
    assert raid("I7", "red").on("pal_market") == "red camel"
    assert raid("I7", "blue").on("pal_market") is None


def bought_with(tiles: str, colour: str = "red") -> GameTable:
    """A good bought by who owns the tiles and has plenty."""
    table = GameTable()
    table.tiles(red=tiles)
    table.goods(red=(9, 9, 9, 9))
    place = {"red": "eup_red", "yellow": "eup_yellow", "grey": "sou_grey"}[colour]
    table.stand(red=f"ship:{place}")
    table.build()
    table.red.does(f"rare:{place}:{colour}:resources")
    return table


def test_i8_prestige_for_a_rare_good() -> None:
    """T-IA-08, T-IA-09: full PP for a bought good, 1 PP for a free one."""
    assert bought_with("I8").red.pp == START_PP + params(8)["pp"]
    table = GameTable()
    table.tiles(red="I8")
    table.done(red="K1")
    table.build()
    table.red.does("return:K1", "rare_pick:oil")
    assert table.red.pp == START_PP + 1


def test_i9_a_rare_good_for_prestige() -> None:
    """T-IA-11, T-IA-12: the last 4 PP instead of resources, for a red good."""
    table = GameTable()
    table.tiles(red="I9")
    table.red.set(pp=4)
    table.stand(red="ship:eup_red")
    table.build()
    table.red.does("rare:eup_red:red:pp")
    assert (table.red.pp, len(table.goods_of("red"))) == (0, 1)


SHIPS = {"wood": "nor_wood_s1", "stone": "sou_stone_s1", "marble": "eup_marble_s", "gold": "eup_gold_s"}
CAMELS = {"wood": "nor_wood_c", "stone": "sou_stone_c", "marble": "eup_marble_c", "gold": "eup_gold_c"}


def bonus(tiles: str, piece: str) -> list[int]:
    """What one piece on each resource gathers beyond the printed yield."""
    found = []
    for resource, (name, place) in enumerate((SHIPS if piece == "ship" else CAMELS).items()):
        table = GameTable()
        table.tiles(red=tiles)
        table.stand(red=f"{piece}:{place}")
        table.improve()
        found.append(table.red.warehouse[resource] - YIELDS[resource, int(piece == "ship")][0])
        assert name
    return found


def check_ship_bonus(tile: str, resource: int) -> None:
    """One more of the resource by ship, nothing by camel."""
    expected = [int(number == resource) for number in range(4)]
    assert bonus(tile, "ship") == expected
    assert bonus(tile, "camel") == NONE


def test_i10_more_wood_by_ship() -> None:
    """T-IA-13, T-IA-15: ships only."""
    check_ship_bonus("I10", 0)
    assert bonus("I10", "ship") == [1, 0, 0, 0]


def test_i11_more_stone_by_ship() -> None:
    """T-IA-13, T-IA-15: ships only."""
    check_ship_bonus("I11", 1)
    assert bonus("I11", "ship") == [0, 1, 0, 0]


def test_i12_more_marble_by_ship() -> None:
    """T-IA-13, T-IA-15, A51: ships only."""
    check_ship_bonus("I12", 2)
    assert bonus("I12", "ship") == [0, 0, 1, 0]


def test_i13_more_gold_by_ship() -> None:
    """T-IA-13, T-IA-15: ships only."""
    check_ship_bonus("I13", 3)
    assert bonus("I13", "ship") == [0, 0, 0, 1]


def built_from(tower: int, tiles: str, steps: int = 1) -> int:
    """The tower after so many single levels."""
    table = GameTable()
    table.tiles(red=tiles)
    table.towers(red=tower)
    table.goods(red=(9, 9, 9, 9))
    table.stand(red="camel:ebl_tower1")
    table.build()
    table.red.does(*["tower1:ebl_tower1"] * steps)
    return int(table.red.tower)


def test_i14_example_s4_every_fifth_level_is_free() -> None:
    """T-TW-08, T-IA-16, T-IA-17 [RB]: from 3 pay level 4, get 5, pay level 6; so from 13 to 15."""
    table = GameTable()
    table.towers(red=3)
    table.tiles(red="I14")
    table.goods(red=(1, 3, 0, 0))
    table.stand(red="camel:ebl_tower1")
    table.build()
    table.red.does("tower1:ebl_tower1")
    assert (table.red.tower, table.red.warehouse) == (5, [0, 2, 0, 0])
    table.red.does("tower1:ebl_tower1")
    assert (table.red.tower, table.red.warehouse) == (6, NONE)
    assert (built_from(3, "I14"), built_from(13, "I14"), built_from(5, "I14")) == (5, 15, 6)


def test_i15_every_fifth_level_is_free() -> None:
    """T-IA-16, A24: the second tile of the kind adds nothing."""
    assert (built_from(3, "I15"), built_from(3, "I14 I15")) == (5, 5)


def prestige(tiles: str) -> int:
    table = GameTable(3)
    table.tiles(red=tiles)
    table.towers(red=3, blue=2)
    table.kingdom()
    return int(table.red.pp) - START_PP


def test_i16_prestige_for_the_tallest_tower() -> None:
    """T-IA-20, T-KI-02: in the kingdom phase of every turn."""
    assert prestige("I16") == params(16)["pp"]


def test_i17_prestige_for_the_tallest_tower() -> None:
    """T-IA-20: it adds to I16."""
    assert prestige("I17") == params(17)["pp"]
    assert prestige("I16 I17") == params(16)["pp"] + params(17)["pp"]


def test_i18_example_s3_a_tower_without_wood() -> None:
    """T-TW-09, T-IA-21 [RB]: levels 7 and 8 cost 2 wood and 2 marble, with I18 the marble only; so with Build 1."""
    table = GameTable()
    table.towers(red=6)
    table.stand(red="camel:dam_tower2")
    table.goods(red=(0, 0, 2, 0))
    table.build()
    assert not table.red.asked
    for height, stone, place, blocks, left in (
        (6, 0, "dam_tower2", 2, NONE),
        (6, 1, "dam_tower2", 2, [0, 1, 0, 0]),
        (0, 1, "dam_tower2", 2, [0, 1, 0, 0]),
        (0, 1, "ebl_tower1", 1, [0, 0, 2, 0]),
    ):
        table = GameTable()
        table.tiles(red="I18")
        table.towers(red=height)
        table.goods(red=(0, stone, 2, 0))
        table.stand(red=f"camel:{place}")
        table.build()
        table.red.does(f"tower{blocks}:{place}")
        assert (table.red.tower, table.red.warehouse) == (height + blocks, left)


def test_i19_prestige_for_a_mission() -> None:
    """T-IA-02, T-IA-03: I5 and I19 add up."""
    assert fulfilled_with("I19") == params(19)["pp"]
    assert fulfilled_with("I5 I19") == params(5)["pp"] + params(19)["pp"]


def test_i20_example_s39_missions_cost_two_less() -> None:
    """T-IA-22, T-IA-02: K16 costs three of its five resources, and the payer chooses which; I5 pays 2 PP."""
    ways = ["pay:0,3,0,0", "pay:1,2,0,0", "pay:2,1,0,0"]
    one_way = ["end", "return:K16"]
    for tiles, points, goods, asked in (
        ("I20", 0, (0, 3, 0, 0), one_way),
        ("I20 I5", 2, (0, 3, 0, 0), one_way),
        ("I20 I5", 2, (2, 3, 0, 0), ways),
    ):
        table = GameTable()
        table.tiles(red=tiles)
        table.hand(red="K16")
        table.goods(red=goods)
        table.stand(red="camel:ebl_mission")
        table.build()
        table.red.does("mission_fulfil:ebl_mission:K16")
        assert table.red.options == asked
        if asked is ways:
            table.red.does("pay:0,3,0,0")
        assert (table.red.warehouse, table.cards("red", "done")) == ([goods[0], 0, 0, 0], ["K16"])
        assert table.red.pp == START_PP + points


@pytest.mark.parametrize("tile", ["I21", "I22"])
def test_i21_i22_need_a_piece(tile: str) -> None:
    """T-PA-06: without a piece on the tile there is no market."""
    assert trades(tile) == []


def private_market(tile: str) -> GameTable:
    table = GameTable()
    table.tiles(red=tile)
    table.goods(red=(1, 0, 0, 1))
    table.stand(red=f"ship:{tile}")
    table.build()
    return table


def test_i21_a_private_town_market() -> None:
    """T-PA-06, T-PA-07: all trades, any number of times; the piece stays until the stage is over."""
    table = private_market("I21")
    assert only(table.red.options, "trade") == [
        "wood:marble", "wood:gold", "gold:wood,wood", "gold:wood,stone", "gold:stone,stone",
    ]  # fmt: skip
    table.red.does("trade:wood:gold", "trade:gold:wood,stone")
    assert table.red.traded == [1, 1, 0, 1]
    assert table.on("I21") == "red ship"


def test_i22_a_private_town_market() -> None:
    """T-PA-06, T-PA-05: the piece goes home at the end of the turn."""
    table = private_market("I22")
    table.red.does("trade:gold:stone,stone", "end")
    assert table.on("I22") == "red ship"
    table.end_turn()
    assert table.on("I22") is None


def test_i23_gold_for_two_basics() -> None:
    """T-IA-23: any number of times, not traded again in this turn."""
    assert trades("I23") == ["gold:wood,wood", "gold:wood,stone", "gold:stone,stone"]
    assert trade_away("I23", "gold", "wood,stone").red.traded == [2, 2, 0, 0]


def test_i24_marble_for_two_basics() -> None:
    """T-IA-23: any number of times, not traded again in this turn."""
    assert trades("I24") == ["marble:wood,wood", "marble:wood,stone", "marble:stone,stone"]
    assert trade_away("I24", "marble", "wood,wood").red.traded == [4, 0, 0, 0]


def test_i25_prestige_for_a_hit() -> None:
    """T-IA-24: 3 PP for the revealer if an opponent's piece is removed."""
    assert raid("I25", "red").red.pp == START_PP + 3
    assert raid("I25", "blue").red.pp == START_PP


def test_i26_a_gift_for_revealing() -> None:
    """T-IA-25: 1 gold into the Warehouse and 1 PP, whatever is hit."""
    table = raid("I26", "red")
    assert (table.red.pp, table.red.warehouse) == (START_PP + 1, [0, 0, 0, 1])
    table = raid("I26", "blue")
    assert (table.red.pp, table.red.warehouse) == (START_PP, NONE)


def test_i27_prestige_for_a_rare_good() -> None:
    """T-IA-08, T-IA-10: it adds to I8."""
    assert bought_with("I27").red.pp == START_PP + params(27)["pp"]
    assert bought_with("I8 I27").red.pp == START_PP + params(8)["pp"] + params(27)["pp"]


def test_i28_rare_goods_cost_two_less() -> None:
    """T-IA-26: grey 1 gold, yellow 3 stone, red 3 wood."""
    assert bought_with("I28", "grey").red.warehouse == [9, 9, 9, 8]
    assert bought_with("I28", "yellow").red.warehouse == [9, 6, 9, 9]
    assert bought_with("I28", "red").red.warehouse == [6, 9, 9, 9]


def test_i29_more_wood_by_ship() -> None:
    """T-IA-13, T-IA-14: it adds to I10."""
    check_ship_bonus("I29", 0)
    assert bonus("I10 I29", "ship") == [2, 0, 0, 0]


def test_i30_more_stone_by_ship() -> None:
    """T-IA-13, T-IA-14: it adds to I11."""
    check_ship_bonus("I30", 1)
    assert bonus("I11 I30", "ship") == [0, 2, 0, 0]


def test_i31_more_marble_by_ship() -> None:
    """T-IA-13, T-IA-14: it adds to I12."""
    check_ship_bonus("I31", 2)
    assert bonus("I12 I31", "ship") == [0, 0, 2, 0]


def test_i32_more_gold_by_ship() -> None:
    """T-IA-13, T-IA-14: it adds to I13."""
    check_ship_bonus("I32", 3)
    assert bonus("I13 I32", "ship") == [0, 0, 0, 2]


def test_i33_example_s29_too_many_goods() -> None:
    """T-EN-02, T-IA-27: of 11 goods 3 are discarded, in rising order; with I33 none, but a thirteenth is too many."""
    table = GameTable()
    table.goods(red=(1, 9, 0, 1))
    table.end_turn()
    assert table.red.options == ["discard:wood", "discard:stone"]
    table.red.does("discard:stone")
    assert table.red.warehouse == [1, 7, 0, 1]  # the second stone, the only way on, went without asking
    assert table.red.options == ["discard:stone", "discard:gold"]
    table.red.does("discard:gold")
    assert sum(table.red.warehouse) == 8
    for goods, kept in (((1, 9, 0, 1), [1, 9, 0, 1]), ((13, 0, 0, 0), [12, 0, 0, 0])):
        table = GameTable()
        table.goods(red=goods)
        table.tiles(red="I33")
        table.end_turn()
        assert table.red.warehouse == kept


def test_i34_temple_parts_cost_three_less() -> None:
    """T-IA-28: two resources for the basement."""
    table = GameTable()
    table.tiles(red="I34")
    table.goods(red=(2, 0, 0, 0))
    table.stand(red="camel:ebl_temple")
    table.build()
    table.red.does("temple:ebl_temple:0")
    assert (table.red.temples, table.red.warehouse) == ([1], NONE)


def test_i35_prestige_for_the_tallest_tower() -> None:
    """T-IA-20: it adds to the others."""
    assert prestige("I35") == params(35)["pp"]


def test_i36_prestige_for_the_tallest_tower() -> None:
    """T-IA-20: all four add up."""
    assert prestige("I36") == params(36)["pp"]
    assert prestige("I16 I17 I35 I36") == sum(params(number)["pp"] for number in (16, 17, 35, 36))
