"""Points, the three endings and the ranks (rules 10)."""

import pytest

from serai.referee.catan_rules.turn import Main, PreRoll, end_turn
from serai.referee.core.agenda import over
from tests.games.alexander.table import Campaign

THREE_CHIPS = ("famine", "bridge", "battle")


def arrives(campaign: Campaign, name: str = "anna") -> None:
    """Alexander enters Persepolis in the turn of this name."""
    campaign.at(46)
    campaign.rolls(name, 3, 4)
    campaign.seat(name).does("move_robber:q0r0")


def test_what_counts() -> None:
    """A-EN-01."""
    campaign = Campaign()
    campaign.settlements("anna", "q0r1S")
    campaign.cities("anna", "q2r1N")
    campaign.cards("anna", "victory_point")
    assert campaign.points("anna") == 4
    campaign.set(largest_army=0, longest_road=0)
    assert campaign.points("anna") == 8
    campaign.keeps("anna", *THREE_CHIPS)
    assert (campaign.points("anna"), campaign.public_points("anna")) == (12, 11)


def test_fourteen_points_in_the_own_turn() -> None:
    """A-EN-02: auctions of that turn included; the game is over at once."""
    campaign = Campaign()
    campaign.needs("anna", 13)
    campaign.temple(1)
    campaign.says("anna 1", "ben pass", "carla pass", "dirk pass")
    assert campaign.winners() == ["anna"]
    assert "ends by target" in campaign.journal[-1]


def test_an_adviser_can_win() -> None:
    """A-EN-02: with the chip that brings it."""
    campaign = Campaign()
    campaign.keeps("anna", *THREE_CHIPS[:2])
    campaign.needs("anna", 10)
    campaign.event("famine")
    campaign.says("anna 1", "ben pass", "carla pass", "dirk pass")
    assert campaign.winners() == ["anna"]


def test_soldiers_of_another_can_win() -> None:
    """A-EN-02, A-SC-04: Ben spends his army, Anna's is the largest now and brings her 14 points before he has paid."""
    campaign = Campaign()
    campaign.soldiers("anna", 3)
    campaign.soldiers("ben", 4)
    campaign.set(largest_army=1)
    campaign.needs("anna", 12)
    campaign.hand("ben", "2 gold 9 brick")
    campaign.event("battle")
    campaign.says("anna pass", "ben 5", "carla pass", "dirk pass")
    campaign.ben.does("use_soldiers:2")
    assert campaign.winners() == ["anna"]
    assert (campaign.gold("ben"), campaign.chips("ben")) == (2, 0)


def test_fourteen_points_in_a_foreign_turn() -> None:
    """A-EN-03, A17: they win at the own next turn, if still there."""
    campaign = Campaign()
    campaign.needs("ben", 13)
    campaign.temple(1)
    campaign.says("anna pass", "ben 1", "carla pass", "dirk pass")
    assert campaign.points("ben") == 14
    assert campaign.anna.must(Main)
    campaign.anna.does("end_turn")
    assert campaign.winners() == ["ben"]


def test_the_most_points_at_the_arrival() -> None:
    """A-EN-04: hidden cards included."""
    campaign = Campaign()
    campaign.settlements("ben", "q0r1S q2r1N")
    campaign.needs("carla", 3)
    arrives(campaign)
    assert campaign.winners() == ["carla"]
    assert campaign.ranks() == (3, 2, 1, 3)


@pytest.mark.parametrize(("chips", "winners"), [((4, 5), ["ben"]), ((4, 4), ["anna", "ben"])])
def test_example_16_arrival(chips: tuple[int, int], winners: list[str]) -> None:
    """A-EN-05: roll 7 on arrow 46: discards, robber, then the end. Points 12, 12, 9, 8; chips decide, or both win."""
    campaign = Campaign()
    campaign.keeps("anna", *["famine"] * chips[0])
    campaign.keeps("ben", *["famine"] * chips[1])
    for name, points in zip(campaign.names, (12, 12, 9, 8), strict=True):
        campaign.needs(name, points)
    campaign.hand("dirk", "12 wool")
    campaign.at(46)
    campaign.rolls("carla", 3, 4)
    campaign.dirk.does(*["discard:wool"] * 6)
    assert not over(campaign.state)
    campaign.carla.does("move_robber:q0r0")
    assert over(campaign.state)
    assert campaign.winners() == winners


def test_a_tie_at_the_arrival() -> None:
    """A-EN-05: more chips win; with equal chips both do."""
    campaign = Campaign()
    campaign.needs("ben", 5)
    campaign.needs("carla", 5)
    campaign.keeps("carla", "famine")
    arrives(campaign)
    assert campaign.winners() == ["carla"]
    campaign = Campaign()
    campaign.needs("ben", 5)
    campaign.needs("carla", 5)
    arrives(campaign)
    assert campaign.winners() == ["ben", "carla"]


def test_the_guard() -> None:
    """A-EN-06: after 300 turns as on arrival, chips break the tie."""
    campaign = Campaign()
    campaign.needs("ben", 5)
    campaign.needs("carla", 5)
    campaign.keeps("ben", "famine")
    campaign.set(turn=300)
    campaign.state.agenda.clear()
    campaign.happens(end_turn)
    assert campaign.winners() == ["ben"]
    assert "ends by guard" in campaign.journal[-1]


def test_ranks() -> None:
    """A-EN-07: the winner first, whatever the others have; then points, then chips; equals share."""
    campaign = Campaign()
    campaign.needs("anna", 13)
    campaign.needs("ben", 15)
    campaign.needs("carla", 9)
    campaign.needs("dirk", 9)
    campaign.keeps("dirk", "famine")
    campaign.temple(1)
    campaign.says("anna 1", "ben pass", "carla pass", "dirk pass")
    assert campaign.winners() == ["anna"]
    assert campaign.ranks() == (1, 2, 4, 3)
    campaign = Campaign()
    campaign.needs("anna", 3)
    arrives(campaign)
    assert campaign.ranks() == (1, 2, 2, 2)


def test_example_22_win_at_the_own_turn() -> None:
    """In Anna's turn Carla comes to 14. She wins at her own turn, unless Ben took her adviser's card meanwhile."""
    for robbed in (False, True):
        campaign = Campaign()
        campaign.keeps("carla", *THREE_CHIPS)
        campaign.keeps("ben", *THREE_CHIPS[:2], "statue")
        campaign.needs("carla", 13)
        campaign.temple(1)
        campaign.says("anna pass", "ben pass", "carla 1", "dirk pass")
        assert campaign.anna.must(Main)
        assert campaign.points("carla") == 14
        if robbed:
            campaign.keeps("ben", "statue")
            assert campaign.points("carla") == 13
        campaign.turn("carla")
        assert campaign.winners() == ([] if robbed else ["carla"])
        assert robbed == campaign.carla.must(PreRoll)
