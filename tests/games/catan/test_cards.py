"""Development cards and the largest army (rules 6.5 and 6.9)."""

import pytest

from serai.referee.catan_rules.effects import FreeRoute, TakeCard
from serai.referee.catan_rules.robber import Robber
from serai.referee.catan_rules.turn import Main, PreRoll
from serai.referee.core.errors import IllegalAction
from tests.games.catan.table import Island

PRICE = "1 wool 1 grain 1 ore"


def with_cards(kinds: str, name: str = "anna") -> Island:
    """Somebody with a settlement, a road and these cards, after the roll."""
    island = Island()
    island.settlements(name, "q0r0N")
    island.roads(name, "q0r0NE")
    island.cards(name, kinds)
    island.main(name)
    return island


def plays(island: Island, name: str = "anna") -> list[str]:
    return island.starting(name, "play")


def test_a_bought_card_is_the_top_of_the_deck() -> None:
    """B-DC-01: only its owner learns which."""
    island = with_cards("")
    island.hand("anna", PRICE)
    island.on_top("monopoly")
    island.anna.does("buy_dev_card")
    assert island.unplayed("anna") == {"monopoly": 1}
    assert island.heard_by("anna")[-1] == "seat 0 buys monopoly"
    assert island.heard_by("ben")[-1] == island.heard_by(None)[-1] == "seat 0 buys ?"
    assert len(island.state.deck) == 24


def test_an_empty_deck() -> None:
    """B-DC-02: nothing can be bought."""
    island = with_cards("")
    island.hand("anna", PRICE)
    assert "buy_dev_card" in island.anna.options
    island.set(deck=())
    assert "buy_dev_card" not in island.anna.options


def test_one_card_a_turn() -> None:
    """B-DC-03: the second stays in hand until the next turn; a victory point never counts as played."""
    island = with_cards("monopoly year_of_plenty victory_point")
    island.anna.does("play_monopoly:ore")
    assert plays(island) == []
    island.turn("anna")
    assert plays(island) == ["play_year_of_plenty"]


def test_a_fresh_card_waits() -> None:
    """B-DC-04: bought this turn it cannot be played; an older one of the same kind can."""
    island = with_cards("")
    island.hand("anna", PRICE)
    island.on_top("knight")
    island.anna.does("buy_dev_card")
    assert plays(island) == []
    island.cards("anna", "knight knight")
    assert plays(island) == ["play_knight"]
    island.anna.does("play_knight", "move_robber:q0r2")
    island.anna.does("end_turn")
    island.turn("anna")
    assert plays(island) == ["play_knight"]


def test_before_or_after_the_roll() -> None:
    """B-DC-05: any kind, in the own turn only."""
    island = with_cards("knight road_building year_of_plenty monopoly")
    everything = ["play_knight", "play_road_building", "play_year_of_plenty"]
    everything += [f"play_monopoly:{kind}" for kind in ("lumber", "brick", "wool", "grain", "ore")]
    assert plays(island) == everything
    island.turn("anna")
    assert plays(island) == everything
    island.turn("ben")
    with pytest.raises(IllegalAction):
        island.anna.does("play_knight")
    assert plays(island, "ben") == []


def test_several_cards_can_be_bought() -> None:
    """B-DC-06."""
    island = with_cards("")
    island.hand("anna", "3 wool 3 grain 3 ore")
    island.anna.does("buy_dev_card", "buy_dev_card", "buy_dev_card")
    assert sum(island.anna.dev_cards) == 3


def test_a_knight() -> None:
    """B-DC-07: he joins the army, moves the robber and steals; nobody discards."""
    island = with_cards("knight")
    island.settlements("ben", "q0r-1N")
    island.hand("ben", "9 ore")
    island.anna.does("play_knight")
    assert island.anna.must(Robber)
    island.anna.does("move_robber:q0r-1")
    assert (island.anna.knights, island.anna.cards, island.ben.cards) == (1, 1, 8)


def test_two_free_roads() -> None:
    """B-DC-08: under the rules of building, the second from the end of the first."""
    island = with_cards("road_building")
    island.anna.does("play_road_building", "place_free_road:q1r-1SE", "place_free_road:q1r-1E")
    assert island.anna.routes == (3,)
    assert island.anna.must(Main)
    assert island.state.bank == [19] * 5


def test_road_building_without_a_place() -> None:
    """B-DC-09: not playable without a piece or an edge."""
    island = with_cards("road_building")
    island.anna.set(routes=(15,))
    assert plays(island) == []
    island = Island()
    island.cards("anna", "road_building")
    assert plays(island) == []


def test_the_second_road_may_be_left() -> None:
    """B-DC-09: the first may not."""
    island = with_cards("road_building")
    island.anna.does("play_road_building")
    assert "skip_free_road" not in island.anna.options
    island.anna.does("place_free_road:q1r-1SE")
    assert island.anna.must(FreeRoute)
    assert island.anna.default == "skip_free_road"
    island.anna.does("skip_free_road")
    assert island.anna.routes == (2,)
    assert island.anna.must(Main)


