"""Main action: elect a councillor."""

import pytest

from serai.referee.games.council_of_four.election import ElectColour, ElectCouncil
from tests.games.council_of_four.table import GameTable


def electing(council: str = "hills") -> GameTable:
    table = GameTable()
    table.acts("green", hand="pink 1", coins=5, assistants=2)
    table.green.does("main_elect", f"council:{council}")
    return table


def test_any_colour_beside_the_board() -> None:
    """C-EL-01, R29: white is not there; orange is, although two sit in the council; so is the colour that falls."""
    table = electing()
    assert table.council("hills") == "orange orange blue purple"
    assert table.green.options == [f"colour:{colour}" for colour in ("black", "orange", "pink", "purple", "blue")]
    table.green.does("colour:purple")
    assert table.council("hills") == "purple orange orange blue"


@pytest.mark.parametrize("council", ["coast", "hills", "mountains", "king"])
def test_any_of_the_four_councils(council: str) -> None:
    """C-EL-02, C-EL-03: the king's too; in at the arrow, out at the far end."""
    table = GameTable()
    before = table.council(council).split()
    table.acts("green", hand="pink 1")
    table.green.does("main_elect")
    assert table.green.must(ElectCouncil)
    assert table.green.options == ["council:coast", "council:hills", "council:mountains", "council:king"]
    table.green.does(f"council:{council}", "colour:black")
    assert table.council(council).split() == ["black", *before[:-1]]


def test_it_pushes_the_row() -> None:
    """C-EL-03: in at the arrow, out at the far end; the row of the mountains colour by colour."""
    table = electing("mountains")
    table.green.does("colour:blue")
    assert table.council("mountains") == "blue white black white"


def test_the_fallen_one_lies_beside_the_board() -> None:
    """C-EL-04: white was not to be had; it is from the next election on."""
    table = electing("king")
    assert table.green.must(ElectColour)
    assert "colour:white" not in table.green.options
    table.green.does("colour:pink", "quick_elect", "council:coast")
    assert "colour:white" in table.green.options


def test_four_coins() -> None:
    """C-EL-05: for a councillor of the hills too."""
    table = electing()
    table.green.does("colour:pink")
    assert table.green.coins == 9


def test_always_possible() -> None:
    """C-EL-06: with nothing at all, and with the wealth track full."""
    for coins in (0, 20):
        table = GameTable()
        table.acts("green", coins=coins, assistants=0)
        table.hand("green", "")
        assert table.green.asked
        if coins == 0:
            assert table.green.must(ElectCouncil)  # it is the only option, and nothing of the hand is told by it
        else:
            assert table.green.options == ["main_elect", "quick_hire"]
