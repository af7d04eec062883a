"""The board: geometry, ports, and how boards are laid (rules 1 and 3.1)."""

from collections import Counter
from itertools import pairwise

import pytest

from serai.referee.catan_rules.components import RESOURCE_NAMES, TERRAINS
from serai.referee.catan_rules.geometry import corners, ends, grid_of, hex_name, neighbours, place_name, sides
from serai.referee.catan_rules.layout import ROAD, Layout, red_numbers_touch
from serai.referee.core.luck import Luck
from serai.referee.games.catan.board import (
    BEGINNER,
    DESERT,
    GRID,
    GROUND,
    LAYOUTS,
    PILE,
    PORTS,
    TOKENS,
    along_spiral,
    random,
    spiral_from,
    variable,
)
from tests.games.catan.table import CATAN, GameTable
from tests.table import ScriptedLuck

DEALS = [bytes([number]) * 32 for number in range(40)]


def number_at(layout: Layout, name: str) -> int:
    return layout.numbers[layout.grid.hex_names.index(name)]


def test_the_size_of_the_island() -> None:
    """B-GE-01: 19 hexes, 54 vertices, 72 edges, nine ports."""
    assert (len(GRID.hexes), len(GRID.vertices), len(GRID.edges), len(PORTS)) == (19, 54, 72, 9)


def test_every_place_has_one_name() -> None:
    """B-GE-02: names are distinct, vertices touch one to three hexes, edges join two vertices."""
    assert len(set(GRID.vertex_names)) == 54
    assert len(set(GRID.edge_names)) == 72
    assert {len(at) for at in GRID.hexes_at} == {1, 2, 3}
    assert all(one != other for one, other in GRID.ends)


@pytest.mark.parametrize("hex_", GRID.hexes)
def test_corners_and_sides_agree_between_neighbours(hex_: tuple[int, int]) -> None:
    """B-GE-02: two neighbouring hexes share two corners and one side, by the same names."""
    for other in neighbours(hex_):
        assert len(set(corners(hex_)) & set(corners(other))) == 2
        assert len(set(sides(hex_)) & set(sides(other))) == 1


def test_neighbours_are_joined_by_an_edge() -> None:
    """B-GE-03: the relation is symmetric, and an edge joins two vertices exactly when they are neighbours."""
    joined = {frozenset(pair) for pair in GRID.ends}
    beside = {frozenset((vertex, other)) for vertex, at in enumerate(GRID.beside) for other in at}
    assert joined == beside
    assert all(vertex in GRID.beside[other] for vertex, at in enumerate(GRID.beside) for other in at)


def test_the_six_hexes_around() -> None:
    """B-GE-03: from the east, counter-clockwise, on the map and beyond it."""
    assert neighbours((2, 3)) == ((3, 3), (3, 2), (2, 2), (1, 3), (1, 4), (2, 4))
    corner = GRID.hexes.index((0, -2))
    assert [GRID.hexes[hex_] for hex_ in GRID.hex_neighbours[corner]] == [(1, -2), (-1, -1), (0, -1)]


def test_neighbours_by_name() -> None:
    """B-GE-03: the vertices beside (0,0,N) and (0,0,S) are those of the table in rules 1.2."""
    names = GRID.vertex_names
    beside = {name: {names[other] for other in GRID.beside[place]} for place, name in enumerate(names)}
    assert beside["q0r0N"] == {"q0r-1S", "q1r-1S", "q1r-2S"}
    assert beside["q0r0S"] == {"q0r1N", "q-1r1N", "q-1r2N"}


def test_land_is_built_on_and_takes_roads() -> None:
    """B-GE-04: on this map every vertex touches land and every edge borders it."""
    assert all(GROUND.buildable)
    assert GROUND.takes[ROAD] == frozenset(range(72))


def test_places_stand_in_a_fixed_order() -> None:
    """B-GE-05: by row, then from west to east, N before S, NE before E before SE."""
    assert GRID.hex_names[:4] == ("q0r-2", "q1r-2", "q2r-2", "q-1r-1")
    assert list(GRID.vertices) == sorted(GRID.vertices, key=lambda v: (v[1], v[0], v[2]))
    first = [edge for edge in GRID.edge_names if edge.startswith("q0r0")]
    assert first == ["q0r0NE", "q0r0E", "q0r0SE"]


