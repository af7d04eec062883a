"""The caravan."""

import pytest

from tests.games.yspahan.table import THREE, GameTable


def send(table: GameTable, owner: str) -> None:
    """Green's Supervisor sends a good of this player's."""
    table.goods(**{owner: "chest.blue.1"})
    table.supervisor("hub")
    table.turn("green", camel=(2, 1))
    table.green.does("super", "go:w2")


def test_twelve_camels_in_three_rows_of_four() -> None:
    """Y-CV-01: the fifth good is the first of the middle row, the ninth the first of the top row."""
    table = GameTable()
    assert table.blue.view.caravan_slots == 12
    points = []
    for _ in range(11):
        before = table.red.score
        send(table, "red")
        points.append(table.red.score - before)
    assert points == [2, 2, 2, 2, 1, 1, 1, 1, 0, 0, 0]


def test_filled_in_order_one_good_each() -> None:
    """Y-CV-02: every good takes the next camel."""
    table = GameTable()
    for owner in ("red", "yellow", "red"):
        send(table, owner)
    assert table.in_caravan == "red yellow red"
    slots = [line for line in table.journal if "joins the caravan" in line]
    assert [line.split(" on ")[1].split()[0] for line in slots] == ["0", "1", "2"]


@pytest.mark.parametrize(("lying", "points"), [(0, 2), (3, 2), (4, 1), (7, 1), (8, 0), (10, 0)])
def test_points_at_once(lying: int, points: int) -> None:
    """Y-CV-03: two for the bottom row, one for the middle one, none for the top one, to the owner and not the mover."""
    table = GameTable()
    table.caravan(" ".join(["blue"] * lying))
    send(table, "red")
    assert table.scores == [0, 0, points, 0]


def test_a_full_caravan_is_scored_at_once() -> None:
    """Y-CV-04: for everybody, by the rule of the week's end: goods times highest row."""
    table = GameTable()
    table.caravan("blue blue green red  green green red yellow  blue red yellow")
    send(table, "red")
    assert table.scores == [3 * 3, 3 * 2, 4 * 3, 2 * 3]


def test_a_caravan_with_a_free_camel_is_not_scored() -> None:
    """Y-CV-04: eleven goods are not twelve."""
    table = GameTable()
    table.caravan("blue blue green red  green green red yellow  blue red")
    send(table, "red")
    assert table.scores == [0, 0, 0, 0]
    assert len(table.state.caravan) == 11


def test_then_it_is_emptied() -> None:
    """Y-CV-05: all goods go back to their owners' stocks."""
    table = GameTable()
    table.caravan("blue blue green red  green green red yellow  blue red yellow")
    assert [player.stock for player in table.players] == [22, 22, 22, 23]
    send(table, "red")
    assert table.in_caravan == ""
    assert [player.stock for player in table.players] == [25, 25, 25, 25]
    assert table.journal[-1] == "the caravan is emptied"


def test_and_filled_anew() -> None:
    """Y-CV-06: the next good scores two points on the first camel."""
    table = GameTable()
    table.caravan(" ".join(["blue"] * 11))
    send(table, "yellow")
    send(table, "red")
    assert table.in_caravan == "red"
    assert table.scores == [11 * 3, 0, 2, 1 * 3]


def test_also_within_one_sending() -> None:
    """Y-CV-06, R20: the first of two goods fills it, the second starts the new one."""
    table = GameTable()
    table.caravan(" ".join(["blue"] * 11))
    table.goods(red="barrel.white.1 vase.blue.1")
    table.turn("green", camel=(1, 1))
    table.green.does("super", "go:e1")
    assert table.in_caravan == "red"
    assert table.red.score == 1 * 3 + 2


def test_three_camels_in_a_row_with_three_players_example_12() -> None:
    """Example 12, RB, Y-PN-01: the fourth good is the first of the middle row, and nine goods fill it."""
    table = GameTable(THREE)
    table.caravan("blue green red")
    send(table, "red")
    assert table.blue.view.caravan_slots == 9
    assert table.red.score == 1
    table.set(caravan=[0] * 8)
    send(table, "red")
    assert table.in_caravan == ""
    assert table.red.score == 1 + 1 * 3
