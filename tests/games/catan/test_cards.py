"""Development cards and the largest army (rules 6.5 and 6.9)."""

import pytest

from serai.referee.catan_rules.effects import FreeRoute, TakeCard
from serai.referee.catan_rules.robber import Robber
from serai.referee.catan_rules.turn import Main, PreRoll
from serai.referee.core.errors import IllegalAction
from tests.games.catan.table import GameTable

PRICE = "1 wool 1 grain 1 ore"


def with_cards(kinds: str, name: str = "anna") -> GameTable:
    """Somebody with a settlement, a road and these cards, after the roll."""
    table = GameTable()
    table.settlements(name, "q0r0N")
    table.roads(name, "q0r0NE")
    table.cards(name, kinds)
    table.main(name)
    return table


def plays(table: GameTable, name: str = "anna") -> list[str]:
    return table.starting(name, "play")


def test_a_bought_card_is_the_top_of_the_deck() -> None:
    """B-DC-01: only its owner learns which."""
    table = with_cards("")
    table.hand("anna", PRICE)
    table.on_top("monopoly")
    table.anna.does("buy_dev_card")
    assert table.unplayed("anna") == {"monopoly": 1}
    assert table.heard_by("anna")[-1] == "seat 0 buys monopoly"
    assert table.heard_by("ben")[-1] == table.heard_by(None)[-1] == "seat 0 buys ?"
    assert len(table.state.deck) == 24


def test_an_empty_deck() -> None:
    """B-DC-02: nothing can be bought."""
    table = with_cards("")
    table.hand("anna", PRICE)
    assert "buy_dev_card" in table.anna.options
    table.set(deck=())
    assert "buy_dev_card" not in table.anna.options


def test_one_card_a_turn() -> None:
    """B-DC-03: the second stays in hand until the next turn; a victory point never counts as played."""
    table = with_cards("monopoly year_of_plenty victory_point")
    table.anna.does("play_monopoly:ore")
    assert plays(table) == []
    table.turn("anna")
    assert plays(table) == ["play_year_of_plenty"]


def test_a_fresh_card_waits() -> None:
    """B-DC-04: bought this turn it cannot be played; an older one of the same kind can."""
    table = with_cards("")
    table.hand("anna", PRICE)
    table.on_top("knight")
    table.anna.does("buy_dev_card")
    assert plays(table) == []
    table.cards("anna", "knight knight")
    assert plays(table) == ["play_knight"]
    table.anna.does("play_knight", "move_robber:q0r2")
    table.anna.does("end_turn")
    table.turn("anna")
    assert plays(table) == ["play_knight"]


def test_before_or_after_the_roll() -> None:
    """B-DC-05: any kind, in the own turn only."""
    table = with_cards("knight road_building year_of_plenty monopoly")
    everything = ["play_knight", "play_road_building", "play_year_of_plenty"]
    everything += [f"play_monopoly:{kind}" for kind in ("lumber", "brick", "wool", "grain", "ore")]
    assert plays(table) == everything
    table.turn("anna")
    assert plays(table) == everything
    table.turn("ben")
    with pytest.raises(IllegalAction):
        table.anna.does("play_knight")
    assert plays(table, "ben") == []


def test_several_cards_can_be_bought() -> None:
    """B-DC-06."""
    table = with_cards("")
    table.hand("anna", "3 wool 3 grain 3 ore")
    table.anna.does("buy_dev_card", "buy_dev_card", "buy_dev_card")
    assert sum(table.anna.dev_cards) == 3


def test_a_knight() -> None:
    """B-DC-07: he joins the army, moves the robber and steals; nobody discards."""
    table = with_cards("knight")
    table.settlements("ben", "q0r-1N")
    table.hand("ben", "9 ore")
    table.anna.does("play_knight")
    assert table.anna.must(Robber)
    table.anna.does("move_robber:q0r-1")
    assert (table.anna.knights, table.anna.cards, table.ben.cards) == (1, 1, 8)


def test_two_free_roads() -> None:
    """B-DC-08: under the rules of building, the second from the end of the first."""
    table = with_cards("road_building")
    table.anna.does("play_road_building", "place_free_road:q1r-1SE", "place_free_road:q1r-1E")
    assert table.anna.routes == (3,)
    assert table.anna.must(Main)
    assert table.state.bank == [19] * 5


def test_road_building_without_a_place() -> None:
    """B-DC-09: not playable without a piece or an edge."""
    table = with_cards("road_building")
    table.anna.set(routes=(15,))
    assert plays(table) == []
    table = GameTable()
    table.cards("anna", "road_building")
    assert plays(table) == []


def test_the_second_road_may_be_left() -> None:
    """B-DC-09: the first may not."""
    table = with_cards("road_building")
    table.anna.does("play_road_building")
    assert "skip_free_road" not in table.anna.options
    assert (table.anna.default, table.ben.view.pending.left) == (table.anna.options[0], 2)
    table.anna.does("place_free_road:q1r-1SE")
    assert (table.anna.must(FreeRoute), table.ben.view.pending.left) == (True, 1)
    assert table.anna.default == "skip_free_road"
    table.anna.does("skip_free_road")
    assert table.anna.routes == (2,)
    assert table.anna.must(Main)


