"""The symbols printed on tiles and tokens."""

from serai.referee.games.council_of_four.effects import (
    Assistants,
    Cards,
    Coins,
    MainActions,
    Nobility,
    Points,
)
from tests.games.council_of_four.table import Realm


def test_an_assistant() -> None:
    """C-SY-01, R2: from the supply; when it is empty there is nothing to take."""
    realm = Realm()
    realm.green.set(assistants=0)
    realm.gains("green", Assistants(2))
    assert (realm.green.assistants, realm.state.assistant_pool) == (2, 36)
    realm.set(assistant_pool=1)
    realm.gains("green", Assistants(4))
    assert (realm.green.assistants, realm.state.assistant_pool) == (3, 0)


def test_a_coin() -> None:
    """C-SY-02, R1: the wealth track ends at 20."""
    realm = Realm()
    for before, after in ((3, 8), (17, 20), (20, 20)):
        realm.green.set(coins=before)
        realm.gains("green", Coins(5))
        assert realm.green.coins == after


def test_a_card() -> None:
    """C-SY-03: from the top of the deck."""
    realm = Realm()
    realm.deck("wild blue pink")
    realm.gains("green", Cards(2))
    assert realm.cards("green") == "blue 1 wild 1"


def test_a_star() -> None:
    """C-SY-04, R12: one more main action this turn, which need not be used and is gone with the turn."""
    realm = Realm()
    realm.acts("green", hand="pink 1", assistants=0, coins=0)
    realm.gains("green", MainActions(1))
    realm.green.does("main_elect", "council:coast", "colour:black")
    assert {"main_elect", "end_turn"} <= set(realm.green.options)
    realm.green.does("end_turn")
    assert realm.state.main_left == 1
    assert realm.acting == "red"


def test_a_point() -> None:
    """C-SY-05: at once, and the score track is a loop: no end at 99."""
    realm = Realm()
    realm.green.set(vp=98)
    realm.gains("green", Points(3))
    assert realm.green.vp == 101


def test_a_step_of_nobility() -> None:
    """C-SY-06."""
    realm = Realm()
    realm.gains("green", Nobility(1))
    assert realm.green.nobility == 1
