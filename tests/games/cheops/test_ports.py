"""Ports of one's own and of others (special rule 5; rules 7.4)."""

import pytest

from serai.referee.core.errors import IllegalAction
from tests.games.cheops.table import River


def joined(hand: str = "2 grain 1 gold") -> River:
    """The rulebook's example: White (Anna) is joined to Blue's (Ben's) 2:1 grain port."""
    river = River()
    river.settlements("ben", "q3r2N")
    river.roads("ben", "q3r2NE")
    river.settlements("anna", "q3r3N")
    river.ships("anna", "q3r2E")
    river.hand("anna", hand)
    return river


def foreign(river: River, name: str = "anna") -> list[str]:
    """The exchanges through ports of others."""
    return [option for option in river.starting(name, "bank_trade") if option.count(":") == 3]


def test_own_ports_are_free() -> None:
    """H-PO-01: as in Catan, without a fee."""
    river = joined()
    river.main("ben")
    river.hand("ben", "2 grain")
    river.ben.does("bank_trade:grain:ore")
    assert river.holds("ben") == "1 ore"


def test_a_connected_port_of_another() -> None:
    """H-PO-02: to the building of its controller; the other, empty vertex of the port does not count."""
    river = joined()
    assert foreign(river) == [f"bank_trade:grain:{good}:P2" for good in ("lumber", "brick", "wool", "ore")]
    apart = River()
    apart.settlements("ben", "q3r2N")
    apart.settlements("anna", "q3r0S")
    apart.ships("anna", "q3r0SE")
    apart.hand("anna", "2 grain 1 gold")
    assert foreign(apart) == []


def test_one_gold_for_each_exchange() -> None:
    """H-PO-03, C8: to the controller, every time."""
    river = joined("4 grain 3 gold")
    river.anna.does("bank_trade:grain:ore:P2", "bank_trade:grain:wool:P2")
    assert (river.holds("anna"), river.gold("ben")) == ("1 wool 1 ore 1 gold", 5)


def test_example_5_foreign_port() -> None:
    """H-PO-01, H-PO-04, C9: White pays two grain and a gold for an ore, unasked; Blue trades there without fee."""
    river = joined()
    river.anna.does("bank_trade:grain:ore:P2")
    assert river.anna.asked
    assert not river.ben.asked
    assert river.holds("anna") == "1 ore"
    assert river.gold("ben") == 4
    assert (river.state.bank[3], river.state.bank[4]) == (19, 18)
    river.main("ben")
    river.hand("ben", "2 grain")
    river.ben.does("bank_trade:grain:ore")
    assert river.holds("ben") == "1 ore"
    assert river.gold("ben") == 0


def test_example_6_not_connected_or_no_gold() -> None:
    """H-PO-05: without the ship, or without gold, only the bank at 4:1; nothing else is accepted."""
    river = joined("4 grain")
    assert foreign(river) == []
    assert "bank_trade:grain:ore" in river.anna.options
    with pytest.raises(IllegalAction):
        river.anna.does("bank_trade:grain:ore:P2")
    river = River()
    river.settlements("ben", "q3r2N")
    river.roads("ben", "q3r2NE")
    river.settlements("anna", "q3r3N")
    river.hand("anna", "4 grain 1 gold")
    assert foreign(river) == []
    assert "bank_trade:grain:ore" in river.anna.options


def test_without_gold_or_connection() -> None:
    """H-PO-05: with two grain, the port's rate, and nothing of Ben's beside it: not listed, and not accepted."""
    river = joined("2 grain")
    assert foreign(river) == []
    with pytest.raises(IllegalAction):
        river.anna.does("bank_trade:grain:ore:P2")
    river = River()
    river.settlements("ben", "q3r2N")
    river.settlements("anna", "q3r3N")
    river.hand("anna", "2 grain 1 gold")
    assert foreign(river) == []


def test_only_a_better_rate() -> None:
    """H-PO-06: with the own grain rate as good, the foreign port is of no use."""
    river = joined()
    assert foreign(river)
    river.anna.set(rates=(4, 4, 4, 2, 4, 4))
    assert foreign(river) == []


def test_the_best_port_of_each_controller() -> None:
    """H-PO-07: the lowest id among equals; different controllers side by side."""
    river = joined("9 grain 9 wool 9 gold")
    river.settlements("ben", "q1r2N q1r7S")
    river.roads("ben", "q1r1SE")
    river.set(webs=bytes([1]) * len(river.state.vertices))
    assert {option.split(":")[3] for option in foreign(river) if option.split(":")[1] == "grain"} == {"P2"}
    assert {option.split(":")[3] for option in foreign(river) if option.split(":")[1] == "wool"} == {"P1"}
    river.settlements("carla", "q2r5N")
    river.set(webs=bytes([1]) * len(river.state.vertices))
    assert {option.split(":")[3] for option in foreign(river) if option.split(":")[1] == "grain"} == {"P2", "P5"}


def test_no_gold_through_a_foreign_port() -> None:
    """H-PO-08, C24: neither given nor taken."""
    river = joined("9 grain 9 gold")
    assert foreign(river)
    assert not [option for option in foreign(river) if "gold" in option]


def test_nobodys_port() -> None:
    """H-PO-09: a route to it is not enough."""
    river = River()
    river.settlements("anna", "q3r3N")
    river.ships("anna", "q3r2E")
    river.roads("anna", "q3r2NE")
    river.hand("anna", "2 grain 1 gold")
    assert foreign(river) == []


def test_the_bank_must_have_it() -> None:
    """H-PO-10."""
    river = joined()
    river.bank(ore=0)
    assert "bank_trade:grain:ore:P2" not in foreign(river)
    assert "bank_trade:grain:wool:P2" in foreign(river)


def test_in_the_own_turn_any_number_of_times() -> None:
    """H-PO-11: not in another's turn, not before the roll."""
    river = joined("6 grain 3 gold")
    for _ in range(3):
        river.anna.does("bank_trade:grain:ore:P2")
    assert river.holds("anna") == "3 ore"
    river.hand("anna", "6 grain 3 gold")
    river.turn("anna")
    assert foreign(river) == []
    river.main("ben")
    with pytest.raises(IllegalAction):
        river.anna.does("bank_trade:grain:ore:P2")


def test_example_7_dominated_port() -> None:
    """With an own 3:1 port grain through P2 is still listed, wool never is."""
    river = joined("9 grain 9 wool 9 gold")
    river.settlements("anna", "q1r2N")
    listed = {option.split(":")[1] for option in foreign(river)}
    assert listed == {"grain"}
