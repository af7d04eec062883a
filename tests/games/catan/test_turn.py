"""The turn: its parts, who may do what, what is asked and what is not (rules 5)."""

import pytest

from serai.referee.catan_rules.robber import Discard, Robber, Victim
from serai.referee.catan_rules.turn import Main, PreRoll
from serai.referee.core.agenda import act, options, waiting
from serai.referee.core.errors import IllegalAction
from tests.games.catan.table import CATAN, GameTable


def test_roll_then_trade_and_build_then_end() -> None:
    """B-TU-01: after the roll everything in any order; here trade, build, trade again."""
    table = GameTable()
    table.settlements("anna", "q0r0N")
    table.roads("anna", "q0r0NE")
    table.rolls("anna", 1, 1)
    table.hand("anna", "5 lumber 1 brick 4 ore")
    table.anna.does("bank_trade:lumber:wool", "build_road:q0r-1E", "bank_trade:ore:grain", "end_turn")
    assert table.holds("anna") == "1 wool 1 grain"
    assert table.ben.must(PreRoll)


def test_only_cards_before_the_roll() -> None:
    """B-TU-02: with a full hand and everything affordable there is still only the roll and the card."""
    table = GameTable()
    table.settlements("anna", "q0r0N")
    table.hand("anna", "5 lumber 5 brick 5 wool 5 grain 5 ore")
    table.cards("anna", "knight")
    table.turn("anna")
    assert table.anna.options == ["roll", "play_knight"]


def test_one_roll_a_turn() -> None:
    """B-TU-03: the turn cannot end before it, and there is no second one."""
    table = GameTable()
    table.turn("anna")
    assert "end_turn" not in table.anna.options
    table.rolls("anna", 1, 1)
    assert "roll" not in table.anna.options
    assert "end_turn" in table.anna.options


def test_a_card_returns_to_where_it_was_played() -> None:
    """B-TU-04: played before the roll it goes back there, played after it to trading and building."""
    table = GameTable()
    table.cards("anna", "year_of_plenty")
    table.turn("anna")
    table.anna.does("play_year_of_plenty", "take:ore", "take:ore")
    assert table.anna.must(PreRoll)
    table.cards("anna", "year_of_plenty")
    table.main("anna")
    table.anna.does("play_year_of_plenty", "take:ore", "take:ore")
    assert table.anna.must(Main)


def test_the_next_seat_begins_afresh() -> None:
    """B-TU-05: clockwise, with no card played, no offer made and none refused, and what was bought is old."""
    table = GameTable()
    for name in ("anna", "ben", "carla", "dirk"):
        table.hand(name, "2 ore")
    table.hand("anna", "2 ore 1 wool 3 grain")
    table.hand("ben", "2 lumber")
    table.cards("anna", "monopoly")
    table.anna.does("buy_dev_card", "play_monopoly:wool", "offer:ore:wool:-")
    table.ben.does("counter:lumber:grain")
    for name in ("carla", "dirk"):
        table.seat(name).does("decline")
    table.anna.does("choose_nobody")
    state, turn = table.state, table.state.turn
    assert (state.card_played, state.offers_made) == (True, 1)
    assert (len(state.refused), len(state.refused_counters), sum(state.players[0].fresh)) == (1, 1, 1)
    table.anna.does("end_turn")
    assert (state.active, state.turn) == (1, turn + 1)
    assert (state.card_played, state.offers_made) == (False, 0)
    assert (state.refused, state.refused_counters, sum(state.players[0].fresh)) == ((), (), 0)


def test_after_the_last_seat_comes_the_first() -> None:
    """B-TU-05."""
    table = GameTable()
    table.main("dirk")
    table.dirk.does("end_turn")
    assert table.anna.must(PreRoll)


def test_what_all_can_see_is_not_asked() -> None:
    """B-TU-06: the only victim, the only free road, a bank of one kind."""
    table = GameTable()
    table.settlements("ben", "q0r0N")
    table.hand("ben", "1 ore")
    table.cards("anna", "knight")
    table.main("anna")
    table.anna.does("play_knight", "move_robber:q0r-1")
    assert table.anna.must(Main)
    assert table.holds("anna") == "1 ore"
    table.bank(lumber=0, brick=0, wool=0, grain=0, ore=2)
    table.cards("anna", "year_of_plenty")
    table.main("anna")
    table.anna.does("play_year_of_plenty")
    assert table.holds("anna") == "3 ore"


def test_what_only_the_hand_forces_is_asked() -> None:
    """B-TU-06: the roll, the end of the turn, discards and replies, even with a single answer."""
    table = GameTable()
    table.turn("anna")
    assert table.anna.options == ["roll"]
    table.main("anna")
    assert table.anna.options == ["end_turn"]
    table.hand("ben", "8 ore")
    table.rolls("anna", 3, 4)
    assert table.ben.must(Discard)
    assert table.ben.options == ["discard:ore"]


def test_only_listed_actions_are_accepted() -> None:
    """B-TU-07: whatever else is refused, and nothing changes."""
    table = GameTable()
    before = table.state.snapshot()
    for text in ("roll", "build_road:q0r0NE", "bank_trade:ore:wool", "move_robber:q0r0", "accept", "play_knight"):
        with pytest.raises(IllegalAction):
            table.anna.does(text)
    with pytest.raises(IllegalAction, match="seat 1 is not asked"):
        table.ben.does("end_turn")
    assert table.state.snapshot() == before


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
    table = GameTable()
    table.settlements("ben", "q0r0N")
    table.hand("ben", "5 lumber 5 brick 5 wool 5 grain 5 ore")
    table.cards("ben", "knight")
    assert not table.ben.asked
    for text in ("build_city:q0r0N", "buy_dev_card", "play_knight", "bank_trade:ore:wool"):
        with pytest.raises(IllegalAction):
            table.ben.does(text)


def test_default_answers() -> None:
    """A retired seat rolls, ends its turn, discards the first kind, puts the robber where he hurts nobody."""
    table = GameTable()
    table.settlements("ben", "q0r-2N")
    table.settlements("carla", "q0r0N")
    table.hand("ben", "8 ore")
    table.hand("carla", "1 ore")
    table.turn("anna")
    assert table.anna.default == "roll"
    table.rolls("anna", 3, 4)
    assert table.ben.default == "discard:ore"
    table.ben.does(*["discard:ore"] * 4)
    assert table.anna.must(Robber)
    assert table.anna.default == "move_robber:q1r-2"
    table.settlements("dirk", "q1r-2S")
    table.hand("dirk", "1 ore")
    table.anna.does("move_robber:q0r-1")
    assert table.anna.must(Victim)
    assert table.anna.default == "steal:2"
    table.anna.does("steal:2")
    assert table.anna.default == "end_turn"
