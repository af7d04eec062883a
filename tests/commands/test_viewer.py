"""The viewer of `serai replay show` without a terminal: what a key does, and what is on the screen then."""

from __future__ import annotations

from functools import cache

import pytest

from serai.ladder.commands.replay.walk import Eyes
from serai.ladder.commands.viewer.changes import CHANGED, CHANGED_PLAIN, marked
from serai.ladder.commands.viewer.film import Film
from serai.ladder.commands.viewer.model import Viewer
from serai.ladder.commands.viewer.screen import KEYS, plain_screen, screen
from serai.ladder.commands.viewer.terminal import keys
from serai.referee.core.picture import painted, plain, strokes
from tests.recorded import recorded

RETIRED = ("yspahan", "4-seats-06974391-retired")
ALL = Eyes()
SIZES = ((80, 24), (120, 40), (60, 20), (200, 60), (20, 5))


@cache
def film(eyes: Eyes, game: str = RETIRED[0], file: str = RETIRED[1]) -> Film:
    return Film(recorded(game, file), eyes)


def viewer(eyes: Eyes = ALL) -> Viewer:
    """A game of four in which a seat is retired on the way."""
    return Viewer(film, 4, eyes)


def pressed(shown: Viewer, *wanted: str) -> Viewer:
    for key in wanted:
        shown.press(key)
    return shown


def seen(shown: Viewer, width: int = 80, height: int = 24) -> str:
    return plain_screen(screen(shown, width, height, "yspahan 12345678"))


def test_steps_forward_and_back() -> None:
    shown = viewer()
    assert "the set-up" in seen(shown)
    pressed(shown, "right", " ", "l")
    assert shown.shown.at == 3
    first = shown.film.moves[3]
    assert "move 3 of " in seen(shown)
    assert f": {first.action} (one of {first.options}, #{first.question})" in seen(shown)
    pressed(shown, "left", "h")
    assert shown.shown.at == 1
    pressed(shown, "end")
    assert shown.shown.at == shown.film.last
    assert "this is the end" in seen(pressed(shown, "right"))
    assert "this is the beginning" in seen(pressed(shown, "home", "left"))


def test_steps_by_turn_and_by_phase() -> None:
    """A turn begins where the number of the turn changes; a phase where the heading does, or who decides."""
    shown = viewer()
    turns = [at for at in range(1, shown.film.last + 1) if shown.film.moves[at].turn != shown.film.moves[at - 1].turn]
    assert [pressed(shown, "]").shown.at for _ in range(3)] == turns[:3]
    assert pressed(shown, "[").shown.at == turns[1]
    shown = pressed(viewer(), "}")
    assert shown.film.phase(shown.shown.at) != shown.film.phase(shown.shown.at - 1)
    assert all(shown.film.phase(at) == shown.film.phase(0) for at in range(shown.shown.at))
    assert "no earlier phase" in seen(pressed(shown, "{", "{"))
    assert "no later turn" in seen(pressed(shown, "end", "]"))


def test_goes_to_a_move_to_a_seat_and_to_a_retirement() -> None:
    shown = pressed(viewer(), "g", "4", "9", "backspace", "0", "enter")
    assert shown.shown.at == 40
    assert "there is no move '99999': they go from 0 to " in seen(pressed(shown, "g", *"99999", "enter"))
    assert "there is no move 'x'" in seen(pressed(shown, "g", "x", "enter"))
    assert pressed(shown, "g", "1", "escape").shown.at == 40
    pressed(shown, "c")
    assert shown.film.moves[shown.shown.at].seat == 2
    assert all(move.seat != 2 for move in shown.film.moves[41 : shown.shown.at])
    at = shown.shown.at
    pressed(shown, "c", "C")
    assert shown.shown.at == at
    pressed(shown, "home", "r")
    [retirement] = shown.film.retirements
    assert shown.shown.at == retirement["after"]
    assert f"{'ABCD'[retirement['seat']]} " in seen(shown)
    assert " is RETIRED (" in seen(shown)
    assert "no later retirement" in seen(pressed(shown, "r"))
    assert "no earlier retirement" in seen(pressed(shown, "R"))


def test_the_evidence_of_a_retirement_is_for_those_who_may_see_it() -> None:
    """The page of what came of the move has it: the cause, the options, the question, the answer and the output."""
    shown = pressed(viewer(), "r", "e")
    seat = shown.film.retirements[0]["seat"]
    assert all(f"  {word:9} " in seen(shown, 100, 40) for word in ("cause", "options", "question", "answer", "output"))
    others = [pressed(viewer(Eyes(False, other)), "r", "e") for other in range(4) if other != seat]
    assert not [other for other in others if "output" in seen(other, 100, 40)]


def test_the_default_answers_of_a_retired_seat_say_so() -> None:
    shown = pressed(viewer(), "r")
    seat = shown.film.retirements[0]["seat"]
    assert "the default answer of a retired seat" in seen(pressed(shown, "abcd"[seat]))


def test_searches_in_moves_and_in_what_was_told() -> None:
    shown = pressed(viewer(), "/", *"Constructs", "enter")
    found = shown.shown.at
    assert found
    assert any("constructs" in plain(line) for line in shown.film.moves[found].told)
    assert pressed(shown, "n").shown.at > found
    assert pressed(shown, "N").shown.at == found
    assert "no later move has 'zebra'" in seen(pressed(shown, "/", *"zebra", "enter"))
    assert "nothing to search for" in seen(pressed(viewer(), "n"))


