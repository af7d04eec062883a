"""The text board of Cheops: within 80 columns and 40 lines, with ships, gold and the pyramid."""

import pytest

from serai.referee.core.picture import UNNAMED
from tests.catan_rules.screen import widest_and_longest
from tests.games.cheops.table import CHEOPS, GameTable
from tests.random_play import Case


def drawn(table: GameTable) -> list[str]:
    return str(CHEOPS.picture(CHEOPS.view(table.state, 0), UNNAMED)).splitlines()


@pytest.mark.parametrize("seats", [3, 4])
def test_it_fits_the_screen(seats: int) -> None:
    columns, lines = widest_and_longest(Case(CHEOPS, seats, {}), seats)
    assert columns <= 80
    assert lines <= 40


def test_the_map() -> None:
    """Rows as in the rules: water, land and the site, with the robber on his desert."""
    rows = {line.split()[0]: line.split()[1:] for line in drawn(GameTable()) if line.startswith("q")}
    assert [word for word in rows["q-1r2"] if word[0] not in "|("] == ["D*", "G5", "d", "L9", "d", "W8", "D", "L10"]
    assert [word for word in rows["q-2r4"] if word[0] not in "|("] == ["D", "P", "G4", "n", "W11", "e", "$11", "O5"]


def test_ships_and_roads() -> None:
    table = GameTable()
    table.settlements("anna", "q2r4N")
    table.ships("anna", "q2r3SE")
    table.roads("anna", "q2r4NE")
    assert any("~a~a=a=" in line for line in drawn(table))


def test_the_pyramid() -> None:
    """Level by level, the pharaoh's stones as P; gold, stones and the two cards beside the seats."""
    table = GameTable()
    table.stones(2, 1, 0, 0, pharaoh=1)
    table.hand("ben", "7 gold")
    text = drawn(table)
    assert "pyramid: PAAB............ ......... .... .; pharaoh: 15 left" in text
    seats = [line.split()[-3:] for line in text if line[1:2] in [*"ABCD"]]
    assert seats[0] == ["3", "2", "+3"]
    assert seats[2] == ["3", "0", "-2"]
    assert any(line.split()[-2:] == ["7", "1"] for line in text)
