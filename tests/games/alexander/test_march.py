"""Alexander's march (rules 6.4), and building only behind him (rules 6.6)."""

import pytest

from serai.referee.catan_rules.robber import Robber
from serai.referee.catan_rules.turn import Main
from serai.referee.core.agenda import over
from serai.referee.core.errors import IllegalAction
from serai.referee.games.alexander.auction import Auction
from serai.referee.games.alexander.board import ARROWS, EVENT_NAMES, GRID, JUNCTIONS, PATH
from tests.games.alexander.table import ALEXANDER, Campaign
from tests.random_play import Case, Play

SETTLEMENT = "1 lumber 1 brick 1 wool 1 grain"


def name_of(junction: int) -> str:
    return GRID.vertex_names[PATH[junction]]


def road_to(campaign: Campaign, name: str, vertex: str) -> None:
    """A road that reaches the vertex, without a building anywhere."""
    edge = GRID.edges_at[campaign.vertex(vertex)][0]
    campaign.roads(name, GRID.edge_names[edge])


# The march


@pytest.mark.parametrize(("first", "second"), [(1, 2), (3, 4), (6, 6)])
def test_one_step_a_turn(first: int, second: int) -> None:
    """A-MR-01, A19: also on a seven."""
    campaign = Campaign()
    campaign.at(5)
    campaign.rolls("anna", first, second)
    if first + second == 7:
        campaign.anna.does("move_robber:q0r0")
    assert campaign.state.position == 6


def test_a_temple() -> None:
    """A-MR-02."""
    campaign = Campaign()
    campaign.at(3)
    campaign.marches()
    assert campaign.anna.must(Auction)
    assert campaign.anna.view.auction.event == EVENT_NAMES.index("settlement")
    assert campaign.journal[-1] == "Alexander asks for settlement at junction 4"


def test_a_chip() -> None:
    """A-MR-03: it is turned, and its event is auctioned."""
    campaign = Campaign()
    campaign.at(1)
    campaign.next_chip("bridge")
    campaign.marches()
    assert campaign.journal[-1] == "Alexander asks for bridge at junction 2"
    assert len(campaign.state.chips) == 24


def test_a_blank_junction() -> None:
    """A-MR-04."""
    campaign = Campaign()
    campaign.at(5)
    campaign.marches()
    assert (campaign.state.position, JUNCTIONS[6]) == (6, "blank")
    assert campaign.anna.must(Main)


@pytest.mark.parametrize("arrow", [43, 44, 45, 46])
def test_purple_arrows(arrow: int) -> None:
    """A-MR-05: left only on a seven; otherwise there is no event."""
    campaign = Campaign()
    campaign.at(arrow)
    campaign.marches()
    assert campaign.state.position == arrow
    assert campaign.anna.must(Main)
    assert campaign.journal[-1] == f"Alexander waits for a seven on arrow {arrow}"
    campaign.rolls("ben", 3, 4)
    campaign.ben.does("move_robber:q0r0")
    assert campaign.state.position == arrow + 1


def test_example_15_step_onto_purple() -> None:
    """A-MR-06, A18: roll 5 on arrow 42: he comes to 43 and its temple is auctioned."""
    campaign = Campaign()
    campaign.at(42)
    campaign.rolls("anna", 2, 3)
    assert campaign.state.position == 43
    assert campaign.journal[-1] == "Alexander asks for settlement at junction 43"


def test_a_knight_does_not_move_him() -> None:
    """A-MR-07: neither before the roll nor after."""
    campaign = Campaign()
    campaign.at(44)
    campaign.cards("anna", "knight")
    campaign.luck.foretell("dice", 0, 0)
    campaign.turn("anna")
    campaign.anna.does("play_knight", "move_robber:q0r0", "roll")
    assert campaign.state.position == 44
    assert campaign.anna.must(Main)


def test_example_18_blocked_temple() -> None:
    """A-MR-08, A14: a settlement at q3r2N, beside junction 8 at q3r1S: no auction there, the ground stays closed."""
    campaign = Campaign()
    assert name_of(8) == "q3r1S"
    campaign.settlements("ben", "q3r2N")
    campaign.at(7)
    campaign.marches()
    assert campaign.state.position == 8
    assert campaign.anna.must(Main)
    assert campaign.journal[-1] == "the temple of junction 8 is too near to a building"
    assert not campaign.state.open[PATH[8]]


def test_a_blocked_temple() -> None:
    """A-MR-08, A14: a building on a neighbouring vertex that is not on the path; the ground stays closed."""
    campaign = Campaign()
    campaign.settlements("dirk", "q0r1N")
    campaign.at(3)
    beside = next(v for v in GRID.beside[PATH[4]] if v not in PATH)
    campaign.settlements("ben", GRID.vertex_names[beside])
    campaign.marches()
    assert campaign.anna.must(Main)
    assert campaign.journal[-1] == "the temple of junction 4 is too near to a building"
    assert not campaign.state.open[PATH[4]]


def test_the_goal() -> None:
    """A-MR-09, A26: no event, no MAIN."""
    campaign = Campaign()
    campaign.at(46)
    campaign.rolls("anna", 3, 4)
    campaign.anna.does("move_robber:q0r0")
    assert over(campaign.state)
    assert campaign.state.position == 47
    assert "ends by arrival" in campaign.journal[-1]