def test_places_of_roads_far_apart_follow_that_order() -> None:
    """B-GE-05: whichever road was built first, places to settle are listed from north to south."""
    table = GameTable()
    table.roads("anna", "q-2r3NE q0r-2NE q2r-1NE")
    table.hand("anna", "1 lumber 1 brick 1 wool 1 grain")
    places = [
        GRID.vertex_names.index(option.partition(":")[2]) for option in table.starting("anna", "build_settlement")
    ]
    assert places == sorted(places)
    assert len(places) == 6


def test_lists_follow_that_order() -> None:
    """B-GE-05: options go by kind of action and then by place; resources in their order, seats clockwise."""
    table = GameTable()
    table.settlements("carla", "q0r0N")
    table.main("carla")
    table.hand("carla", "8 lumber 8 brick")
    assert table.starting("carla", "build_road") == [f"build_road:{e}" for e in ("q0r-1E", "q0r-1SE", "q0r0NE")]
    trades = table.starting("carla", "bank_trade:lumber")
    assert trades == [f"bank_trade:lumber:{good}" for good in ("brick", "wool", "grain", "ore")]
    assert table.state.clockwise(2) == (2, 3, 0, 1)


@pytest.mark.parametrize("port", PORTS, ids=lambda port: port.id)
def test_a_port_lies_on_a_coast_edge(port: object) -> None:
    """B-GE-06: it serves the two vertices of its edge, which are neighbours, so only one can be built on."""
    number = next(place for place, known in enumerate(PORTS) if known is port)
    one, other = PORTS[number].vertices
    assert len(GRID.hexes_of_edge[PORTS[number].edge]) == 1
    assert other in GRID.beside[one]


def test_a_port_has_one_controller() -> None:
    """B-GE-06: with a settlement on one vertex of the port nobody can build on the other."""
    table = GameTable()
    table.settlements("anna", "q0r-2N")
    assert not table.state.open[table.vertex("q0r-3S")]
    assert table.anna.rates == (3, 3, 3, 3, 3)


def test_the_board_for_beginners() -> None:
    """B-SU-01: terrain, numbers and ports are fixed, whatever the deal."""
    boards = {CATAN.begin(3, deal, {}).layout for deal in DEALS[:5]}  # type: ignore[attr-defined]  # begin gives any State
    assert boards == {BEGINNER}
    assert number_at(BEGINNER, "q0r-1") == 6
    assert TERRAINS[BEGINNER.terrain[GRID.hex_names.index("q0r0")]].id == "desert"
    kinds = ["any" if port.good is None else RESOURCE_NAMES[port.good] for port in BEGINNER.ports]
    assert kinds == ["any", "grain", "ore", "any", "wool", "any", "any", "brick", "lumber"]


@pytest.mark.parametrize("lay", [variable, random])
def test_terrain_is_shuffled_in_standard_amounts(lay: object) -> None:
    """B-SU-02: four each of forest, pasture and fields, three each of hills and mountains, one desert."""
    assert callable(lay)
    boards = [lay(Luck(deal)) for deal in DEALS]
    assert all(sorted(board.terrain) == sorted(PILE) for board in boards)
    assert len({board.terrain for board in boards}) == len(DEALS)
    counted = Counter(TERRAINS[kind].id for kind in PILE)
    assert counted == {"forest": 4, "hills": 3, "pasture": 4, "fields": 4, "mountains": 3, "desert": 1}


@pytest.mark.parametrize("corner", range(6))
def test_the_spiral_touches_every_hex_once(corner: int) -> None:
    """B-SU-03: from a corner of the island inwards, each hex beside the one before."""
    path = spiral_from(corner)
    assert sorted(path) == list(range(19))
    assert all(after in GRID.hex_neighbours[before] for before, after in pairwise(path))
    assert len(GRID.hex_neighbours[path[0]]) == 3


def test_tokens_follow_the_spiral() -> None:
    """B-SU-03: A to R in the order of the spiral, from a corner that the deal draws."""
    boards = [variable(Luck(deal)) for deal in DEALS]
    starts = set()
    for board in boards:
        laid = [[n for place in spiral_from(k) if (n := board.numbers[place])] for k in range(6)]
        assert list(TOKENS) in laid
        starts.add(laid.index(list(TOKENS)))
    assert starts == set(range(6))


