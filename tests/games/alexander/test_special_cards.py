"""Longest Road and Largest Army (rules 9; base 6.8)."""

from serai.referee.catan_rules.components import KNIGHT
from serai.referee.catan_rules.state import NOBODY
from serai.referee.games.alexander.soldiers import spend_soldiers
from tests.games.alexander.table import Campaign


def armies(*counts: int, holder: str | None = None) -> Campaign:
    """So many soldiers by seat."""
    campaign = Campaign()
    for name, count in zip(campaign.names, counts, strict=True):
        campaign.soldiers(name, count)
    campaign.set(largest_army=NOBODY if holder is None else campaign.names.index(holder))
    return campaign


def spends(campaign: Campaign, name: str, soldiers: int = 1) -> None:
    campaign.happens(lambda state: spend_soldiers(state, campaign.names.index(name), soldiers))


def test_a_temple_cuts_a_road() -> None:
    """A-SC-01: five roads through junction 4 are broken by the settlement won there; an own one breaks nothing."""
    for winner, length in (("ben", 4), ("anna", 5)):
        campaign = Campaign()
        campaign.roads("anna", "q0r2NE q1r1SE q1r2NE q2r1SE q2r2NE")
        assert (campaign.holder("longest_road"), campaign.anna.road_length) == ("anna", 5)
        campaign.temple(4, winner)
        campaign.says(f"{winner} 1", *(f"{name} pass" for name in after(campaign, winner)))
        assert campaign.anna.road_length == length
        assert campaign.holder("longest_road") == ("anna" if winner == "anna" else None)


def after(campaign: Campaign, name: str) -> list[str]:
    """The other names, clockwise."""
    place = campaign.names.index(name)
    return campaign.names[place + 1 :] + campaign.names[:place]


def test_spent_soldiers_do_not_count() -> None:
    """A-SC-02: the army is what lies face up."""
    campaign = armies(4, 3, 0, 0, holder="anna")
    spends(campaign, "anna", 2)
    assert campaign.anna.knights == 2
    assert campaign.holder("largest_army") == "ben"
    assert campaign.points("anna") == 0


def test_when_the_holder_loses_it() -> None:
    """A-SC-03: when another has more; not before."""
    campaign = armies(4, 3, 0, 0, holder="anna")
    spends(campaign, "anna")
    assert campaign.holder("largest_army") == "anna"
    spends(campaign, "anna")
    assert campaign.holder("largest_army") == "ben"


def test_who_takes_it() -> None:
    """A-SC-04: a single seat with the most, at least three; otherwise nobody."""
    campaign = armies(4, 3, 3, 0, holder="anna")
    spends(campaign, "anna", 2)
    assert campaign.holder("largest_army") is None
    assert campaign.journal[-1] == "seat 0 loses the largest army to nobody"
    campaign.cards("ben", "knight")
    campaign.main("ben")
    campaign.ben.does("play_knight")
    assert campaign.holder("largest_army") == "ben"
    campaign.cards("dirk", "knight")
    campaign.dirk.set(knights=2)
    campaign.main("dirk")
    campaign.dirk.does("play_knight", "move_robber:q0r0")
    assert campaign.holder("largest_army") == "ben"


def test_a_smaller_army_does_not_take_it_from_equals() -> None:
    """A-SC-04: two with four each leave it with nobody, a third with three does not take it."""
    campaign = armies(4, 4, 2, 0)
    campaign.cards("carla", "knight")
    campaign.main("carla")
    campaign.carla.does("play_knight")
    assert campaign.carla.knights == 3
    assert campaign.holder("largest_army") is None


def test_spent_knights_can_be_bought_again() -> None:
    """A-SC-05: also from a deck that was empty."""
    campaign = armies(1, 0, 0, 0)
    campaign.set(deck=())
    campaign.hand("anna", "1 wool 1 grain 1 ore")
    campaign.main("anna")
    assert "buy_dev_card" not in campaign.anna.options
    spends(campaign, "anna")
    assert campaign.state.deck == (KNIGHT,)
    campaign.main("anna")
    campaign.anna.does("buy_dev_card")
    assert campaign.unplayed("anna") == {"knight": 1}


def test_example_10_largest_army_lost() -> None:
    """A-SC-03: three against two: after one is spent nobody holds the card; against three the other takes it."""
    campaign = armies(3, 2, 0, 0, holder="anna")
    before = campaign.points("anna")
    spends(campaign, "anna")
    assert campaign.holder("largest_army") is None
    assert campaign.points("anna") == before - 2
    campaign = armies(3, 3, 0, 0, holder="anna")
    spends(campaign, "anna")
    assert campaign.holder("largest_army") == "ben"
