"""What is told (RULES.md 4, 7): everything that happens at the open table, once, in its order, and nothing else."""

from tests.games.tadmor.table import Start, in_order


def test_the_setup_is_told() -> None:
    """T-SU-10, T-SU-11, T-SU-13, T-SU-15, T-SU-17: goods and tiles taken, the offer, missions drawn, the first turn."""
    table = Start(3)
    assert table.state.order == (1, 2, 0)
    table.answer_all()
    drawn = [line for line in table.journal if "draws the mission" in line]
    assert [line for line in table.journal if line not in drawn] == [
        "seat 2 receives a wood",
        "seat 0 receives a marble",
        "seat 0 takes I1",
        "seat 2 takes I2",
        "seat 1 takes I3",
        f"on offer: {','.join(f'I{tile + 1}' for tile in table.state.offer)}",
        "turn 1 of era 1 begins, order 1,2,0",
    ]
    assert [line.split()[1] for line in drawn] == ["1", "1", "2", "2", "0", "0"]


def test_the_placement_is_told() -> None:
    """T-PL-03, T-KA-26: each piece, and the mission for several."""
    table = in_order("green", "red", "blue")
    table.done(green="K23")
    table.placing()
    table.green.does("return:K23", "place:camel:pal_imp1", "place:ship:nor_peace", "stop")
    table.red.does("place:camel:pal_imp2")
    assert table.told == [
        "seat 2 returns K23",
        "seat 2 places a camel on pal_imp1",
        "seat 2 places a ship on nor_peace",
        "seat 0 places a camel on pal_imp2",
    ]


def test_an_attack_is_told() -> None:
    """T-MA-01, T-MA-02, T-KA-09, T-KA-14, T-IA-24, T-IA-25, T-MA-07: from the reveal to the next choice."""
    table = in_order("green", "red", "blue")
    table.tiles(blue="I25 I26")
    table.done(red="K9 K14")
    table.marauders(current="ebla", held="damascus", by="blue")
    table.stand(red="camel:pal_imp1 camel:dam_first", blue="camel:dam_mission camel:pal_mission")
    table.stand(green="camel:pal_imp2 ship:sou_grey camel:des_marauders")
    table.attack()
    table.red.does("redirect:K9:palmyra", "swap_own:dam_first", "swap_target:dam_mission")
    table.green.does("pick:damascus")
    assert table.over
    assert table.told == [
        "seat 1 reveals the marauders of damascus",
        "seat 1 receives a gold",
        "seat 1 scores 1 for reveal",
        "seat 0 returns K9",
        "seat 0 turns the marauders to palmyra",
        "marauders drive seat 0 from pal_imp1",
        "marauders drive seat 2 from pal_imp2",
        "marauders drive seat 1 from pal_mission",
        "seat 1 scores 3 for attack",
        "seat 0 returns K14",
        "seat 0 swaps dam_first with dam_mission",
        "seat 2 chooses the marauders of damascus",
    ]
    assert (table.current, table.blue.warehouse) == ("palmyra", [0, 0, 0, 1])
    assert (table.on("dam_first"), table.on("dam_mission")) == ("blue camel", "red camel")


def test_no_choice_is_told() -> None:
    """T-MA-07, A16: that nobody will attack."""
    table = in_order("green", "red", "blue")
    table.stand(red="camel:des_marauders")
    table.attack()
    table.red.does("decline")
    assert table.told == ["seat 0 chooses no marauders"]


def test_improvements_and_what_follows_by_itself_are_told() -> None:
    """T-IM-02, T-KA-16, A50, T-AN-01, T-AN-11, T-AN-18: purchases by spaces, the rest in turn order."""
    table = in_order("green", "red", "blue", era=1)
    table.goods(red=(2, 0, 0, 0))
    table.offer("I14 I20")
    table.towers(red=4)
    table.done(green="K15")
    table.stand(red="camel:pal_imp2 ship:nor_wood_s1 camel:des_caravan", green="camel:nor_wood_c")
    table.stand(blue="ship:nor_peace ship:sou_stone_s1")
    table.improve()
    table.red.does("gather:nor_wood_s1", "acquire:I14")
    table.green.does("return:K15")
    assert table.over
    assert table.told == [
        "seat 0 gathers 3 wood on nor_wood_s1",
        "seat 0 pays 1,0,0,0",
        "seat 0 takes I14",
        "the tower of seat 0 rises to 5",
        "seat 2 returns K15",
        "seat 2 takes I20",
        "seat 2 gathers 2 wood on nor_wood_c",
        "seat 0 gains a camel",
        "seat 1 gathers 3 stone on sou_stone_s1",
        "seat 1 scores 2 for peace_gifts",
    ]