@pytest.mark.parametrize("desert", range(19))
def test_the_desert_is_passed_over(desert: int) -> None:
    """B-SU-04: it gets no token, and all eighteen tokens lie elsewhere."""
    terrain = [DESERT if place == desert else 0 for place in range(19)]
    numbers = along_spiral(terrain, 0)
    assert numbers[desert] == 0
    assert sorted(numbers) == sorted([0, *TOKENS])


@pytest.mark.parametrize("corner", range(6))
def test_red_numbers_never_touch(corner: int) -> None:
    """B-SU-05: nor do equal numbers, wherever the desert lies."""
    for desert in range(19):
        numbers = along_spiral([DESERT if place == desert else 0 for place in range(19)], corner)
        for place, at in enumerate(GRID.hex_neighbours):
            assert all(numbers[place] != numbers[other] for other in at)
            assert not any(numbers[place] in (6, 8) and numbers[other] in (6, 8) for other in at)
    assert not red_numbers_touch(BEGINNER)


def test_the_spiral_begins_at_one_of_six_corners() -> None:
    """B-SU-04, B18: each can be drawn, and there is no seventh."""
    for corner in range(6):
        luck = ScriptedLuck(DEALS[0])
        luck.foretell("corner", corner)
        board = variable(luck)
        assert list(board.numbers) == along_spiral(list(board.terrain), corner)
    luck.foretell("corner", 6)
    with pytest.raises(AssertionError, match="below 6"):
        variable(luck)


def test_red_numbers_may_touch_on_random_boards() -> None:
    """B-SU-05, B19: there the tokens lie anyhow, but they are the same eighteen."""
    boards = [random(Luck(deal)) for deal in DEALS]
    assert {red_numbers_touch(board) for board in boards} == {True, False}
    assert all(sorted(board.numbers) == sorted([0, *TOKENS]) for board in boards)
    assert all(board.numbers[board.terrain.index(DESERT)] == 0 for board in boards)


@pytest.mark.parametrize("lay", [variable, random])
def test_ports_are_shuffled_over_fixed_edges(lay: object) -> None:
    """B-SU-06: four 3:1 and one 2:1 for each resource, on the same nine edges."""
    assert callable(lay)
    boards = [lay(Luck(deal)) for deal in DEALS]
    for board in boards:
        assert [port.edge for port in board.ports] == [port.edge for port in PORTS]
        kinds = Counter((port.good, port.rate) for port in board.ports)
        assert kinds == Counter([(None, 3)] * 4 + [(good, 2) for good in range(5)])
    assert len({tuple(port.good for port in board.ports) for board in boards}) > 30


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_robber_starts_on_the_desert(layout: str) -> None:
    """B-SU-07: wherever it lies."""
    for deal in DEALS[:10]:
        state = CATAN.begin(4, deal, {"layout": layout})
        assert state.layout.terrain[state.robber] == DESERT  # type: ignore[attr-defined]  # begin gives any State


def test_example_22_variable_board() -> None:
    """Corner 0 and the desert on (-2,0): A, B, C, L and R lie where the rules say."""
    terrain = [DESERT if name == "q-2r0" else 0 for name in GRID.hex_names]
    numbers = dict(zip(GRID.hex_names, along_spiral(terrain, 0), strict=True))
    laid = [numbers[name] for name in ("q0r-2", "q-1r-1", "q-2r1", "q0r-1", "q0r0")]
    assert laid == [5, 2, 6, 10, 11]


def test_geometry_is_computed_once() -> None:
    """States of all layouts share one grid."""
    grids = {CATAN.begin(4, DEALS[0], {"layout": layout}).layout.grid for layout in LAYOUTS}  # type: ignore[attr-defined]  # begin gives any State
    assert grids == {GRID}


def test_names_of_places() -> None:
    """A hex by its coordinates, corners and sides by the hex and a direction."""
    assert hex_name((0, -2)) == "q0r-2"
    assert place_name((0, -3, "SE")) == "q0r-3SE"
    assert ends((0, 0, "E")) == ((1, -1, "S"), (0, 1, "N"))
    assert len(grid_of([(0, 0)]).edges) == 6
