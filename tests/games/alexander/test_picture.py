"""The text board: within 80 columns and 40 lines, with the path, and nobody's secrets."""

import random

import pytest

from serai.referee.core.agenda import over, waiting
from serai.referee.core.picture import UNNAMED
from tests.games.alexander.table import ALEXANDER, GameTable
from tests.random_play import Case, decide


def lines(table: GameTable, name: str | None = "anna") -> list[str]:
    seat = None if name is None else table.names.index(name)
    return str(ALEXANDER.picture(ALEXANDER.view(table.state, seat), UNNAMED)).splitlines()


@pytest.mark.parametrize("seats", [3, 4])
def test_it_fits_the_screen(seats: int) -> None:
    """All through a random game, for who is asked and for the public."""
    state = Case(ALEXANDER, seats, {}).begin(2)
    chance = random.Random(2)
    while not over(state):
        for viewer in (waiting(state)[0], None):
            text = str(ALEXANDER.picture(ALEXANDER.view(state, viewer), UNNAMED))
            assert text.isascii()
            assert max(map(len, text.splitlines())) <= 80
            assert len(text.splitlines()) <= 40
        decide(state, chance)
    assert "The game is over" in str(ALEXANDER.picture(ALEXANDER.view(state, None), UNNAMED))


def test_the_path() -> None:
    """What lies ahead, where he stands, what he has passed."""
    table = GameTable()
    table.at(3)
    drawn = lines(table)
    path = next(line for line in drawn if line.startswith("path:"))
    assert path.startswith("path: --->T?o?T?T")
    assert path.endswith("T!?!?!?!ox")
    board = "\n".join(drawn[1:16])
    assert (board.count("T"), board.count("?")) == (13, 23)
    assert "@" in board
    assert "Alexander on arrow 3; next temples: Sardis (4), Gordion (8), Tarsos (10)" in drawn
    table.at(44)
    assert "Alexander on arrow 44, which he leaves only on a 7; next temples: none" in lines(table)


def test_an_auction() -> None:
    """Event, place, bid, and who is out."""
    table = GameTable()
    table.event("battle", junction=7)
    table.says("anna pass", "ben 3")
    assert "auction: battle at junction 7; bid 3 of B seat 1; passed: A seat 0" in lines(table)


def test_the_seats() -> None:
    """Gold, chips and the adviser's points behind each seat."""
    table = GameTable()
    table.keeps("ben", "famine", "famine", "statue")
    row = next(line for line in lines(table) if line.startswith(" B"))
    assert row.split()[-3:] == ["8", "3", "+4"]
    assert any("chips won: B: 2 famine, 1 statue" in line for line in lines(table))


def test_hands_are_the_owners() -> None:
    table = GameTable()
    table.hand("anna", "2 ore 8 gold")
    assert any("A seat 0 holds: 2 ore" in line for line in lines(table, "anna"))
    assert not any("holds" in line for line in lines(table, None))
