"""Ports of one's own and of others (special rule 5; rules 7.4)."""

import pytest

from serai.referee.catan_rules.building import place_route
from serai.referee.catan_rules.layout import ROAD, SHIP
from serai.referee.core.errors import IllegalAction
from serai.referee.games.cheops.board import PORTS
from tests.games.cheops.table import GameTable


def joined(hand: str = "2 grain 1 gold") -> GameTable:
    """The rulebook's example: White (Anna) is joined to Blue's (Ben's) 2:1 grain port."""
    table = GameTable()
    table.settlements("ben", "q3r2N")
    table.roads("ben", "q3r2NE")
    table.settlements("anna", "q3r3N")
    table.ships("anna", "q3r2E")
    table.hand("anna", hand)
    return table


def foreign(table: GameTable, name: str = "anna") -> list[str]:
    """The exchanges through ports of others."""
    return [option for option in table.starting(name, "bank_trade") if option.count(":") == 3]


def test_own_ports_are_free() -> None:
    """H-PO-01: as in Catan, without a fee."""
    table = joined()
    table.main("ben")
    table.hand("ben", "2 grain")
    table.ben.does("bank_trade:grain:ore")
    assert table.holds("ben") == "1 ore"


def test_a_connected_port_of_another() -> None:
    """H-PO-02: to the building of its controller; the other, empty vertex of the port does not count."""
    table = joined()
    assert foreign(table) == [f"bank_trade:grain:{good}:P2" for good in ("lumber", "brick", "wool", "ore")]
    apart = GameTable()
    apart.settlements("ben", "q3r2N")
    apart.settlements("anna", "q3r0S")
    apart.ships("anna", "q3r0SE")
    apart.hand("anna", "2 grain 1 gold")
    assert foreign(apart) == []


def test_one_gold_for_each_exchange() -> None:
    """H-PO-03, C8: to the controller, every time."""
    table = joined("4 grain 3 gold")
    table.anna.does("bank_trade:grain:ore:P2", "bank_trade:grain:wool:P2")
    assert (table.holds("anna"), table.gold("ben")) == ("1 wool 1 ore 1 gold", 5)


def test_example_5_foreign_port() -> None:
    """H-PO-01, H-PO-04, C9: White pays two grain and a gold for an ore, unasked; Blue trades there without fee."""
    table = joined()
    table.anna.does("bank_trade:grain:ore:P2")
    assert table.anna.asked
    assert not table.ben.asked
    assert table.holds("anna") == "1 ore"
    assert table.gold("ben") == 4
    assert (table.state.bank[3], table.state.bank[4]) == (19, 18)
    table.main("ben")
    table.hand("ben", "2 grain")
    table.ben.does("bank_trade:grain:ore")
    assert table.holds("ben") == "1 ore"
    assert table.gold("ben") == 0


def test_example_6_not_connected_or_no_gold() -> None:
    """H-PO-05: without the ship, or without gold, only the bank at 4:1; nothing else is accepted."""
    table = joined("4 grain")
    assert foreign(table) == []
    assert "bank_trade:grain:ore" in table.anna.options
    with pytest.raises(IllegalAction):
        table.anna.does("bank_trade:grain:ore:P2")
    table = GameTable()
    table.settlements("ben", "q3r2N")
    table.roads("ben", "q3r2NE")
    table.settlements("anna", "q3r3N")
    table.hand("anna", "4 grain 1 gold")
    assert foreign(table) == []
    assert "bank_trade:grain:ore" in table.anna.options


def test_without_gold_or_connection() -> None:
    """H-PO-05: with two grain, the port's rate, and nothing of Ben's beside it: not listed, and not accepted."""
    table = joined("2 grain")
    assert foreign(table) == []
    with pytest.raises(IllegalAction):
        table.anna.does("bank_trade:grain:ore:P2")
    table = GameTable()
    table.settlements("ben", "q3r2N")
    table.settlements("anna", "q3r3N")
    table.hand("anna", "2 grain 1 gold")
    assert foreign(table) == []


