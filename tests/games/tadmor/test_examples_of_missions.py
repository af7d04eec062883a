"""The worked examples of RULES.md, section 16: missions, pieces, marauders, setup, eras and the end."""

import pytest

from serai.referee.games.tadmor.anytime import collection
from serai.referee.games.tadmor.board import CONSTANTS, IMPROVEMENTS, MISSIONS
from serai.referee.games.tadmor.improvements import improvements_phase
from serai.referee.games.tadmor.scoring import breakdown, score, sets_value
from tests.games.tadmor.table import Oasis, Start, only

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
    red = table.state.players[0]
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
    assert [len(tiles) for tiles in two.variant.tiles] == [13, 12, 9]
    four.answer_all()
    assert len(four.state.offer) == 10
    assert [len(tiles) for tiles in four.state.variant.tiles] == [18, 18, 12]


def test_example_s50_a_new_era() -> None:
    """T-EN-04, T-EN-06, T-BA-03: after turn 3 towers score 2 PP a level, and 8 new tiles lie out for three."""
    table = Oasis(3)
    table.towers(red=4, blue=7)
    table.set(turn=3)
    table.end_turn()
    gained = [player.pp - CONSTANTS.start_pp for player in table.state.players]
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
