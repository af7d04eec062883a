"""The text board: everything where it lies, within 80 columns and 40 lines, and nobody's secrets."""

import pytest

from serai.referee.games.council_of_four.board import CITY_NAMES
from serai.referee.games.council_of_four.kingdom import KINGDOMS
from serai.referee.games.council_of_four.picture import picture
from serai.referee.games.council_of_four.view import view
from tests.games.council_of_four.table import BOARDS, SEATS, TWO, GameTable, random_states


def lines(table: GameTable, name: str | None = "green") -> list[str]:
    seat = None if name is None else table.names.index(name)
    return str(picture(view(table.state, seat))).splitlines()


def line_with(table: GameTable, text: str, name: str | None = "green") -> str:
    return next(line for line in lines(table, name) if text in line)


@pytest.mark.parametrize("seats", SEATS)
def test_it_fits_the_screen(seats: int) -> None:
    """At every decision, for a seat and for the public: plain characters, 80 columns, 40 lines."""
    for number, state in enumerate(random_states(seats, 10)):
        text = str(picture(view(state, None if number % 2 else state.active)))
        assert text.isascii()
        assert max(map(len, text.splitlines())) <= 80
        assert len(text.splitlines()) <= 40


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: "".join(board.values()))
def test_every_road_is_drawn(board: dict[str, str]) -> None:
    """As many strokes as the roads of these boards have: four across, slanting or straight, two or five down."""
    state = next(random_states(4, 0, **board))
    rows = str(picture(view(state, None))).splitlines()[3:17]
    roads = KINGDOMS[state.variant.kingdom.sides].roads
    text = "\n".join(rows)
    down = [(a, b) for a, b in roads if (CITY_NAMES[a], CITY_NAMES[b]) in DOWN]
    level = [(a, b) for a, b in roads if CITY_NAMES[a] + CITY_NAMES[b] in ("CF", "DG", "EH", "HM")]
    assert text.count("|") == 4 * len(down)
    assert text.count("/") + text.count("\\") == 4 * (len(roads) - len(down) - len(level))
    assert text.count("-") == 4 * 3 + (17 if board["hills"] == "A" else 0)


DOWN = {("A", "B"), ("C", "D"), ("F", "G"), ("G", "H"), ("I", "J"), ("K", "L"), ("N", "O")}


def test_cities_with_token_king_and_emporia() -> None:
    """Letter, colour, `*` for the king; below them the token and who is there."""
    table = GameTable(TWO)
    table.built(green="C G", red="C")
    table.neutral("C J")
    rows = lines(table)[3:17]
    assert "C silver " in rows[0]
    assert rows[1][13:22] == "3v   ABn "
    assert "G silver" in rows[6]
    assert rows[7][26:35] == "1a1c A   "
    assert rows[9][39:48] == "J purple*"
    assert rows[10][39:48] == "     n   "


def test_councils_and_tiles() -> None:
    """From the arrow side to where they fall; the tiles in front with their bonus, and how many are below."""
    table = GameTable()
    assert line_with(table, "coast  ") == "coast      white black orange purple  B:3k1a       CDE:1k1n     +13"
    table.tiles("coast", "- C", pile="")
    assert line_with(table, "coast  ").endswith("-            C:2a3c       +0")
    assert line_with(table, "king's tiles").endswith("king's tiles 25 18 12 7 3")
    assert line_with(table, "bonus  ") == "bonus      coast, hills, mountains, gold, silver, bronze, iron"
    assert line_with(table, "beside ") == "beside     black 2, orange 1, pink 2, purple 1, blue 2"


def test_used_up_tiles() -> None:
    """Neither bonus tiles nor the king's are left."""
    table = GameTable()
    table.king_pile("")
    table.bonus_left("")
    assert line_with(table, "king's tiles").endswith("king's tiles -")
    assert line_with(table, "bonus  ") == "bonus      no tile is left"


def test_two_lines_for_each_player() -> None:
    """Tracks, purse, emporia, tiles; permits face up and used. Who is asked is marked."""
    table = GameTable()
    table.owns("red", up="A CDE", down="D")
    table.built(red="D I")
    table.red.set(vp=17, nobility=4, coins=9, assistants=3, bonus_tiles=(6,), king_tiles=(25,))
    number = next(number for number, line in enumerate(lines(table)) if line.startswith(" B"))
    assert lines(table)[number].split() == ["B", "seat", "1", "17", "4", "9", "3", "0", "2/10", "iron", "25"]
    assert lines(table)[number + 1].strip() == "permits: A CDE; used: D"
    assert lines(table)[number - 2].startswith(">A")


def test_own_hand_and_nobody_elses() -> None:
    """The public sees none."""
    table = GameTable()
    table.hand("green", "pink 2 wild 1")
    assert lines(table)[-1] == "hand of A seat 0: pink 2, wild 1"
    assert lines(table, "red")[-1] == "hand of B seat 1: none"
    assert not any(line.startswith("hand") for line in lines(table, None))
    assert line_with(table, "supply:") == "supply: 38 assistants; deck: 87 cards; discards: none"


def test_the_questions() -> None:
    """What is being decided, by whom, with what was chosen before."""
    table = GameTable()
    table.owns("green", up="BC")
    table.acts("green", hand="white 1 black 1 orange 1 purple 1 pink 2", coins=20, assistants=3)
    steps = {
        "quick_elect": "elects: which council?",
        "council:king": "elects to king: which colour?",
        "colour:pink": "chooses an action",
        "main_permit": "acquires a permit: which region?",
        "region:coast": "acquires a permit of coast: which tile?",
        "tile:CDE": "satisfies coast for CDE",
    }
    assert lines(table)[0] == "Council of Four AAA, round 1, turn of A seat 0"
    for answer, question in steps.items():
        table.green.does(answer)
        assert lines(table, "red")[1].partition(" (")[0] == f"A seat 0 {question}"
    assert lines(table)[1].endswith(" (left: 0 main, 0 quick)")


def test_the_questions_of_building() -> None:
    """With a permit and with the king."""
    table = GameTable()
    table.owns("green", up="BC A")
    table.acts("green", hand="pink 1", coins=20, assistants=3)
    table.green.does("main_build")
    assert lines(table)[1].partition(" (")[0] == "A seat 0 builds: with which permit?"
    table.green.does("tile:BC")
    assert lines(table)[1].partition(" (")[0] == "A seat 0 builds with BC: where?"
    table.acts("green", hand="pink 1", coins=20, assistants=3)
    table.green.does("main_king")
    assert lines(table)[1].partition(" (")[0] == "A seat 0 builds with the king's help: where?"
    table.green.does("city:J")
    assert lines(table)[1].partition(" (")[0] == "A seat 0 satisfies king for J"


def test_the_end() -> None:
    """It says who built the last emporium, and that the game is over."""
    table = GameTable(TWO)
    table.set(trigger=1)
    assert lines(table)[0].endswith("; last turns: B seat 1 built all")
    table.state.agenda.clear()
    assert lines(table)[1] == "The game is over"
