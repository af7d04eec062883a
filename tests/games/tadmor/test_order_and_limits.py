"""Who comes first when the order of the turn is not that of the seats, and what a rule does not allow any more."""

import pytest

from serai.referee.games.tadmor.board import MISSIONS
from serai.referee.games.tadmor.construction import Build
from serai.referee.games.tadmor.improvements import Improve, ImproveEnd
from serai.referee.games.tadmor.kingdom import Kingdom
from serai.referee.games.tadmor.marauders import Redirecting, Swapping
from serai.referee.games.tadmor.scoring import score
from tests.games.tadmor.table import GameTable, in_order, only

CONSTRUCTION = [f"K{number}" for number, row in enumerate(MISSIONS, 1) if row.timing == "construction"]


def test_redirection_in_turn_order() -> None:
    """T-KA-10: green is asked first, then red; after green's redirection red has a new chance, and nobody else."""
    table = in_order("green", "red", "blue")
    table.done(red="K9", green="K10")
    table.marauders(held="ebla", by="blue")
    table.attack()
    assert table.green.must(Redirecting)
    table.green.does("redirect:K10:palmyra")
    assert table.red.must(Redirecting)
    table.red.does("pass")
    assert table.over
    assert table.current == "palmyra"


def test_a_redirection_asks_from_the_first_seat_again() -> None:
    """T-KA-10: red, second in the order, redirects; green, who had passed, is asked once more."""
    table = in_order("green", "red", "blue")
    table.done(red="K9", green="K10")
    table.marauders(held="ebla", by="blue")
    table.attack()
    table.green.does("pass")
    table.red.does("redirect:K9:damascus")
    assert table.green.must(Redirecting)
    assert "redirect:K10:ebla" in table.green.options
    assert "redirect:K10:damascus" not in table.green.options
    table.green.does("pass")
    assert table.over


def test_the_end_of_the_improvements_in_turn_order() -> None:
    """T-KA-17: blue before red, whatever else they have fulfilled; green has no such mission and is not asked."""
    table = in_order("blue", "green", "red")
    table.done(red="K1 K15", blue="K25 K3", green="K4")
    table.offer("I19 I20 I23")
    table.improve()
    assert table.blue.must(ImproveEnd)
    table.blue.does("end")
    assert table.red.must(ImproveEnd)
    table.red.does("return:K15", "acquire:I19", "stop")
    assert table.owned("red") == ["I19"]
    assert table.over


def test_improvement_spaces_in_their_own_order() -> None:
    """T-IM-01: the spaces decide, not the order of the turn."""
    table = in_order("green", "blue", "red")
    table.goods(red=(2, 0, 0, 0), green=(2, 0, 0, 0))
    table.offer("I19 I20")
    table.stand(red="camel:pal_imp1", green="camel:pal_imp2")
    table.improve()
    assert table.red.must(Improve)
    table.red.does("acquire:I19")
    assert table.green.must(Improve)
    table.green.does("end")
    assert table.over


def test_construction_and_kingdom_in_turn_order() -> None:
    """7.9, 7.11: green, red, blue."""
    table = in_order("green", "red", "blue")
    table.stand(red="camel:ebl_mission", green="camel:pal_mission")
    table.build()
    assert table.green.must(Build)
    table.green.does("end")
    assert table.red.must(Build)
    table.red.does("end")
    assert table.over
    table.goods(red=(0, 0, 0, 1), green=(0, 0, 0, 1))
    table.kingdom()
    assert table.green.must(Kingdom)
    table.green.does("tax_pay")
    assert table.red.must(Kingdom)


