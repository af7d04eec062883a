"""What everybody is told (A-HI-03, rules 11): a whole journal each, so that nothing is told twice or not at all."""

from __future__ import annotations

from serai.referee.catan_rules.components import KNIGHT
from serai.referee.catan_rules.turn import Main
from serai.referee.core.agenda import waiting
from tests.games.alexander.table import GameTable


def told(table: GameTable, since: int) -> list[str]:
    """What the public heard since then."""
    return table.heard_by(None)[since:]


def test_an_auction_with_a_default() -> None:
    """A-HI-03, A-AU-12, A-AU-13: question, bids and passes, the default, the second auction, payment and chip."""
    table = GameTable()
    table.hand("carla", "6 ore")
    table.hand("dirk", "2 wool 2 gold")
    table.hand("ben")
    since = len(table.journal)
    table.event("famine", "carla", junction=3)
    table.says("carla 2", "dirk 3", "anna pass", "carla pass")
    table.dirk.does("pay:gold", "pay:wool", "pay:gold")
    assert told(table, since) == [
        "Alexander asks for famine at junction 3",
        "seat 2 bids 2",
        "seat 3 bids 3",
        "seat 0 passes",
        "seat 1 passes",
        "seat 2 passes",
        "seat 3 wins with 3",
        "seat 3 pays 1 gold",
        "seat 3 pays 1 wool",
        "seat 3 pays 1 gold",
        "seat 3 keeps the chip with famine",
    ]
    since = len(table.journal)
    table.event("famine", "carla", junction=5)
    table.says("carla 2", "anna pass")
    table.carla.does("discard:ore", "discard:ore", "discard:ore")
    table.says("dirk pass", "anna pass")
    assert told(table, since) == [
        "Alexander asks for famine at junction 5",
        "seat 2 bids 2",
        "seat 3 passes",
        "seat 0 passes",
        "seat 1 passes",
        "seat 2 cannot pay 2",
        *["seat 2 discards ore"] * 3,
        "Alexander asks for famine at junction 5",
        "seat 3 passes",
        "seat 0 passes",
        "seat 1 passes",
        "nobody helps with famine at junction 5",
    ]
    assert (table.carla.must(Main), waiting(table.state)) == (True, (2,))


def test_a_march_to_a_temple() -> None:
    """A-HI-03, A-MR-02: roll, march, sale and settlement; the supply draw is told without its card."""
    table = GameTable()
    table.set(supply=(0, 1, 2, 3))
    table.at(3)
    since = len(table.journal)
    table.marches("carla")
    table.says("carla pass", "dirk 1", "anna pass", "ben pass", settles=False)
    table.dirk.does("pay:gold", "settle_temple")
    assert told(table, since) == [
        f"turn {table.state.turn} of seat 2",
        *[f"seat {seat} draws ? from the supply" for seat in (2, 3, 0, 1)],
        "seat 2 rolls 1 and 2",
        "Alexander passes junction 4",
        "Alexander asks for settlement at junction 4",
        "seat 2 passes",
        "seat 3 bids 1",
        "seat 0 passes",
        "seat 1 passes",
        "seat 3 wins with 1",
        "seat 3 pays 1 gold",
        "seat 3 founds q1r1S",
    ]


def test_a_battle_won_with_soldiers() -> None:
    """A-HI-03, A-PA-04: who sends how many, and the army that is lost by it."""
    table = GameTable()
    table.soldiers("ben", 3)
    table.set(largest_army=1)
    table.hand("ben", "1 gold")
    since = len(table.journal)
    table.event("battle", "ben")
    table.says("ben 4", "carla pass", "dirk pass", "anna pass")
    table.ben.does("use_soldiers:2")
    assert told(table, since)[-5:] == [
        "seat 0 passes",
        "seat 1 wins with 4",
        "seat 1 sends 2 soldiers",
        "seat 1 loses the largest army to nobody",
        "seat 1 keeps the chip with battle",
    ]
    assert table.state.deck[:2] == (KNIGHT, KNIGHT)


def test_soldiers_who_stay() -> None:
    """A-HI-03, A-PA-07: nothing is said of soldiers that were not sent, nor of goods that were not paid."""
    table = GameTable()
    table.soldiers("ben", 1)
    table.hand("ben", "4 gold")
    since = len(table.journal)
    table.event("battle", "ben")
    table.says("ben 2", "carla pass", "dirk pass", "anna pass")
    table.ben.does("use_soldiers:0")
    assert told(table, since)[-3:] == [
        "seat 1 wins with 2",
        "seat 1 pays 2 gold",
        "seat 1 keeps the chip with battle",
    ]
    assert table.ben.knights == 1


def test_chips_without_a_card_to_be_had() -> None:
    """A-AD-05, A-AD-09: a card that nobody holds is taken, and of the others nothing is said."""
    table = GameTable()
    since = len(table.journal)
    table.keeps("carla", "famine", "bridge", "battle", "statue")
    assert told(table, since) == [
        "seat 2 keeps the chip with famine",
        "seat 2 keeps the chip with bridge",
        "seat 2 keeps the chip with battle",
        "seat 2 is first adviser",
        "seat 2 keeps the chip with statue",
    ]
