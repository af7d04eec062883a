"""The worked examples of RULES.md, section 16: improvements, temple, rare goods, missions, marauders, setup, end."""

import pytest

from referee.games.tadmor.anytime import collection
from referee.games.tadmor.board import CONSTANTS, IMPROVEMENTS, MISSIONS
from referee.games.tadmor.improvements import improvements_phase
from referee.games.tadmor.scoring import breakdown, score, sets_value
from referee.games.tadmor.works import PART_COSTS
from tests.games.tadmor.oasis import NONE, Oasis, Start, only

# Improvements, resources


def test_example_s25_a_ship_waits_for_the_tile() -> None:
    """T-IM-07, T-IM-08, T-AN-01 [RB]: I10 bought first: 4 wood; gathered before the purchase: 3."""
    for first, wood in (("", 4), ("gather:nor_wood_s1", 3)):
        table = Oasis()
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
    table = Oasis(3, era=2)
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


def test_example_s27_peace_gifts_doubled() -> None:
    """T-IA-35, T-IA-34, A41 [RB]: both spaces in era III with I44: 14 PP."""
    table = Oasis(era=3)
    table.tiles(red="I44")
    table.stand(red="camel:des_peace ship:nor_peace")
    table.improve()
    assert table.red.pp == CONSTANTS.start_pp + 14


@pytest.mark.parametrize(
    ("goods", "ways"),
    [((1, 0, 1, 1), []), ((2, 1, 0, 0), []), ((3, 1, 0, 0), ["pay:2,1,0,0", "pay:3,0,0,0"])],
)
def test_example_s28_paying_with_any_goods(goods: tuple[int, int, int, int], ways: list[str]) -> None:
    """T-BA-08, T-IM-04: 3 resources in era III; where there is one way only it is paid without asking."""
    table = Oasis(era=3)
    table.goods(red=goods)
    table.offer("I44")
    table.stand(red="camel:pal_imp1")
    table.improve()
    table.red.does("acquire:I44")
    assert table.red.options == ways
    assert ways or table.owned("red") == ["I44"]


def test_example_s29_too_many_goods() -> None:
    """T-EN-02, T-IA-27: of 11 goods 3 are discarded, in rising order; with I33 none."""
    table = Oasis()
    table.goods(red=(1, 9, 0, 1))
    table.end_turn()
    assert table.red.options == ["discard:wood", "discard:stone"]
    table.red.does("discard:stone")
    assert table.red.warehouse == [1, 7, 0, 1]  # the second stone, the only way on, went without asking
    assert table.red.options == ["discard:stone", "discard:gold"]
    table.red.does("discard:gold")
    assert sum(table.red.warehouse) == 8
    table = Oasis()
    table.goods(red=(1, 9, 0, 1))
    table.tiles(red="I33")
    table.end_turn()
    assert table.red.warehouse == [1, 9, 0, 1]


# Temple, rare goods


def test_example_s31_the_top_card_counts() -> None:
    """T-TM-03, T-TM-18 [RB]: a colonnade is worth 13, with the roof 25; the colonnade card is in the supply again."""
    table = Oasis()
    table.red.set(temples=[2])
    table.goods(red=PART_COSTS[3])  # type: ignore[arg-type]
    table.stand(red="camel:ebl_temple")
    table.build()
    assert breakdown(table.state, 0).temples == 13
    table.red.does("temple:ebl_temple:0")
    assert table.red.temples == [3]
    assert breakdown(table.state, 0).temples == 25
    assert table.red.warehouse == NONE


def completing(order: str) -> Oasis:
    """Red completes the first temple, Green stands on yellow; the first named is first in turn order."""
    table = Oasis(3)
    table.pile(red="silk oil", yellow="porcelain jade ivory")
    table.red.set(temples=[3])
    table.goods(red=PART_COSTS[4], green=(0, 5, 0, 0))  # type: ignore[arg-type]
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
    table = Oasis(3)
    for name in table.names:
        table.seat(name).set(temples=[3])
    table.red.set(temples=[4, 3])
    table.set(completions=[0])
    cost = tuple(3 * count for count in PART_COSTS[4])
    table.goods(red=cost, blue=cost, green=cost)  # type: ignore[arg-type]
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
    table = Oasis()
    table.red.set(temples=[1])
    table.tiles(red="I34")
    table.goods(red=(0, 2, 3, 0))
    table.stand(red="camel:ebl_temple")
    table.build()
    assert PART_COSTS[2] == (0, 2, 4, 0)
    table.red.does("temple:ebl_temple:0")
    assert table.red.options == ["pay:0,0,3,0", "pay:0,1,2,0", "pay:0,2,1,0"]


