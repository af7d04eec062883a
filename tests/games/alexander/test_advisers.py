"""Rewards and advisers (rules 7.7 and 8)."""

import pytest

from serai.referee.catan_rules.turn import Main
from serai.referee.core.agenda import waiting
from serai.referee.games.alexander.advisers import Advisers
from serai.referee.games.alexander.board import PATH
from serai.referee.games.alexander.rewards import Temple
from tests.games.alexander.table import THREE, GameTable

CHIPS = ("famine", "bridge", "battle", "statue")


def with_chips(names: str | None = None, **counts: int) -> GameTable:
    """A table where the names win so many chips, in the order in which they are written."""
    table = GameTable(names) if names else GameTable()
    for name, count in counts.items():
        table.keeps(name, *(CHIPS * 2)[:count])
    return table


def test_a_temple_is_a_settlement() -> None:
    """A-AD-01: no further cost, no road."""
    table = GameTable()
    table.temple(4)
    table.says("anna pass", "ben 2", "carla pass", "dirk pass")
    assert table.state.vertices[PATH[4]] == 2
    assert (table.gold("ben"), table.ben.settlements, table.ben.routes) == (6, 1, (0,))
    assert waiting(table.state) == (0,)
    assert table.ben.rates[0] == 3, "junction 4 is a port"


def test_a_temple_may_be_left() -> None:
    """A-AD-03, A27: its winner builds or not, and is asked only if it has a piece; then the ground is free for all."""
    table = GameTable()
    table.temple(4, "carla")
    table.says("carla pass", "dirk pass", "anna pass", "ben 2", settles=False)
    assert table.ben.must(Temple)
    assert table.ben.options == ["settle_temple", "leave_temple"]
    assert table.ben.default == "settle_temple"
    view = table.dirk.view.auction
    assert (view.step, view.event, view.junction, view.bid, view.leader, view.passed) == (4, 0, 4, 2, 1, (2, 3, 0))
    table.ben.does("leave_temple")
    assert (table.gold("ben"), table.ben.settlements, table.state.vertices[PATH[4]]) == (6, 0, 0)
    assert table.state.open[PATH[4]]
    assert table.journal[-1] == "seat 1 builds nothing at junction 4"
    assert (table.carla.must(Main), waiting(table.state)) == (True, (2,))


def test_example_21_no_settlement_piece() -> None:
    """A-AD-02, A15: five settlements on the board, a temple won for 4: paid, nothing built, the vertex stays free."""
    table = GameTable()
    table.settlements("dirk", "q0r1S q2r1N q4r1N q0r5N q9r0N")
    table.temple(8)
    table.says("anna pass", "ben pass", "carla pass", "dirk 4")
    assert (table.gold("dirk"), table.dirk.settlements) == (4, 5)
    assert table.state.vertices[PATH[8]] == 0
    assert table.state.open[PATH[8]]
    assert table.journal[-1] == "seat 3 has no settlement left for junction 8"


def test_without_a_piece() -> None:
    """A-AD-02, A15: it may bid, pays, and gets nothing, also at a port and in the middle of the round."""
    table = GameTable()
    table.ben.set(settlements=5)
    table.temple(4)
    table.says("anna pass", "ben 2", "carla pass", "dirk pass")
    assert table.state.vertices[PATH[4]] == 0
    assert table.gold("ben") == 6
    assert table.state.open[PATH[4]]


def test_a_chip_is_kept() -> None:
    """A-AD-04: face up, by kind."""
    table = GameTable()
    table.event("bridge")
    table.says("anna pass", "ben 1", "carla pass", "dirk pass")
    assert [table.anna.view.won[seat] for seat in range(2)] == [(0,) * 5, (0, 0, 1, 0, 0)]


def test_the_first_adviser() -> None:
    """A-AD-05: four points for the first with three chips."""
    table = with_chips(ben=2)
    assert table.adviser("ben") is None
    table.keeps("ben", "famine")
    assert (table.adviser("ben"), table.points("ben")) == ("first", 4)


def test_the_next_ones() -> None:
    """A-AD-06, A1: three points, then two."""
    table = with_chips(ben=3, anna=3, dirk=3, carla=3)
    assert [table.adviser(name) for name in ("ben", "anna", "dirk", "carla")] == ["first", "second", "third", None]
    assert [table.points(name) for name in ("ben", "anna", "dirk", "carla")] == [4, 3, 2, 0]


def test_one_card_each() -> None:
    """A-AD-07: further chips bring no second card."""
    table = with_chips(ben=7)
    assert table.state.advisers.count(1) == 1
    assert table.points("ben") == 4


