"""Components, costs and building (rules 2 and 6.4)."""

import pytest

from serai.referee.catan_rules.components import DECK, DEV_CARD_NAMES
from serai.referee.core.errors import IllegalAction
from tests.games.catan.table import GameTable

ALL_BUT = "3 lumber 3 brick 3 wool 3 grain 3 ore"


def rich(name: str = "anna") -> GameTable:
    """Somebody with three of every card, a settlement and a road."""
    table = GameTable()
    table.settlements(name, "q0r0N")
    table.roads(name, "q0r0NE")
    table.main(name)
    table.hand(name, ALL_BUT)
    return table


def test_nineteen_cards_of_each_kind() -> None:
    """B-CO-01: what is in the hands is not in the bank."""
    table = rich()
    assert [bank + held for bank, held in zip(table.state.bank, table.anna.hand, strict=True)] == [19] * 5


def test_twenty_five_development_cards() -> None:
    """B-CO-02."""
    counted = {name: DECK.count(kind) for kind, name in enumerate(DEV_CARD_NAMES)}
    assert counted == {"knight": 14, "victory_point": 5, "road_building": 2, "year_of_plenty": 2, "monopoly": 2}


def test_pieces_are_limits() -> None:
    """B-CO-03: without a piece the build is not listed, whatever is in hand."""
    table = rich()
    assert table.starting("anna", "build_road")
    table.anna.set(routes=(15,))
    assert not table.starting("anna", "build_road")
    assert table.starting("anna", "build_city")
    table.anna.set(cities=4)
    assert not table.starting("anna", "build_city")
    table.roads("anna", "q1r-1SE")
    assert table.starting("anna", "build_settlement")
    table.anna.set(settlements=5)
    assert not table.starting("anna", "build_settlement")


def test_example_20_piece_limit() -> None:
    """B-CO-04: five settlements: none to build. After a city one is back."""
    table = GameTable()
    table.settlements("anna", "q0r0N q0r-1N q0r-2S q2r0S q0r2N")
    table.roads("anna", "q2r0SE q2r0E")
    table.hand("anna", "1 lumber 1 brick 1 wool 3 grain 3 ore")
    assert not table.starting("anna", "build_settlement")
    table.anna.does("build_city:q0r0N")
    assert (table.anna.settlements, table.anna.cities) == (4, 1)
    assert table.starting("anna", "build_settlement") == ["build_settlement:q3r-1S"]


@pytest.mark.parametrize(
    ("action", "left"),
    [
        ("build_road:q0r-1E", "2 lumber 2 brick 3 wool 3 grain 3 ore"),
        ("build_settlement:q1r-1N", "2 lumber 2 brick 2 wool 2 grain 3 ore"),
        ("build_city:q0r0N", "3 lumber 3 brick 3 wool 1 grain"),
        ("buy_dev_card", "3 lumber 3 brick 2 wool 2 grain 2 ore"),
    ],
)
def test_costs(action: str, left: str) -> None:
    """B-CO-05, B-CO-06, B-CO-07, B-CO-08, B-CO-09: each its price, and all of it goes to the bank."""
    table = rich()
    table.roads("anna", "q0r-1SE q0r-2E q1r-2SE")
    table.anna.does(action)
    assert table.holds("anna") == left
    assert [bank + held for bank, held in zip(table.state.bank, table.anna.hand, strict=True)] == [19] * 5


@pytest.mark.parametrize(
    ("missing", "start"),
    [("brick", "build_road"), ("wool", "build_settlement"), ("grain", "build_city"), ("ore", "buy_dev_card")],
)
def test_what_cannot_be_paid_is_not_listed(missing: str, start: str) -> None:
    """B-CO-05, B-CO-06, B-CO-07, B-CO-08: one kind missing is enough."""
    table = rich()
    table.roads("anna", "q0r-1SE q0r-2E q1r-2SE")
    assert table.starting("anna", start)
    table.hand("anna", ALL_BUT.replace(f"3 {missing}", f"0 {missing}"))
    assert not table.starting("anna", start)