def test_example_s35_a_second_temple_in_parallel() -> None:
    """T-KA-21, T-TM-19: K19 beside a colonnade: both can be built on; without a basement card K19 is not offered."""
    table = Oasis()
    table.red.set(temples=[2])
    table.done(red="K19")
    table.goods(red=(9, 9, 9, 9))
    table.stand(red="camel:ebl_temple")
    table.build()
    table.red.does("return:K19")
    assert table.red.temples == [2, 1]
    assert only(table.red.options, "temple") == ["ebl_temple:0", "ebl_temple:1"]
    table = Oasis()
    table.red.set(temples=[2])
    table.blue.set(temples=[4, 4, 1])
    table.green.set(temples=[1])
    table.yellow.set(temples=[1, 1])
    table.done(red="K19")
    table.stand(red="camel:ebl_mission")
    table.build()
    assert table.red.options == ["end", "mission_draw:ebl_mission"]


def test_example_s36_cheaper_rare_goods() -> None:
    """T-IA-26, T-IA-11, T-IA-12: I28 makes grey cost 1 gold; I9 takes 4 PP once a turn, and needs them."""
    table = Oasis()
    table.tiles(red="I28")
    table.goods(red=(0, 0, 0, 1))
    table.stand(red="ship:sou_grey")
    table.build()
    table.red.does("rare:sou_grey:grey:resources")
    assert table.red.warehouse == NONE
    for points, offered in ((4, ["sou_grey:grey:pp", "eup_red:red:pp"]), (3, [])):
        table = Oasis()
        table.tiles(red="I9")
        table.red.set(pp=points)
        table.stand(red="ship:sou_grey ship:eup_red camel:ebl_mission")
        table.build()
        assert only(table.red.options, "rare") == offered
    table = Oasis()
    table.tiles(red="I9")
    table.red.set(pp=10)
    table.stand(red="ship:sou_grey ship:eup_red camel:ebl_mission")
    table.build()
    table.red.does("rare:sou_grey:grey:pp")
    assert table.red.pp == 6
    assert only(table.red.options, "rare") == []


def test_example_s37_sets_of_rare_goods() -> None:
    """T-SC-09, T-SC-10, T-SC-11 [RB]: five different and a duplicate: 40; nine and three different duplicates: 105."""
    assert sets_value([2, 1, 1, 1, 1, 0, 0, 0, 0]) == 40
    assert sets_value([2, 2, 2, 1, 1, 1, 1, 1, 1]) == 105


def test_example_s38_prestige_for_rare_goods() -> None:
    """T-IA-08, T-IA-09, T-IA-10, A21: with I8 and I27 a good of K1 gives 2 PP, a bought one 5."""
    table = Oasis()
    table.tiles(red="I8 I27")
    table.done(red="K1")
    table.goods(red=(5, 0, 0, 0))
    table.stand(red="ship:eup_red")
    table.build()
    table.red.does("return:K1", "rare_pick:glass")
    assert table.red.pp == CONSTANTS.start_pp + 2
    table.red.does("rare:eup_red:red:resources")
    assert table.red.pp == CONSTANTS.start_pp + 2 + 5


# Missions, pieces


def test_example_s39_two_less_for_a_mission() -> None:
    """T-IA-22, T-IA-02: with I20 the payer chooses what of K16's cost is left out; I5 pays 2 PP."""
    table = Oasis()
    table.tiles(red="I20 I5")
    table.hand(red="K16")
    table.goods(red=(2, 3, 0, 0))
    table.stand(red="camel:ebl_mission")
    table.build()
    table.red.does("mission_fulfil:ebl_mission:K16")
    assert table.red.options == ["pay:0,3,0,0", "pay:1,2,0,0", "pay:2,1,0,0"]
    table.red.does("pay:0,3,0,0")
    assert table.cards("red", "done") == ["K16"]
    assert table.red.pp == CONSTANTS.start_pp + 2