def test_an_exchange() -> None:
    """A-AD-08: more chips than the holder of a card may take it, and the own goes in exchange."""
    table = with_chips(ben=3, anna=3)
    table.wins_chip("anna", "bridge")
    assert table.anna.options == ["take_adviser:first", "leave_advisers"]
    table.anna.does("take_adviser:first")
    assert (table.adviser("anna"), table.adviser("ben")) == ("first", "second")
    assert table.journal[-2:] == ["seat 0 is first adviser", "seat 1 is second adviser"]


def test_equal_chips() -> None:
    """A-AD-09: move nothing."""
    table = with_chips(ben=4, anna=4)
    assert (table.adviser("ben"), table.adviser("anna")) == ("first", "second")


def test_from_whom() -> None:
    """A-AD-10, A16: of several holders with fewer chips one is chosen, or none; the own card comes first."""
    table = with_chips(ben=3, carla=3, dirk=3, anna=3)
    table.wins_chip("anna", "statue")
    assert table.anna.must(Advisers)
    assert table.anna.options == ["take_adviser:first", "take_adviser:second", "take_adviser:third", "leave_advisers"]
    assert table.anna.default == "take_adviser:first"
    assert (table.ben.view.auction.step, table.ben.view.auction.leader) == (5, 0)
    table.anna.does("take_adviser:second")
    assert [table.adviser(name) for name in table.names] == ["second", "first", None, "third"]
    assert not table.carla.asked


def test_a_card_may_be_left() -> None:
    """A-AD-10, A16: and taken when the next chip is won; a worse card may be taken too, but not by default."""
    table = with_chips(ben=3, carla=3)
    table.wins_chip("carla", "statue")
    table.carla.does("leave_advisers")
    assert (table.adviser("ben"), table.adviser("carla")) == ("first", "second")
    assert table.journal[-1] == "seat 2 leaves the advisers as they are"
    table.wins_chip("carla", "famine")
    table.carla.does("take_adviser:first")
    assert (table.adviser("ben"), table.adviser("carla")) == ("second", "first")
    table.wins_chip("carla", "bridge")
    assert table.carla.options == ["take_adviser:second", "leave_advisers"]
    assert table.carla.default == "leave_advisers"


def test_an_unclaimed_card_is_taken_unasked() -> None:
    """A-AD-05, A-AD-10: the printed rule says that it is taken, and only then that one may be taken from others."""
    table = with_chips(ben=2)
    table.wins_chip("ben", "statue")
    assert table.adviser("ben") == "first"
    assert table.anna.must(Main)


def test_example_12_advisers_of_three() -> None:
    """A-AD-11: seat 0 takes four points, seat 1 the third card; with its fourth chip they swap; seat 2 gets none."""
    table = with_chips(THREE, anna=3, ben=3)
    assert (table.adviser("anna"), table.adviser("ben")) == ("first", "third")
    assert [table.points(name) for name in table.names] == [4, 2, 0]
    table.keeps("ben", "famine")
    assert [table.points(name) for name in table.names] == [2, 4, 0]
    table.keeps("carla", *CHIPS[:3])
    assert [table.adviser(name) for name in table.names] == ["third", "first", None]


def test_three_seats() -> None:
    """A-AD-11: the second with three chips takes the third card, whatever its seat."""
    table = with_chips(THREE, ben=3, anna=3)
    assert (table.adviser("ben"), table.adviser("anna")) == ("first", "third")
    assert table.points("anna") == 2


def test_a_lost_card_can_be_won_again() -> None:
    """A-AD-12."""
    table = with_chips(ben=3, carla=3, dirk=3, anna=4)
    assert (table.adviser("ben"), table.points("ben")) == (None, 0)
    table.keeps("ben", "statue")
    assert (table.adviser("ben"), table.adviser("carla")) == ("second", None)


@pytest.mark.parametrize("chips", [0, 1, 2])
def test_fewer_than_three_chips(chips: int) -> None:
    """A-IN-05: no card."""
    assert with_chips(ben=chips).adviser("ben") is None


def test_example_11_advisers_of_four() -> None:
    """Third chips of seats 0 and 1, the fourth of seat 1, third chips of seats 2 and 3, the fourth of seat 3."""
    table = with_chips(anna=3)
    assert table.adviser("anna") == "first"
    table.keeps("ben", *CHIPS[:3])
    assert table.adviser("ben") == "second"
    table.keeps("ben", "statue")
    assert (table.adviser("ben"), table.adviser("anna")) == ("first", "second")
    table.keeps("carla", *CHIPS[:3])
    assert table.adviser("carla") == "third"
    table.keeps("dirk", *CHIPS[:3])
    assert table.adviser("dirk") is None
    table.keeps("dirk", "statue")
    assert [table.adviser(name) for name in table.names] == [None, "first", "third", "second"]