def test_only_a_better_rate() -> None:
    """H-PO-06: with the own grain rate as good, the foreign port is of no use."""
    table = joined()
    assert foreign(table)
    table.anna.set(rates=(4, 4, 4, 2, 4, 4))
    assert foreign(table) == []


def test_the_best_port_of_each_controller() -> None:
    """H-PO-07: the lowest id among equals; different controllers side by side."""
    table = joined("9 grain 9 wool 9 gold")
    table.settlements("ben", "q1r2N q1r7S")
    table.roads("ben", "q1r1SE")
    table.set(webs=bytes([1]) * len(table.state.vertices))
    assert {option.split(":")[3] for option in foreign(table) if option.split(":")[1] == "grain"} == {"P2"}
    assert {option.split(":")[3] for option in foreign(table) if option.split(":")[1] == "wool"} == {"P1"}
    table.settlements("carla", "q2r5N")
    table.set(webs=bytes([1]) * len(table.state.vertices))
    assert {option.split(":")[3] for option in foreign(table) if option.split(":")[1] == "grain"} == {"P2", "P5"}


def test_no_gold_through_a_foreign_port() -> None:
    """H-PO-08, C24: neither given nor taken."""
    table = joined("9 grain 9 gold")
    assert foreign(table)
    assert not [option for option in foreign(table) if "gold" in option]


def test_nobodys_port() -> None:
    """H-PO-09: a route to it is not enough."""
    table = GameTable()
    table.settlements("anna", "q3r3N")
    table.ships("anna", "q3r2E")
    table.roads("anna", "q3r2NE")
    table.hand("anna", "2 grain 1 gold")
    assert foreign(table) == []


def test_the_bank_must_have_it() -> None:
    """H-PO-10."""
    table = joined()
    table.bank(ore=0)
    assert "bank_trade:grain:ore:P2" not in foreign(table)
    assert "bank_trade:grain:wool:P2" in foreign(table)


def test_in_the_own_turn_any_number_of_times() -> None:
    """H-PO-11: not in another's turn, not before the roll."""
    table = joined("6 grain 3 gold")
    for _ in range(3):
        table.anna.does("bank_trade:grain:ore:P2")
    assert table.holds("anna") == "3 ore"
    table.hand("anna", "6 grain 3 gold")
    table.turn("anna")
    assert foreign(table) == []
    table.main("ben")
    with pytest.raises(IllegalAction):
        table.anna.does("bank_trade:grain:ore:P2")


def test_ports_of_two_controllers() -> None:
    """H-PO-07: of each the one with the best rate, in the order of ports, whoever controls them."""
    table = GameTable()
    at = {port.id: table.state.layout.grid.vertex_names[port.vertices[0]] for port in PORTS}
    table.settlements("ben", f"{at['P1']} {at['P8']}")
    table.settlements("carla", at["P5"])
    table.settlements("anna", "q-1r5N")
    roads, ships = table.state.layout.ground.takes
    for edge in roads | ships:
        place_route(table.state, 3, ROAD if edge in roads else SHIP, edge)
    table.hand("anna", "3 ore 1 gold")
    kinds = ("lumber", "brick", "wool", "grain")
    assert foreign(table) == [f"bank_trade:ore:{kind}:{port}" for port in ("P5", "P8") for kind in kinds]


def test_what_is_told_of_a_foreign_port() -> None:
    """H-PO-03, H-PO-04: the fee and the exchange, each once."""
    table = joined()
    since = len(table.journal)
    table.anna.does("bank_trade:grain:ore:P2")
    assert table.heard_by(None)[since:] == ["seat 0 pays 1 gold to seat 1", "seat 0 trades 2 grain for ore through P2"]


def test_example_7_dominated_port() -> None:
    """With an own 3:1 port grain through P2 is still listed, wool never is."""
    table = joined("9 grain 9 wool 9 gold")
    table.settlements("anna", "q1r2N")
    listed = {option.split(":")[1] for option in foreign(table)}
    assert listed == {"grain"}