def test_example_s40_extra_pieces_change_no_requirement() -> None:
    """T-KA-07, T-KA-12 [RB]: after K5 the fourth ship needs two of each colour, after K11 the fifth camel more."""
    table = Oasis()
    table.done(red="K5 K11")
    table.rare(red="glass jade silk")
    table.towers(red=5)
    table.stand(red="ship:nor_shipyard camel:des_caravan")
    table.build()
    table.red.does("return:K5")
    assert table.red.owned == [4, 3]  # the Caravan has brought the fourth camel
    assert table.on("nor_shipyard") == "red ship"
    table.red.does("return:K11")
    assert table.red.owned == [5, 3]
    table = Oasis()
    table.done(red="K11")
    table.stand(red="camel:des_caravan")
    table.build()
    table.red.does("return:K11")
    assert (table.red.owned, table.on("des_caravan")) == ([4, 2], "red camel")
    table.towers(red=5)
    table.happens(collection)
    assert table.red.owned == [4, 2]
    table.towers(red=10)
    table.happens(collection)
    assert table.red.owned == [5, 2]


@pytest.mark.parametrize(("tower", "returned", "camels"), [(5, "K1 K2", 5), (9, "K1", 4)])
def test_example_s41_the_fifth_camel(tower: int, returned: str, camels: int) -> None:
    """T-AN-11, T-AN-12, A36: tower 5 and two returned missions suffice, tower 9 and one mission do not."""
    table = Oasis()
    table.red.set(owned=[4, 2], reserve=[4, 2])
    table.towers(red=tower)
    table.returned(red=returned)
    table.stand(red="camel:des_caravan")
    table.improve()
    assert table.red.owned == [camels, 2]
    table.end_turn()
    assert table.red.reserve == [camels, 2]


def test_example_s42_three_pieces_at_once() -> None:
    """T-KA-26: K23 allows three pieces in one step, or to stop after one or two."""
    for places, next_player in ((3, True), (2, False), (1, False)):
        table = Oasis(2)
        table.done(red="K23")
        table.placing()
        table.red.does("return:K23")
        spaces = ["place:camel:pal_imp1", "place:camel:pal_imp2", "place:ship:nor_peace"][:places]
        table.red.does(*spaces)
        assert table.blue.asked == next_player
        if not next_player:
            table.red.does("stop")
        assert table.blue.asked


def test_example_s43_undrawn_tiles() -> None:
    """T-KA-28, T-SU-16: K25 in era I with four players: exactly the four tiles that were not drawn."""
    table = Start(4)
    table.answer_all()
    undrawn = sorted(set(range(4, 18)) - set(table.state.offer))
    red = table.state.seats[0]
    table.state.deck.remove(24)
    red.done.append(24)
    table.state.agenda.clear()
    table.happens(improvements_phase)
    table.red.does("return:K25")
    assert only(table.red.options, "acquire") == [IMPROVEMENTS[tile].id for tile in undrawn]
    assert len(undrawn) == 4


# Marauders


def test_example_s44_the_current_region_is_safe() -> None:
    """T-MA-09, T-MA-14 [RB]: what is attacked in turn t cannot be chosen in t and is safe in t + 1."""
    table = Oasis(2)
    table.marauders(held="palmyra", by="red")
    table.stand(red="camel:des_marauders", blue="camel:pal_market")
    table.attack()
    assert table.current == "palmyra"
    assert "pick:palmyra" not in table.red.options
    assert len(only(table.red.options, "pick")) == 6


def test_example_s45_who_is_spared() -> None:
    """T-IA-06, T-IA-24, T-IA-36, T-MA-03, T-MA-04: I7 and I45 spare pieces, I25 rewards a hit."""
    table = Oasis(3)
    table.tiles(red="I7 I25", green="I45")
    table.marauders(held="palmyra", by="red")
    table.stand(red="camel:pal_market", blue="camel:pal_temple", green="camel:pal_mission")
    table.attack()
    assert (table.on("pal_market"), table.on("pal_temple"), table.on("pal_mission")) == (
        "red camel",
        None,
        "green camel",
    )
    assert table.red.pp == CONSTANTS.start_pp + 3
    table = Oasis(3)
    table.tiles(red="I25")
    table.marauders(held="palmyra", by="red")
    table.stand(red="camel:pal_market")
    table.attack()
    assert (table.on("pal_market"), table.red.pp) == (None, CONSTANTS.start_pp)


