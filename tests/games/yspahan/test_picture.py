"""The text board: everything where it lies, within 80 columns and 40 lines, and nobody's secrets."""

import pytest

from serai.referee.core.agenda import waiting
from serai.referee.games.yspahan.board import KIND_NAMES, SHOP_NAMES, SQUARE_NAMES
from serai.referee.games.yspahan.picture import picture
from serai.referee.games.yspahan.view import view
from tests.games.yspahan.table import EVERY_CASE, FOUR, THREE, TWO, GameTable, all_states
from tests.random_play import Case


def lines(table: GameTable, name: str | None = "blue") -> list[str]:
    seat = None if name is None else table.names.index(name)
    return str(picture(view(table.state, seat))).splitlines()


def line_with(table: GameTable, text: str, name: str | None = "blue") -> str:
    return next(line for line in lines(table, name) if text in line)


@EVERY_CASE
def test_it_fits_the_screen(case: Case) -> None:
    """At every decision, for a seat and for the public: plain characters, 80 columns, 40 lines."""
    for state in all_states(case, games=2):
        for watcher in (*waiting(state), None):
            text = str(picture(view(state, watcher)))
            assert text.isascii()
            assert max(map(len, text.splitlines())) <= 80
            assert len(text.splitlines()) <= 40


def test_the_widest_view_fits() -> None:
    """All buildings, three-digit scores, all cards discarded."""
    table = GameTable()
    table.owns(blue="paddock store hammam caravanserai bazaar hoist")
    table.blue.set(score=123, gold=45, camels=67)
    table.discarded(" ".join(2 * KIND_NAMES))
    assert max(map(len, lines(table))) <= 80
    assert "paddock store hammam serai bazaar hoist" in line_with(table, "serai")


def test_the_street_lies_as_on_the_board() -> None:
    """West to east in one line, north above and south below the hub."""
    table = GameTable()
    table.supervisor("w2")
    rows = lines(table)
    street = next(number for number, line in enumerate(rows) if "w10" in line)
    column = rows[street].index("+")
    assert rows[street].split() == [
        *("w10", "w9", "w8", "w7", "w6", "w5", "w4", "w3", "(S)", "w1"),
        *("+", "e1", "e2", "e3", "e4", "e5", "e6", "e7"),
    ]
    arms = [rows[street + down][column - 1 : column + 1] for down in (-4, -3, -2, -1, 1, 2, 3, 4, 5, 6, 7)]
    assert arms == ["n4", "n3", "n2", "n1", "s1", "s2", "s3", "s4", "s5", "s6", "s7"]


@pytest.mark.parametrize("square", SQUARE_NAMES)
def test_the_supervisor_stands_on_his_square(square: str) -> None:
    """The square's name gives way to him, and to nobody else."""
    table = GameTable()
    table.supervisor(square)
    text = "\n".join(lines(table))
    assert text.count("(S)") == 1
    named = "+" if square == "hub" else square
    assert named not in " ".join(lines(table)[3:15]).split()


def test_goods_beside_the_street() -> None:
    """Red's good in bag.white.1 lies below w1 and left of s1; Green's in chest.pink.2 left of n4."""
    table = GameTable()
    table.goods(red="bag.white.1", green="chest.pink.2")
    rows = lines(table)
    street = next(number for number, line in enumerate(rows) if "w10" in line)
    below_w1 = rows[street].index(" w1 ") + 1
    assert rows[street + 1][below_w1 : below_w1 + 2] == "wC"
    assert "wC  s1  w." in rows[street + 1]
    assert "pB  n4" in rows[street - 4]


def test_souks_with_all_their_shops() -> None:
    """Each with its points and its owners in order, in the corner of its neighbourhood."""
    table = GameTable()
    table.goods(red="bag.pink.1 bag.pink.3", green="vase.orange.2")
    assert line_with(table, "bag    pink").startswith("bag    pink    8  C . C . . .")
    assert line_with(table, "vase   orange").endswith("vase   orange 12  . B .")
    shown = sum(line.count(" .") for line in lines(table)[3:15])
    assert shown == len(SHOP_NAMES) - 3


