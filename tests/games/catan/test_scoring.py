"""Points and the end of the game (rules 6.10)."""

import pytest

from serai.referee.catan_rules.turn import end_turn
from serai.referee.core.agenda import over
from tests.games.catan.table import Island
from tests.games.catan.test_longest_road import chain, top_of


def close_to(points: int, name: str = "anna") -> Island:
    """Somebody in the own turn with a settlement and hidden cards worth so many points in all."""
    island = Island()
    island.settlements(name, "q0r0N")
    island.roads(name, "q0r0NE q1r-1SE")
    island.main(name)
    island.needs(name, points)
    return island


def test_what_counts() -> None:
    """B-VI-01: settlement 1, city 2, hidden card 1, each special card 2."""
    island = Island()
    island.settlements("anna", "q0r0N")
    assert island.points("anna") == 1
    island.cities("anna", "q0r2S")
    assert island.points("anna") == 3
    island.cards("anna", "victory_point")
    assert island.points("anna") == 4
    island.set(longest_road=0)
    assert island.points("anna") == 6
    island.set(largest_army=0)
    assert island.points("anna") == 8


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
    island = close_to(needed)
    island.hand("anna", hand)
    island.on_top("victory_point")
    island.anna.does(action)
    assert island.over
    assert island.winners() == ["anna"]
    assert island.points("anna") == 10
    assert "by target" in island.journal[-1]


def test_a_win_by_the_longest_road() -> None:
    """B-VI-02: the fifth road brings two points."""
    island = Island()
    chain(island, "anna", 4, 0)
    island.needs("anna", 8)
    island.hand("anna", "1 lumber 1 brick")
    island.anna.does(f"build_road:{top_of(0)[4]}")
    assert island.winners() == ["anna"]


def test_a_win_at_the_start_of_the_turn() -> None:
    """B-VI-02: before the roll."""
    island = close_to(10)
    island.turn("anna")
    assert island.winners() == ["anna"]
    assert not any(line.startswith("seat 0 rolls") for line in island.journal)


def test_a_win_before_the_roll_by_a_knight() -> None:
    """B-VI-02: the third knight brings the largest army."""
    island = close_to(7)
    island.anna.set(knights=2)
    held = list(island.anna.dev_cards)
    held[0] += 1
    island.anna.set(dev_cards=tuple(held))
    island.turn("anna")
    island.needs("anna", 8)
    island.anna.does("play_knight")
    assert island.winners() == ["anna"]


def test_not_in_another_turn() -> None:
    """B-VI-03: ten points in Ben's turn win at the start of the own next turn, if they are still there."""
    island = close_to(10)
    island.main("ben")
    assert not island.over
    island.ben.does("end_turn")
    assert not island.over
    island.turn("anna")
    assert island.over


def test_ten_points_lost_again() -> None:
    """B-VI-03: with nine left at the start of the turn nothing is won."""
    island = close_to(8)
    chain(island, "anna", 6, -1)
    island.main("ben")
    assert island.points("anna") == 10
    island.settlements("ben", "q0r-1N")
    assert island.points("anna") == 8
    island.turn("anna")
    assert not island.over


def test_hidden_points_are_revealed_by_the_end() -> None:
    """B-VI-04: until then the others see only what lies open."""
    island = close_to(9)
    island.hand("anna", "2 grain 3 ore")
    assert island.ben.view.players[0].points == 1
    island.anna.does("build_city:q0r0N")
    assert island.ben.view.players[0].points == 10
    assert island.heard_by(None)[-1] == "the game ends by target, won by 0 with points 10,0,0,0"


def test_at_once_also_inside_a_card() -> None:
    """B-VI-05: a winning knight moves no robber."""
    island = close_to(8)
    island.anna.set(knights=2)
    held = list(island.anna.dev_cards)
    held[0] += 1
    island.anna.set(dev_cards=tuple(held))
    before = island.state.robber
    island.anna.does("play_knight")
    assert over(island.state)
    assert island.state.robber == before


def test_the_guard() -> None:
    """B-VI-06: after the last turn the most points win, ties shared."""
    island = Island()
    island.settlements("anna", "q0r0N")
    island.settlements("carla", "q0r2S")
    island.state.turn = 500
    island.state.agenda.clear()
    island.happens(end_turn)
    assert island.over
    assert island.winners() == ["anna", "carla"]
    assert island.ranks() == (1, 3, 1, 3)


def test_not_before_the_last_turn() -> None:
    """B-VI-06: turn 499 is followed by one more."""
    island = Island()
    island.state.turn = 499
    island.state.agenda.clear()
    island.happens(end_turn)
    assert not island.over
    assert island.state.turn == 500


def test_ranks() -> None:
    """B-VI-07: the winner first, even if another has as many points; then by points with hidden cards."""
    island = close_to(9)
    island.settlements("carla", "q0r2S q-2r2S")
    island.needs("ben", 10)
    island.cards("dirk", "")
    island.needs("dirk", 2)
    island.hand("anna", "2 grain 3 ore")
    island.anna.does("build_city:q0r0N")
    assert island.winners() == ["anna"]
    assert island.ranks() == (1, 2, 3, 3)


def test_example_16_no_win_outside_the_own_turn() -> None:
    """Seat 2 breaks seat 1's road, seat 0 is alone with five and has ten: it wins when its turn starts."""
    island = Island()
    chain(island, "ben", 6, 0)
    chain(island, "anna", 5, 1)
    island.needs("anna", 8)
    island.main("carla")
    island.roads("carla", "q-1r-1E")
    island.hand("carla", "1 lumber 1 brick 1 wool 1 grain")
    island.carla.does("build_settlement:q-1r0N")
    assert island.holder("longest_road") == "anna"
    assert island.points("anna") == 10
    assert not island.over
    island.turn("anna")
    assert island.winners() == ["anna"]
