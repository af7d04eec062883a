"""Rolling a seven, the robber and theft (rules 6.2 and 6.3)."""

from collections import Counter

import pytest

from serai.referee.catan_rules.goods import steal_card
from serai.referee.catan_rules.robber import Discard, Robber, Victim
from serai.referee.catan_rules.turn import Main
from serai.referee.core.errors import IllegalAction
from serai.referee.core.luck import Luck
from tests.games.catan.table import GameTable


def hands(table: GameTable, *sizes: int) -> None:
    """So many cards for each seat, ore as far as it goes."""
    kinds = ("ore", "wool", "grain", "brick")
    for name, size, kind in zip(table.names, sizes, kinds, strict=True):
        table.hand(name, f"{size} {kind}")


def test_a_seven_produces_nothing() -> None:
    """B-SE-01: no number token is a seven; hands stay as they were."""
    table = GameTable()
    table.settlements("anna", "q0r0N")
    table.rolls("anna", 3, 4)
    assert table.holds("anna") == ""
    assert 7 not in table.state.layout.numbers
    assert table.anna.must(Robber)


def test_example_6_seven_and_discards() -> None:
    """B-SE-02: nine and eight cards lose four, seven and three none; seat 1 is active and asked before seat 0."""
    table = GameTable()
    hands(table, 9, 8, 7, 3)
    table.rolls("ben", 3, 4)
    asked = []
    while isinstance(table.state.agenda[-1], Discard):
        (seat,) = table.state.options
        asked.append(seat)
        table.players[seat].does(table.players[seat].options[0])
    assert asked == [1, 1, 1, 1, 0, 0, 0, 0]
    assert [player.cards for player in table.players] == [5, 4, 7, 3]
    assert table.ben.must(Robber)


def test_more_than_seven_cards_lose_half() -> None:
    """B-SE-02: nine lose four, eight lose four, seven none; the active seat, not asked to discard, moves the robber."""
    table = GameTable()
    hands(table, 9, 8, 7, 3)
    table.rolls("dirk", 3, 4)
    table.anna.does(*["discard:ore"] * 4)
    table.ben.does(*["discard:wool"] * 4)
    assert [player.cards for player in table.players] == [5, 4, 7, 3]
    assert table.dirk.must(Robber)


def test_the_active_seat_discards_too() -> None:
    """B-SE-03."""
    table = GameTable()
    hands(table, 8, 0, 0, 0)
    table.rolls("anna", 3, 4)
    assert table.anna.must(Discard)


def test_one_card_at_a_time_of_the_own_choice() -> None:
    """B-SE-04: the list shows the kinds held; the quota stays what it was at the roll."""
    table = GameTable()
    table.hand("anna", "3 lumber 2 wool 4 ore")
    table.rolls("anna", 3, 4)
    assert table.anna.options == ["discard:lumber", "discard:wool", "discard:ore"]
    table.anna.does("discard:wool", "discard:wool", "discard:ore")
    assert table.anna.options == ["discard:lumber", "discard:ore"]
    assert table.anna.view.pending.left == 1
    table.anna.does("discard:lumber")
    assert (table.holds("anna"), table.state.bank[2]) == ("2 lumber 3 ore", 19)


def test_discards_go_round_the_table_in_the_open() -> None:
    """B-SE-05: clockwise from the active seat, each finishing first; everybody sees the cards."""
    table = GameTable()
    hands(table, 8, 0, 8, 0)
    table.rolls("ben", 3, 4)
    assert table.carla.must(Discard)
    assert not table.anna.asked
    table.carla.does(*["discard:grain"] * 4)
    assert table.anna.must(Discard)
    assert table.heard_by("dirk").count("seat 2 discards grain") == 4


def test_then_the_robber_moves() -> None:
    """B-SE-06: after all discards, and the turn goes on with trading."""
    table = GameTable()
    hands(table, 0, 8, 0, 0)
    table.rolls("anna", 3, 4)
    table.ben.does(*["discard:wool"] * 4)
    assert table.anna.must(Robber)
    table.anna.does("move_robber:q0r-1")
    assert table.anna.must(Main)


def test_development_cards_are_no_cards_in_hand() -> None:
    """B-SE-07: seven resource cards and five of those are not too many."""
    table = GameTable()
    hands(table, 7, 0, 0, 0)
    table.cards("anna", "knight knight knight knight victory_point")
    table.rolls("anna", 3, 4)
    assert table.anna.must(Robber)


def test_the_robber_must_go_elsewhere() -> None:
    """B-RB-01: to any other land hex; back to the desert too."""
    table = GameTable()
    table.rolls("anna", 3, 4)
    assert len(table.anna.options) == 18
    assert "move_robber:q0r0" not in table.anna.options
    table.anna.does("move_robber:q0r-1")
    table.rolls("ben", 3, 4)
    assert "move_robber:q0r0" in table.ben.options
    assert "move_robber:q0r-1" not in table.ben.options


def test_victims_have_a_building_there_and_a_card() -> None:
    """B-RB-02: not who has no card, not who is elsewhere."""
    table = GameTable()
    table.settlements("ben", "q0r0N")
    table.settlements("carla", "q0r-1N")
    table.settlements("dirk", "q0r2S")
    hands(table, 0, 2, 0, 2)
    table.rolls("anna", 3, 4)
    table.anna.does("move_robber:q0r-1")
    assert (table.anna.cards, table.ben.cards, table.dirk.cards) == (1, 1, 2)


