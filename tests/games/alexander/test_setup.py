"""Components and set-up (rules 2 and 4), map and path (rules 3)."""

from pathlib import Path

import pytest

from serai.referee.catan_rules.components import CARD_KINDS, DECK
from serai.referee.catan_rules.layout import ROAD, red_numbers_touch
from serai.referee.catan_rules.state import NOBODY
from serai.referee.core.agenda import waiting
from serai.referee.core.data_file import PROVENANCE
from serai.referee.core.luck import Luck
from serai.referee.games.alexander import board
from serai.referee.games.alexander.board import (
    ADVISERS,
    ADVISERS_OF,
    ARROWS,
    BLANK,
    CHIP,
    CHIPS,
    COLOURS,
    DATA,
    EVENT_NAMES,
    GOLD,
    GRID,
    GROUND,
    JUNCTIONS,
    LAYOUT,
    PATH,
    PORTS,
    TEMPLE,
    TEMPLE_NAMES,
    TERRAINS,
)
from serai.referee.games.alexander.events import SupplyDrawn
from serai.referee.games.alexander.rules import RULES
from serai.referee.games.alexander.setup import lay_out
from serai.referee.games.alexander.state import Alexander
from tests import edited_data
from tests.catan_rules.edited_board import READ, outcome
from tests.games.alexander.table import ALEXANDER, GameTable
from tests.random_play import Case, deal


def begun(seats: int = 4, number: int = 0) -> Alexander:
    """A game at its first decision: turn 1, the first temple."""
    state: Alexander = Case(ALEXANDER, seats, {}).begin(number)
    return state


def terrain_at(hex_: int) -> str:
    return TERRAINS[LAYOUT.terrain[hex_]].id


# Components and set-up


def test_seats_and_pieces() -> None:
    """A-SU-01."""
    assert ALEXANDER.seat_counts == (3, 4)
    with pytest.raises(ValueError, match="3 or 4 seats"):
        ALEXANDER.complete(2, {})
    assert (RULES.settlements, RULES.cities, RULES.routes[ROAD].pieces) == (5, 4, 15)
    assert len(RULES.routes) == 1


@pytest.mark.parametrize("seats", [3, 4])
def test_chips_on_the_path(seats: int) -> None:
    """A-SU-02: 25 face down on the chip places, three apart, another order with every deal."""
    starts = [begun(seats, number) for number in range(5)]
    for state in starts:
        assert (len(state.chips), len(state.spare)) == (25, 3)
        assert sorted(state.chips + state.spare) == sorted(CHIPS)
    assert len({state.chips for state in starts}) == 5


def test_the_mix_of_the_chips() -> None:
    """A-SU-12, A24."""
    assert {EVENT_NAMES[kind]: CHIPS.count(kind) for kind in CHIPS} == dict.fromkeys(EVENT_NAMES[1:], 7)


def test_alexander_starts_in_macedonia() -> None:
    """A-SU-03: on the red arrow, between mountains 11 and forest 8."""
    start = lay_out(4, Luck(deal(0)))
    assert start.position == 0
    assert COLOURS[0] == "red"
    assert {terrain_at(hex_) for hex_ in GRID.hexes_of_edge[ARROWS[0]]} == {"mountains", "forest"}


def test_ground_on_the_path_is_closed() -> None:
    """A-BU-04, A-BU-08: all of it but its first vertex, before Alexander has gone a step; all other ground is open."""
    start = lay_out(4, Luck(deal(0)))
    assert [start.open[vertex] for vertex in PATH] == [1] + [0] * 48
    others = set(range(len(start.open))) - set(PATH)
    assert {vertex for vertex in others if start.open[vertex]} == {v for v in others if GROUND.buildable[v]}


def test_the_robber_starts_on_a_desert() -> None:
    """A-SU-04, A25."""
    assert terrain_at(begun().robber) == "desert"


@pytest.mark.parametrize("seats", [3, 4])
def test_eight_gold(seats: int) -> None:
    """A-SU-05, A2."""
    assert [player.hand[GOLD] for player in begun(seats).players] == [8] * seats


def test_example_1_set_up_for_four() -> None:
    """A-SU-06: 75 cards in the pile before the first supply, none in the bank, 25 chips and 3 aside, no buildings."""
    state = begun(4)
    assert len(state.supply) + 4 == 75
    assert len(state.supply) + sum(player.cards for player in state.players) == 95
    assert state.bank[:CARD_KINDS] == [0] * CARD_KINDS
    assert (len(state.chips), len(state.spare), sum(state.vertices)) == (25, 3, 0)


