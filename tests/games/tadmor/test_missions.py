"""The King's Missions, one test each: what they give when they are returned."""

import pytest

from serai.referee.games.tadmor.board import CONSTANTS, IMPROVEMENTS, MISSIONS
from serai.referee.games.tadmor.scoring import breakdown
from tests.games.tadmor.table import NONE, GameTable, only


def building(mission: str, **things: object) -> GameTable:
    """Red has fulfilled the mission and builds."""
    table = GameTable(3, era=2)
    table.done(red=mission)
    table.red.set(**things)
    table.build()
    return table


def check_rare_from_pile(mission: str) -> None:
    """A good of choice of any pile, free; the pile is shuffled even if it was the top one."""
    table = GameTable(3)
    table.done(red=mission)
    table.pile(red="silk oil", grey="myrrh", yellow="jade ivory jade")
    table.build()
    table.red.does(f"return:{mission}")
    assert only(table.red.options, "rare_pick") == ["myrrh", "jade", "ivory", "silk", "oil"]
    table.red.does("rare_pick:jade")
    assert table.goods_of("red") == ["jade"]
    assert "the yellow pile is shuffled" in table.journal


def test_k1_a_rare_good_of_choice() -> None:
    """T-KA-01, T-KA-02."""
    check_rare_from_pile("K1")
    assert building("K1").red.options == ["end", "return:K1"]


def test_k2_a_rare_good_of_choice() -> None:
    """T-KA-01, T-KA-02, T-KA-03: in turn order; from empty piles there is nothing to take."""
    check_rare_from_pile("K2")
    table = GameTable(3)
    table.done(red="K1", blue="K2")
    table.pile(red="silk", grey="", yellow="")
    table.build()
    table.red.does("return:K1")
    assert table.goods_of("red") == ["silk"]
    assert not table.blue.asked


def test_k3_the_next_temple_part() -> None:
    """T-KA-04, T-MI-07: free, in the construction phase."""
    table = building("K3", temples=[2])
    table.red.does("return:K3")
    assert table.red.temples == [3]


def test_k4_the_next_temple_part() -> None:
    """T-KA-05: after a completed temple a new basement."""
    table = building("K4", temples=[4])
    table.red.does("return:K4")
    assert table.red.temples == [4, 1]


def test_k3_with_two_temples() -> None:
    """T-KA-04, T-KA-21: with two unfinished temples their owner says which; equal ones are one choice."""
    table = building("K3", temples=[2, 1])
    table.red.does("return:K3")
    assert table.red.options == ["temple_which:0", "temple_which:1"]
    table.red.does("temple_which:1")
    assert table.red.temples == [2, 2]
    table = building("K3", temples=[2, 2])
    table.red.does("return:K3")
    assert table.red.temples == [3, 2]


def check_extra_piece(mission: str, piece: str, gained: list[int]) -> None:
    """When building, and in the own placement step, where the piece can be placed at once."""
    table = building(mission)
    table.red.does(f"return:{mission}")
    assert table.red.owned == gained
    table = GameTable(3)
    table.done(red=mission)
    table.placing()
    table.red.does(f"return:{mission}", f"place:{piece}:des_war")
    assert table.red.owned == gained
    assert sum(table.red.reserve) == 5


def test_k5_the_next_ship() -> None:
    """T-KA-06, A10."""
    check_extra_piece("K5", "ship", [3, 3])
    assert only(building("K5", owned=[3, 4]).red.options, "return") == []


def test_k6_the_next_ship() -> None:
    """T-KA-06, T-KA-07: the next one, at most four."""
    check_extra_piece("K6", "ship", [3, 3])
    table = building("K6", owned=[3, 3], reserve=[3, 3])
    table.red.does("return:K6")
    assert table.red.owned == [3, 4]


def test_k7_tower_levels() -> None:
    """T-KA-08, A38: as many as the card says, free."""
    table = building("K7")
    table.red.does("return:K7")
    assert table.red.tower == MISSIONS[6].params["levels"] == 2


def test_k8_tower_levels() -> None:
    """T-KA-08: every fifth one on top with the tile."""
    table = GameTable(3)
    table.done(red="K8")
    table.tiles(red="I14")
    table.towers(red=2)
    table.build()
    table.red.does("return:K8")
    assert MISSIONS[7].params["levels"] == 3
    assert table.red.tower == 6


