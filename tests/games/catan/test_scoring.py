"""Points and the end of the game (rules 6.10)."""

import pytest

from serai.referee.catan_rules.turn import end_turn
from serai.referee.core.agenda import over
from tests.games.catan.table import GameTable
from tests.games.catan.test_longest_road import chain, top_of


def close_to(points: int, name: str = "anna") -> GameTable:
    """Somebody in the own turn with a settlement and hidden cards worth so many points in all."""
    table = GameTable()
    table.settlements(name, "q0r0N")
    table.roads(name, "q0r0NE q1r-1SE")
    table.main(name)
    table.needs(name, points)
    return table


def test_what_counts() -> None:
    """B-VI-01: settlement 1, city 2, hidden card 1, each special card 2."""
    table = GameTable()
    table.settlements("anna", "q0r0N")
    assert table.points("anna") == 1
    table.cities("anna", "q0r2S")
    assert table.points("anna") == 3
    table.cards("anna", "victory_point")
    assert table.points("anna") == 4
    table.set(longest_road=0)
    assert table.points("anna") == 6
    table.set(largest_army=0)
    assert table.points("anna") == 8


@pytest.mark.parametrize(
    ("needed", "hand", "action"),
    [
        (9, "1 lumber 1 brick 1 wool 1 grain", "build_settlement:q1r0N"),
        (9, "2 grain 3 ore", "build_city:q0r0N"),
        (9, "1 wool 1 grain 1 ore", "buy_dev_card"),
    ],
)
def test_a_win_by_an_action_example_15(needed: int, hand: str, action: str) -> None:
    """B-VI-02: with the action that brings the tenth point the game is over, also with a hidden card."""
    table = close_to(needed)
    table.hand("anna", hand)
    table.on_top("victory_point")
    table.anna.does(action)
    assert table.over
    assert table.winners() == ["anna"]
    assert table.points("anna") == 10
    assert "by target" in table.journal[-1]


def test_a_win_by_the_longest_road() -> None:
    """B-VI-02: the fifth road brings two points."""
    table = GameTable()
    chain(table, "anna", 4, 0)
    table.needs("anna", 8)
    table.hand("anna", "1 lumber 1 brick")
    table.anna.does(f"build_road:{top_of(0)[4]}")
    assert table.winners() == ["anna"]


def test_a_win_at_the_start_of_the_turn() -> None:
    """B-VI-02: before the roll."""
    table = close_to(10)
    table.turn("anna")
    assert table.winners() == ["anna"]
    assert not any(line.startswith("seat 0 rolls") for line in table.journal)


def test_a_win_before_the_roll_by_a_knight() -> None:
    """B-VI-02: the third knight brings the largest army."""
    table = close_to(7)
    table.anna.set(knights=2)
    held = list(table.anna.dev_cards)
    held[0] += 1
    table.anna.set(dev_cards=tuple(held))
    table.turn("anna")
    table.needs("anna", 8)
    table.anna.does("play_knight")
    assert table.winners() == ["anna"]


def test_not_in_another_turn() -> None:
    """B-VI-03: ten points in Ben's turn win at the start of the own next turn, if they are still there."""
    table = close_to(10)
    table.main("ben")
    assert not table.over
    table.ben.does("end_turn")
    assert not table.over
    table.turn("anna")
    assert table.over


def test_ten_points_lost_again() -> None:
    """B-VI-03: with nine left at the start of the turn nothing is won."""
    table = close_to(8)
    chain(table, "anna", 6, -1)
    table.main("ben")
    assert table.points("anna") == 10
    table.settlements("ben", "q0r-1N")
    assert table.points("anna") == 8
    table.turn("anna")
    assert not table.over


def test_hidden_points_are_revealed_by_the_end() -> None:
    """B-VI-04: until then the others see only what lies open."""
    table = close_to(9)
    table.hand("anna", "2 grain 3 ore")
    assert table.ben.view.players[0].points == 1
    table.anna.does("build_city:q0r0N")
    assert table.ben.view.players[0].points == 10
    assert table.heard_by(None)[-1] == "the game ends by target, won by 0 with points 10,0,0,0"


def test_at_once_also_inside_a_card() -> None:
    """B-VI-05: a winning knight moves no robber."""
    table = close_to(8)
    table.anna.set(knights=2)
    held = list(table.anna.dev_cards)
    held[0] += 1
    table.anna.set(dev_cards=tuple(held))
    before = table.state.robber
    table.anna.does("play_knight")
    assert over(table.state)
    assert table.state.robber == before


def test_the_guard() -> None:
    """B-VI-06: after the last turn the most points win, ties shared."""
    table = GameTable()
    table.settlements("anna", "q0r0N")
    table.settlements("carla", "q0r2S")
    table.state.turn = 500
    table.state.agenda.clear()
    table.happens(end_turn)
    assert table.over
    assert table.winners() == ["anna", "carla"]
    assert table.ranks() == (1, 3, 1, 3)


def test_not_before_the_last_turn() -> None:
    """B-VI-06: turn 499 is followed by one more."""
    table = GameTable()
    table.state.turn = 499
    table.state.agenda.clear()
    table.happens(end_turn)
    assert not table.over
    assert table.state.turn == 500


def test_ranks() -> None:
    """B-VI-07: the winner first, even if another has as many points; then by points with hidden cards."""
    table = close_to(9)
    table.settlements("carla", "q0r2S q-2r2S")
    table.needs("ben", 10)
    table.cards("dirk", "")
    table.needs("dirk", 2)
    table.hand("anna", "2 grain 3 ore")
    table.anna.does("build_city:q0r0N")
    assert table.winners() == ["anna"]
    assert table.ranks() == (1, 2, 3, 3)


def test_example_16_no_win_outside_the_own_turn() -> None:
    """Seat 2 breaks seat 1's road, seat 0 is alone with five and has ten: it wins when its turn starts."""
    table = GameTable()
    chain(table, "ben", 6, 0)
    chain(table, "anna", 5, 1)
    table.needs("anna", 8)
    table.main("carla")
    table.roads("carla", "q-1r-1E")
    table.hand("carla", "1 lumber 1 brick 1 wool 1 grain")
    table.carla.does("build_settlement:q-1r0N")
    assert table.holder("longest_road") == "anna"
    assert table.points("anna") == 10
    assert not table.over
    table.turn("anna")
    assert table.winners() == ["anna"]


def test_a_free_road_wins() -> None:
    """B-DC-08, B-VI-05: the first free road is the longest and brings ten points; the second is not asked for."""
    table = GameTable()
    table.settlements("carla", "q0r0N")
    table.roads("carla", "q0r0NE q0r0E q0r0SE q-1r1NE")
    table.cards("carla", "road_building")
    table.needs("carla", 8)
    table.main("carla")
    table.carla.does("play_road_building", "place_free_road:q-1r0E")
    assert (table.over, table.winners(), table.points("carla")) == (True, ["carla"], 10)
