"""The text board."""

import pytest

from tests.games.tadmor.table import TADMOR, GameTable
from tests.random_play import Case, Play

WIDTH, HEIGHT = 80, 40


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_fits_a_terminal(seats: int) -> None:
    """80 columns and 40 lines, in every state of random games."""
    for number in range(2):
        play = Play(Case(TADMOR, seats, {}), number)
        for state in play.states():
            lines = TADMOR.picture(TADMOR.view(state, 0)).splitlines()
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
    lines = TADMOR.picture(table.red.view).splitlines()
    assert lines[:2] == ["Tadmor, turn 4, era 2, placement, order 0 1", "Seat 0 places a camel or a ship (1)"]
    assert " Palmyra:   imp1 . imp2 . imp3 . market 0c temple ." in lines
    assert any(line.startswith("!Ebla:") for line in lines)
    assert any("red 1s" in line for line in lines)
    assert " private:   I21 0s" in lines
    assert "marauders: current ebla; seat 0 holds desert" in lines
    assert "     I21; K1 (K2); colonnade" in lines
    assert any(line.startswith(">0*") for line in lines)
    blue = TADMOR.picture(table.blue.view)
    assert "seat 0 holds a card" in blue
    assert "hand of seat 1: K7" in blue


def test_the_public_sees_no_hand() -> None:
    """Nor which card is held."""
    table = GameTable(2)
    table.hand(red="K7")
    table.marauders(held="desert", by="red")
    picture = TADMOR.picture(TADMOR.view(table.state, None))
    assert "hand of" not in picture
    assert "K7" not in picture
    assert "The game is over" in picture  # nothing is left to do at this table
