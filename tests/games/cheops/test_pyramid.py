"""The pyramid: access, stones, the pharaoh, Segen and Fluch (special rules 6 to 8; rules 8)."""

import pytest

from serai.referee.catan_rules.robber import Discard, Robber
from serai.referee.core.errors import IllegalAction
from serai.referee.games.cheops.board import COSTS, PYRAMID, level_of
from serai.referee.games.cheops.state import PHARAOH
from tests.games.cheops.table import SITE, GameTable

STONE = "1 brick 1 ore"


def at_site(hand: str = "9 brick 9 ore") -> GameTable:
    """Anna with a settlement at the site."""
    table = GameTable()
    table.settlements("anna", SITE)
    table.hand("anna", hand)
    return table


def visitor(gold: int = 1) -> GameTable:
    """Ben at the site with a road; Carla joined to him, with what a stone costs."""
    table = GameTable()
    table.settlements("ben", SITE)
    table.roads("ben", "q-1r5NE")
    table.settlements("carla", "q0r5S")
    table.roads("carla", "q-1r6NE q-1r5E")
    table.main("carla")
    table.hand("carla", f"{STONE} {gold} gold")
    return table


def stones_listed(table: GameTable, name: str) -> list[str]:
    return table.starting(name, "place_stone")


def test_work_starts_with_a_building_at_the_site() -> None:
    """H-PY-01, C6: the first of anybody."""
    table = GameTable()
    table.settlements("anna", "q0r5N")
    assert not table.state.started
    table.settlements("anna", "q-1r4N")
    assert table.state.started
    assert table.journal.count("work at the pyramid begins with a building of seat 0") == 1
    table.settlements("ben", "q-1r4S")
    assert len([line for line in table.journal if "work at the pyramid" in line]) == 1


def test_before_that_nobody_builds() -> None:
    """H-PY-02: no seat, and not the pharaoh."""
    table = GameTable()
    table.settlements("anna", "q0r5N")
    table.hand("anna", STONE)
    assert stones_listed(table, "anna") == []
    table.pharaoh()
    assert table.state.pyramid == ()
    assert table.state.pharaoh_left == 16


def test_the_price_of_a_stone() -> None:
    """H-PY-03: brick and ore, to the bank."""
    table = at_site(STONE)
    table.anna.does("place_stone:own")
    assert table.holds("anna") == ""
    assert (table.state.bank[1], table.state.bank[4]) == (19, 19)
    table.hand("anna", "1 brick")
    assert stones_listed(table, "anna") == []


def test_levels() -> None:
    """H-PY-04: 16, 9, 4 and 1, filled in this order; they do not score."""
    levels = [level_of(stone) for stone in range(1, 31)]
    assert levels == [1] * 16 + [2] * 9 + [3] * 4 + [4]
    assert sum(PYRAMID.levels) == 30
    table = at_site()
    table.stones(3, 3, 3, 3, pharaoh=4)
    table.anna.does("place_stone:own")
    assert table.journal[-2] == "seat 0 places stone 17 on level 2"
    assert table.points("anna") == 1 + 3


def test_own_access_is_free() -> None:
    """H-PY-05: no gold is paid."""
    table = at_site(STONE)
    assert stones_listed(table, "anna") == ["place_stone:own"]
    table.anna.does("place_stone:own")
    assert table.state.stones == (1, 0, 0, 0)


def test_access_through_another() -> None:
    """H-PY-06: if a route leads to that building, whoever built it."""
    table = visitor()
    assert stones_listed(table, "carla") == ["place_stone:1"]
    apart = GameTable()
    apart.settlements("ben", SITE)
    apart.settlements("carla", "q0r5S")
    apart.main("carla")
    apart.hand("carla", f"{STONE} 1 gold")
    assert stones_listed(apart, "carla") == []


def test_one_gold_to_the_owner() -> None:
    """H-PY-07, C8: for every stone."""
    table = visitor(2)
    table.hand("carla", "2 brick 2 ore 2 gold")
    table.carla.does("place_stone:1", "place_stone:1")
    assert (table.gold("carla"), table.gold("ben")) == (0, 5)
    assert COSTS.fee == 1


def test_several_owners() -> None:
    """H-PY-08: the seat chooses whom to pay."""
    table = visitor()
    table.settlements("dirk", "q-1r4S")
    assert stones_listed(table, "carla") == ["place_stone:1"]
    table.roads("dirk", "q-1r4SE")
    assert set(stones_listed(table, "carla")) == {"place_stone:1", "place_stone:3"}
    table.carla.does("place_stone:3")
    assert table.gold("dirk") == 4


def test_example_13_own_access_is_free() -> None:
    """H-PY-09: seat 2 settles at the site itself: only the free way is listed."""
    table = visitor()
    table.settlements("carla", "q-1r4S")
    assert stones_listed(table, "carla") == ["place_stone:own"]


def test_any_number_in_the_own_turn() -> None:
    """H-PY-10: after the roll only."""
    table = at_site()
    for _ in range(3):
        table.anna.does("place_stone:own")
    assert table.state.stones == (3, 0, 0, 0)
    table.turn("anna")
    assert stones_listed(table, "anna") == []
    table.main("ben")
    with pytest.raises(IllegalAction):
        table.anna.does("place_stone:own")


