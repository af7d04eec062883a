"""The roll and what the hexes yield (rules 6.1)."""

import pytest

from serai.referee.catan_rules.turn import Main
from tests.catan_rules.table import FOUR
from tests.games.catan.table import GameTable


def test_every_building_at_every_hex_of_the_sum() -> None:
    """B-PR-01: 6 and hills, 6 and fields: both pay all who are there."""
    table = GameTable()
    table.settlements("anna", "q0r0N")
    table.settlements("ben", "q-1r2N")
    table.settlements("carla", "q0r-1N")
    table.rolls("dirk", 2, 4)
    assert [table.holds(name) for name in table.names] == ["1 brick", "1 grain", "1 brick", ""]
    assert table.dirk.must(Main)


def test_example_1_production() -> None:
    """B-PR-02: 6 gives a brick, 4 a wool, twice as much with a city, and 8 nothing."""
    table = GameTable()
    table.settlements("anna", "q0r0N")
    table.produces(6)
    table.produces(4)
    table.produces(8)
    assert table.holds("anna") == "1 brick 1 wool"
    city = GameTable()
    city.cities("anna", "q0r0N")
    city.produces(6)
    city.produces(4)
    city.produces(8)
    assert city.holds("anna") == "2 brick 2 wool"


def test_a_city_takes_two() -> None:
    """B-PR-02: a settlement one card per hex, a city two, at the same hex and roll."""
    table = GameTable()
    table.settlements("anna", "q0r0N")
    table.cities("ben", "q0r-1N")
    table.produces(6)
    assert (table.holds("anna"), table.holds("ben")) == ("1 brick", "2 brick")


@pytest.mark.parametrize("name", FOUR.split())
def test_every_seat_takes_the_same(name: str) -> None:
    """B-PR-02: whoever it is, one for a settlement and two for a city; nobody else gets anything."""
    table = GameTable()
    table.settlements(name, "q0r0N")
    table.cities(name, "q0r-1N")
    table.produces(6)
    assert table.holds(name) == "3 brick"
    assert sum(player.cards for player in table.players) == 3


@pytest.mark.parametrize("number", [2, 3, 4, 5, 6, 8, 9, 10, 11, 12])
def test_every_number_yields(number: int) -> None:
    """B-PR-01: a settlement at a hex of each number takes its card."""
    table = GameTable()
    layout = table.state.layout
    vertex = layout.grid.corners[layout.numbers.index(number)][0]
    table.settlements("carla", layout.grid.vertex_names[vertex])
    expected = sum(layout.numbers[hex_] == number for hex_ in layout.grid.hexes_at[vertex])
    table.produces(number)
    assert table.carla.cards == expected > 0


def test_several_buildings_at_one_hex() -> None:
    """B-PR-03: each is paid."""
    table = GameTable()
    table.settlements("anna", "q0r0N q0r-1N")
    table.produces(6)
    assert table.holds("anna") == "2 brick"


def test_example_2_robber_blocks_one_hex_only() -> None:
    """B-PR-04: Anna at the robbed hills gets nothing, Ben at the fields 6 his grain."""
    table = GameTable()
    table.settlements("anna", "q0r0N")
    table.settlements("ben", "q-1r2N")
    table.robber("q0r-1")
    table.produces(6)
    assert (table.holds("anna"), table.holds("ben")) == ("", "1 grain")


def test_the_robber_blocks_his_hex_only() -> None:
    """B-PR-04: the other hex with the number yields, to the same seat too."""
    table = GameTable()
    table.settlements("anna", "q0r0N q-1r2N")
    table.robber("q0r-1")
    table.produces(6)
    assert table.holds("anna") == "1 grain"


def test_example_3_shortage_several_claimants() -> None:
    """B-PR-05, B-PR-07: one ore in the bank and two owed: none is paid, it stays there; brick of the roll is paid."""
    table = GameTable()
    table.settlements("anna", "q0r-2N")
    table.settlements("carla", "q0r-2S q2r-2S")
    table.bank(ore=1)
    table.produces(10)
    assert (table.holds("anna"), table.holds("carla"), table.state.bank[4]) == ("", "1 brick", 1)
    assert "too little ore for all who are owed" in table.journal


def test_shortage_with_several_claimants() -> None:
    """B-PR-05: one is owed to each of two: nobody gets that kind, the bank keeps it."""
    table = GameTable()
    table.settlements("anna", "q0r0N")
    table.settlements("ben", "q0r-1N")
    table.bank(brick=1)
    table.produces(6)
    assert (table.holds("anna"), table.holds("ben"), table.state.bank[1]) == ("", "", 1)
    assert "too little brick for all who are owed" in table.journal


def test_shortage_is_judged_by_kind() -> None:
    """B-PR-07: bricks are short, the grain of the same roll is paid, also to a seat that is owed both."""
    table = GameTable()
    table.settlements("anna", "q0r0N q-1r2N")
    table.settlements("ben", "q0r-1N")
    table.bank(brick=1)
    table.produces(6)
    assert (table.holds("anna"), table.holds("ben")) == ("1 grain", "")


def test_example_4_shortage_one_claimant() -> None:
    """B-PR-06: one ore in the bank and two owed to Anna alone: she gets one."""
    table = GameTable()
    table.cities("anna", "q0r-2N")
    table.bank(ore=1)
    table.produces(10)
    assert (table.holds("anna"), table.state.bank[4]) == ("1 ore", 0)


def test_shortage_with_one_claimant() -> None:
    """B-PR-06: it takes what is left."""
    table = GameTable()
    table.cities("anna", "q0r0N")
    table.bank(brick=1)
    table.produces(6)
    assert (table.holds("anna"), table.state.bank[1]) == ("1 brick", 0)


def test_an_empty_bank_pays_nothing() -> None:
    """B-PR-06: of nothing even one claimant gets nothing."""
    table = GameTable()
    table.settlements("anna", "q0r0N")
    table.bank(brick=0)
    table.produces(6)
    assert table.holds("anna") == ""


def test_a_claim_is_the_sum_over_all_hexes() -> None:
    """B-PR-08: settlement and city at the hills owe Anna three; two are left, and she alone is owed."""
    table = GameTable()
    table.settlements("anna", "q0r0N")
    table.cities("anna", "q0r-1N")
    table.bank(brick=2)
    table.produces(6)
    assert table.holds("anna") == "2 brick"
    assert "seat 0 receives 0,2,0,0,0" in table.journal


def test_a_die_has_six_faces() -> None:
    """B-PR-01: a seventh cannot be drawn for either die."""
    for dice in ((6, 0), (0, 6)):
        table = GameTable()
        table.luck.foretell("dice", *dice)
        table.turn("carla")
        with pytest.raises(AssertionError, match="below 6"):
            table.carla.does("roll")


def test_two_kinds_run_short() -> None:
    """B-PR-07, B-GE-05: told in the order of goods, wherever their hexes lie: brick before ore."""
    table = GameTable()
    table.settlements("anna", "q0r-2N q2r-1N")
    table.bank(brick=0, ore=0)
    table.produces(10)
    assert table.journal[-2:] == ["too little brick for all who are owed", "too little ore for all who are owed"]


def test_a_bank_with_just_enough() -> None:
    """B-PR-05: what is owed to several in all, and not one more: everybody is paid."""
    table = GameTable()
    table.settlements("anna", "q0r0N")
    table.cities("dirk", "q0r-1N")
    table.bank(brick=3)
    table.produces(6)
    assert (table.holds("anna"), table.holds("dirk"), table.state.bank[1]) == ("1 brick", "2 brick", 0)