def test_example_2_set_up_for_three() -> None:
    """A-SU-07: 15 of each kind make the pile, 60 before the first supply; four of each lie open; two advisers."""
    state = begun(3)
    assert len(state.supply) + 3 == 60
    assert state.bank[:CARD_KINDS] == [4] * CARD_KINDS
    held = [sum(player.hand[kind] for player in state.players) for kind in range(CARD_KINDS)]
    assert [count + state.supply.count(kind) for kind, count in enumerate(held)] == [15] * CARD_KINDS
    assert [ADVISERS[card].points for card in ADVISERS_OF[3]] == [4, 2]


@pytest.mark.parametrize("seats", [3, 4])
def test_five_cards_each(seats: int) -> None:
    """A-SU-08: one at a time from the top in seat order; the sixth is the supply of turn 1."""
    state = begun(seats)
    drawn = [event for event in state.journal or () if isinstance(event, SupplyDrawn)]
    assert [event.seat for event in drawn[: 5 * seats]] == list(range(seats)) * 5
    assert [player.cards for player in state.players] == [6] * seats


@pytest.mark.parametrize(("seats", "points"), [(3, [4, 2]), (4, [4, 3, 2])])
def test_adviser_cards(seats: int, points: list[int]) -> None:
    """A-SU-09, A1: without the second with three seats."""
    assert [ADVISERS[card].points for card in ADVISERS_OF[seats]] == points
    assert begun(seats).advisers == (NOBODY,) * len(points)


@pytest.mark.parametrize("seats", [3, 4])
def test_no_founding(seats: int) -> None:
    """A-SU-10: the first question is about a bid, and no piece lies anywhere."""
    state = begun(seats)
    assert not any(state.vertices)
    assert not any(state.edges)
    assert state.turn == 1


@pytest.mark.parametrize("seats", [3, 4])
def test_seat_0_starts(seats: int) -> None:
    """A-SU-11, A25."""
    state = begun(seats)
    assert (state.active, waiting(state)) == (0, (0,))


def test_only_the_deck_is_shuffled_as_in_base() -> None:
    """A-BA-02: all 25 development cards, in another order with every deal; nothing is placed."""
    decks = {begun(4, number).deck for number in range(4)}
    assert len(decks) == 4
    assert all(sorted(deck) == sorted(DECK) for deck in decks)
    assert not [event for event in begun().journal or () if type(event).__name__ in ("Founded", "PlacedRoute")]
    with pytest.raises(ValueError, match="no action"):
        ALEXANDER.actions.read("setup_settlement:q0r1N")


# Map and path


def test_the_map() -> None:
    """A-MA-01: the table is checked when it is read; these are the numbers."""
    assert (len(GRID.hexes), sum(GROUND.land)) == (70, 53)
    assert sum(number > 0 for number in LAYOUT.numbers) == 41
    assert (len(GRID.vertices), sum(GROUND.buildable)) == (174, 149)


def test_the_path_is_a_chain() -> None:
    """A-MA-02."""
    assert len(PATH) == 49
    for k, edge in enumerate(ARROWS):
        assert set(GRID.ends[edge]) == {PATH[k], PATH[k + 1]}
    assert all(GROUND.buildable[vertex] for vertex in PATH)


def test_junctions() -> None:
    """A-MA-03."""
    kinds = [JUNCTIONS[1:].count(kind) for kind in (TEMPLE, CHIP, BLANK)]
    assert kinds == [14, 25, 8]
    temples = [k for k, kind in enumerate(JUNCTIONS) if kind == TEMPLE]
    assert temples == [1, 4, 8, 10, 12, 14, 20, 22, 24, 30, 35, 38, 40, 43]
    places = {PATH[k] for k in temples}
    assert not [vertex for vertex in places if places.intersection(GRID.beside[vertex])]
    assert [TEMPLE_NAMES[k] for k in (1, 43)] == ["Pella", "Pattala"]


def test_arrows() -> None:
    """A-MA-04."""
    assert list(COLOURS) == ["red", *["green"] * 42, *["purple"] * 4, "goal"]