def test_eleven_stones_are_all() -> None:
    """H-PY-11, H-CO-02."""
    table = at_site()
    table.stones(10, 10, 0, 0)
    table.anna.does("place_stone:own")
    assert table.state.stones[0] == 11
    assert stones_listed(table, "anna") == []


def test_the_order_of_effects() -> None:
    """H-PY-12: paid, placed, Segen and Fluch, then the end of the game."""
    table = visitor()
    table.needs("carla", 9)
    table.carla.does("place_stone:1")
    told = table.journal[-5:]
    assert told[0] == "seat 2 pays 1 gold to seat 1"
    assert told[1] == "seat 2 places stone 1 on level 1"
    assert told[2] == "seat 2 takes the segen with 1 stones"
    assert told[3] == "the fluch lies with 0,1,3"
    assert told[4].startswith("the game ends by target, won by 2")


# The seven


def test_a_seven_as_in_catan() -> None:
    """H-SE-01: more than seven cards lose half, then the robber moves and steals."""
    table = GameTable()
    table.settlements("ben", "q0r5N")
    table.hand("ben", "9 wool")
    table.rolls("anna", 3, 4)
    assert table.ben.must(Discard)
    table.ben.does(*["discard:wool"] * 4)
    assert table.anna.must(Robber)
    table.anna.does("move_robber:q0r5")
    assert (table.anna.cards, table.ben.cards) == (1, 4)


def test_the_pharaoh_builds_on_each_seven() -> None:
    """H-SE-02, H-SE-06: one stone, on the same levels and towards the thirty."""
    table = at_site("")
    table.rolls("anna", 3, 4)
    assert table.state.pyramid == (PHARAOH,)
    assert table.state.pharaoh_left == 15
    table.anna.does("move_robber:q0r5")
    table.hand("anna", STONE)
    table.anna.does("place_stone:own")
    assert table.state.pyramid == (PHARAOH, 0)
    assert "seat 0 places stone 2 on level 1" in table.journal


def test_example_14_seven() -> None:
    """H-SE-03, C16: the pharaoh's stone lies first; seven cards and six gold lose nothing, eight cards lose four."""
    table = at_site("7 wool 6 gold")
    table.hand("ben", "8 grain 0 gold")
    table.rolls("anna", 3, 4)
    assert table.state.pyramid == (PHARAOH,)
    assert table.ben.must(Discard)
    assert table.ben.view.table.pending.left == 4
    table.ben.does(*["discard:grain"] * 4)
    assert table.anna.must(Robber)


def test_a_knight_does_not_make_him_build() -> None:
    """H-SE-04."""
    table = at_site("")
    table.cards("anna", "knight")
    table.main("anna")
    table.anna.does("play_knight", "move_robber:q0r5")
    assert table.state.pyramid == ()


def test_where_the_robber_never_stands() -> None:
    """H-SE-05, C15: water and the site; 45 land hexes less his own are left."""
    table = GameTable()
    table.rolls("anna", 3, 4)
    assert len(table.anna.options) == 44
    assert "move_robber:q-1r4" not in table.anna.options
    assert not {"move_robber:q1r4", "move_robber:q3r4", "move_robber:q0r0"} & set(table.anna.options)


# Examples


def test_example_8_start_of_the_pyramid() -> None:
    """Two roads to the site and a settlement there: work has begun; a seven the turn before placed nothing."""
    table = GameTable()
    table.settlements("anna", "q0r5N")
    table.rolls("dirk", 3, 4)
    table.dirk.does("move_robber:q4r4")
    assert table.state.pyramid == ()
    table.main("anna")
    table.hand("anna", "3 lumber 3 brick 1 wool 1 grain")
    table.anna.does("build_road:q0r4SE", "build_road:q-1r5NE", "build_settlement:q-1r5N")
    assert table.state.started


def test_example_12_paid_access() -> None:
    """Seat 2 builds through seat 1 for a gold, not without; with seat 3 joined too it may choose."""
    table = visitor(0)
    assert stones_listed(table, "carla") == []
    table = visitor(1)
    assert stones_listed(table, "carla") == ["place_stone:1"]
    table.settlements("dirk", "q-1r4S")
    table.roads("dirk", "q-1r4SE")
    assert set(stones_listed(table, "carla")) == {"place_stone:1", "place_stone:3"}
    table.carla.does("place_stone:1")
    assert (table.gold("carla"), table.gold("ben")) == (0, 4)


def test_example_15_levels() -> None:
    """Stone 16 is the last of level 1, stone 17 the first of level 2."""
    table = at_site()
    table.stones(3, 4, 4, 4)
    table.anna.does("place_stone:own", "place_stone:own")
    told = [line for line in table.journal if "places stone" in line]
    assert told == ["seat 0 places stone 16 on level 1", "seat 0 places stone 17 on level 2"]


def test_example_21_robber() -> None:
    """Site and water are never listed; the gold field in Sinai is, and stops."""
    table = GameTable()
    table.settlements("ben", "q4r4N")
    table.rolls("anna", 3, 4)
    assert "move_robber:q-1r4" not in table.anna.options
    table.anna.does("move_robber:q4r4")
    table.produces(11)
    assert table.gold("ben") == 3
