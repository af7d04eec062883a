"""The complete example turn of the rulebook (RULES.md, section 16, S30), with every resource count."""

from tests.games.tadmor.table import NONE, GameTable, only


def before_the_turn() -> GameTable:
    """T-EX-01: turn 2, Red first and with the South Sea card, Euphrates was attacked."""
    table = GameTable(2)
    table.goods(red=(2, 0, 0, 1), blue=(2, 0, 1, 0))
    table.tiles(red="I1 I14", blue="I4")
    table.towers(red=3)
    table.hand(red="K1 K2", blue="K3")
    table.done(blue="K16")
    table.rare(blue="glass")
    table.offer("I5 I6 I8 I9 I10 I11")
    table.marauders(current="euphrates", held="south_sea", by="red")
    table.turn(2)
    return table


def place_all(table: GameTable) -> None:
    """The ten placements, one player after the other."""
    reds = ["camel:dam_tower2", "camel:pal_imp1", "ship:nor_wood_s1", "camel:des_caravan", "ship:eup_gold_s"]
    blues = ["ship:sou_stone_s1", "ship:eup_yellow", "camel:pal_market", "camel:des_marauders", "camel:pal_imp2"]
    for red, blue in zip(reds, blues, strict=True):
        table.red.does(f"place:{red}")
        table.blue.does(f"place:{blue}")


def test_example_s30_the_complete_turn() -> None:
    """T-EX-01 to T-EX-13, here T-EX-01, T-EX-02, T-EX-03, T-EX-04, T-EX-05, T-EX-06, T-EX-07, T-EX-08, T-EX-09,
    T-EX-10, T-EX-11, T-EX-12, T-EX-13 [RB]; A5, A43, T-MA-10, T-AN-19, T-RE-03, T-PL-01."""
    table = before_the_turn()
    pile = table.state.piles[1][:]
    points = [player.pp for player in table.state.players]

    # 1, 2: placement and attack. Blue's stone ship goes home, the Euphrates card is in the deck again.
    place_all(table)
    assert table.on("sou_stone_s1") is None
    assert table.blue.reserve == [1, 1]  # the camel of the Marauders space and the ship
    assert table.current == "south_sea"
    # 3: Blue may choose any region but the South Sea.
    regions = ["palmyra", "damascus", "ebla", "north_sea", "euphrates", "desert"]
    assert table.blue.options == ["decline", *(f"pick:{region}" for region in regions)]
    table.blue.does("pick:damascus")

    # 4, 5: Red gathers gold, waits with the wood, and buys I10 for one wood.
    assert only(table.red.options, "gather") == ["nor_wood_s1", "eup_gold_s"]
    table.red.does("gather:eup_gold_s")
    assert table.red.warehouse == [2, 0, 0, 3]
    table.red.does("acquire:I10")
    assert only(table.red.options, "pay") == ["0,0,0,1", "1,0,0,0"]
    table.red.does("pay:1,0,0,0")
    assert table.red.warehouse == [1, 0, 0, 3]
    # 6: the second space is resolved second.
    table.blue.does("acquire:I5", "pay:1,0,0,0")
    assert table.blue.warehouse == [1, 0, 1, 0]
    # 7: collection, 3 + 1 wood.
    assert table.red.warehouse == [5, 0, 0, 3]

    # 8, 9: Red trades for marble and builds levels 4 and 6; 5 is free. The Caravan brings the fourth camel.
    table.red.does("trade:wood:marble", "trade:wood:marble")
    assert (table.red.warehouse, table.red.traded) == ([3, 0, 0, 3], [0, 0, 2, 0])
    assert table.red.owned == [3, 2]
    table.red.does("tower2:dam_tower2")
    assert table.red.tower == 6
    assert (table.red.warehouse, table.red.traded) == ([2, 0, 0, 3], NONE)
    assert table.red.owned == [4, 2]
    assert table.on("des_caravan") is None
    table.red.does("end")

    # 10 to 12: Blue trades, returns K16 and acquires the yellow good with Traded Goods.
    table.blue.does("trade:wood:marble", "trade:marble:stone,stone")
    assert (table.blue.warehouse, table.blue.traded) == (NONE, [0, 2, 1, 0])
    table.blue.does("return:K16", *["take:stone"] * 3, *["take:marble"] * 2)
    assert table.blue.traded == [0, 5, 3, 0]
    table.blue.does("rare:eup_yellow:yellow:resources")
    assert (table.blue.warehouse, table.blue.traded) == (NONE, [0, 0, 3, 0])
    assert table.state.piles[1] == pile[:-1]
    assert table.blue.rare[pile[-1]] == 1
    table.blue.does("end")

    # 13: nothing in the kingdom phase, nothing thrown away; turn 3 begins.
    assert table.state.turn == 3
    assert (table.red.warehouse, table.red.traded) == ([2, 0, 0, 3], NONE)
    assert (table.blue.warehouse, table.blue.traded) == ([0, 0, 3, 0], NONE)
    assert [player.pp for player in table.state.players] == points
    assert (table.red.reserve, table.blue.reserve) == ([4, 2], [3, 2])
    assert table.cards("blue", "returned") == ["K16"]
    assert table.offered == ["I6", "I8", "I9", "I11"]
    assert table.state.order == (0, 1)