def test_the_tower() -> None:
    """Rows top to bottom, yellow dice marked, empty rows too."""
    table = GameTable()
    table.dice("113355666", "12")
    table.blue.does("roll:2")
    rows = [line.rstrip() for line in lines(table)]
    tower = next(number for number, line in enumerate(rows) if line.startswith("tower"))
    assert [line[:40].strip() for line in rows[tower + 1 : tower + 7]] == [
        *("gold    6 6 6", "vase    -", "chest   5 5"),
        *("barrel  3 3", "bag     2y", "camel   1 1 1y"),
    ]


@pytest.mark.parametrize(("names", "top"), [(FOUR, ". . . ."), (THREE, ". . ."), (TWO, ". .")])
def test_the_caravan(names: str, top: str) -> None:
    """Filled from the bottom; its rows are as long as the number of players makes them."""
    table = GameTable(names)
    table.caravan("green")
    assert line_with(table, "bottom  x1 +2").endswith("B" + top[1:])
    assert line_with(table, "top     x3 +0").endswith("+0  " + top)


def test_a_line_for_each_player() -> None:
    """Who is asked is marked."""
    table = GameTable()
    table.cards(green="gold3 exchange")
    table.owns(green="hoist paddock")
    table.green.set(score=17, gold=5, camels=3, stock=20)
    assert line_with(table, "hoist").split() == ["B", "seat", "1", "17", "5", "3", "2", "hoist", "paddock"]
    assert line_with(table, ">A").split() == [">A", "seat", "0", "0", "2", "0", "0"]
    assert "goods left: 25 A, 20 B, 25 C, 25 D" in lines(table)


def test_own_hand_and_piles() -> None:
    """Who looks sees his own cards, the discards, and how many are in the deck."""
    table = GameTable()
    table.cards(green="gold3 exchange exchange")
    table.discarded("sell_gold")
    assert "hand of B seat 1: gold3, exchange x2" in lines(table, "green")
    assert "deck: 14 cards; discards: sell gold" in lines(table, "green")
    assert "hand of A seat 0: none" in lines(table, "blue")


def test_no_hand_for_the_public() -> None:
    """Nor anybody else's for a seat."""
    table = GameTable()
    table.cards(green="gold3 exchange")
    for name in (None, "blue"):
        assert "gold3" not in "\n".join(lines(table, name))
    assert not any(line.startswith("hand") for line in lines(table, None))


def test_the_day_and_the_question() -> None:
    """Week, day, order of turns, and what is being decided by whom."""
    table = GameTable()
    assert lines(table)[:2] == [
        "Yspahan, week 1, day 1; order of turns A B C D",
        "A seat 0 may buy yellow dice and rolls",
    ]
    table.goods(red="chest.blue.1")
    table.red.set(camels=1)
    table.cards(green="sell_gold exchange", yellow="place_shop")
    table.turn("green", gold=(2, 3))
    assert lines(table)[1] == "B seat 1 takes dice from the tower"
    table.green.does("take:gold")
    assert lines(table)[1] == "B seat 1 uses the dice of gold: 3 of value 2"
    table.green.does("super")
    assert lines(table)[1] == "B seat 1 moves the Supervisor by 2"
    table.green.does("go:w2")
    assert lines(table)[1] == "C seat 2 may keep the good in chest.blue.1 for a camel"
    table.red.does("send")
    assert lines(table)[1] == "B seat 1 may construct and ends the turn"
    table.green.does("play:sell_gold")
    assert lines(table)[1] == "B seat 1 chooses what the card sell gold does"


def test_the_other_questions() -> None:
    """Supplying, the order of two goods, a building with two players, the end of the game."""
    table = GameTable()
    table.turn("green", bag=(2, 3))
    table.green.does("main")
    assert lines(table)[1] == "B seat 1 supplies bag, goods to place: 3"
    table = GameTable()
    table.goods(red="bag.white.1", yellow="barrel.white.1")
    table.turn("green", bag=(1, 3))
    table.green.does("super", "go:s1")
    assert lines(table)[1] == "B seat 1 says which good is sent first"
    table = GameTable(TWO)
    table.blue.set(camels=4)
    table.turn("blue", bag=(1, 3))
    table.blue.does("construct")
    assert lines(table)[1] == "A seat 0 chooses a building"
    table.play_on()
    assert lines(table)[1] == "The game is over"
