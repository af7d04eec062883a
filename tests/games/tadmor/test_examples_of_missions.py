"""The worked examples of RULES.md, section 16: missions, pieces, marauders, setup, eras and the end."""

import pytest

from serai.referee.games.tadmor.anytime import collection
from serai.referee.games.tadmor.board import CONSTANTS, IMPROVEMENTS, MISSIONS
from serai.referee.games.tadmor.improvements import improvements_phase
from serai.referee.games.tadmor.scoring import breakdown, score, sets_value
from tests.games.tadmor.table import GameTable, Start, only

# Missions, pieces


def test_example_s40_extra_pieces_change_no_requirement() -> None:
    """T-KA-07, T-KA-12 [RB]: after K5 the fourth ship needs two of each colour, after K11 the fifth camel more."""
    table = GameTable()
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
    table = GameTable()
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


@pytest.mark.parametrize(
    ("tower", "done", "returned", "camels"),
    [
        (5, "", "K1 K2", 5),
        (9, "", "K1", 4),
        (10, "", "", 5),
        (0, "K1 K2 K3 K4", "", 5),
        (5, "K1 K2", "", 5),
        (9, "K1", "", 4),
        (4, "K1 K2 K3", "", 4),
    ],
)
def test_example_s41_the_fifth_camel(tower: int, done: str, returned: str, camels: int) -> None:
    """T-AN-11, T-AN-12, A36: a tower of 10, or four missions, or a tower of 5 and two missions; returned ones count."""
    table = GameTable()
    table.red.set(owned=[4, 2], reserve=[4, 2])
    table.towers(red=tower)
    table.done(red=done)
    table.returned(red=returned)
    table.stand(red="camel:des_caravan")
    table.improve()
    assert table.red.owned == [camels, 2]
    table.end_turn()
    assert table.red.reserve == [camels, 2]


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


@pytest.mark.parametrize("former", ["", "ebla"])
def test_example_s44_the_current_region_is_safe(former: str) -> None:
    """T-MA-05, T-MA-06, T-MA-09, T-MA-10, T-MA-14 [RB]: what is attacked in turn t cannot be chosen in t and is safe in
    t + 1; the card that was current before is in the deck again and can be chosen."""
    table = GameTable(2)
    table.marauders(current=former, held="palmyra", by="red")
    table.stand(red="camel:des_marauders", blue="camel:pal_market")
    table.attack()
    assert table.current == "palmyra"
    regions = only(table.red.options, "pick")
    assert len(regions) == 6
    assert "ebla" in regions
    assert "palmyra" not in regions


def test_example_s45_who_is_spared() -> None:
    """T-IA-06, T-IA-24, T-IA-36, T-MA-03, T-MA-04: I7 and I45 spare pieces, I25 rewards a hit."""
    table = GameTable(3)
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
    table = GameTable(3)
    table.tiles(red="I25")
    table.marauders(held="palmyra", by="red")
    table.stand(red="camel:pal_market")
    table.attack()
    assert (table.on("pal_market"), table.red.pp) == (None, CONSTANTS.start_pp)


def test_example_s47_swapped_onto_the_marauders() -> None:
    """T-KA-14, A13: K14 exchanges the Traitor's camel with the one on the Marauders space: its owner chooses."""
    table = GameTable(2)
    table.done(red="K14")
    table.stand(red="camel:dam_traitor", blue="camel:des_marauders ship:nor_peace")
    table.attack()
    table.red.does("swap_own:dam_traitor")
    assert table.on("dam_traitor") == "blue camel"
    assert table.red.options[0] == "decline"
    assert not table.blue.asked


def test_example_s48_no_attack_without_a_choice() -> None:
    """T-MA-11, A14: nobody chose: nothing is removed, the Current card stays."""
    table = GameTable(2)
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
    table = GameTable(3)
    table.towers(red=4, blue=7)
    table.set(turn=3)
    table.end_turn()
    gained = [player.pp - CONSTANTS.start_pp for player in table.state.players]
    assert gained == [8, 14, 0]
    assert (table.state.era, len(table.state.offer)) == (2, 8)
    assert all(IMPROVEMENTS[tile].era == 2 for tile in table.state.offer)


def test_example_s52_returned_missions_and_debts() -> None:
    """T-BA-16, T-SC-05, T-GE-03, A49: a returned K16 counts half; PP below zero stay below zero."""
    table = GameTable(2)
    table.returned(red="K16")
    table.red.set(pp=-3)
    parts = breakdown(table.state, 0)
    assert (parts.missions, parts.track) == (MISSIONS[15].pp // 2, -3)
    assert parts.total == MISSIONS[15].pp // 2 - 3


def test_example_s53_ties() -> None:
    """T-SC-12, T-SC-13, T-SC-14: equal totals: more rare goods win; equal again: shared."""
    table = GameTable(2)
    table.rare(red="glass jade silk oil ivory", blue="glass jade silk oil")
    table.red.set(pp=0)
    table.blue.set(pp=sets_value(table.red.rare) - sets_value(table.blue.rare))
    assert score(table.state).points[0] == score(table.state).points[1]
    assert score(table.state).ranks == (1, 2)
    table.rare(blue="glass jade silk oil ivory")
    table.blue.set(pp=0)
    assert score(table.state).ranks == (1, 1)
