"""Alexander's march (rules 6.4), and building only behind him (rules 6.6)."""

import pytest

from serai.referee.catan_rules.robber import Robber
from serai.referee.catan_rules.turn import Main
from serai.referee.core.agenda import over
from serai.referee.core.errors import IllegalAction
from serai.referee.games.alexander.auction import Auction
from serai.referee.games.alexander.board import ARROWS, EVENT_NAMES, GRID, JUNCTIONS, PATH
from tests.games.alexander.table import ALEXANDER, GameTable
from tests.random_play import Case, Play

SETTLEMENT = "1 lumber 1 brick 1 wool 1 grain"


def name_of(junction: int) -> str:
    return GRID.vertex_names[PATH[junction]]


def road_to(table: GameTable, name: str, vertex: str) -> None:
    """A road that reaches the vertex, without a building anywhere."""
    edge = GRID.edges_at[table.vertex(vertex)][0]
    table.roads(name, GRID.edge_names[edge])


# The march


@pytest.mark.parametrize(("first", "second"), [(1, 2), (3, 4), (6, 6)])
def test_one_step_a_turn(first: int, second: int) -> None:
    """A-MR-01, A19: also on a seven."""
    table = GameTable()
    table.at(5)
    table.rolls("anna", first, second)
    if first + second == 7:
        table.anna.does("move_robber:q0r0")
    assert table.state.position == 6


def test_a_temple() -> None:
    """A-MR-02."""
    table = GameTable()
    table.at(3)
    table.marches()
    assert table.anna.must(Auction)
    assert table.anna.view.auction.event == EVENT_NAMES.index("settlement")
    assert table.journal[-1] == "Alexander asks for settlement at junction 4"


def test_a_chip() -> None:
    """A-MR-03: it is turned, and its event is auctioned."""
    table = GameTable()
    table.at(1)
    table.next_chip("bridge")
    table.marches()
    assert table.journal[-1] == "Alexander asks for bridge at junction 2"
    assert len(table.state.chips) == 24


def test_a_blank_junction() -> None:
    """A-MR-04."""
    table = GameTable()
    table.at(5)
    table.marches()
    assert (table.state.position, JUNCTIONS[6]) == (6, "blank")
    assert table.anna.must(Main)


@pytest.mark.parametrize("arrow", [43, 44, 45, 46])
def test_purple_arrows(arrow: int) -> None:
    """A-MR-05: left only on a seven; otherwise there is no event."""
    table = GameTable()
    table.at(arrow)
    table.marches()
    assert table.state.position == arrow
    assert table.anna.must(Main)
    assert table.journal[-1] == f"Alexander waits for a seven on arrow {arrow}"
    table.rolls("ben", 3, 4)
    table.ben.does("move_robber:q0r0")
    assert table.state.position == arrow + 1


def test_example_15_step_onto_purple() -> None:
    """A-MR-06, A18: roll 5 on arrow 42: he comes to 43 and its temple is auctioned."""
    table = GameTable()
    table.at(42)
    table.rolls("anna", 2, 3)
    assert table.state.position == 43
    assert table.journal[-1] == "Alexander asks for settlement at junction 43"


def test_a_knight_does_not_move_him() -> None:
    """A-MR-07: neither before the roll nor after."""
    table = GameTable()
    table.at(44)
    table.cards("anna", "knight")
    table.luck.foretell("dice", 0, 0)
    table.turn("anna")
    table.anna.does("play_knight", "move_robber:q0r0", "roll")
    assert table.state.position == 44
    assert table.anna.must(Main)


def test_example_18_blocked_temple() -> None:
    """A-MR-08, A14: a settlement at q3r2N, beside junction 8 at q3r1S: no auction there, the ground stays closed."""
    table = GameTable()
    assert name_of(8) == "q3r1S"
    table.settlements("ben", "q3r2N")
    table.at(7)
    table.marches()
    assert table.state.position == 8
    assert table.anna.must(Main)
    assert table.journal[-1] == "the temple of junction 8 is too near to a building"
    assert not table.state.open[PATH[8]]


def test_a_blocked_temple() -> None:
    """A-MR-08, A14: a building on a neighbouring vertex that is not on the path; the ground stays closed."""
    table = GameTable()
    table.settlements("dirk", "q0r1N")
    table.at(3)
    beside = next(v for v in GRID.beside[PATH[4]] if v not in PATH)
    table.settlements("ben", GRID.vertex_names[beside])
    table.marches()
    assert table.anna.must(Main)
    assert table.journal[-1] == "the temple of junction 4 is too near to a building"
    assert not table.state.open[PATH[4]]


def test_the_goal() -> None:
    """A-MR-09, A26: no event, no MAIN."""
    table = GameTable()
    table.at(46)
    table.rolls("anna", 3, 4)
    table.anna.does("move_robber:q0r0")
    assert over(table.state)
    assert table.state.position == 47
    assert "ends by arrival" in table.journal[-1]


def test_example_14_purple() -> None:
    """Roll 6 on arrow 43: he stays. Then a 7: robber first, then junction 44, whose chip is auctioned."""
    table = GameTable()
    table.at(43)
    table.rolls("anna", 3, 3)
    assert table.anna.must(Main)
    table.next_chip("statue")
    table.rolls("ben", 3, 4)
    assert table.ben.must(Robber)
    assert table.state.position == 43
    table.ben.does("move_robber:q0r0")
    assert table.state.position == 44
    assert table.journal[-1] == "Alexander asks for statue at junction 44"