def test_eyes_see_what_they_may_know() -> None:
    """All, the public, and each seat in turn; the place in the game stays."""
    shown = pressed(viewer(), *["right"] * 30)
    eyes = []
    for _ in range(6):
        eyes.append(str(shown.eyes))
        whole = plain("\n".join(shown.film.picture(30).lines()))
        hands = [letter for letter in "ABCD" if f"hand of {letter}" in whole]
        assert hands == {"all": [*"ABCD"], "public": []}.get(eyes[-1], ["ABCD"[shown.eyes.seat or 0]])
        pressed(shown, "v")
        assert shown.shown.at == 30
    assert eyes == ["all", "public", "seat 0", "seat 1", "seat 2", "seat 3"]
    hidden = next(at for at in range(31, 200) if shown.film.moves[at].seat == 1)
    own, other = (pressed(viewer(Eyes(False, seat)), "g", *str(hidden), "enter") for seat in (1, 2))
    assert "decides (" in seen(other)
    assert "decides (" not in seen(own)


def test_help_lists_the_keys_and_explains_the_board() -> None:
    shown = pressed(viewer(), "?")
    assert "next decision of a seat" in seen(shown)
    assert max(map(len, KEYS.splitlines())) <= 80
    assert "The cross is the street" in seen(shown)
    assert not pressed(shown, "q").shown.over
    assert "The cross is the street" not in seen(shown)
    assert pressed(shown, "q").shown.over
    assert "'%' does nothing here; ? lists the keys" in seen(pressed(viewer(), "%"))


def test_all_that_came_of_a_move_has_a_page() -> None:
    shown = pressed(viewer(), "end")
    told = [plain(line) for line in shown.film.moves[-1].told]
    assert len(told) > 2
    assert "lines more: e" in seen(shown)
    whole = seen(pressed(shown, "e"))
    assert not [line for line in told if line not in whole]
    assert "points for" in seen(pressed(shown, "e"))


def test_scrolling_stops_at_the_end_and_tab_goes_from_part_to_part() -> None:
    shown = viewer()
    top = seen(shown)
    assert "more below: down, tab" in top
    assert "points gold camels" not in top
    assert "points gold camels" in seen(pressed(shown, "tab"))
    bottom = seen(pressed(shown, *["page down"] * 20))
    assert "hand of D dora" in bottom
    assert "more below" not in bottom
    assert seen(pressed(shown, "tab")) == top


def test_the_end_shows_where_the_points_come_from() -> None:
    said = seen(pressed(viewer(), "end"))
    rows = {line[:14].strip(): line[14:].split() for line in said.splitlines()}
    assert rows["points for"] == ["A", "ann", "B", "ben", "C", "cleo", "D", "dora"]
    assert rows["together"] == [str(seat["points"]) for seat in recorded(*RETIRED).fact["seats"]]


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_every_screen_fits(width: int, height: int) -> None:
    """So many lines, none of them wider, wherever we are."""
    shown = viewer()
    for key in ("home", "]", "right", "?", "q", "r", "/", "x", "escape", "end", "page down"):
        lines = screen(pressed(shown, key), width, height, "yspahan 12345678")
        assert len(lines) == height
        assert max(len(line.text) for line in lines) <= width


def test_a_wide_screen_lists_the_moves_beside_the_board() -> None:
    shown = pressed(viewer(), "g", *"60", "enter")
    said = seen(shown, 120, 40)
    assert [line for line in said.splitlines() if "| >   60 " in line]
    assert "|    61 " in said.replace("|     61 ", "|    61 ")
    assert ">   60" not in seen(shown, 119, 40)


def test_seats_are_painted() -> None:
    """What belongs to a seat is, for those who see colours; everything else is not."""
    lines = screen(pressed(viewer(), "right"), 80, 24, "yspahan")
    assert any(plain(line.text) != line.text for line in lines)
    assert plain(lines[0].text) == lines[0].text


def test_what_a_move_changed_is_marked() -> None:
    """In paints of its own, with the seat it belongs to; where lines were added, nothing is."""
    before = ("a .  b", "same")
    after = (f"a {painted(1, 'B')} b", "same")
    assert list(strokes(marked(before, after)[0])) == [
        ("a ", None),
        ("B", CHANGED + 1),
        (" ", None),
        ("b", CHANGED_PLAIN),
    ]
    assert marked(before, after)[1] == "same"
    assert marked(before, (*after, "more")) == (*after, "more")
    assert plain("".join(marked((), ()))) == ""


def test_a_good_is_marked_on_the_screen_after_it_was_placed() -> None:
    shown = pressed(viewer(), "/", *"supplies", "enter")
    found = [seat for line in screen(shown, 80, 24, "") for _, seat in strokes(line.text) if (seat or 0) >= CHANGED]
    assert found == [CHANGED + (shown.film.moves[shown.shown.at].seat or 0)] * len(found)
    assert found


def test_keys_by_their_names() -> None:
    sent = "\x1b[A\x1bOB\x1b[5~\x1b[6~\x1b[H\x1b[4~q\r\t\x7f\x1b"
    assert list(keys(sent)) == [
        *("up", "down", "page up", "page down", "home", "end", "q", "enter", "tab", "backspace", "escape"),
    ]
    assert list(keys("\x1b[1;5C\u00fc")) == ["\x1b[1;5C", "\u00fc"]
