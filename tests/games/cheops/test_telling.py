"""What everybody is told of the pyramid (rules 8, 10): whole journals, so that nothing is told twice or not at all."""

from __future__ import annotations

from tests.games.cheops.table import SITE, GameTable


def test_work_begins_and_goes_on() -> None:
    """H-PY-01, H-SF-01: the first building, stones and their level; Segen and Fluch when they change hands only."""
    table = GameTable()
    since = len(table.journal)
    table.settlements("carla", SITE)
    table.settlements("anna", "q-1r4N")
    for name in ("carla", "carla", "anna"):
        table.places(name)
    table.pharaoh()
    assert table.heard_by(None)[since:] == [
        "work at the pyramid begins with a building of seat 2",
        "seat 2 places stone 1 on level 1",
        "seat 2 takes the segen with 1 stones",
        "the fluch lies with 0,1,3",
        "seat 2 places stone 2 on level 1",
        "seat 0 places stone 3 on level 1",
        "the fluch lies with 1,3",
        "the pharaoh places stone 4 on level 1",
    ]


def test_a_stone_through_another() -> None:
    """H-PY-03, H-PY-07: fee and price are paid, both; the owner of the building gets one gold."""
    table = GameTable()
    table.settlements("carla", SITE)
    table.roads("carla", "q-1r5NE")
    table.settlements("dirk", "q0r5S")
    table.roads("dirk", "q-1r6NE q-1r5E")
    table.hand("dirk", "1 brick 2 ore 2 gold")
    table.main("dirk")
    since, bank = len(table.journal), table.state.bank[:]
    table.dirk.does("place_stone:2")
    assert (table.holds("dirk"), table.gold("carla")) == ("1 ore 1 gold", 4)
    assert [now - then for now, then in zip(table.state.bank, bank, strict=True)] == [0, 1, 0, 0, 1, 0]
    assert table.journal[since : since + 2] == ["seat 3 pays 1 gold to seat 2", "seat 3 places stone 1 on level 1"]