def test_year_of_plenty() -> None:
    """B-DC-10: two cards, equal or different, of what the bank has."""
    table = with_cards("year_of_plenty")
    table.bank(brick=0)
    table.anna.does("play_year_of_plenty")
    assert table.anna.options == ["take:lumber", "take:wool", "take:grain", "take:ore"]
    table.anna.does("take:ore", "take:ore")
    assert table.holds("anna") == "2 ore"
    table.cards("anna", "year_of_plenty")
    table.main("anna")
    table.anna.does("play_year_of_plenty")
    assert (table.anna.must(TakeCard), table.ben.view.pending.left) == (True, 2)
    table.anna.does("take:wool")
    assert (table.anna.must(TakeCard), table.ben.view.pending.left) == (True, 1)
    table.anna.does("take:grain")
    assert table.holds("anna") == "1 wool 1 grain 2 ore"
    assert table.anna.must(Main)


def test_year_of_plenty_with_a_poor_bank() -> None:
    """B-DC-11: not playable when it is empty, one card if it holds one."""
    table = with_cards("year_of_plenty")
    table.bank(lumber=0, brick=0, wool=0, grain=0, ore=0)
    assert plays(table) == []
    table.bank(wool=1)
    table.anna.does("play_year_of_plenty")
    assert table.holds("anna") == "1 wool"
    assert table.anna.must(Main)


def test_monopoly() -> None:
    """B-DC-12: all cards of the kind, of all others."""
    table = with_cards("monopoly")
    table.hand("anna", "1 ore")
    table.hand("ben", "2 ore 1 wool")
    table.hand("dirk", "3 ore")
    table.anna.does("play_monopoly:ore")
    assert [table.holds(name) for name in table.names] == ["6 ore", "1 wool", "", ""]
    assert table.journal[-1] == "seat 0 gathers all ore: 0,2,0,3 from the seats"


def test_monopoly_of_what_nobody_has() -> None:
    """B-DC-13: the card is spent."""
    table = with_cards("monopoly")
    table.anna.does("play_monopoly:brick")
    assert table.holds("anna") == ""
    assert table.unplayed("anna") == {}


def test_victory_points_stay_hidden() -> None:
    """B-DC-14: never played, counted at once, seen by nobody else."""
    table = with_cards("")
    table.hand("anna", PRICE)
    table.on_top("victory_point")
    table.anna.does("buy_dev_card")
    assert (table.points("anna"), table.public_points("anna")) == (2, 1)
    assert table.ben.view.players[0].points == 1
    assert table.anna.view.own.points == 2
    assert plays(table) == []
    with pytest.raises(IllegalAction):
        table.anna.does("play_victory_point")


def test_played_cards_leave_the_game() -> None:
    """B-DC-15: except knights, who stay face up."""
    table = with_cards("monopoly knight")
    before = len(table.state.deck)
    table.anna.does("play_monopoly:ore")
    table.turn("anna")
    table.anna.does("play_knight", "move_robber:q0r2")
    assert (table.unplayed("anna"), table.anna.knights, len(table.state.deck)) == ({}, 1, before)
    assert table.ben.view.players[0].knights == 1


def play_knights(table: GameTable, name: str, number: int) -> None:
    """So many knights, each in a turn of its own."""
    for _ in range(number):
        table.cards(name, "knight")
        table.main(name)
        there = "q0r1" if table.state.robber == table.hex("q0r2") else "q0r2"
        table.seat(name).does("play_knight", f"move_robber:{there}")


def test_the_first_army_of_three() -> None:
    """B-LA-01: takes the card and two points."""
    table = GameTable()
    play_knights(table, "anna", 2)
    assert table.holder("largest_army") is None
    play_knights(table, "anna", 1)
    assert (table.holder("largest_army"), table.points("anna")) == ("anna", 2)


def test_example_13_largest_army() -> None:
    """B-LA-02: 3 and 2 knights; the third of seat 1 changes nothing, its fourth moves the card."""
    table = GameTable()
    play_knights(table, "anna", 3)
    play_knights(table, "ben", 2)
    assert table.holder("largest_army") == "anna"
    play_knights(table, "ben", 1)
    assert table.holder("largest_army") == "anna"
    play_knights(table, "ben", 1)
    assert table.holder("largest_army") == "ben"


def test_knights_in_hand_do_not_count() -> None:
    """B-LA-03."""
    table = GameTable()
    play_knights(table, "anna", 2)
    table.cards("anna", "knight knight knight")
    assert table.holder("largest_army") is None


def test_example_14_card_timing() -> None:
    """Bought in turn 9, playable in the own next turn also before the roll; no second card in that turn."""
    table = with_cards("")
    table.hand("anna", "2 wool 2 grain 2 ore")
    table.on_top("knight")
    table.anna.does("buy_dev_card")
    assert plays(table) == []
    table.on_top("monopoly")
    table.anna.does("buy_dev_card", "end_turn")
    table.turn("anna")
    assert table.anna.must(PreRoll)
    assert "play_knight" in plays(table)
    table.anna.does("play_knight", "move_robber:q0r2")
    assert plays(table) == []


def test_example_21_road_building_with_one_piece_left() -> None:
    """One road is placed, and the card is spent."""
    table = with_cards("road_building")
    table.anna.set(routes=(14,))
    table.anna.does("play_road_building", "place_free_road:q1r-1SE")
    assert table.anna.must(Main)
    assert (table.anna.routes, table.unplayed("anna")) == ((15,), {})
