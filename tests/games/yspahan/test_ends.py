"""End of the day, the week and the game; three and four players."""

import pytest

from serai.referee.core.agenda import waiting
from serai.referee.games.yspahan.calendar import end_day, end_week
from tests.games.yspahan.table import FOUR, THREE, GameTable


def end(table: GameTable, week: int, day: int, first: str) -> None:
    """The last turn of this day, which began with this player, is over."""
    table.state.agenda.clear()
    table.set(week=week, day=day, first=table.names.index(first), supervisor=5)
    table.happens(end_day)


# End of the day


def test_the_tower_is_cleared() -> None:
    """Y-ED-01: what nobody took is gone."""
    table = GameTable(THREE)
    table.dice("111223456")
    table.play_on(week=1, day=2)
    assert table.tower == {}


def test_the_next_day_or_the_end_of_the_week() -> None:
    """Y-ED-02: after day 6 comes day 7, after day 7 the next week's first day."""
    table = GameTable()
    end(table, week=1, day=6, first="blue")
    assert (table.state.week, table.state.day) == (1, 7)
    end(table, week=1, day=7, first="blue")
    assert (table.state.week, table.state.day) == (2, 1)


def test_the_left_neighbour_becomes_first_player() -> None:
    """Y-ED-03: and from the last seat it goes on with the first one."""
    table = GameTable()
    end(table, week=1, day=1, first="blue")
    assert table.state.order == (1, 2, 3, 0)
    assert table.green.asked
    end(table, week=1, day=1, first="yellow")
    assert table.state.order == (0, 1, 2, 3)


# End of the week


def test_complete_souks_score() -> None:
    """Y-EW-01: each its value, for its owner."""
    table = GameTable()
    table.goods(
        blue="barrel.white.1 barrel.white.2 vase.orange.1 vase.orange.2 vase.orange.3",
        red="chest.blue.1 chest.blue.2",
        green="vase.blue.1 bag.white.1 bag.white.2 bag.white.3",
    )
    table.happens(end_week)
    assert table.scores == [3 + 12, 4 + 3, 4, 0]
    assert "vase.orange scores 12 for seat 0" in table.journal


def test_incomplete_souks_score_nothing() -> None:
    """Y-EW-02: five shops of six are not enough."""
    table = GameTable()
    table.goods(blue="bag.pink.1 bag.pink.2 bag.pink.3 bag.pink.4 bag.pink.5", red="barrel.white.1")
    table.happens(end_week)
    assert table.scores == [0, 0, 0, 0]


def test_shops_are_emptied() -> None:
    """Y-EW-03: complete or not; the goods return to the stocks."""
    table = GameTable()
    table.goods(blue="chest.blue.1 chest.blue.2", red="bag.pink.1")
    table.happens(end_week)
    assert set(table.blue.view.shops) == {9}
    assert [player.stock for player in table.players] == [25, 25, 25, 25]


def test_the_caravan_is_scored_after_that() -> None:
    """Y-EW-04: own goods times the highest row with one of them; a good in the bottom row counts with the top one."""
    table = GameTable()
    table.caravan("blue green red red  green yellow blue green  red")
    table.goods(yellow="chest.blue.1 chest.blue.2")
    table.happens(end_week)
    assert table.scores == [2 * 2, 3 * 2, 3 * 3, 1 * 2 + 4]
    scored = [line for line in table.journal if " scores " in line]
    assert scored == ["chest.blue scores 4 for seat 3", "the caravan scores 4,6,9,2"]


def test_the_caravan_is_not_emptied() -> None:
    """Y-EW-05: its goods count again a week later."""
    table = GameTable()
    table.caravan("blue green blue")
    table.happens(end_week)
    assert table.in_caravan == "blue green blue"
    assert (table.blue.stock, table.green.stock) == (23, 24)
    table.happens(end_week)
    assert table.scores == [4, 2, 0, 0]


@pytest.mark.parametrize("first", ["blue", "yellow"])
def test_the_order_of_scoring_does_not_matter(first: str) -> None:
    """Y-EW-06, R31: whoever was first player, everybody scores the same."""
    table = GameTable()
    table.goods(blue="chest.blue.1 chest.blue.2", yellow="vase.blue.1")
    table.caravan("yellow blue")
    end(table, week=1, day=7, first=first)
    assert table.scores == [4 + 1, 0, 0, 4 + 1]


def test_next_week_first_day() -> None:
    """Y-EW-07."""
    table = GameTable()
    end(table, week=2, day=7, first="blue")
    assert (table.state.week, table.state.day) == (3, 1)


def test_the_supervisor_returns_to_the_middle() -> None:
    """Y-EW-08: at the end of a week, and not at the end of a day."""
    table = GameTable()
    end(table, week=1, day=6, first="blue")
    assert table.where != "hub"
    end(table, week=1, day=7, first="blue")
    assert table.where == "hub"


