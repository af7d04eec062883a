"""Main action: elect a councillor."""

import pytest

from serai.referee.games.council_of_four.election import ElectColour, ElectCouncil
from tests.games.council_of_four.table import Realm


def electing(council: str = "hills") -> Realm:
    realm = Realm()
    realm.acts("green", hand="pink 1", coins=5, assistants=2)
    realm.green.does("main_elect", f"council:{council}")
    return realm


def test_any_colour_beside_the_board() -> None:
    """C-EL-01, R29: white is not there; orange is, although two sit in the council; so is the colour that falls."""
    realm = electing()
    assert realm.council("hills") == "orange orange blue purple"
    assert realm.green.options == [f"colour:{colour}" for colour in ("black", "orange", "pink", "purple", "blue")]
    realm.green.does("colour:purple")
    assert realm.council("hills") == "purple orange orange blue"


@pytest.mark.parametrize("council", ["coast", "hills", "mountains", "king"])
def test_any_of_the_four_councils(council: str) -> None:
    """C-EL-02, C-EL-03: the king's too; in at the arrow, out at the far end."""
    realm = Realm()
    before = realm.council(council).split()
    realm.acts("green", hand="pink 1")
    realm.green.does("main_elect")
    assert realm.green.must(ElectCouncil)
    assert realm.green.options == ["council:coast", "council:hills", "council:mountains", "council:king"]
    realm.green.does(f"council:{council}", "colour:black")
    assert realm.council(council).split() == ["black", *before[:-1]]


def test_it_pushes_the_row() -> None:
    """C-EL-03: in at the arrow, out at the far end; the row of the mountains colour by colour."""
    realm = electing("mountains")
    realm.green.does("colour:blue")
    assert realm.council("mountains") == "blue white black white"


def test_the_fallen_one_lies_beside_the_board() -> None:
    """C-EL-04: white was not to be had; it is from the next election on."""
    realm = electing("king")
    assert realm.green.must(ElectColour)
    assert "colour:white" not in realm.green.options
    realm.green.does("colour:pink", "quick_elect", "council:coast")
    assert "colour:white" in realm.green.options


def test_four_coins() -> None:
    """C-EL-05: for a councillor of the hills too."""
    realm = electing()
    realm.green.does("colour:pink")
    assert realm.green.coins == 9


def test_always_possible() -> None:
    """C-EL-06: with nothing at all, and with the wealth track full."""
    for coins in (0, 20):
        realm = Realm()
        realm.acts("green", coins=coins, assistants=0)
        realm.hand("green", "")
        assert realm.green.asked
        if coins == 0:
            assert realm.green.must(ElectCouncil)  # it is the only option, and nothing of the hand is told by it
        else:
            assert realm.green.options == ["main_elect", "quick_hire"]