def test_every_card_is_equally_likely() -> None:
    """B-RB-03: the place drawn is a place in the hand, laid out kind by kind."""
    taken: Counter[int] = Counter()
    for place in range(6):
        table = GameTable()
        table.hand("ben", "3 lumber 1 wool 2 ore")
        taken[steal_card(table.state, 0, 1, place)] += 1
        assert (table.anna.cards, table.ben.cards) == (1, 5)
    assert taken == {0: 3, 2: 1, 4: 2}


def test_the_draw_goes_over_the_whole_hand() -> None:
    """B-RB-03: over many deals all six places come up about equally often."""
    places = Counter(Luck(bytes([n % 256, n // 256] * 16)).below(6, "theft") for n in range(3000))
    assert set(places) == set(range(6))
    assert max(places.values()) - min(places.values()) < 150


def test_a_theft_draws_over_all_cards_of_the_victim() -> None:
    """B-RB-03: every place of Ben's hand can be drawn when Carla robs him, none beyond it, and one draw is made."""
    taken = []
    for place in range(6):
        table = GameTable()
        table.settlements("ben", "q0r0N")
        table.hand("ben", "3 lumber 1 wool 2 ore")
        table.luck.foretell("theft", place)
        table.rolls("carla", 3, 4)
        table.carla.does("move_robber:q0r-1")
        taken.append(table.holds("carla"))
        assert (table.luck.drawn["theft"], table.ben.cards) == (1, 5)
    assert taken == ["1 lumber"] * 3 + ["1 wool"] + ["1 ore"] * 2
    beyond = GameTable()
    beyond.settlements("ben", "q0r0N")
    beyond.hand("ben", "3 lumber 1 wool 2 ore")
    beyond.luck.foretell("theft", 6)
    beyond.rolls("carla", 3, 4)
    with pytest.raises(AssertionError, match="below 6"):
        beyond.carla.does("move_robber:q0r-1")


def test_several_one_or_no_victims() -> None:
    """B-RB-04: a choice, a theft without asking, nothing."""
    table = GameTable()
    table.settlements("ben", "q0r0N")
    table.settlements("carla", "q0r-1N")
    hands(table, 0, 2, 2, 0)
    table.rolls("anna", 3, 4)
    table.anna.does("move_robber:q0r-1")
    assert table.anna.must(Victim)
    assert table.anna.options == ["steal:1", "steal:2"]
    table.anna.does("steal:2")
    assert table.holds("anna") == "1 grain"
    table.rolls("anna", 3, 4)
    table.anna.does("move_robber:q1r-1")
    assert (table.ben.cards, table.carla.cards) == (1, 1)
    table.rolls("anna", 3, 4)
    table.anna.does("move_robber:q0r2")
    assert table.anna.must(Main)
    assert table.anna.cards == 2


def test_several_buildings_one_card() -> None:
    """B-RB-05."""
    table = GameTable()
    table.settlements("ben", "q0r0N q0r-1N")
    hands(table, 0, 5, 0, 0)
    table.rolls("anna", 3, 4)
    table.anna.does("move_robber:q0r-1")
    assert (table.anna.cards, table.ben.cards) == (1, 4)


def test_nobody_robs_himself() -> None:
    """B-RB-06."""
    table = GameTable()
    table.settlements("anna", "q0r0N")
    hands(table, 5, 0, 0, 0)
    table.rolls("anna", 3, 4)
    table.anna.does("move_robber:q0r-1")
    assert table.anna.must(Main)
    assert table.anna.cards == 5


def test_from_the_first_turn_on() -> None:
    """B-RB-07: no friendly robber."""
    table = GameTable()
    table.state.turn = 0
    table.settlements("ben", "q0r0N")
    hands(table, 0, 1, 0, 0)
    table.rolls("anna", 3, 4)
    table.anna.does("move_robber:q0r-1")
    assert (table.state.turn, table.anna.cards) == (1, 1)


def test_example_7_stealing_without_a_choice() -> None:
    """Seat 2 there has no card, seat 3 five: one of its five moves, nobody is asked."""
    table = GameTable()
    table.settlements("carla", "q0r0N")
    table.settlements("dirk", "q0r-1N")
    hands(table, 0, 0, 0, 5)
    table.rolls("anna", 3, 4)
    table.anna.does("move_robber:q0r-1")
    assert table.anna.must(Main)
    assert (table.anna.cards, table.dirk.cards) == (1, 4)


def test_the_robber_stays_on_the_map() -> None:
    """B-RB-01: no other place is accepted."""
    table = GameTable()
    table.rolls("anna", 3, 4)
    with pytest.raises(IllegalAction):
        table.anna.does("move_robber:q0r0")
    assert table.anna.must(Robber)


def test_where_a_retired_seat_puts_the_robber() -> None:
    """B-RB-01: on the first hex without a building; if there is none, on the first of the list."""
    table = GameTable()
    first, second = table.state.layout.grid.hex_names[:2]
    table.happens(Robber(2))
    assert table.carla.default == f"move_robber:{first}"
    corner = table.state.layout.grid.corners[0][-1]
    table.settlements("anna", table.state.layout.grid.vertex_names[corner])
    free = next(h for h, at in enumerate(table.state.layout.grid.corners) if corner not in at)
    assert table.carla.default == f"move_robber:{table.state.layout.grid.hex_names[free]}"
    table.state.vertices[:] = bytes([1]) * len(table.state.vertices)
    assert table.carla.default == table.carla.options[0] == f"move_robber:{first}"
    table.robber(first)
    assert table.carla.default == table.carla.options[0] == f"move_robber:{second}"
