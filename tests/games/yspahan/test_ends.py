"""End of the day, the week and the game; three and four players."""

import pytest

from serai.referee.core.agenda import waiting
from serai.referee.games.yspahan.calendar import end_day, end_week
from tests.games.yspahan.table import FOUR, THREE, City


def end(city: City, week: int, day: int, first: str) -> None:
    """The last turn of this day, which began with this player, is over."""
    city.state.agenda.clear()
    city.set(week=week, day=day, first=city.names.index(first), supervisor=5)
    city.happens(end_day)


# End of the day


def test_the_tower_is_cleared() -> None:
    """Y-ED-01: what nobody took is gone."""
    city = City(THREE)
    city.dice("111223456")
    city.play_on(week=1, day=2)
    assert city.tower == {}


def test_the_next_day_or_the_end_of_the_week() -> None:
    """Y-ED-02: after day 6 comes day 7, after day 7 the next week's first day."""
    city = City()
    end(city, week=1, day=6, first="blue")
    assert (city.state.week, city.state.day) == (1, 7)
    end(city, week=1, day=7, first="blue")
    assert (city.state.week, city.state.day) == (2, 1)


def test_the_left_neighbour_becomes_first_player() -> None:
    """Y-ED-03: and from the last seat it goes on with the first one."""
    city = City()
    end(city, week=1, day=1, first="blue")
    assert city.state.order == (1, 2, 3, 0)
    assert city.green.asked
    end(city, week=1, day=1, first="yellow")
    assert city.state.order == (0, 1, 2, 3)


# End of the week


def test_complete_souks_score() -> None:
    """Y-EW-01: each its value, for its owner."""
    city = City()
    city.goods(
        blue="barrel.white.1 barrel.white.2 vase.orange.1 vase.orange.2 vase.orange.3",
        red="chest.blue.1 chest.blue.2",
        green="vase.blue.1 bag.white.1 bag.white.2 bag.white.3",
    )
    city.happens(end_week)
    assert city.scores == [3 + 12, 4 + 3, 4, 0]
    assert "vase.orange scores 12 for seat 0" in city.journal


def test_incomplete_souks_score_nothing() -> None:
    """Y-EW-02: five shops of six are not enough."""
    city = City()
    city.goods(blue="bag.pink.1 bag.pink.2 bag.pink.3 bag.pink.4 bag.pink.5", red="barrel.white.1")
    city.happens(end_week)
    assert city.scores == [0, 0, 0, 0]


def test_shops_are_emptied() -> None:
    """Y-EW-03: complete or not; the goods return to the stocks."""
    city = City()
    city.goods(blue="chest.blue.1 chest.blue.2", red="bag.pink.1")
    city.happens(end_week)
    assert set(city.blue.view.shops) == {9}
    assert [player.stock for player in city.players] == [25, 25, 25, 25]


def test_the_caravan_is_scored_after_that() -> None:
    """Y-EW-04: own goods times the highest row with one of them; a good in the bottom row counts with the top one."""
    city = City()
    city.caravan("blue green red red  green yellow blue green  red")
    city.goods(yellow="chest.blue.1 chest.blue.2")
    city.happens(end_week)
    assert city.scores == [2 * 2, 3 * 2, 3 * 3, 1 * 2 + 4]
    scored = [line for line in city.journal if " scores " in line]
    assert scored == ["chest.blue scores 4 for seat 3", "the caravan scores 4,6,9,2"]


def test_the_caravan_is_not_emptied() -> None:
    """Y-EW-05: its goods count again a week later."""
    city = City()
    city.caravan("blue green blue")
    city.happens(end_week)
    assert city.in_caravan == "blue green blue"
    assert (city.blue.stock, city.green.stock) == (23, 24)
    city.happens(end_week)
    assert city.scores == [4, 2, 0, 0]


@pytest.mark.parametrize("first", ["blue", "yellow"])
def test_the_order_of_scoring_does_not_matter(first: str) -> None:
    """Y-EW-06, R31: whoever was first player, everybody scores the same."""
    city = City()
    city.goods(blue="chest.blue.1 chest.blue.2", yellow="vase.blue.1")
    city.caravan("yellow blue")
    end(city, week=1, day=7, first=first)
    assert city.scores == [4 + 1, 0, 0, 4 + 1]


def test_next_week_first_day() -> None:
    """Y-EW-07."""
    city = City()
    end(city, week=2, day=7, first="blue")
    assert (city.state.week, city.state.day) == (3, 1)


def test_the_supervisor_returns_to_the_middle() -> None:
    """Y-EW-08: at the end of a week, and not at the end of a day."""
    city = City()
    end(city, week=1, day=6, first="blue")
    assert city.where != "hub"
    end(city, week=1, day=7, first="blue")
    assert city.where == "hub"


def test_the_first_player_changes_between_weeks_too() -> None:
    """Y-EW-09."""
    city = City()
    end(city, week=1, day=7, first="red")
    assert city.state.order == (3, 0, 1, 2)
    assert city.yellow.asked


# End of the game