def test_example_17_ground_ahead() -> None:
    """With a road to p7: no settlement while he stands on arrow 6, from MAIN of the turn that passes it on it is."""
    table = GameTable()
    table.at(6)
    assert name_of(7) == "q2r2N"
    road_to(table, "anna", "q2r2N")
    table.hand("anna", SETTLEMENT)
    assert "build_settlement:q2r2N" not in table.anna.options
    table.marches()
    for name in table.names:
        table.seat(name).does("pass_bid")
    assert "build_settlement:q2r2N" in table.anna.options


# Building


def test_what_follows_base() -> None:
    """A-BU-01: roads, cities, cards and trades cost and go as in Catan."""
    table = GameTable()
    table.settlements("anna", "q0r1S")
    table.hand("anna", "5 lumber 1 brick 2 wool 3 grain 4 ore")
    table.hand("ben", "1 wool")
    table.main("anna")
    starts = {option.partition(":")[0] for option in table.anna.options}
    assert starts == {"build_road", "build_city", "buy_dev_card", "bank_trade", "end_turn"}
    table.anna.does("buy_dev_card", "build_city:q0r1S", table.starting("anna", "build_road")[0])
    assert table.holds("anna") == "4 lumber 1 wool"
    assert table.starting("anna", "offer") == ["offer:lumber:brick:-", "offer:lumber,lumber:brick:-"]


def test_settlements_by_roads() -> None:
    """A-BU-02: at normal cost."""
    table = GameTable()
    road_to(table, "anna", "q0r1S")
    table.hand("anna", SETTLEMENT)
    table.anna.does("build_settlement:q0r1S")
    assert (table.anna.settlements, table.holds("anna")) == (1, "")


def test_the_distance_rule() -> None:
    """A-BU-03: beside a settlement won at a temple nobody settles."""
    table = GameTable()
    table.temple(1)
    table.says("anna 1", "ben pass", "carla pass", "dirk pass")
    beside = GRID.beside[PATH[1]]
    assert not any(table.state.open[vertex] for vertex in beside)
    table.at(2)
    assert not table.state.open[PATH[2]]


@pytest.mark.parametrize("junction", [6, 7, 8, 47])
def test_nothing_ahead_of_him(junction: int) -> None:
    """A-BU-04: blank, chip or temple."""
    table = GameTable()
    table.at(junction - 1)
    road_to(table, "anna", name_of(junction))
    table.hand("anna", SETTLEMENT)
    settle = f"build_settlement:{name_of(junction)}"
    assert settle not in table.anna.options
    with pytest.raises(IllegalAction):
        table.anna.does(settle)
    table.at(junction)
    assert settle in table.anna.options


def test_from_the_turn_he_passes() -> None:
    """A-BU-05, A9: a temple that nobody bought is ordinary ground in MAIN of that turn."""
    table = GameTable()
    table.at(3)
    road_to(table, "anna", name_of(4))
    table.hand("anna", SETTLEMENT)
    table.marches()
    for name in table.names:
        table.seat(name).does("pass_bid")
    table.anna.does(f"build_settlement:{name_of(4)}")
    assert table.state.vertices[PATH[4]] == 1


def test_roads_ahead_of_him() -> None:
    """A-BU-06: along the path and across it."""
    table = GameTable()
    table.settlements("anna", "q2r1N")
    table.roads("anna", "q2r1NE")
    table.hand("anna", "5 lumber 5 brick")
    names = {GRID.edge_names[edge] for vertex in PATH[1:] for edge in GRID.edges_at[vertex]}
    table.settlements("ben", "q1r1N")
    ahead = [option for option in table.starting("anna", "build_road") if option.partition(":")[2] in names]
    assert table.state.position == 0
    table.roads("anna", "q2r1E q2r1SE")
    assert ARROWS[6] == table.edge("q2r1SE")
    ahead += [option for option in table.starting("anna", "build_road") if option.partition(":")[2] in names]
    assert ahead


def test_a_won_settlement_can_be_a_city_at_once() -> None:
    """A-BU-07: by the active seat that won it."""
    table = GameTable()
    table.hand("anna", "2 grain 3 ore 1 gold")
    table.temple(1)
    table.says("anna 1", "ben pass", "carla pass", "dirk pass")
    table.anna.does("pay:gold", "settle_temple", "build_city:q0r1N")
    assert (table.anna.cities, table.anna.settlements) == (1, 0)


def test_the_ends_of_the_path() -> None:
    """A-BU-08: p0 may be settled from the start, p48 never."""
    table = GameTable()
    road_to(table, "anna", name_of(0))
    table.hand("anna", SETTLEMENT)
    assert f"build_settlement:{name_of(0)}" in table.anna.options
    road_to(table, "anna", name_of(48))
    for position in (0, 20, 46):
        table.at(position)
        assert f"build_settlement:{name_of(48)}" not in table.anna.options


@pytest.mark.parametrize("seats", [3, 4])
def test_he_never_turns_back(seats: int) -> None:
    """A-IN-03: at most one step a turn, the last arrow only at the end."""
    play = Play(Case(ALEXANDER, seats, {}), 1)
    seen: dict[int, set[int]] = {}
    for state in play.states():
        seen.setdefault(state.turn, set()).add(state.position)
        assert state.position < 47
    last = 0
    for turn in sorted(seen):
        assert max(seen[turn]) - last <= 1
        assert min(seen[turn]) >= last
        last = max(seen[turn])
    assert last > 40
