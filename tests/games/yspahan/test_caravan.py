"""The caravan."""

import pytest

from tests.games.yspahan.table import THREE, City


def send(city: City, owner: str) -> None:
    """Green's Supervisor sends a good of this player's."""
    city.goods(**{owner: "chest.blue.1"})
    city.supervisor("hub")
    city.turn("green", camel=(2, 1))
    city.green.does("super", "go:w2")


def test_twelve_camels_in_three_rows_of_four() -> None:
    """Y-CV-01: the fifth good is the first of the middle row, the ninth the first of the top row."""
    city = City()
    assert city.blue.view.caravan_slots == 12
    points = []
    for _ in range(11):
        before = city.red.score
        send(city, "red")
        points.append(city.red.score - before)
    assert points == [2, 2, 2, 2, 1, 1, 1, 1, 0, 0, 0]


def test_filled_in_order_one_good_each() -> None:
    """Y-CV-02: every good takes the next camel."""
    city = City()
    for owner in ("red", "yellow", "red"):
        send(city, owner)
    assert city.in_caravan == "red yellow red"
    slots = [line for line in city.journal if "joins the caravan" in line]
    assert [line.split(" on ")[1].split()[0] for line in slots] == ["0", "1", "2"]


@pytest.mark.parametrize(("lying", "points"), [(0, 2), (3, 2), (4, 1), (7, 1), (8, 0), (10, 0)])
def test_points_at_once(lying: int, points: int) -> None:
    """Y-CV-03: two for the bottom row, one for the middle one, none for the top one, to the owner and not the mover."""
    city = City()
    city.caravan(" ".join(["blue"] * lying))
    send(city, "red")
    assert city.scores == [0, 0, points, 0]


def test_a_full_caravan_is_scored_at_once() -> None:
    """Y-CV-04: for everybody, by the rule of the week's end: goods times highest row."""
    city = City()
    city.caravan("blue blue green red  green green red yellow  blue red yellow")
    send(city, "red")
    assert city.scores == [3 * 3, 3 * 2, 4 * 3, 2 * 3]


def test_a_caravan_with_a_free_camel_is_not_scored() -> None:
    """Y-CV-04: eleven goods are not twelve."""
    city = City()
    city.caravan("blue blue green red  green green red yellow  blue red")
    send(city, "red")
    assert city.scores == [0, 0, 0, 0]
    assert len(city.state.caravan) == 11


def test_then_it_is_emptied() -> None:
    """Y-CV-05: all goods go back to their owners' stocks."""
    city = City()
    city.caravan("blue blue green red  green green red yellow  blue red yellow")
    assert [player.stock for player in city.players] == [22, 22, 22, 23]
    send(city, "red")
    assert city.in_caravan == ""
    assert [player.stock for player in city.players] == [25, 25, 25, 25]
    assert city.journal[-1] == "the caravan is emptied"


def test_and_filled_anew() -> None:
    """Y-CV-06: the next good scores two points on the first camel."""
    city = City()
    city.caravan(" ".join(["blue"] * 11))
    send(city, "yellow")
    send(city, "red")
    assert city.in_caravan == "red"
    assert city.scores == [11 * 3, 0, 2, 1 * 3]


def test_also_within_one_sending() -> None:
    """Y-CV-06, R20: the first of two goods fills it, the second starts the new one."""
    city = City()
    city.caravan(" ".join(["blue"] * 11))
    city.goods(red="barrel.white.1 vase.blue.1")
    city.turn("green", camel=(1, 1))
    city.green.does("super", "go:e1")
    assert city.in_caravan == "red"
    assert city.red.score == 1 * 3 + 2


def test_three_camels_in_a_row_with_three_players_example_12() -> None:
    """Example 12, RB, Y-PN-01: the fourth good is the first of the middle row, and nine goods fill it."""
    city = City(THREE)
    city.caravan("blue green red")
    send(city, "red")
    assert city.blue.view.caravan_slots == 9
    assert city.red.score == 1
    city.set(caravan=[0] * 8)
    send(city, "red")
    assert city.in_caravan == ""
    assert city.red.score == 1 + 1 * 3
