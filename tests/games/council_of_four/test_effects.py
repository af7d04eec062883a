"""The symbols printed on tiles and tokens."""

from serai.referee.games.council_of_four.effects import (
    Assistants,
    Cards,
    Coins,
    MainActions,
    Nobility,
    Points,
)
from tests.games.council_of_four.table import GameTable


def test_an_assistant() -> None:
    """C-SY-01, R2: from the supply; when it is empty there is nothing to take."""
    table = GameTable()
    table.green.set(assistants=0)
    table.gains("green", Assistants(2))
    assert (table.green.assistants, table.state.assistant_pool) == (2, 36)
    table.set(assistant_pool=1)
    table.gains("green", Assistants(4))
    assert (table.green.assistants, table.state.assistant_pool) == (3, 0)


def test_a_coin() -> None:
    """C-SY-02, R1: the wealth track ends at 20."""
    table = GameTable()
    for before, after in ((3, 8), (17, 20), (20, 20)):
        table.green.set(coins=before)
        table.gains("green", Coins(5))
        assert table.green.coins == after


def test_a_card() -> None:
    """C-SY-03: from the top of the deck."""
    table = GameTable()
    table.deck("wild blue pink")
    table.gains("green", Cards(2))
    assert table.cards("green") == "blue 1 wild 1"


def test_a_star() -> None:
    """C-SY-04, R12: one more main action this turn, which need not be used and is gone with the turn."""
    table = GameTable()
    table.acts("green", hand="pink 1", assistants=0, coins=0)
    table.gains("green", MainActions(1))
    table.green.does("main_elect", "council:coast", "colour:black")
    assert {"main_elect", "end_turn"} <= set(table.green.options)
    table.green.does("end_turn")
    assert table.state.main_left == 1
    assert table.acting == "red"


def test_a_point() -> None:
    """C-SY-05: at once, and the score track is a loop: no end at 99."""
    table = GameTable()
    table.green.set(vp=98)
    table.gains("green", Points(3))
    assert table.green.vp == 101


def test_a_step_of_nobility() -> None:
    """C-SY-06."""
    table = GameTable()
    table.gains("green", Nobility(1))
    assert table.green.nobility == 1