def test_roads_join_the_own_network() -> None:
    """B-BU-01: beside an own building or an own road, nowhere else: neither building nor road of Ben's helps."""
    table = rich()
    table.settlements("ben", "q0r2N")
    table.roads("ben", "q0r1E q1r1SE")
    roads = {option.partition(":")[2] for option in table.starting("anna", "build_road")}
    assert roads == {"q0r-1E", "q0r-1SE", "q1r-1SE", "q0r0E"}


def test_example_8_road_blocked() -> None:
    """B-BU-02: Ben settles the end of Anna's only road: she may not build on from there, but from its other end."""
    table = rich()
    table.settlements("ben", "q1r-1S")
    roads = {option.partition(":")[2] for option in table.starting("anna", "build_road")}
    assert roads == {"q0r-1E", "q0r-1SE"}


def test_a_foreign_road_does_not() -> None:
    """B-BU-03: Ben's road meets hers; the third edge there is still hers to take."""
    table = rich()
    table.roads("ben", "q1r-1SE")
    roads = {option.partition(":")[2] for option in table.starting("anna", "build_road")}
    assert roads == {"q0r-1E", "q0r-1SE", "q0r0E"}


def test_one_piece_for_each_place() -> None:
    """B-BU-04: taken edges and vertices are not listed to anybody."""
    table = rich()
    table.roads("ben", "q0r0E q1r-1SE")
    assert "build_road:q0r0E" not in table.anna.options
    assert "build_road:q0r0NE" not in table.anna.options
    with pytest.raises(IllegalAction):
        table.anna.does("build_road:q0r0E")


def test_a_settlement_needs_an_own_road() -> None:
    """B-BU-05: at an empty vertex; a foreign road there is of no use."""
    table = rich()
    assert not table.starting("anna", "build_settlement")
    table.roads("ben", "q0r0E q0r0SE")
    assert not table.starting("anna", "build_settlement")
    table.roads("anna", "q1r-1SE")
    assert table.starting("anna", "build_settlement") == ["build_settlement:q1r0N"]


def test_distance_whoever_stands_there() -> None:
    """B-BU-06: Ben's settlement closes the vertices beside it for Anna too, and for himself."""
    table = rich()
    table.roads("anna", "q1r-1SE")
    table.settlements("ben", "q2r-1S")
    assert not table.starting("anna", "build_settlement")
    table.roads("ben", "q1r0NE")
    table.hand("ben", ALL_BUT)
    table.main("ben")
    assert not table.starting("ben", "build_settlement")


def test_a_city_replaces_an_own_settlement() -> None:
    """B-BU-07: not a foreign one, not empty ground, not a city again."""
    table = rich()
    table.settlements("ben", "q0r2S")
    assert table.starting("anna", "build_city") == ["build_city:q0r0N"]
    table.anna.does("build_city:q0r0N")
    table.hand("anna", ALL_BUT)
    assert not table.starting("anna", "build_city")


def test_any_number_of_builds() -> None:
    """B-BU-08: as long as cards and pieces last."""
    table = rich()
    table.anna.does("build_road:q0r-1E", "build_road:q0r-1SE", "build_road:q1r-1SE")
    assert table.anna.routes == (4,)
    assert not table.starting("anna", "build_road")


def test_what_stands_stays() -> None:
    """B-BU-09: from a game played at random, nothing is ever taken away."""
    table = GameTable()
    table.settlements("anna", "q0r0N")
    table.roads("anna", "q0r0NE")
    state = table.state
    for name in ("ben", "carla", "dirk", "anna", "ben"):
        table.rolls(name, 1, 2)
        table.hand(name, ALL_BUT)
        before = (bytes(state.vertices), bytes(state.edges))
        seat = table.seat(name)
        seat.does(seat.options[0])
        assert all(new >= old for old, new in zip(before[0], state.vertices, strict=True))
        assert all(new == old for old, new in zip(before[1], state.edges, strict=True) if old)


def test_example_5_distance_rule() -> None:
    """Around S at (0,0,N) three vertices are closed; (0,-1,N), two edges away, is legal ground."""
    table = GameTable()
    table.settlements("anna", "q0r0N")
    closed = [table.state.open[table.vertex(name)] for name in ("q0r-1S", "q1r-1S", "q1r-2S")]
    assert closed == [0, 0, 0]
    assert table.state.open[table.vertex("q0r-1N")]