def test_the_game_ends_after_the_third_week() -> None:
    """Y-EG-01: its scoring included."""
    city = City()
    city.goods(red="chest.blue.1 chest.blue.2")
    city.caravan("green")
    end(city, week=3, day=7, first="blue")
    assert city.over
    assert waiting(city.state) == ()
    assert city.scores == [0, 1, 4, 0]


def test_the_highest_score_wins() -> None:
    """Y-EG-02."""
    city = City()
    for player, score in zip(city.players, (60, 75, 20, 74), strict=True):
        player.set(score=score)
    result = city.game.score(city.state)
    assert (result.points, result.ranks) == ((60, 75, 20, 74), (3, 1, 4, 2))


def test_a_score_has_no_limit() -> None:
    """Y-EG-02, R30: the track on the board is a counter, and may be gone round again and again."""
    city = City()
    city.red.set(score=998)
    city.goods(red="chest.blue.1 chest.blue.2")
    city.happens(end_week)
    assert city.scores == [0, 0, 1002, 0]


def test_equal_scores_share_the_victory() -> None:
    """Y-EG-03: two winners, and nobody is second."""
    city = City()
    for player, score in zip(city.players, (75, 20, 75, 30), strict=True):
        player.set(score=score)
    assert city.game.score(city.state).ranks == (1, 4, 1, 3)


def test_left_overs_are_worth_nothing() -> None:
    """Y-EG-04: neither points nor a tie-break."""
    city = City()
    city.cards(green="sell_gold sell_camels")
    city.green.set(gold=20, camels=20)
    end(city, week=3, day=7, first="blue")
    assert city.scores == [0, 0, 0, 0]
    assert city.game.score(city.state).ranks == (1, 1, 1, 1)


# Three and four players


def test_three_camels_in_each_row() -> None:
    """Y-PN-01: nine in all, and the top row is reached with the seventh."""
    city = City(THREE)
    assert city.blue.view.caravan_slots == 9
    city.caravan("blue blue green  red red green  green")
    city.happens(end_week)
    assert city.scores == [2 * 1, 3 * 3, 2 * 2]


@pytest.mark.parametrize(
    ("yesterday", "scores", "order"),
    [("red", (30, 25, 20), (0, 1, 2)), ("red", (10, 25, 30), (0, 1, 2)), ("blue", (10, 30, 20), (1, 2, 0))],
)
def test_three_players_have_an_ordinary_last_day_example_23(
    yesterday: str, scores: tuple[int, ...], order: tuple[int, ...]
) -> None:
    """Example 23, Y-PN-02: whatever the scores."""
    city = City(THREE)
    for player, score in zip(city.players, scores, strict=True):
        player.set(score=score)
    end(city, week=3, day=6, first=yesterday)
    assert city.state.order == order
    assert city.players[order[0]].asked


@pytest.mark.parametrize(
    ("yesterday", "scores", "order"),
    [
        ("blue", (40, 10, 30, 20), (1, 3, 2, 0)),
        ("red", (30, 25, 25, 40), (1, 2, 0, 3)),
        ("red", (25, 25, 25, 40), (1, 0, 2, 3)),
    ],
)
def test_four_players_order_the_last_day_by_score_example_23(
    yesterday: str, scores: tuple[int, ...], order: tuple[int, ...]
) -> None:
    """Example 23, Y-PN-03, Y-PN-05: the lowest first, by the scores at the start of the day."""
    city = City(FOUR)
    for player, score in zip(city.players, scores, strict=True):
        player.set(score=score)
    end(city, week=3, day=6, first=yesterday)
    assert city.state.order == order
    city.green.set(score=99)
    assert city.state.order == order


def test_the_lowest_score_rolls() -> None:
    """Y-PN-04: Yellow buys and rolls, although Green's turn it would have been."""
    city = City(FOUR)
    for player, score in zip(city.players, (40, 10, 30, 5), strict=True):
        player.set(score=score)
    end(city, week=3, day=6, first="blue")
    assert city.yellow.options == ["roll:0", "roll:1", "roll:2"]
    city.dice("112233456", "1")
    city.yellow.does("roll:1", "take:camel", "main")
    assert city.yellow.camels == 3


@pytest.mark.parametrize(
    ("yesterday", "order"),
    [("blue", (3, 2, 1, 0)), ("green", (0, 3, 2, 1)), ("red", (1, 0, 3, 2)), ("yellow", (2, 1, 0, 3))],
)
def test_equal_scores_on_the_last_day(yesterday: str, order: tuple[int, ...]) -> None:
    """Y-PN-05: who sat farthest clockwise from the first player of day 6 plays earlier, he himself last."""
    city = City(FOUR)
    end(city, week=3, day=6, first=yesterday)
    assert city.state.order == order


@pytest.mark.parametrize(("week", "day"), [(3, 5), (2, 6), (1, 6)])
def test_all_other_days_have_the_normal_order(week: int, day: int) -> None:
    """Y-PN-06: day 6 of the last week, and day 7 of the others."""
    city = City(FOUR)
    for player, score in zip(city.players, (40, 10, 30, 20), strict=True):
        player.set(score=score)
    end(city, week=week, day=day, first="blue")
    assert city.state.order == (1, 2, 3, 0)