def test_a_construction_is_told() -> None:
    """T-CN-01, T-AN-06, T-IA-04, T-BA-12, T-TM-07, T-TT-01, T-RG-01, T-TW-01: markets, temple, traitor, tower."""
    table = in_order("green", "red", "blue")
    table.tiles(green="I6", red="I8")
    table.goods(green=(9, 9, 9, 9), red=(6, 2, 2, 3))
    table.towers(blue=2)
    table.hand(green="K3")
    table.on_deck("K8")
    table.pile(grey="myrrh glass")
    table.stand(green="camel:ebl_temple camel:pal_temple camel:dam_traitor", red="ship:sou_grey camel:ebl_tower1")
    table.build()
    table.green.does("open_market:ebl_temple", "trade:wood:gold", "trade_pp:stone", "discard_mission:K3", "take:gold")
    table.green.does("temple:pal_temple:0", "traitor:dam_traitor:1", "end")
    table.red.does("rare:sou_grey:grey:resources", "tower1:ebl_tower1", "end")
    assert table.over
    assert table.told == [
        "seat 2 opens the market on ebl_temple",
        "seat 2 trades wood for gold",
        "seat 2 scores -1 for buying",
        "seat 2 receives a stone",
        "seat 2 discards K3",
        "seat 2 receives a gold",
        "seat 2 pays 2,3,0,0",
        "seat 2 builds basement of temple 0",
        "seat 2 draws the mission K8",
        "seat 2 tears the tower of seat 1 down to 1",
        "seat 0 pays 0,0,0,3",
        "seat 0 acquires myrrh",
        "seat 0 scores 2 for rare_goods",
        "seat 0 pays 1,1,0,0",
        "the tower of seat 0 rises to 1",
    ]


def test_missions_in_a_construction_are_told() -> None:
    """T-KA-01, T-KA-04, T-KA-06, T-KA-08, T-KA-22, T-KA-25, T-MI-10, T-IA-02, T-IA-11, T-IA-33: benefits, a
    new deck, a mission fulfilled, a good for PP chosen inside its pile."""
    table = in_order("green", "red", "blue")
    table.tiles(red="I5 I43 I8 I9")
    table.goods(red=(9, 9, 9, 9))
    table.done(red="K1 K3 K5 K7 K20 K21")
    table.hand(red="K16")
    table.towers(blue=3)
    table.pile(grey="myrrh glass incense", yellow="jade ivory", red="")
    table.stand(red="camel:pal_mission ship:eup_yellow")
    table.set(discard=table.state.deck, deck=[])
    table.build()
    table.red.does("return:K1", "rare_pick:glass", "return:K3", "return:K5", "return:K7", "return:K20", "destroy:1")
    table.red.does("return:K21")
    first, second = table.cards("red")[-2:]
    table.red.does("mission_fulfil:pal_mission:K16", "rare:eup_yellow:yellow:pp", "rare_pick:ivory", "end")
    assert table.over
    assert table.told == [
        "seat 0 returns K1",
        "seat 0 acquires glass",
        "seat 0 scores 1 for rare_goods",
        "the grey pile is shuffled",
        "seat 0 returns K3",
        "seat 0 builds basement of temple 0",
        "seat 0 returns K5",
        "seat 0 gains a ship",
        "seat 0 returns K7",
        "the tower of seat 0 rises to 2",
        "seat 0 returns K20",
        "seat 0 tears the tower of seat 1 down to 0",
        "seat 0 returns K21",
        "19 discarded missions make a new deck",
        f"seat 0 draws the mission {first}",
        f"seat 0 draws the mission {second}",
        "seat 0 fulfils K16",
        "seat 0 pays 2,3,0,0",
        "seat 0 scores 2 for missions",
        "seat 0 scores -4 for buying",
        "seat 0 acquires ivory",
        "seat 0 scores 2 for rare_goods",
        "the yellow pile is shuffled",
    ]
    assert (len(table.state.deck), table.state.discard) == (17, [])


def test_the_kingdom_is_told() -> None:
    """T-KI-01, T-KI-02, T-KI-11, T-KI-09, T-KI-14: prestige, war supplies, tax paid or not, the pawn."""
    table = in_order("green", "red", "blue")
    table.tiles(red="I16")
    table.goods(green=(0, 0, 0, 1))
    table.towers(red=4, blue=3, green=2)
    table.stand(blue="ship:des_war", red="camel:dam_first")
    table.kingdom()
    table.green.does("tax_pay")
    table.red.does("first_player:dam_first:stone")
    assert table.over
    assert table.told == [
        "seat 0 scores 2 for prestige",
        "seat 1 scores 1 for war_supplies",
        "seat 2 pays 0,0,0,1",
        "seat 2 has no tax to pay any more",
        "seat 0 takes the first-player pawn",
        "seat 0 receives a stone",
        "seat 0 scores -3 for tax",
        "seat 1 scores -3 for tax",
    ]
    assert [player.owes for player in table.state.players] == [0, 0, 0]


def test_the_end_of_an_era_is_told() -> None:
    """T-EN-02, T-EN-04, T-EN-06, T-PL-02: goods thrown away, towers, the new offer, the next turn."""
    table = in_order("green", "red", "blue", era=1)
    table.set(turn=3)
    table.goods(red=(0, 7, 0, 0))
    table.traded(red=(2, 0, 0, 0))
    table.towers(blue=3, red=1)
    table.end_turn()
    table.red.does("discard:wood")
    assert table.green.asked
    assert table.told == [
        "seat 0 throws a wood away",
        "seat 0 scores 2 for tower",
        "seat 1 scores 6 for tower",
        f"on offer: {','.join(f'I{tile + 1}' for tile in table.state.offer)}",
        "turn 4 of era 2 begins, order 2,0,1",
    ]
