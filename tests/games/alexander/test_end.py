"""Points, the three endings and the ranks (rules 10)."""

import pytest

from serai.referee.catan_rules.turn import Main, PreRoll, end_turn
from serai.referee.core.agenda import over
from tests.games.alexander.table import GameTable

THREE_CHIPS = ("famine", "bridge", "battle")


def arrives(table: GameTable, name: str = "anna") -> None:
    """Alexander enters Persepolis in the turn of this name."""
    table.at(46)
    table.rolls(name, 3, 4)
    table.seat(name).does("move_robber:q0r0")


def test_what_counts() -> None:
    """A-EN-01."""
    table = GameTable()
    table.settlements("anna", "q0r1S")
    table.cities("anna", "q2r1N")
    table.cards("anna", "victory_point")
    assert table.points("anna") == 4
    table.set(largest_army=0, longest_road=0)
    assert table.points("anna") == 8
    table.keeps("anna", *THREE_CHIPS)
    assert (table.points("anna"), table.public_points("anna")) == (12, 11)


def test_fourteen_points_in_the_own_turn() -> None:
    """A-EN-02: auctions of that turn included; the game is over at once."""
    table = GameTable()
    table.needs("anna", 13)
    table.temple(1)
    table.says("anna 1", "ben pass", "carla pass", "dirk pass")
    assert table.winners() == ["anna"]
    assert "ends by target" in table.journal[-1]


def test_an_adviser_can_win() -> None:
    """A-EN-02: with the chip that brings it."""
    table = GameTable()
    table.keeps("anna", *THREE_CHIPS[:2])
    table.needs("anna", 10)
    table.event("famine")
    table.says("anna 1", "ben pass", "carla pass", "dirk pass")
    assert table.winners() == ["anna"]


def test_soldiers_of_another_can_win() -> None:
    """A-EN-02, A-SC-04: Ben spends his army, Anna's is the largest now and brings her 14 points before he has paid."""
    table = GameTable()
    table.soldiers("anna", 3)
    table.soldiers("ben", 4)
    table.set(largest_army=1)
    table.needs("anna", 12)
    table.hand("ben", "2 gold 9 brick")
    table.event("battle")
    table.says("anna pass", "ben 5", "carla pass", "dirk pass")
    table.ben.does("use_soldiers:2")
    assert table.winners() == ["anna"]
    assert (table.gold("ben"), table.chips("ben")) == (2, 0)


def test_fourteen_points_in_a_foreign_turn() -> None:
    """A-EN-03, A17: they win at the own next turn, if still there."""
    table = GameTable()
    table.needs("ben", 13)
    table.temple(1)
    table.says("anna pass", "ben 1", "carla pass", "dirk pass")
    assert table.points("ben") == 14
    assert table.anna.must(Main)
    table.anna.does("end_turn")
    assert table.winners() == ["ben"]


def test_the_most_points_at_the_arrival() -> None:
    """A-EN-04: hidden cards included."""
    table = GameTable()
    table.settlements("ben", "q0r1S q2r1N")
    table.needs("carla", 3)
    arrives(table)
    assert table.winners() == ["carla"]
    assert table.ranks() == (3, 2, 1, 3)


@pytest.mark.parametrize(("chips", "winners"), [((4, 5), ["ben"]), ((4, 4), ["anna", "ben"])])
def test_example_16_arrival(chips: tuple[int, int], winners: list[str]) -> None:
    """A-EN-05: roll 7 on arrow 46: discards, robber, then the end. Points 12, 12, 9, 8; chips decide, or both win."""
    table = GameTable()
    table.keeps("anna", *["famine"] * chips[0])
    table.keeps("ben", *["famine"] * chips[1])
    for name, points in zip(table.names, (12, 12, 9, 8), strict=True):
        table.needs(name, points)
    table.hand("dirk", "12 wool")
    table.at(46)
    table.rolls("carla", 3, 4)
    table.dirk.does(*["discard:wool"] * 6)
    assert not over(table.state)
    table.carla.does("move_robber:q0r0")
    assert over(table.state)
    assert table.winners() == winners


def test_a_tie_at_the_arrival() -> None:
    """A-EN-05: more chips win; with equal chips both do."""
    table = GameTable()
    table.needs("ben", 5)
    table.needs("carla", 5)
    table.keeps("carla", "famine")
    arrives(table)
    assert table.winners() == ["carla"]
    table = GameTable()
    table.needs("ben", 5)
    table.needs("carla", 5)
    arrives(table)
    assert table.winners() == ["ben", "carla"]


def test_the_guard() -> None:
    """A-EN-06: after 300 turns as on arrival, chips break the tie."""
    table = GameTable()
    table.needs("ben", 5)
    table.needs("carla", 5)
    table.keeps("ben", "famine")
    table.set(turn=300)
    table.state.agenda.clear()
    table.happens(end_turn)
    assert table.winners() == ["ben"]
    assert "ends by guard" in table.journal[-1]


def test_ranks() -> None:
    """A-EN-07: the winner first, whatever the others have; then points, then chips; equals share."""
    table = GameTable()
    table.needs("anna", 13)
    table.needs("ben", 15)
    table.needs("carla", 9)
    table.needs("dirk", 9)
    table.keeps("dirk", "famine")
    table.temple(1)
    table.says("anna 1", "ben pass", "carla pass", "dirk pass")
    assert table.winners() == ["anna"]
    assert table.ranks() == (1, 2, 4, 3)
    table = GameTable()
    table.needs("anna", 3)
    arrives(table)
    assert table.ranks() == (1, 2, 2, 2)


def test_example_22_win_at_the_own_turn() -> None:
    """In Anna's turn Carla comes to 14. She wins at her own turn, unless Ben took her adviser's card meanwhile."""
    for robbed in (False, True):
        table = GameTable()
        table.keeps("carla", *THREE_CHIPS)
        table.keeps("ben", *THREE_CHIPS[:2], "statue")
        table.needs("carla", 13)
        table.temple(1)
        table.says("anna pass", "ben pass", "carla 1", "dirk pass")
        assert table.anna.must(Main)
        assert table.points("carla") == 14
        if robbed:
            table.keeps("ben", "statue")
            assert table.points("carla") == 13
        table.turn("carla")
        assert table.winners() == ([] if robbed else ["carla"])
        assert robbed == table.carla.must(PreRoll)
