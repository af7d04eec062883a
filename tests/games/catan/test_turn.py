"""The turn: its parts, who may do what, what is asked and what is not (rules 5)."""

import pytest

from serai.referee.catan_rules.robber import Discard, Robber, Victim
from serai.referee.catan_rules.turn import Main, PreRoll
from serai.referee.core.agenda import act, options, waiting
from serai.referee.core.errors import IllegalAction
from tests.games.catan.table import CATAN, Island


def test_roll_then_trade_and_build_then_end() -> None:
    """B-TU-01: after the roll everything in any order; here trade, build, trade again."""
    island = Island()
    island.settlements("anna", "q0r0N")
    island.roads("anna", "q0r0NE")
    island.rolls("anna", 1, 1)
    island.hand("anna", "5 lumber 1 brick 4 ore")
    island.anna.does("bank_trade:lumber:wool", "build_road:q0r-1E", "bank_trade:ore:grain", "end_turn")
    assert island.holds("anna") == "1 wool 1 grain"
    assert island.ben.must(PreRoll)


def test_only_cards_before_the_roll() -> None:
    """B-TU-02: with a full hand and everything affordable there is still only the roll and the card."""
    island = Island()
    island.settlements("anna", "q0r0N")
    island.hand("anna", "5 lumber 5 brick 5 wool 5 grain 5 ore")
    island.cards("anna", "knight")
    island.turn("anna")
    assert island.anna.options == ["roll", "play_knight"]


def test_one_roll_a_turn() -> None:
    """B-TU-03: the turn cannot end before it, and there is no second one."""
    island = Island()
    island.turn("anna")
    assert "end_turn" not in island.anna.options
    island.rolls("anna", 1, 1)
    assert "roll" not in island.anna.options
    assert "end_turn" in island.anna.options


def test_a_card_returns_to_where_it_was_played() -> None:
    """B-TU-04: played before the roll it goes back there, played after it to trading and building."""
    island = Island()
    island.cards("anna", "year_of_plenty")
    island.turn("anna")
    island.anna.does("play_year_of_plenty", "take:ore", "take:ore")
    assert island.anna.must(PreRoll)
    island.cards("anna", "year_of_plenty")
    island.main("anna")
    island.anna.does("play_year_of_plenty", "take:ore", "take:ore")
    assert island.anna.must(Main)


def test_the_next_seat_begins_afresh() -> None:
    """B-TU-05: clockwise, with no card played, no offer made and none refused."""
    island = Island()
    for name in ("anna", "ben", "carla", "dirk"):
        island.hand(name, "2 ore")
    island.cards("anna", "monopoly")
    island.anna.does("play_monopoly:wool", "offer:ore:1:wool:1")
    for name in ("ben", "carla", "dirk"):
        island.seat(name).does("decline")
    assert (island.state.card_played, island.state.offers_made, len(island.state.refused)) == (True, 1, 1)
    island.anna.does("end_turn")
    assert island.state.active == 1
    assert (island.state.card_played, island.state.offers_made, island.state.refused) == (False, 0, ())


def test_after_the_last_seat_comes_the_first() -> None:
    """B-TU-05."""
    island = Island()
    island.main("dirk")
    island.dirk.does("end_turn")
    assert island.anna.must(PreRoll)


def test_what_all_can_see_is_not_asked() -> None:
    """B-TU-06: the only victim, the only free road, a bank of one kind."""
    island = Island()
    island.settlements("ben", "q0r0N")
    island.hand("ben", "1 ore")
    island.cards("anna", "knight")
    island.main("anna")
    island.anna.does("play_knight", "move_robber:q0r-1")
    assert island.anna.must(Main)
    assert island.holds("anna") == "1 ore"
    island.bank(lumber=0, brick=0, wool=0, grain=0, ore=2)
    island.cards("anna", "year_of_plenty")
    island.main("anna")
    island.anna.does("play_year_of_plenty")
    assert island.holds("anna") == "3 ore"


def test_what_only_the_hand_forces_is_asked() -> None:
    """B-TU-06: the roll, the end of the turn, discards and replies, even with a single answer."""
    island = Island()
    island.turn("anna")
    assert island.anna.options == ["roll"]
    island.main("anna")
    assert island.anna.options == ["end_turn"]
    island.hand("ben", "8 ore")
    island.rolls("anna", 3, 4)
    assert island.ben.must(Discard)
    assert island.ben.options == ["discard:ore"]


def test_only_listed_actions_are_accepted() -> None:
    """B-TU-07: whatever else is refused, and nothing changes."""
    island = Island()
    before = island.state.snapshot()
    for text in ("roll", "build_road:q0r0NE", "bank_trade:ore:wool", "move_robber:q0r0", "accept", "play_knight"):
        with pytest.raises(IllegalAction):
            island.anna.does(text)
    with pytest.raises(IllegalAction, match="seat 1 is not asked"):
        island.ben.does("end_turn")
    assert island.state.snapshot() == before


def test_somebody_can_always_do_something() -> None:
    """B-TU-08: a game in which everybody takes the first option never stands still."""
    state = CATAN.begin(3, bytes(32), {})
    asked = 0
    while state.agenda and asked < 3000:
        seat = waiting(state)[0]
        assert options(state, seat)
        act(state, seat, options(state, seat)[-1])
        asked += 1
    assert asked


def test_only_the_active_seat_acts() -> None:
    """B-TU-09: Ben has everything he needs, but it is not his turn."""
    island = Island()
    island.settlements("ben", "q0r0N")
    island.hand("ben", "5 lumber 5 brick 5 wool 5 grain 5 ore")
    island.cards("ben", "knight")
    assert not island.ben.asked
    for text in ("build_city:q0r0N", "buy_dev_card", "play_knight", "bank_trade:ore:wool"):
        with pytest.raises(IllegalAction):
            island.ben.does(text)


def test_default_answers() -> None:
    """A retired seat rolls, ends its turn, discards the first kind, puts the robber where he hurts nobody."""
    island = Island()
    island.settlements("ben", "q0r-2N")
    island.settlements("carla", "q0r0N")
    island.hand("ben", "8 ore")
    island.hand("carla", "1 ore")
    island.turn("anna")
    assert island.anna.default == "roll"
    island.rolls("anna", 3, 4)
    assert island.ben.default == "discard:ore"
    island.ben.does(*["discard:ore"] * 4)
    assert island.anna.must(Robber)
    assert island.anna.default == "move_robber:q1r-2"
    island.settlements("dirk", "q1r-2S")
    island.hand("dirk", "1 ore")
    island.anna.does("move_robber:q0r-1")
    assert island.anna.must(Victim)
    assert island.anna.default == "steal:2"
    island.anna.does("steal:2")
    assert island.anna.default == "end_turn"