@pytest.mark.parametrize("mission", CONSTRUCTION)
def test_missions_of_the_construction_wait_for_it(mission: str) -> None:
    """T-MI-07, A9: neither in the placement nor in the improvements nor in the kingdom."""
    table = GameTable(2, era=2)
    table.done(red=mission)
    table.goods(red=(0, 0, 0, 2))
    table.placing()
    assert only(table.red.options, "return") == []
    table.state.agenda.clear()
    table.offer("I19")
    table.stand(red="camel:pal_imp1")
    table.improve()
    assert table.red.must(Improve)
    assert only(table.red.options, "return") == []
    table.red.does("end")
    assert table.over
    table.kingdom()
    assert table.red.must(Kingdom)
    assert only(table.red.options, "return") == []


def completing(table: GameTable, name: str) -> None:
    """The player completes a temple with a mission."""
    table.state.agenda.clear()
    table.seat(name).set(temples=[3])
    table.build()
    table.seat(name).does(f"return:{'K3' if name == 'blue' else 'K4'}")


def test_a_third_player_gets_no_good() -> None:
    """T-TM-13, S33: two have completed a temple before."""
    table = GameTable(3, era=3)
    table.set(completions=[0, 2])
    table.done(blue="K3")
    completing(table, "blue")
    assert table.goods_of("blue") == []
    assert table.state.completions == [0, 2, 1]
    assert table.over


def test_the_second_player_gets_one_good() -> None:
    """T-TM-12, S33: one."""
    table = GameTable(3, era=3)
    table.set(completions=[2])
    table.done(blue="K3")
    completing(table, "blue")
    table.blue.does("rare_top:grey")
    assert len(table.goods_of("blue")) == 1
    assert table.over


def test_a_replaced_card_goes_back() -> None:
    """T-TM-03: four basements, none left for blue; when red's becomes a colonnade there is one again."""
    table = GameTable(3, era=2)
    table.goods(red=(9, 9, 9, 9), blue=(9, 9, 9, 9))
    table.red.set(temples=[1, 1])
    table.green.set(temples=[1, 1])
    table.stand(red="camel:pal_temple", blue="camel:ebl_temple")
    table.build()
    table.red.does("temple:pal_temple:0", "end")
    assert only(table.blue.options, "temple") == ["ebl_temple:0"]


def test_no_card_no_temple() -> None:
    """T-TM-19, S35: four basements are all there are."""
    table = GameTable(3, era=2)
    table.goods(blue=(9, 9, 9, 9))
    table.red.set(temples=[1, 1])
    table.green.set(temples=[1, 1])
    table.stand(blue="camel:ebl_temple")
    table.build()
    assert only(table.blue.options, "temple") == []


def test_equal_totals_are_decided_by_tiles() -> None:
    """T-SC-13, S53: the number of rare goods tiles, not their points; still equal is shared."""
    table = GameTable(3)
    table.rare(red="oil oil", blue="silk oil")
    table.green.set(pp=20)
    table.red.set(pp=10)
    table.blue.set(pp=10)
    assert score(table.state).points == (20, 20, 20)
    assert score(table.state).ranks == (1, 1, 3)
    table.rare(blue="silk")
    table.blue.set(pp=15)
    assert score(table.state).ranks == (1, 2, 3)


def test_a_shuffled_pile_is_shuffled() -> None:
    """T-KA-02: the luck of the pile decides what lies on top then, and every other good is still there."""
    tops = set()
    for draw in range(4):
        table = GameTable(3)
        table.done(red="K1")
        table.pile(grey="glass incense myrrh glass incense")
        table.luck.foretell("pile_grey", draw, 0, 0)
        table.build()
        table.red.does("return:K1", "rare_pick:myrrh")
        assert sorted(table.state.piles[0]) == [0, 0, 1, 1]
        tops.add(tuple(table.state.piles[0]))
    assert len(tops) > 1


def test_the_swap_in_turn_order() -> None:
    """T-KA-14: it is asked in its place, and once."""
    table = in_order("green", "red", "blue")
    table.done(red="K14")
    table.stand(red="camel:pal_imp1", green="camel:pal_imp2")
    table.attack()
    assert table.red.must(Swapping)
    table.red.does("pass")
    assert table.over
