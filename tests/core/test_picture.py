"""Painted text: a character carries its seat, and is one character still."""

from serai.referee.core.picture import (
    COLUMN_HEAD,
    WIDTH,
    Picture,
    all_of,
    legend_lines,
    listed,
    painted,
    plain,
    row_head,
    strokes,
    who,
)

NAMES = ("greedy", "a_bot_with_a_long_name")


def test_paint_takes_no_room_and_comes_off() -> None:
    text = painted(2, "city (3)")
    assert len(text) == len("city (3)")
    assert text[4] == " "  # spaces stay, so that text can be wrapped
    assert plain(text) == "city (3)"
    assert f"{text:12}|" == text + "    |"


def test_strokes_say_whose_they_are() -> None:
    line = f"a {painted(0, 'b')}{painted(3, 'c')} d"
    assert list(strokes(line)) == [("a ", None), ("b", 0), ("c", 3), (" d", None)]


def test_a_character_beyond_the_paint_stays_plain() -> None:
    """A name in letters for which there is no paint is shown without."""
    assert painted(1, "\u4e2d") == "\u4e2d"
    assert plain(painted(1, "\u00fc\u4e2d")) == "\u00fc\u4e2d"


def test_seats_by_letter_and_name() -> None:
    assert plain(who(NAMES, 0)) == "A greedy"
    assert plain(all_of(NAMES, (1, 0))) == "B a_bot_with_a_long_name, A greedy"
    assert plain(row_head(NAMES, 0, is_asked=True)) == ">A greedy      "
    assert plain(row_head(NAMES, 1, is_asked=False)) == " B a_bot_with_~"
    assert len(row_head(NAMES, 1, is_asked=True)) == len(COLUMN_HEAD)


def test_a_list_is_broken_between_its_cells_only() -> None:
    cells = [f"{number} things" for number in range(20)]
    lines = listed("owned:", cells, column=7)
    assert all(len(line) <= WIDTH for line in lines)
    assert all(line.startswith("       ") for line in lines[1:])
    assert [cell.strip() for line in lines for cell in line[7:].strip(",").split(",")] == cells
    assert listed("owned:", []) == ["owned: none"]


def test_a_legend_has_paragraphs() -> None:
    lines = legend_lines("one two\nthree\n\nfour", width=10)
    assert lines == ["one two", "  three", "four"]


def test_the_parts_of_a_picture() -> None:
    """A long question is wrapped; what is printed has no paint."""
    drawn = Picture("title", "why " * 30, ("board ",), (painted(0, "seat"),), ("beside",))
    text = str(drawn).splitlines()
    assert text[0] == "title"
    assert max(map(len, text)) <= WIDTH
    assert text[-5:] == ["board", "", "seat", "", "beside"]
