"""Rewards and advisers (rules 7.7 and 8)."""

import pytest

from serai.referee.core.agenda import waiting
from serai.referee.games.alexander.board import PATH
from tests.games.alexander.table import THREE, Campaign

CHIPS = ("famine", "bridge", "battle", "statue")


def with_chips(names: str | None = None, **counts: int) -> Campaign:
    """A table where the names win so many chips, in the order in which they are written."""
    campaign = Campaign(names) if names else Campaign()
    for name, count in counts.items():
        campaign.keeps(name, *(CHIPS * 2)[:count])
    return campaign


def test_a_temple_is_a_settlement() -> None:
    """A-AD-01, A-AD-03, A27: placed at once, no further cost, no road."""
    campaign = Campaign()
    campaign.temple(4)
    campaign.says("anna pass", "ben 2", "carla pass", "dirk pass")
    assert campaign.state.vertices[PATH[4]] == 2
    assert (campaign.gold("ben"), campaign.ben.settlements, campaign.ben.routes) == (6, 1, (0,))
    assert waiting(campaign.state) == (0,)
    assert campaign.ben.rates[0] == 3, "junction 4 is a port"


def test_example_21_no_settlement_piece() -> None:
    """A-AD-02, A15: five settlements on the board, a temple won for 4: paid, nothing built, the vertex stays free."""
    campaign = Campaign()
    campaign.settlements("dirk", "q0r1S q2r1N q4r1N q0r5N q9r0N")
    campaign.temple(8)
    campaign.says("anna pass", "ben pass", "carla pass", "dirk 4")
    assert (campaign.gold("dirk"), campaign.dirk.settlements) == (4, 5)
    assert campaign.state.vertices[PATH[8]] == 0
    assert campaign.state.open[PATH[8]]
    assert campaign.journal[-1] == "seat 3 has no settlement left for junction 8"


def test_without_a_piece() -> None:
    """A-AD-02, A15: it may bid, pays, and gets nothing, also at a port and in the middle of the round."""
    campaign = Campaign()
    campaign.ben.set(settlements=5)
    campaign.temple(4)
    campaign.says("anna pass", "ben 2", "carla pass", "dirk pass")
    assert campaign.state.vertices[PATH[4]] == 0
    assert campaign.gold("ben") == 6
    assert campaign.state.open[PATH[4]]


def test_a_chip_is_kept() -> None:
    """A-AD-04: face up, by kind."""
    campaign = Campaign()
    campaign.event("bridge")
    campaign.says("anna pass", "ben 1", "carla pass", "dirk pass")
    assert [campaign.anna.view.won[seat] for seat in range(2)] == [(0,) * 5, (0, 0, 1, 0, 0)]


def test_the_first_adviser() -> None:
    """A-AD-05: four points for the first with three chips."""
    campaign = with_chips(ben=2)
    assert campaign.adviser("ben") is None
    campaign.keeps("ben", "famine")
    assert (campaign.adviser("ben"), campaign.points("ben")) == ("first", 4)


def test_the_next_ones() -> None:
    """A-AD-06, A1: three points, then two."""
    campaign = with_chips(ben=3, anna=3, dirk=3, carla=3)
    assert [campaign.adviser(name) for name in ("ben", "anna", "dirk", "carla")] == ["first", "second", "third", None]
    assert [campaign.points(name) for name in ("ben", "anna", "dirk", "carla")] == [4, 3, 2, 0]


def test_one_card_each() -> None:
    """A-AD-07: further chips bring no second card."""
    campaign = with_chips(ben=7)
    assert campaign.state.advisers.count(1) == 1
    assert campaign.points("ben") == 4


def test_an_exchange() -> None:
    """A-AD-08, A-AD-10, A16: more chips than the holder of a better card take it, the own goes in exchange, unasked."""
    campaign = with_chips(ben=3, anna=3)
    campaign.keeps("anna", "bridge")
    assert (campaign.adviser("anna"), campaign.adviser("ben")) == ("first", "second")
    assert campaign.journal[-2:] == ["seat 0 is first adviser", "seat 1 is second adviser"]


def test_equal_chips() -> None:
    """A-AD-09: move nothing."""
    campaign = with_chips(ben=4, anna=4)
    assert (campaign.adviser("ben"), campaign.adviser("anna")) == ("first", "second")


def test_the_best_card_available() -> None:
    """A-AD-10: of two holders with fewer chips the better card goes."""
    campaign = with_chips(ben=3, carla=3, dirk=3, anna=4)
    assert [campaign.adviser(name) for name in campaign.names] == ["first", None, "second", "third"]


def test_example_12_advisers_of_three() -> None:
    """A-AD-11: seat 0 takes four points, seat 1 the third card; with its fourth chip they swap; seat 2 gets none."""
    campaign = with_chips(THREE, anna=3, ben=3)
    assert (campaign.adviser("anna"), campaign.adviser("ben")) == ("first", "third")
    assert [campaign.points(name) for name in campaign.names] == [4, 2, 0]
    campaign.keeps("ben", "famine")
    assert [campaign.points(name) for name in campaign.names] == [2, 4, 0]
    campaign.keeps("carla", *CHIPS[:3])
    assert [campaign.adviser(name) for name in campaign.names] == ["third", "first", None]


def test_three_seats() -> None:
    """A-AD-11: the second with three chips takes the third card, whatever its seat."""
    campaign = with_chips(THREE, ben=3, anna=3)
    assert (campaign.adviser("ben"), campaign.adviser("anna")) == ("first", "third")
    assert campaign.points("anna") == 2


def test_a_lost_card_can_be_won_again() -> None:
    """A-AD-12."""
    campaign = with_chips(ben=3, carla=3, dirk=3, anna=4)
    assert (campaign.adviser("ben"), campaign.points("ben")) == (None, 0)
    campaign.keeps("ben", "statue")
    assert (campaign.adviser("ben"), campaign.adviser("carla")) == ("second", None)


@pytest.mark.parametrize("chips", [0, 1, 2])
def test_fewer_than_three_chips(chips: int) -> None:
    """A-IN-05: no card."""
    assert with_chips(ben=chips).adviser("ben") is None


def test_example_11_advisers_of_four() -> None:
    """Third chips of seats 0 and 1, the fourth of seat 1, third chips of seats 2 and 3, the fourth of seat 3."""
    campaign = with_chips(anna=3)
    assert campaign.adviser("anna") == "first"
    campaign.keeps("ben", *CHIPS[:3])
    assert campaign.adviser("ben") == "second"
    campaign.keeps("ben", "statue")
    assert (campaign.adviser("ben"), campaign.adviser("anna")) == ("first", "second")
    campaign.keeps("carla", *CHIPS[:3])
    assert campaign.adviser("carla") == "third"
    campaign.keeps("dirk", *CHIPS[:3])
    assert campaign.adviser("dirk") is None
    campaign.keeps("dirk", "statue")
    assert [campaign.adviser(name) for name in campaign.names] == [None, "first", "third", "second"]