def test_k9_example_s46_turning_the_attack() -> None:
    """T-KA-09, T-KA-10, A9, A12: after the reveal, in the marauders stage only, from Ebla to Palmyra; Ebla and Damascus
    are in the deck again."""
    table = GameTable(2)
    table.done(blue="K9")
    table.marauders(current="damascus", held="ebla", by="red")
    table.stand(red="camel:pal_market camel:ebl_tower1 camel:des_marauders")
    table.attack()
    regions = only(table.blue.options, "redirect")
    assert regions == ["K9:palmyra", "K9:north_sea", "K9:south_sea", "K9:euphrates", "K9:desert"]
    table.blue.does("redirect:K9:palmyra")
    assert (table.on("pal_market"), table.on("ebl_tower1")) == (None, "red camel")
    assert table.current == "palmyra"
    assert table.cards("blue", "returned") == ["K9"]
    assert {"ebla", "damascus"} <= set(only(table.red.options, "pick"))
    assert building("K9").red.options == []


def test_k9_turning_the_attack() -> None:
    """T-KA-09, A9: from the own piece to another's, without a Current card; in the marauders stage only."""
    table = GameTable(3)
    table.done(red="K9")
    table.marauders(held="ebla", by="blue")
    table.stand(red="camel:ebl_tower1", green="camel:pal_market")
    table.attack()
    table.red.does("redirect:K9:palmyra")
    assert (table.on("ebl_tower1"), table.on("pal_market")) == ("red camel", None)
    assert table.cards("red", "returned") == ["K9"]
    assert building("K9").red.options == []


def test_k10_turning_the_attack_back() -> None:
    """T-KA-09, T-KA-10: after a redirection the holder of the other card gets a new chance, even if he had passed."""
    table = GameTable(3)
    table.done(red="K10", blue="K9")
    table.marauders(held="ebla", by="green")
    table.attack()
    table.red.does("pass")
    table.blue.does("redirect:K9:palmyra")
    assert "redirect:K10:ebla" in table.red.options
    table.red.does("redirect:K10:ebla")
    assert table.current == "ebla"


def test_k11_the_next_camel() -> None:
    """T-KA-11, A10."""
    check_extra_piece("K11", "camel", [4, 2])
    assert only(building("K11", owned=[5, 2]).red.options, "return") == []


def test_k12_the_next_camel() -> None:
    """T-KA-11, T-KA-12: the next one, at most five."""
    check_extra_piece("K12", "camel", [4, 2])
    table = building("K12", owned=[4, 2], reserve=[4, 2])
    table.red.does("return:K12")
    assert table.red.owned == [5, 2]


def test_k13_the_town_market() -> None:
    """T-KA-13: as if a piece stood there, for the rest of the stage."""
    table = GameTable(2, era=2)
    table.done(red="K13")
    table.goods(red=(1, 0, 0, 1), blue=(0, 0, 0, 1))
    table.resolve()
    table.red.does("return:K13")
    assert only(table.red.options, "trade") == [
        "wood:marble", "wood:gold", "gold:wood,wood", "gold:wood,stone", "gold:stone,stone",
    ]  # fmt: skip
    table.red.does("end", "trade:gold:stone,stone")
    assert table.red.traded == [0, 2, 0, 0]


def test_k14_swapping_two_pieces() -> None:
    """T-KA-14, T-KA-15: camel for camel, ship for ship, on the board only."""
    table = GameTable(2, era=2)
    table.tiles(red="I21", blue="I23")
    table.done(red="K14")
    table.stand(red="camel:dam_traitor ship:nor_peace camel:I21", blue="ship:eup_red ship:sou_grey camel:pal_imp1")
    table.attack()
    assert table.red.options == ["pass", "swap_own:dam_traitor", "swap_own:nor_peace"]
    table.red.does("swap_own:nor_peace")
    assert table.red.options == ["swap_target:sou_grey", "swap_target:eup_red"]
    table.red.does("swap_target:eup_red")
    assert (table.on("nor_peace"), table.on("eup_red")) == ("blue ship", "red ship")
    assert table.cards("red", "returned") == ["K14"]


def test_k15_two_tiles_of_the_offer() -> None:
    """T-KA-16, T-KA-17, A29, A27: when all spaces are resolved; free; the second may be declined; no piece moves."""
    table = GameTable(2, era=2)
    table.done(red="K15")
    table.goods(blue=(2, 0, 0, 0))
    table.offer("I19 I21 I23")
    table.stand(red="camel:pal_imp1", blue="camel:pal_imp2")
    table.improve()
    assert not table.red.asked  # nothing to pay with, and the mission has to wait
    table.blue.does("acquire:I19")
    table.red.does("return:K15")
    assert table.red.options == ["acquire:I21", "acquire:I23"]
    table.red.does("acquire:I21")
    assert table.red.options == ["acquire:I23", "stop"]
    table.red.does("acquire:I23")
    assert (table.owned("red"), table.on("I21")) == (["I21", "I23"], None)