def test_year_of_plenty() -> None:
    """B-DC-10: two cards, equal or different, of what the bank has."""
    island = with_cards("year_of_plenty")
    island.bank(brick=0)
    island.anna.does("play_year_of_plenty")
    assert island.anna.options == ["take:lumber", "take:wool", "take:grain", "take:ore"]
    island.anna.does("take:ore", "take:ore")
    assert island.holds("anna") == "2 ore"
    island.cards("anna", "year_of_plenty")
    island.main("anna")
    island.anna.does("play_year_of_plenty", "take:wool")
    assert island.anna.must(TakeCard)
    island.anna.does("take:grain")
    assert island.holds("anna") == "1 wool 1 grain 2 ore"


def test_year_of_plenty_with_a_poor_bank() -> None:
    """B-DC-11: not playable when it is empty, one card if it holds one."""
    island = with_cards("year_of_plenty")
    island.bank(lumber=0, brick=0, wool=0, grain=0, ore=0)
    assert plays(island) == []
    island.bank(wool=1)
    island.anna.does("play_year_of_plenty")
    assert island.holds("anna") == "1 wool"
    assert island.anna.must(Main)


def test_monopoly() -> None:
    """B-DC-12: all cards of the kind, of all others."""
    island = with_cards("monopoly")
    island.hand("anna", "1 ore")
    island.hand("ben", "2 ore 1 wool")
    island.hand("dirk", "3 ore")
    island.anna.does("play_monopoly:ore")
    assert [island.holds(name) for name in island.names] == ["6 ore", "1 wool", "", ""]
    assert island.journal[-1] == "seat 0 gathers all ore: 0,2,0,3 from the seats"


def test_monopoly_of_what_nobody_has() -> None:
    """B-DC-13: the card is spent."""
    island = with_cards("monopoly")
    island.anna.does("play_monopoly:brick")
    assert island.holds("anna") == ""
    assert island.unplayed("anna") == {}


def test_victory_points_stay_hidden() -> None:
    """B-DC-14: never played, counted at once, seen by nobody else."""
    island = with_cards("")
    island.hand("anna", PRICE)
    island.on_top("victory_point")
    island.anna.does("buy_dev_card")
    assert (island.points("anna"), island.public_points("anna")) == (2, 1)
    assert island.ben.view.players[0].points == 1
    assert island.anna.view.own.points == 2
    assert plays(island) == []
    with pytest.raises(IllegalAction):
        island.anna.does("play_victory_point")


def test_played_cards_leave_the_game() -> None:
    """B-DC-15: except knights, who stay face up."""
    island = with_cards("monopoly knight")
    before = len(island.state.deck)
    island.anna.does("play_monopoly:ore")
    island.turn("anna")
    island.anna.does("play_knight", "move_robber:q0r2")
    assert (island.unplayed("anna"), island.anna.knights, len(island.state.deck)) == ({}, 1, before)
    assert island.ben.view.players[0].knights == 1


def play_knights(island: Island, name: str, number: int) -> None:
    """So many knights, each in a turn of its own."""
    for _ in range(number):
        island.cards(name, "knight")
        island.main(name)
        there = "q0r1" if island.state.robber == island.hex("q0r2") else "q0r2"
        island.seat(name).does("play_knight", f"move_robber:{there}")


def test_the_first_army_of_three() -> None:
    """B-LA-01: takes the card and two points."""
    island = Island()
    play_knights(island, "anna", 2)
    assert island.holder("largest_army") is None
    play_knights(island, "anna", 1)
    assert (island.holder("largest_army"), island.points("anna")) == ("anna", 2)


def test_example_13_largest_army() -> None:
    """B-LA-02: 3 and 2 knights; the third of seat 1 changes nothing, its fourth moves the card."""
    island = Island()
    play_knights(island, "anna", 3)
    play_knights(island, "ben", 2)
    assert island.holder("largest_army") == "anna"
    play_knights(island, "ben", 1)
    assert island.holder("largest_army") == "anna"
    play_knights(island, "ben", 1)
    assert island.holder("largest_army") == "ben"


def test_knights_in_hand_do_not_count() -> None:
    """B-LA-03."""
    island = Island()
    play_knights(island, "anna", 2)
    island.cards("anna", "knight knight knight")
    assert island.holder("largest_army") is None


def test_example_14_card_timing() -> None:
    """Bought in turn 9, playable in the own next turn also before the roll; no second card in that turn."""
    island = with_cards("")
    island.hand("anna", "2 wool 2 grain 2 ore")
    island.on_top("knight")
    island.anna.does("buy_dev_card")
    assert plays(island) == []
    island.on_top("monopoly")
    island.anna.does("buy_dev_card", "end_turn")
    island.turn("anna")
    assert island.anna.must(PreRoll)
    assert "play_knight" in plays(island)
    island.anna.does("play_knight", "move_robber:q0r2")
    assert plays(island) == []


def test_example_21_road_building_with_one_piece_left() -> None:
    """One road is placed, and the card is spent."""
    island = with_cards("road_building")
    island.anna.set(routes=(14,))
    island.anna.does("play_road_building", "place_free_road:q1r-1SE")
    assert island.anna.must(Main)
    assert (island.anna.routes, island.unplayed("anna")) == ((15,), {})
