"""What everybody is told (rules 8): whole journals, so that nothing is told twice or not at all."""

from __future__ import annotations

from serai.referee.catan_rules.largest_army import award_largest_army
from tests.games.catan.table import GameTable


def told(table: GameTable, since: int) -> list[str]:
    """What the public heard since then."""
    return table.heard_by(None)[since:]


def test_what_is_built_and_bought() -> None:
    """B-HI-01, B-BU-08: every piece and its place, every exchange with the bank; a bought card without its kind."""
    table = GameTable()
    table.settlements("carla", "q0r0N")
    table.hand("carla", "8 lumber 3 brick 2 wool 4 grain 4 ore")
    table.main("carla")
    since = len(table.journal)
    table.carla.does("build_road:q0r0NE", "build_road:q0r0E", "build_settlement:q0r1N", "build_city:q0r0N")
    table.carla.does("buy_dev_card", "bank_trade:lumber:brick", "end_turn")
    assert told(table, since) == [
        "seat 2 builds a road on q0r0NE",
        "seat 2 builds a road on q0r0E",
        "seat 2 settles q0r1N",
        "seat 2 makes q0r0N a city",
        "seat 2 buys ?",
        "seat 2 trades 4 lumber for brick with the bank",
        f"turn {table.state.turn} of seat 3",
    ]


def test_a_roll() -> None:
    """B-HI-01, B-PR-05: the dice, then clockwise what each received, and a kind that the bank could not pay."""
    table = GameTable()
    table.settlements("anna", "q0r0N")
    table.cities("dirk", "q0r-1N")
    since = len(table.journal)
    table.rolls("carla", 2, 4)
    assert told(table, since) == [
        f"turn {table.state.turn} of seat 2",
        "seat 2 rolls 2 and 4",
        "seat 3 receives 0,2,0,0,0",
        "seat 0 receives 0,1,0,0,0",
    ]
    assert table.anna.view.dice == (2, 4)
    table.bank(brick=2)
    since = len(table.journal)
    table.rolls("carla", 2, 4)
    assert told(table, since)[-2:] == ["seat 2 rolls 2 and 4", "too little brick for all who are owed"]


def test_a_seven() -> None:
    """B-HI-01, B-SE-05: every card returned, where the robber goes, whom he robs, but not of what."""
    table = GameTable()
    table.settlements("anna", "q0r0N")
    table.hand("anna", "8 wool")
    table.luck.foretell("theft", 0)
    since = len(table.journal)
    table.rolls("carla", 3, 4)
    table.anna.does(*["discard:wool"] * 4)
    table.carla.does("move_robber:q0r-1")
    assert told(table, since)[1:] == [
        "seat 2 rolls 3 and 4",
        *["seat 0 discards wool"] * 4,
        "seat 2 moves the robber to q0r-1",
        "seat 2 steals ? from seat 0",
    ]


def test_cards_that_are_played() -> None:
    """B-HI-01, B-DC-15: each card by its name, and what it brings."""
    table = GameTable()
    table.settlements("carla", "q0r0N")
    table.hand("anna", "2 ore")
    table.cards("carla", "monopoly road_building year_of_plenty knight")
    since = len(table.journal)
    for answers in (
        ("play_monopoly:ore",),
        ("play_road_building", "place_free_road:q0r0NE", "place_free_road:q0r0E"),
        ("play_year_of_plenty", "take:wool", "take:ore"),
        ("play_knight", "move_robber:q0r1"),
    ):
        table.main("carla")
        table.carla.does(*answers)
    assert told(table, since) == [
        "seat 2 plays monopoly",
        "seat 2 gathers all ore: 2,0,0,0 from the seats",
        "seat 2 plays road_building",
        "seat 2 places a road on q0r0NE",
        "seat 2 places a road on q0r0E",
        "seat 2 plays year_of_plenty",
        "seat 2 takes wool",
        "seat 2 takes ore",
        "seat 2 plays knight",
        "seat 2 moves the robber to q0r1",
    ]


def test_a_trade_that_fails_and_one_that_does_not() -> None:
    """B-HI-01, B-PT-07: the offer and to whom, who accepted, counter-offers, the choice."""
    table = GameTable()
    for name, goods in (("carla", "2 wool"), ("anna", "1 ore"), ("dirk", "1 brick")):
        table.hand(name, goods)
    table.main("carla")
    since = len(table.journal)
    table.carla.does("offer:wool:ore:-")
    table.anna.does("accept")
    table.dirk.does("counter:brick:wool")
    table.carla.does("choose_nobody", "offer:wool:ore:0")
    table.anna.does("accept")
    table.carla.does("choose_partner:0")
    assert told(table, since) == [
        "seat 2 offers wool for ore to -",
        "the offer of seat 2 is accepted by 0",
        "seat 3 would give brick for wool",
        "seat 2 trades with nobody",
        "seat 2 offers wool for ore to 0",
        "the offer of seat 2 is accepted by 0",
        "seat 2 gives wool to seat 0 for ore",
    ]


def test_the_special_cards() -> None:
    """B-HI-01, B-LA-01, B-LR-01: each is told when it changes hands, and not when its holder goes on."""
    table = GameTable()
    table.settlements("carla", "q0r0N")
    since = len(table.journal)
    for knights in (2, 3, 4):
        table.carla.set(knights=knights)
        table.happens(award_largest_army)
    table.roads("carla", "q0r0NE q0r0E q0r0SE q-1r1NE q-1r0E q0r-1SE")
    table.dirk.set(knights=5)
    table.happens(award_largest_army)
    assert told(table, since) == [
        "seat 2 has the largest army of 3",
        "seat 2 has the longest road of 5",
        "seat 3 has the largest army of 5",
    ]