def check_five_resources(mission: str) -> None:
    table = GameTable(2)
    table.done(red=mission)
    table.tiles(red="I2")
    table.build()
    table.red.does(f"return:{mission}", "take:wood", "take:wood", "take:stone", "take:marble")
    assert table.red.options == ["take:marble", "take:gold"]
    table.red.does("take:gold")
    assert (table.red.warehouse, table.red.traded) == (NONE, [2, 1, 1, 1])
    assert not table.red.asked  # wood for gold would be a trade, but these goods are not traded


def test_k16_five_resources() -> None:
    """T-KA-18, T-KA-19, A40."""
    check_five_resources("K16")
    assert MISSIONS[15].params["count"] == 5


def test_k17_five_resources() -> None:
    """T-KA-18, T-KA-19."""
    check_five_resources("K17")
    assert MISSIONS[16].params["count"] == 5


def test_k18_five_resources() -> None:
    """T-KA-18, T-RE-02: also in the improvements phase."""
    check_five_resources("K18")
    table = GameTable(2)
    table.done(red="K18")
    table.offer("I5")
    table.stand(red="camel:pal_imp1")
    table.improve()
    table.red.does("return:K18", "take:gold")
    table.red.does("acquire:I5")
    assert table.red.traded == [0, 0, 0, 4]


def test_k19_example_s35_a_second_temple_in_parallel() -> None:
    """T-KA-20, T-KA-21, T-TM-19: a basement beside an unfinished temple, and both can be built on (two that are alike
    are one choice); without a basement card there is nothing to return it for."""
    for seats, part, ways in ((3, 1, ["0"]), (3, 2, ["0", "1"]), (4, 2, ["0", "1"])):
        table = GameTable(seats)
        table.red.set(temples=[part])
        table.done(red="K19")
        table.goods(red=(9, 9, 9, 9))
        table.stand(red="camel:ebl_temple")
        table.build()
        table.red.does("return:K19")
        assert table.red.temples == [part, 1]
        assert only(table.red.options, "temple") == [f"ebl_temple:{way}" for way in ways]
    table = GameTable()
    table.red.set(temples=[2])
    table.blue.set(temples=[4, 4, 1])
    table.green.set(temples=[1])
    table.yellow.set(temples=[1, 1])
    table.done(red="K19")
    table.stand(red="camel:ebl_mission")
    table.build()
    assert table.red.options == ["end", "mission_draw:ebl_mission"]


def test_k19_a_further_temple() -> None:
    """T-KA-20, T-KA-21: a basement, also without goods and without a piece on the temple's space."""
    table = building("K19", temples=[1])
    table.red.does("return:K19")
    assert table.red.temples == [1, 1]


def test_k20_an_opponent_loses_three_levels() -> None:
    """T-KA-22, T-KA-23, T-KA-24: any opponent, however low; in turn order with those who build."""
    table = GameTable(3, era=1)
    table.done(red="K20")
    table.towers(red=9, blue=2, green=4)
    table.goods(green=(1, 1, 0, 0))
    table.stand(green="camel:ebl_tower1")
    table.build()
    table.red.does("return:K20")
    assert table.red.options == ["destroy:1", "destroy:2"]
    table.red.does("destroy:2")
    assert table.green.tower == 1
    table.green.does("tower1:ebl_tower1")
    assert table.green.tower == 2
    table = GameTable(3)
    table.done(red="K20")
    table.towers(blue=2)
    table.build()
    table.red.does("return:K20", "destroy:1")
    assert table.blue.tower == 0


@pytest.mark.parametrize("mission", ["K21", "K22"])
def test_k21_k22_draw_from_the_renewed_deck(mission: str) -> None:
    """T-KA-25, T-MI-10: an exhausted deck is renewed from the discards."""
    table = GameTable(3)
    table.done(red=mission)
    state = table.state
    state.discard, state.deck = state.deck[:3], []
    state.players[1].hand = sorted(set(range(26)) - set(state.discard) - set(state.players[0].done))
    table.build()
    table.red.does(f"return:{mission}")
    assert (len(table.red.hand), len(state.deck), state.discard) == (2, 1, [])