def test_the_first_player_changes_between_weeks_too() -> None:
    """Y-EW-09."""
    table = GameTable()
    end(table, week=1, day=7, first="red")
    assert table.state.order == (3, 0, 1, 2)
    assert table.yellow.asked


# End of the game


def test_the_game_ends_after_the_third_week() -> None:
    """Y-EG-01: its scoring included."""
    table = GameTable()
    table.goods(red="chest.blue.1 chest.blue.2")
    table.caravan("green")
    end(table, week=3, day=7, first="blue")
    assert table.over
    assert waiting(table.state) == ()
    assert table.scores == [0, 1, 4, 0]


def test_the_highest_score_wins() -> None:
    """Y-EG-02."""
    table = GameTable()
    for player, score in zip(table.players, (60, 75, 20, 74), strict=True):
        player.set(score=score)
    result = table.game.score(table.state)
    assert (result.points, result.ranks) == ((60, 75, 20, 74), (3, 1, 4, 2))


def test_a_score_has_no_limit() -> None:
    """Y-EG-02, R30: the track on the board is a counter, and may be gone round again and again."""
    table = GameTable()
    table.red.set(score=998)
    table.goods(red="chest.blue.1 chest.blue.2")
    table.happens(end_week)
    assert table.scores == [0, 0, 1002, 0]


def test_equal_scores_share_the_victory() -> None:
    """Y-EG-03: two winners, and nobody is second."""
    table = GameTable()
    for player, score in zip(table.players, (75, 20, 75, 30), strict=True):
        player.set(score=score)
    assert table.game.score(table.state).ranks == (1, 4, 1, 3)


def test_left_overs_are_worth_nothing() -> None:
    """Y-EG-04: neither points nor a tie-break."""
    table = GameTable()
    table.cards(green="sell_gold sell_camels")
    table.green.set(gold=20, camels=20)
    end(table, week=3, day=7, first="blue")
    assert table.scores == [0, 0, 0, 0]
    assert table.game.score(table.state).ranks == (1, 1, 1, 1)


# Three and four players


def test_three_camels_in_each_row() -> None:
    """Y-PN-01: nine in all, and the top row is reached with the seventh."""
    table = GameTable(THREE)
    assert table.blue.view.caravan_slots == 9
    table.caravan("blue blue green  red red green  green")
    table.happens(end_week)
    assert table.scores == [2 * 1, 3 * 3, 2 * 2]


@pytest.mark.parametrize(
    ("yesterday", "scores", "order"),
    [("red", (30, 25, 20), (0, 1, 2)), ("red", (10, 25, 30), (0, 1, 2)), ("blue", (10, 30, 20), (1, 2, 0))],
)
def test_three_players_have_an_ordinary_last_day_example_23(
    yesterday: str, scores: tuple[int, ...], order: tuple[int, ...]
) -> None:
    """Example 23, Y-PN-02: whatever the scores."""
    table = GameTable(THREE)
    for player, score in zip(table.players, scores, strict=True):
        player.set(score=score)
    end(table, week=3, day=6, first=yesterday)
    assert table.state.order == order
    assert table.players[order[0]].asked


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
    table = GameTable(FOUR)
    for player, score in zip(table.players, scores, strict=True):
        player.set(score=score)
    end(table, week=3, day=6, first=yesterday)
    assert table.state.order == order
    table.green.set(score=99)
    assert table.state.order == order


def test_the_lowest_score_rolls() -> None:
    """Y-PN-04: Yellow buys and rolls, although Green's turn it would have been."""
    table = GameTable(FOUR)
    for player, score in zip(table.players, (40, 10, 30, 5), strict=True):
        player.set(score=score)
    end(table, week=3, day=6, first="blue")
    assert table.yellow.options == ["roll:0", "roll:1", "roll:2"]
    table.dice("112233456", "1")
    table.yellow.does("roll:1", "take:camel", "main")
    assert table.yellow.camels == 3


@pytest.mark.parametrize(
    ("yesterday", "order"),
    [("blue", (3, 2, 1, 0)), ("green", (0, 3, 2, 1)), ("red", (1, 0, 3, 2)), ("yellow", (2, 1, 0, 3))],
)
def test_equal_scores_on_the_last_day(yesterday: str, order: tuple[int, ...]) -> None:
    """Y-PN-05: who sat farthest clockwise from the first player of day 6 plays earlier, he himself last."""
    table = GameTable(FOUR)
    end(table, week=3, day=6, first=yesterday)
    assert table.state.order == order


@pytest.mark.parametrize(("week", "day"), [(3, 5), (2, 6), (1, 6)])
def test_all_other_days_have_the_normal_order(week: int, day: int) -> None:
    """Y-PN-06: day 6 of the last week, and day 7 of the others."""
    table = GameTable(FOUR)
    for player, score in zip(table.players, (40, 10, 30, 20), strict=True):
        player.set(score=score)
    end(table, week=week, day=day, first="blue")
    assert table.state.order == (1, 2, 3, 0)
