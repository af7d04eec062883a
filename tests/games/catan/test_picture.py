"""The text board: everything where it lies, within 80 columns and 40 lines, and nobody's secrets."""

import pytest

from serai.referee.core.picture import UNNAMED, plain
from serai.referee.core.telling import Teller
from tests.catan_rules.screen import widest_and_longest
from tests.games.catan.table import CATAN, GameTable
from tests.random_play import Case


def drawn(table: GameTable, name: str | None = "anna") -> list[str]:
    seat = None if name is None else table.names.index(name)
    return str(CATAN.picture(CATAN.view(table.state, seat), UNNAMED)).splitlines()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_fits_the_screen(seats: int) -> None:
    columns, lines = widest_and_longest(Case(CATAN, seats, {"layout": "variable"}), seats)
    assert columns <= 80
    assert lines <= 40


def test_every_hex_with_its_number() -> None:
    """Row by row as on the board; the robber is marked."""
    rows = [line.split() for line in drawn(GameTable()) if line.startswith("q")]
    found = [[word for word in row[1:] if word[0].isalpha()] for row in rows]
    assert found == [
        ["O10", "W2", "L9"],
        ["G12", "B6", "W4", "B10"],
        ["G9", "L11", "D*", "L3", "O8"],
        ["L8", "O3", "G4", "W5"],
        ["B5", "G6", "W11"],
    ]


def test_pieces_lie_on_their_places() -> None:
    """A settlement in small letters, a city in capitals, roads between them; upright ones too."""
    table = GameTable()
    table.settlements("anna", "q0r0N")
    table.cities("ben", "q0r-2N")
    table.roads("anna", "q0r0NE q0r-1E")
    text = drawn(table)
    top, seam = text[3], text[7]
    assert top.strip().startswith(".(1)B---.")
    assert "a=a=." in seam
    assert "=a=" in text[6]


def test_ports_players_and_hand() -> None:
    """The hand is its owner's; the public sees the counts."""
    table = GameTable()
    table.hand("anna", "2 wool 1 ore")
    table.cards("anna", "knight")
    text = "\n".join(drawn(table))
    assert "(5) 2:1 wool, (6) 3:1 any" in text.replace("\n ", "")
    assert "A seat 0 holds: 2 wool, 1 ore, 1 knight" in text
    assert "holds" not in "\n".join(drawn(table, None))
    assert next(line for line in drawn(table, None) if line.startswith(">A")).split()[3:6] == ["0", "3", "1"]


def test_what_is_asked() -> None:
    """The first line says whose turn it is, the second what is to be decided."""
    table = GameTable()
    table.hand("anna", "1 wool")
    table.hand("ben", "1 ore")
    table.anna.does("offer:wool:ore:-")
    assert drawn(table)[:2] == [
        "Catan, turn 1 of A seat 0",
        "B seat 1 answers the offer: A seat 0 gives 1 wool for 1 ore",
    ]
    table.ben.does("decline")
    assert drawn(table)[1] == "A seat 0 trades, builds, or ends the turn"


def test_the_dice_are_those_of_this_turn() -> None:
    """They are shown once they are rolled, not before."""
    table = GameTable()
    table.set(dice=(3, 4))
    assert drawn(table)[1] == "rolled 3+4=7: A seat 0 trades, builds, or ends the turn"
    table.anna.does("end_turn")
    assert drawn(table)[1] == "B seat 1 rolls, or plays a card before"


def test_places_are_told_by_the_hexes_around_them() -> None:
    """As they are drawn, with the names that they have in actions."""
    table = GameTable()
    table.settlements("anna", "q0r0N")
    table.hand("anna", "1 lumber 1 brick")
    table.anna.does("build_road:q0r0NE")
    teller = Teller(CATAN.events, ("ann", "ben"), CATAN.spoken(table.state))
    said = [plain(teller.tell(event)) for event in table.state.journal]
    assert said[-1] == "A ann builds a road on W4/D (q0r0NE)"


def test_who_is_at_a_port() -> None:
    table = GameTable()
    table.settlements("ben", "q1r1S")
    assert any("(5) 2:1 wool B" in line for line in drawn(table))
