"""The marauders stage (RULES.md 7.3)."""

from serai.referee.games.tadmor.improvements import improvements_phase
from serai.referee.games.tadmor.marauders import Picking, marauders_stage
from tests.games.tadmor.table import GameTable, Start, only


def test_a_chosen_card_attacks_in_the_next_turn() -> None:
    """T-MA-01, T-MA-02, T-MA-12: all pieces of the region go home and do nothing; the others stay."""
    table = GameTable(2)
    table.marauders(held="euphrates", by="blue")
    table.stand(red="ship:eup_gold_s camel:pal_market", blue="camel:eup_gold_c")
    table.attack()
    assert "seat 1 reveals the marauders of euphrates" in table.journal
    assert (table.on("eup_gold_s"), table.on("eup_gold_c"), table.on("pal_market")) == (None, None, "red camel")
    assert (table.red.reserve, table.blue.reserve) == ([2, 2], [3, 2])
    table.improve()
    assert table.red.warehouse == [0, 0, 0, 0]
    table.attack()
    assert table.current == "euphrates"


def test_the_choosers_own_pieces_are_hit() -> None:
    """T-MA-03, T-IA-07: without immunity."""
    table = GameTable(2)
    table.marauders(held="palmyra", by="red")
    table.stand(red="camel:pal_market", blue="camel:pal_imp1")
    table.attack()
    assert (table.on("pal_market"), table.on("pal_imp1")) == (None, None)


def test_the_revealed_card_becomes_the_current_one() -> None:
    """T-MA-05, T-MA-06, T-MA-10: the former one is in the deck again; another than who revealed can choose it."""
    table = GameTable(2)
    table.marauders(current="ebla", held="palmyra", by="red")
    table.stand(blue="camel:des_marauders")
    table.attack()
    assert table.current == "palmyra"
    regions = only(table.blue.options, "pick")
    assert "ebla" in regions
    assert "palmyra" not in regions


def test_choosing_is_the_last_step_of_the_stage() -> None:
    """T-MA-07, T-MA-13, A16: the camel goes home, its owner chooses or not; before the resolution stage."""
    table = GameTable(2)
    table.stand(red="camel:des_marauders camel:pal_imp1")
    table.happens(marauders_stage, improvements_phase)
    assert table.red.must(Picking)
    assert (table.on("des_marauders"), table.on("pal_imp1")) == (None, "red camel")
    assert len(only(table.red.options, "pick")) == 7
    table.red.does("decline")
    assert table.state.holder == -1
    assert table.on("pal_imp1") is None


def test_the_choice_is_secret() -> None:
    """T-MA-08, T-ST-04: everybody sees who holds a card, its holder alone which."""
    table = GameTable(2)
    table.stand(red="camel:des_marauders")
    table.attack()
    table.red.does("pick:desert")
    assert (table.red.view.marauders.holder, table.red.view.marauders.held) == (0, 6)
    assert (table.blue.view.marauders.holder, table.blue.view.marauders.held) == (0, None)
    assert table.game.view(table.state, None).marauders.held is None
    assert "seat 0 chooses the marauders of desert" in table.heard_by("red")
    assert "seat 0 chooses the marauders of ?" in table.heard_by("blue")


def test_the_marauders_camel_can_be_hit_itself() -> None:
    """T-MA-02, A15: it stands in a region; then nobody chooses."""
    table = GameTable(2)
    table.marauders(held="desert", by="blue")
    table.stand(red="camel:des_marauders")
    table.attack()
    assert not table.red.asked
    assert table.state.holder == -1


def test_no_attack_in_turn_1() -> None:
    """T-MA-15: nobody has chosen yet."""
    table = Start(2)
    table.play_on(2)
    assert not any("reveals" in line for line in table.journal)


def test_nothing_is_chosen_in_the_last_turn() -> None:
    """T-MA-12, T-MA-07: there is no next turn; the camel goes home."""
    table = GameTable(2, era=3)
    table.set(turn=9)
    table.stand(red="camel:des_marauders")
    table.attack()
    assert not table.red.asked
    assert table.on("des_marauders") is None
