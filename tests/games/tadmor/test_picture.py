"""The text board."""

import pytest

from serai.referee.core.picture import UNNAMED
from tests.games.tadmor.table import TADMOR, GameTable
from tests.random_play import Case, Play

WIDTH, HEIGHT = 80, 60


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_fits_a_terminal(seats: int) -> None:
    """80 columns, and 60 lines with all that everybody owns, in every state of random games."""
    for number in range(2):
        play = Play(Case(TADMOR, seats, {}), number)
        for state in play.states():
            lines = str(TADMOR.picture(TADMOR.view(state, 0), UNNAMED)).splitlines()
            assert max(map(len, lines)) <= WIDTH
            assert len(lines) <= HEIGHT


def test_what_stands_where() -> None:
    """Pieces by seat and kind, the region on the Current space, who is asked."""
    table = GameTable(2, era=2)
    table.tiles(red="I21", blue="I4")
    table.done(red="K1")
    table.returned(red="K2")
    table.hand(blue="K7")
    table.rare(blue="oil")
    table.red.set(temples=[2])
    table.marauders(current="ebla", held="desert", by="red")
    table.stand(red="camel:pal_market ship:I21", blue="ship:eup_red")
    table.placing()
    lines = str(TADMOR.picture(table.red.view, UNNAMED)).splitlines()
    assert lines[:2] == ["Tadmor, turn 4, era 2, placement; order A B", "A seat 0 places a camel or a ship (1)"]
    board = "\n".join(lines[3:17])
    assert board.count("[A] market") == board.count("(B) rare: red") == 1
    assert "! Ebla !!!" in board
    assert "- Palmyra ---" in board
    assert "private: (A) private town market of A" in lines
    assert "marauders: in Ebla; A seat 0 holds Desert" in lines
    assert "   tiles: private town market" in lines
    assert "   fulfilled: Rescue, 10 PP; Rescue, 10 PP (returned)" in lines
    assert "   temples up to: colonnade" in lines
    assert any(line.startswith(">A seat 0") for line in lines)
    blue = str(TADMOR.picture(table.blue.view, UNNAMED))
    assert "A seat 0 holds a card" in blue
    assert "hand of B seat 1: Build (palace), 10 PP" in blue


def test_the_public_sees_no_hand() -> None:
    """Nor which card is held."""
    table = GameTable(2)
    table.hand(red="K7")
    table.marauders(held="desert", by="red")
    picture = str(TADMOR.picture(TADMOR.view(table.state, None), UNNAMED))
    assert "hand of" not in picture
    assert "palace" not in picture
    assert "The game is over" in picture  # nothing is left to do at this table
