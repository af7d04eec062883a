"""Longest Road and Largest Army (rules 9; base 6.8)."""

from serai.referee.catan_rules.components import KNIGHT
from serai.referee.catan_rules.state import NOBODY
from serai.referee.games.alexander.soldiers import spend_soldiers
from tests.games.alexander.table import GameTable


def armies(*counts: int, holder: str | None = None) -> GameTable:
    """So many soldiers by seat."""
    table = GameTable()
    for name, count in zip(table.names, counts, strict=True):
        table.soldiers(name, count)
    table.set(largest_army=NOBODY if holder is None else table.names.index(holder))
    return table


def spends(table: GameTable, name: str, soldiers: int = 1) -> None:
    table.happens(lambda state: spend_soldiers(state, table.names.index(name), soldiers))


def test_a_temple_cuts_a_road() -> None:
    """A-SC-01: five roads through junction 4 are broken by the settlement won there; an own one breaks nothing."""
    for winner, length in (("ben", 4), ("anna", 5)):
        table = GameTable()
        table.roads("anna", "q0r2NE q1r1SE q1r2NE q2r1SE q2r2NE")
        assert (table.holder("longest_road"), table.anna.road_length) == ("anna", 5)
        table.temple(4, winner)
        table.says(f"{winner} 1", *(f"{name} pass" for name in after(table, winner)))
        assert table.anna.road_length == length
        assert table.holder("longest_road") == ("anna" if winner == "anna" else None)


def after(table: GameTable, name: str) -> list[str]:
    """The other names, clockwise."""
    place = table.names.index(name)
    return table.names[place + 1 :] + table.names[:place]


def test_spent_soldiers_do_not_count() -> None:
    """A-SC-02: the army is what lies face up."""
    table = armies(4, 3, 0, 0, holder="anna")
    spends(table, "anna", 2)
    assert table.anna.knights == 2
    assert table.holder("largest_army") == "ben"
    assert table.points("anna") == 0


def test_when_the_holder_loses_it() -> None:
    """A-SC-03: when another has more; not before."""
    table = armies(4, 3, 0, 0, holder="anna")
    spends(table, "anna")
    assert table.holder("largest_army") == "anna"
    spends(table, "anna")
    assert table.holder("largest_army") == "ben"


def test_who_takes_it() -> None:
    """A-SC-04: a single seat with the most, at least three; otherwise nobody."""
    table = armies(4, 3, 3, 0, holder="anna")
    spends(table, "anna", 2)
    assert table.holder("largest_army") is None
    assert table.journal[-1] == "seat 0 loses the largest army to nobody"
    table.cards("ben", "knight")
    table.main("ben")
    table.ben.does("play_knight")
    assert table.holder("largest_army") == "ben"
    table.cards("dirk", "knight")
    table.dirk.set(knights=2)
    table.main("dirk")
    table.dirk.does("play_knight", "move_robber:q0r0")
    assert table.holder("largest_army") == "ben"


def test_a_smaller_army_does_not_take_it_from_equals() -> None:
    """A-SC-04: two with four each leave it with nobody, a third with three does not take it."""
    table = armies(4, 4, 2, 0)
    table.cards("carla", "knight")
    table.main("carla")
    table.carla.does("play_knight")
    assert table.carla.knights == 3
    assert table.holder("largest_army") is None


def test_spent_knights_can_be_bought_again() -> None:
    """A-SC-05: also from a deck that was empty."""
    table = armies(1, 0, 0, 0)
    table.set(deck=())
    table.hand("anna", "1 wool 1 grain 1 ore")
    table.main("anna")
    assert "buy_dev_card" not in table.anna.options
    spends(table, "anna")
    assert table.state.deck == (KNIGHT,)
    table.main("anna")
    table.anna.does("buy_dev_card")
    assert table.unplayed("anna") == {"knight": 1}


def test_example_10_largest_army_lost() -> None:
    """A-SC-03: three against two: after one is spent nobody holds the card; against three the other takes it."""
    table = armies(3, 2, 0, 0, holder="anna")
    before = table.points("anna")
    spends(table, "anna")
    assert table.holder("largest_army") is None
    assert table.points("anna") == before - 2
    table = armies(3, 3, 0, 0, holder="anna")
    spends(table, "anna")
    assert table.holder("largest_army") == "ben"