def test_example_14_purple() -> None:
    """Roll 6 on arrow 43: he stays. Then a 7: robber first, then junction 44, whose chip is auctioned."""
    campaign = Campaign()
    campaign.at(43)
    campaign.rolls("anna", 3, 3)
    assert campaign.anna.must(Main)
    campaign.next_chip("statue")
    campaign.rolls("ben", 3, 4)
    assert campaign.ben.must(Robber)
    assert campaign.state.position == 43
    campaign.ben.does("move_robber:q0r0")
    assert campaign.state.position == 44
    assert campaign.journal[-1] == "Alexander asks for statue at junction 44"


def test_example_17_ground_ahead() -> None:
    """With a road to p7: no settlement while he stands on arrow 6, from MAIN of the turn that passes it on it is."""
    campaign = Campaign()
    campaign.at(6)
    assert name_of(7) == "q2r2N"
    road_to(campaign, "anna", "q2r2N")
    campaign.hand("anna", SETTLEMENT)
    assert "build_settlement:q2r2N" not in campaign.anna.options
    campaign.marches()
    for name in campaign.names:
        campaign.seat(name).does("pass_bid")
    assert "build_settlement:q2r2N" in campaign.anna.options


# Building


def test_what_follows_base() -> None:
    """A-BU-01: roads, cities, cards and trades cost and go as in Catan."""
    campaign = Campaign()
    campaign.settlements("anna", "q0r1S")
    campaign.hand("anna", "5 lumber 1 brick 1 wool 3 grain 4 ore")
    campaign.hand("ben", "1 wool")
    campaign.main("anna")
    starts = {option.partition(":")[0] for option in campaign.anna.options}
    assert starts == {"build_road", "build_city", "buy_dev_card", "bank_trade", "offer", "end_turn"}
    campaign.anna.does("buy_dev_card", "build_city:q0r1S", campaign.starting("anna", "build_road")[0])
    assert campaign.holds("anna") == "4 lumber"


def test_settlements_by_roads() -> None:
    """A-BU-02: at normal cost."""
    campaign = Campaign()
    road_to(campaign, "anna", "q0r1S")
    campaign.hand("anna", SETTLEMENT)
    campaign.anna.does("build_settlement:q0r1S")
    assert (campaign.anna.settlements, campaign.holds("anna")) == (1, "")


def test_the_distance_rule() -> None:
    """A-BU-03: beside a settlement won at a temple nobody settles."""
    campaign = Campaign()
    campaign.temple(1)
    campaign.says("anna 1", "ben pass", "carla pass", "dirk pass")
    beside = GRID.beside[PATH[1]]
    assert not any(campaign.state.open[vertex] for vertex in beside)
    campaign.at(2)
    assert not campaign.state.open[PATH[2]]


@pytest.mark.parametrize("junction", [6, 7, 8, 47])
def test_nothing_ahead_of_him(junction: int) -> None:
    """A-BU-04: blank, chip or temple."""
    campaign = Campaign()
    campaign.at(junction - 1)
    road_to(campaign, "anna", name_of(junction))
    campaign.hand("anna", SETTLEMENT)
    settle = f"build_settlement:{name_of(junction)}"
    assert settle not in campaign.anna.options
    with pytest.raises(IllegalAction):
        campaign.anna.does(settle)
    campaign.at(junction)
    assert settle in campaign.anna.options


def test_from_the_turn_he_passes() -> None:
    """A-BU-05, A9: a temple that nobody bought is ordinary ground in MAIN of that turn."""
    campaign = Campaign()
    campaign.at(3)
    road_to(campaign, "anna", name_of(4))
    campaign.hand("anna", SETTLEMENT)
    campaign.marches()
    for name in campaign.names:
        campaign.seat(name).does("pass_bid")
    campaign.anna.does(f"build_settlement:{name_of(4)}")
    assert campaign.state.vertices[PATH[4]] == 1


def test_roads_ahead_of_him() -> None:
    """A-BU-06: along the path and across it."""
    campaign = Campaign()
    campaign.settlements("anna", "q2r1N")
    campaign.roads("anna", "q2r1NE")
    campaign.hand("anna", "5 lumber 5 brick")
    names = {GRID.edge_names[edge] for vertex in PATH[1:] for edge in GRID.edges_at[vertex]}
    campaign.settlements("ben", "q1r1N")
    ahead = [option for option in campaign.starting("anna", "build_road") if option.partition(":")[2] in names]
    assert campaign.state.position == 0
    campaign.roads("anna", "q2r1E q2r1SE")
    assert ARROWS[6] == campaign.edge("q2r1SE")
    ahead += [option for option in campaign.starting("anna", "build_road") if option.partition(":")[2] in names]
    assert ahead


def test_a_won_settlement_can_be_a_city_at_once() -> None:
    """A-BU-07: by the active seat that won it."""
    campaign = Campaign()
    campaign.hand("anna", "2 grain 3 ore 1 gold")
    campaign.temple(1)
    campaign.says("anna 1", "ben pass", "carla pass", "dirk pass")
    campaign.anna.does("pay:gold", "build_city:q0r1N")
    assert (campaign.anna.cities, campaign.anna.settlements) == (1, 0)


def test_the_ends_of_the_path() -> None:
    """A-BU-08: p0 may be settled from the start, p48 never."""
    campaign = Campaign()
    road_to(campaign, "anna", name_of(0))
    campaign.hand("anna", SETTLEMENT)
    assert f"build_settlement:{name_of(0)}" in campaign.anna.options
    road_to(campaign, "anna", name_of(48))
    for position in (0, 20, 46):
        campaign.at(position)
        assert f"build_settlement:{name_of(48)}" not in campaign.anna.options


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