def test_k21_two_more_missions() -> None:
    """T-KA-25: drawn from the deck."""
    table = GameTable(3)
    table.done(red="K21")
    table.on_deck("K5 K9")
    table.build()
    table.red.does("return:K21")
    assert table.cards("red") == ["K5", "K9"]


def test_k22_two_more_missions() -> None:
    """T-KA-25: if there are any."""
    table = building("K22")
    table.red.does("return:K22")
    assert len(table.red.hand) == 2
    table = GameTable(3)
    table.done(red="K22")
    table.state.players[1].hand, table.state.deck = table.state.deck, []
    table.build()
    assert not table.red.asked


@pytest.mark.parametrize(
    ("cards", "third"), [("K23", "ship:nor_peace"), ("K23 K24", "ship:nor_peace"), ("K23 K24", "camel:pal_imp3")]
)
def test_k23_example_s42_three_pieces_in_a_step(cards: str, third: str) -> None:
    """T-KA-26, A30: three pieces in one step, or one or two and stop; one such card a step, before the first piece."""
    spaces = ["place:camel:pal_imp1", "place:camel:pal_imp2", f"place:{third}"]
    for count in (3, 2, 1):
        table = GameTable(2)
        table.done(red=cards)
        table.placing()
        table.red.does("return:K23")
        assert only(table.red.options, "return") == []
        table.red.does(spaces[0])
        assert "stop" in table.red.options
        assert only(table.red.options, "return") == []
        table.red.does(*spaces[1:count])
        assert table.blue.asked == (count == 3)
        if count < 3:
            table.red.does("stop")
        assert table.blue.asked


def test_k24_three_pieces_in_a_step() -> None:
    """T-KA-26: with a single piece left it is not offered."""
    table = GameTable(2)
    table.done(red="K24")
    table.red.set(reserve=[1, 0], owned=[1, 0])
    table.placing()
    assert only(table.red.options, "return") == []
    table.red.set(reserve=[1, 1], owned=[1, 1])
    assert only(table.red.options, "return") == ["K24"]


def test_k25_a_tile_of_the_box() -> None:
    """T-KA-27, T-KA-28, A28: in era I a tile of era I that was not drawn, START tiles included; free."""
    table = GameTable(2, era=1)
    table.done(red="K25")
    table.offer("I5 I6 I8 I9 I10 I11")
    table.tiles(red="I1", blue="I2")
    table.improve()
    table.red.does("return:K25")
    assert table.red.options == [f"acquire:{tile}" for tile in ("I3", "I4", "I14", "I16", "I18")]
    table.red.does("acquire:I18")
    assert table.owned("red") == ["I1", "I18"]


def test_k26_a_tile_of_the_box() -> None:
    """T-KA-29, A53, T-TP-03: later also of era II, never of era III; in an own window the purchase is still to come."""
    table = GameTable(2, era=3)
    table.done(red="K26")
    table.goods(red=(3, 0, 0, 0))
    table.offer("I38 I39")
    table.stand(red="camel:pal_imp1")
    table.improve()
    assert "return:K26" in table.red.options
    table.red.does("return:K26")
    tiles = [IMPROVEMENTS[int(tile[1:]) - 1] for tile in only(table.red.options, "acquire")]
    assert {tile.era for tile in tiles} == {1, 2}
    assert all(tile.two_player for tile in tiles)
    table.red.does("acquire:I34", "acquire:I38")
    assert table.owned("red") == ["I34", "I38"]


# Both uses of a mission


def test_a_fulfilled_mission_scores_in_full_a_returned_one_half() -> None:
    """T-BA-14, T-BA-15, T-MI-08, T-SC-04: returned once, its benefit never comes again."""
    table = GameTable(2)
    table.done(red="K16")
    assert breakdown(table.state, 0).missions == MISSIONS[15].pp
    table.build()
    table.red.does("return:K16", "take:gold")
    assert breakdown(table.state, 0).missions == MISSIONS[15].pp // CONSTANTS.returned_mission_divisor
    assert not table.red.asked
    table.end_turn()
    table.state.agenda.clear()
    table.build()
    assert not table.red.asked


def test_a_mission_may_be_returned_in_the_turn_of_its_fulfilment() -> None:
    """T-MI-07, A11: if its time is still to come."""
    table = GameTable(2)
    table.hand(red="K7")
    table.goods(red=(2, 2, 2, 0))
    table.stand(red="camel:ebl_mission")
    table.build()
    table.red.does("mission_fulfil:ebl_mission:K7", "return:K7")
    assert (table.red.tower, table.cards("red", "returned")) == (2, ["K7"])