def test_roads_lie_beside_land() -> None:
    """A-MA-05: there is nothing else to lay."""
    beside_land = {e for e, at in enumerate(GRID.hexes_of_edge) if any(GROUND.land[hex_] for hex_ in at)}
    assert GROUND.takes[ROAD] == beside_land
    table = GameTable()
    table.settlements("anna", "q0r1S")
    table.hand("anna", "9 lumber 9 brick 9 wool")
    assert {option.partition(":")[0] for option in table.starting("anna", "build")} == {"build_road"}


def test_ports() -> None:
    """A-MA-06: four take everything, and each resource has one of its own."""
    kinds = [port.good for port in PORTS]
    assert len(PORTS) == 9
    assert (kinds.count(None), {kind for kind in kinds if kind is not None}) == (4, set(range(CARD_KINDS)))
    assert all(port.rate == (3 if port.good is None else 2) for port in PORTS)


def test_numbers_lie_apart() -> None:
    """A-MA-07."""
    assert not red_numbers_touch(LAYOUT)
    numbers = LAYOUT.numbers
    beside = [(hex_, other) for hex_, at in enumerate(GRID.hex_neighbours) for other in at]
    assert not [pair for pair in beside if numbers[pair[0]] and numbers[pair[0]] == numbers[pair[1]]]


def test_what_touches_the_first_temple() -> None:
    """Worked example 3 names its hexes: pasture 9, mountains 11, forest 8."""
    at = {(terrain_at(hex_), LAYOUT.numbers[hex_]) for hex_ in GRID.hexes_at[PATH[1]]}
    assert at == {("pasture", 9), ("mountains", 11), ("forest", 8)}


# Data


def test_every_table_says_where_it_comes_from() -> None:
    tables = [table for entry in DATA.data.values() for table in (entry if isinstance(entry, list) else [entry])]
    assert {table.get("source") for table in tables} <= PROVENANCE
    assert len(tables) > 30


EDITS = [
    ("listed_bids = 5", 'listed_bids = "5"', "[auction]: listed_bids should be int, not '5'"),
    ('accepts = ["grain", "wool"]', 'accepts = ["grain", "milk"]', "event famine: good 'milk' is unknown"),
    ('"q0r1N", ', "", "[path] no edge leads from q1r-1S to q1r0S"),
    ('"q4r6N", "q4r5S"', '"q4r6N", "q5r5S"', "[path] vertex = 'q5r5S' stands twice"),
    ("goal = 47", "goal = 46", "[path] should end at the goal"),
    ("45, 46]\npurple", "45, 47]\npurple", "[path] should end at the goal, behind a blank junction"),
    ("chips = [2,", "chips = [1, 2,", "[path] a junction has a temple and a chip"),
    ("junction = 4\n", "junction = 5\n", "[checks] wants"),
    ("junction = 4\n", "junction = 34\n", "[[temples]] the temple of junction"),
    ("chips = 7\n", "chips = 1\n", "[[events]] have too few chips for the path"),
    ("chips = 0\n", "chips = 1\n", "[[events]] begin with temples"),
    ('id = "settlement"', 'id = "town"', "[[events]] begin with temples"),
    ('terrain = "forest", number = 8', 'terrain = "forest", number = 7', "hex q1r0: number 7 does not fit"),
    ('terrain = "mountains", number = 11', 'terrain = "mountains", number = 6', "[map] a 6 or 8 touches another"),
    ('edge = "q5r2NE"', 'edge = "q5r3NE"', "port P9: q5r3NE is no coast"),
]


@pytest.mark.parametrize(("old", "new", "complaint"), EDITS, ids=edited_data.names_of(EDITS))
def test_a_wrong_edit_fails_at_import(old: str, new: str, complaint: str, tmp_path: Path) -> None:
    assert outcome(board, {old: new}, tmp_path).startswith(f"data.toml: {complaint}")


@pytest.mark.parametrize("edits", [{}, {"chips = 7\n": "chips = 4\n"}], ids=["as it is", "a chip for every place"])
def test_a_right_table_is_read(edits: dict[str, str], tmp_path: Path) -> None:
    assert outcome(board, edits, tmp_path) == READ


def test_the_same_deal_deals_the_same() -> None:
    assert begun(4, 3).snapshot() == begun(4, 3).snapshot()
    assert ALEXANDER.begin(3, deal(1), {}).snapshot() == begun(3, 1).snapshot()