def test_example_s46_the_attack_is_turned() -> None:
    """T-KA-09, T-KA-10, A12: K9 turns the attack from Ebla to Palmyra; Ebla and Damascus are in the deck again."""
    table = Oasis(2)
    table.done(blue="K9")
    table.marauders(current="damascus", held="ebla", by="red")
    table.stand(red="camel:pal_market camel:ebl_tower1 camel:des_marauders")
    table.attack()
    regions = only(table.blue.options, "redirect")
    assert regions == ["K9:palmyra", "K9:north_sea", "K9:south_sea", "K9:euphrates", "K9:desert"]
    table.blue.does("redirect:K9:palmyra")
    assert (table.on("pal_market"), table.on("ebl_tower1")) == (None, "red camel")
    assert table.current == "palmyra"
    assert {"ebla", "damascus"} <= set(only(table.red.options, "pick"))


def test_example_s47_swapped_onto_the_marauders() -> None:
    """T-KA-14, A13: K14 exchanges the Traitor's camel with the one on the Marauders space: its owner chooses."""
    table = Oasis(2)
    table.done(red="K14")
    table.stand(red="camel:dam_traitor", blue="camel:des_marauders ship:nor_peace")
    table.attack()
    table.red.does("swap_own:dam_traitor")
    assert table.on("dam_traitor") == "blue camel"
    assert table.red.options[0] == "decline"
    assert not table.blue.asked


def test_example_s48_no_attack_without_a_choice() -> None:
    """T-MA-11, A14: nobody chose: nothing is removed, the Current card stays."""
    table = Oasis(2)
    table.marauders(current="ebla")
    table.stand(red="camel:pal_market", blue="camel:ebl_tower1")
    table.attack()
    assert (table.on("pal_market"), table.on("ebl_tower1")) == ("red camel", "blue camel")
    assert table.current == "ebla"


# Setup, era, end


def test_example_s49_tiles_in_play() -> None:
    """T-SU-05, T-SU-15, T-TP-03, T-EN-06: two players have 34 tiles and piles of 6, four the offer of 10 of 14."""
    two, four = Start(2).state, Start(4)
    assert [len(pile) for pile in two.piles] == [6, 6, 6]
    assert [len(tiles) for tiles in two.table.tiles] == [13, 12, 9]
    four.answer_all()
    assert len(four.state.offer) == 10
    assert [len(tiles) for tiles in four.state.table.tiles] == [18, 18, 12]


def test_example_s50_a_new_era() -> None:
    """T-EN-04, T-EN-06, T-BA-03: after turn 3 towers score 2 PP a level, and 8 new tiles lie out for three."""
    table = Oasis(3)
    table.towers(red=4, blue=7)
    table.set(turn=3)
    table.end_turn()
    gained = [player.pp - CONSTANTS.start_pp for player in table.state.seats]
    assert gained == [8, 14, 0]
    assert (table.state.era, len(table.state.offer)) == (2, 8)
    assert all(IMPROVEMENTS[tile].era == 2 for tile in table.state.offer)


def test_example_s51_the_most_advanced_temple() -> None:
    """T-IA-29, T-IA-30, T-IA-31, A44 [RB]: two completed temples tie, even against two; statues beat a roof."""
    table = Oasis(3)
    table.tiles(red="I41")
    table.red.set(temples=[4, 4])
    table.blue.set(temples=[4])
    assert breakdown(table.state, 0).tiles == 0
    table.blue.set(temples=[3])
    assert breakdown(table.state, 0).tiles == 12


def test_example_s52_returned_missions_and_debts() -> None:
    """T-BA-16, T-SC-05, T-GE-03, A49: a returned K16 counts half; PP below zero stay below zero."""
    table = Oasis(2)
    table.returned(red="K16")
    table.red.set(pp=-3)
    parts = breakdown(table.state, 0)
    assert (parts.missions, parts.track) == (MISSIONS[15].pp // 2, -3)
    assert parts.total == MISSIONS[15].pp // 2 - 3


def test_example_s53_ties() -> None:
    """T-SC-12, T-SC-13, T-SC-14: equal totals: more rare goods win; equal again: shared."""
    table = Oasis(2)
    table.rare(red="glass jade silk oil ivory", blue="glass jade silk oil")
    table.red.set(pp=0)
    table.blue.set(pp=sets_value(table.red.rare) - sets_value(table.blue.rare))
    assert score(table.state).points[0] == score(table.state).points[1]
    assert score(table.state).ranks == (1, 2)
    table.rare(blue="glass jade silk oil ivory")
    table.blue.set(pp=0)
    assert score(table.state).ranks == (1, 1)
