"""Components, the map and the founding (rules 2 to 4)."""

import pytest

from serai.referee.catan_rules.components import DECK
from serai.referee.catan_rules.founding import FirstRoute, Found
from serai.referee.catan_rules.layout import ROAD, SHIP
from serai.referee.catan_rules.turn import PreRoll
from serai.referee.core.agenda import decision, options, push, waiting
from serai.referee.core.luck import Luck
from serai.referee.games.cheops.board import (
    BANKS,
    GOODS,
    GRID,
    GROUND,
    LAYOUT,
    PIECES,
    PORTS,
    SITE_VERTICES,
    SPECIAL_CARDS,
    TERRAINS,
    edge_class,
)
from serai.referee.games.cheops.rules import RULES
from tests.games.cheops.table import CHEOPS, GameTable
from tests.random_play import Case, deal
from tests.table import Table

NAMES = {3: "anna ben carla", 4: "anna ben carla dirk"}
ORDERS = {3: [0, 1, 2, 2, 1, 0, 0, 1, 2], 4: [0, 1, 2, 3, 3, 2, 1, 0, 0, 1, 2, 3]}


def founding(seats: int = 4) -> Table:
    return Table(CHEOPS, NAMES[seats])


def place(table: Table, settlement: str, piece: str) -> None:
    """Whoever is asked founds there, with this road or ship."""
    (seat,) = waiting(table.state)
    table.players[seat].does(f"setup_settlement:{settlement}", f"setup_{piece}")


def kind_at(name: str) -> str:
    return TERRAINS[LAYOUT.terrain[GRID.hex_names.index(name)]].id


# Components


@pytest.mark.parametrize(("seats", "fits"), [(2, False), (3, True), (4, True), (5, False)])
def test_three_or_four_seats(seats: int, fits: bool) -> None:
    """H-CO-01: on one map, without options."""
    if fits:
        assert CHEOPS.begin(seats, deal(1), {}).layout is LAYOUT  # type: ignore[attr-defined]  # begin gives any State
    else:
        with pytest.raises(ValueError, match="3 or 4 seats"):
            CHEOPS.complete(seats, {})


def test_pieces() -> None:
    """H-CO-02: five settlements, four cities, 15 roads, eight ships, eleven stones for each."""
    assert (RULES.settlements, RULES.cities) == (5, 4)
    assert [(route.name, route.pieces) for route in RULES.routes] == [("road", 15), ("ship", 8)]
    assert PIECES.stones == 11


def test_without_a_piece_nothing_is_built() -> None:
    """H-CO-02: without ships, roads, settlements or cities left."""
    table = GameTable()
    table.settlements("anna", "q2r4N")
    table.roads("anna", "q2r4NE")
    table.hand("anna", "9 lumber 9 brick 9 wool 9 grain 9 ore")
    starts = ("build_ship", "build_road", "build_city")
    assert all(table.starting("anna", start) for start in starts)
    table.anna.set(routes=(15, 8), cities=4)
    assert not any(table.starting("anna", start) for start in starts)


def test_the_pharaohs_stones() -> None:
    """H-CO-03."""
    assert GameTable().state.pharaoh_left == PIECES.pharaoh_stones == 16


def test_segen_and_fluch_cards() -> None:
    """H-CO-04: +3 and -2; one Segen, and never more than three have a Fluch."""
    assert (SPECIAL_CARDS.segen, SPECIAL_CARDS.fluch) == (3, -2)
    table = GameTable()
    table.stones(1, 0, 0, 0)
    assert table.cursed() == ["ben", "carla", "dirk"]
    assert [table.points(name) for name in table.names] == [3, -2, -2, -2]


def test_gold_at_the_start() -> None:
    """H-CO-05."""
    assert [player.hand for player in founding(3).players] == [[0, 0, 0, 0, 0, 3]] * 3


def test_bank_and_deck() -> None:
    """H-CO-06: 19 cards of each resource, the deck shuffled by the deal."""
    state = founding().state
    assert state.bank[:5] == [19] * 5
    decks = {CHEOPS.begin(4, deal(n), {}).deck for n in range(8)}  # type: ignore[attr-defined]  # begin gives any State
    assert len(decks) == 8
    assert all(sorted(deck) == sorted(DECK) for deck in decks)


def test_the_robber_starts_on_a_desert() -> None:
    """H-CO-07."""
    assert kind_at(GRID.hex_names[founding().state.robber]) == "desert"


def test_largest_army_without_longest_road() -> None:
    """H-CO-08: a road of seven takes no card, three knights do."""
    table = GameTable()
    table.roads("anna", "q2r4NE q2r3E q3r2SE q3r2E q3r2NE")
    assert table.holder("longest_road") is None
    table.anna.set(knights=2)
    table.cards("anna", "knight")
    table.main("anna")
    table.anna.does("play_knight")
    assert table.holder("largest_army") == "anna"


# The map


def test_the_size_of_the_map() -> None:
    """H-MA-01: 76 hexes, 46 of land, 30 producing."""
    assert (len(GRID.hexes), sum(GROUND.land), sum(n > 0 for n in LAYOUT.numbers)) == (76, 46, 30)


def test_classes_of_edges() -> None:
    """H-MA-02: 118 land, 82 coast, 37 water, 24 unusable; roads on the first two, ships on the middle two."""
    classes = [edge_class(edge) for edge in range(len(GRID.edges))]
    assert [classes.count(kind) for kind in ("land", "coast", "water", "unusable")] == [118, 82, 37, 24]
    for edge, kind in enumerate(classes):
        assert (edge in GROUND.takes[ROAD]) == (kind in ("land", "coast"))
        assert (edge in GROUND.takes[SHIP]) == (kind in ("coast", "water"))


def test_one_piece_on_an_edge() -> None:
    """H-MA-03: where a ship lies no road can be built, and the other way round."""
    table = GameTable()
    table.settlements("anna", "q2r4N")
    table.hand("anna", "9 lumber 9 brick 9 wool")
    edge = "q2r3SE"
    assert {f"build_road:{edge}", f"build_ship:{edge}"} <= set(table.anna.options)
    table.anna.does(f"build_ship:{edge}")
    assert not {f"build_road:{edge}", f"build_ship:{edge}"} & set(table.anna.options)


def test_the_pyramids_site() -> None:
    """H-MA-04: six corners, none at the river."""
    names = [GRID.vertex_names[vertex] for vertex in SITE_VERTICES]
    assert names == ["q-1r4N", "q0r3S", "q-1r5N", "q-1r4S", "q-2r5N", "q-1r3S"]
    assert not BANKS & set(SITE_VERTICES)


def test_founding_vertices() -> None:
    """H-MA-05: the land vertices at delta and Nile, 46 with the island; sea and Red Sea do not count."""
    table = {"delta", "nile"}
    expected = {
        vertex
        for vertex, at in enumerate(GRID.hexes_at)
        if any(GROUND.land[hex_] for hex_ in at) and any(kind_at(GRID.hex_names[hex_]) in table for hex_ in at)
    }
    assert expected == BANKS
    assert len(BANKS) == 46
    island = set(GRID.corners[GRID.hex_names.index("q2r2")])
    assert island <= BANKS


def test_eight_ports() -> None:
    """H-MA-06: kinds and places as in the data, each on a coast."""
    kinds = [(port.id, "any" if port.good is None else GOODS[port.good], port.rate) for port in PORTS]
    assert kinds == [
        ("P1", "any", 3), ("P2", "grain", 2), ("P3", "wool", 2), ("P4", "any", 3),
        ("P5", "any", 3), ("P6", "brick", 2), ("P7", "lumber", 2), ("P8", "ore", 2),
    ]  # fmt: skip
    assert all(edge_class(port.edge) == "coast" for port in PORTS)


def test_red_and_equal_numbers_keep_apart() -> None:
    """H-MA-07."""
    numbers = LAYOUT.numbers
    for place, at in enumerate(GRID.hex_neighbours):
        assert not any(numbers[place] and numbers[place] == numbers[other] for other in at)
        assert not any(numbers[place] in (6, 8) and numbers[other] in (6, 8) for other in at)


# The founding


@pytest.mark.parametrize("seats", [3, 4])
def test_the_order_of_founding(seats: int) -> None:
    """H-FO-01, H-FO-02, H-FO-03, H-BA-03: out, back, and out again, so seat 0 founds twice in a row."""
    state = founding(seats).state
    asked = []
    while not isinstance(decision(state), PreRoll):
        (seat,) = waiting(state)
        asked.append((type(decision(state)), seat))
        push(state, seat, options(state, seat)[0])
    assert asked == [(kind, seat) for seat in ORDERS[seats] for kind in (Found, FirstRoute)]
    assert [player.settlements for player in state.players] == [3] * seats


def test_only_on_the_banks() -> None:
    """H-FO-04, C23: in all three rounds."""
    table = founding(3)
    while isinstance(decision(table.state), Found | FirstRoute):
        (seat,) = waiting(table.state)
        player = table.players[seat]
        if player.must(Found):
            names = {option.partition(":")[2] for option in player.options}
            assert {GRID.vertex_names.index(name) for name in names} <= BANKS
        player.does(player.options[0])
    assert table.anna.settlements == 3


def test_example_2_founding_places() -> None:
    """H-FO-05, H-BA-04: the island is legal, the Red Sea's bank and the site are not; neighbours are closed to all."""
    table = founding()
    assert len(table.anna.options) == 46
    listed = set(table.anna.options)
    assert "setup_settlement:q2r2N" in listed
    assert not {"setup_settlement:q3r3S", "setup_settlement:q-1r5N"} & listed
    place(table, "q0r4N", "road:q0r4NE")
    assert not {f"setup_settlement:{name}" for name in ("q0r4N", "q1r3S")} & set(table.ben.options)
    closed = [table.state.open[GRID.vertex_names.index(name)] for name in ("q1r3S", "q1r2S", "q0r3S")]
    assert closed == [0, 0, 0]


def test_a_road_or_a_ship() -> None:
    """H-FO-06, C3: beside the settlement, as the edge allows."""
    table = founding()
    table.anna.does("setup_settlement:q2r2N")
    pieces = set(table.anna.options)
    assert pieces == {
        "setup_road:q2r1SE", "setup_road:q2r2NE", "setup_ship:q2r1E", "setup_ship:q2r1SE", "setup_ship:q2r2NE",
    }  # fmt: skip
    table.anna.does("setup_ship:q2r1E")
    assert table.anna.routes == (0, 1)


def test_a_piece_beside_each_settlement() -> None:
    """H-FO-06: it touches the settlement just founded, the second and the third as well, and no other."""
    table = founding(3)
    for _ in range(9):
        (seat,) = waiting(table.state)
        player = table.players[seat]
        place = player.options[-1].partition(":")[2]
        player.does(player.options[-1])
        vertex = GRID.vertex_names.index(place)
        edges = {option.partition(":")[2] for option in player.options}
        assert edges
        assert all(vertex in GRID.ends[GRID.edge_names.index(edge)] for edge in edges)
        player.does(player.options[-1])
    assert table.anna.must(PreRoll)


def found_until_third(third: str, piece: str) -> Table:
    """All found at the first places of the list; Anna's third is told."""
    table = founding(3)
    for _ in range(6):
        (seat,) = waiting(table.state)
        player = table.players[seat]
        player.does(player.options[0])
        player.does(player.options[0])
    place(table, third, piece)
    return table


def test_the_third_settlement_yields() -> None:
    """H-FO-07, H-FO-09: one card for each producing hex, nothing for the first two."""
    table = found_until_third("q2r4S", "road:q2r4SE")
    assert table.anna.hand == [0, 0, 1, 1, 0, 3]
    assert [player.hand for player in table.players[1:]] == [[0, 0, 0, 0, 0, 3]] * 2


def test_example_3_third_settlement() -> None:
    """H-FO-08, C4: at gold 10, hills 9 and the Nile: one gold and one brick."""
    table = found_until_third("q-1r9S", "road:q-2r10NE")
    assert table.anna.hand == [0, 1, 0, 0, 0, 4]


def test_founding_never_runs_out() -> None:
    """H-FO-10: each settlement closes at most four of the 46 places; whoever takes the greediest still leaves one."""
    closes = [1 + sum(other in BANKS for other in GRID.beside[vertex]) for vertex in BANKS]
    assert max(closes) * 11 < len(BANKS)
    for number in range(20):
        state = Case(CHEOPS, 4, {}).begin(number)
        luck = Luck(deal(number))
        while isinstance(decision(state), Found | FirstRoute):
            (seat,) = waiting(state)
            push(state, seat, options(state, seat)[luck.below(len(options(state, seat)), "place")])
        assert [player.settlements for player in state.players] == [3] * 4


def test_then_seat_0_and_everywhere() -> None:
    """H-FO-11: the first turn; away from the river settlements are allowed now."""
    table = founding(3)
    while not isinstance(decision(table.state), PreRoll):
        (seat,) = waiting(table.state)
        table.players[seat].does(table.players[seat].options[0])
    assert (table.state.active, table.state.turn) == (0, 1)
    table = GameTable()
    table.roads("anna", "q0r4SE q-1r5NE")
    table.hand("anna", "1 lumber 1 brick 1 wool 1 grain")
    assert "build_settlement:q-1r5N" in table.anna.options


def test_example_1_founding_order() -> None:
    """The ninth placement of four belongs to seat 0 and is its third; the seventh of three likewise."""
    for seats, place_ in ((4, 9), (3, 7)):
        order = RULES.founding_orders[seats]
        assert order[place_ - 1] == 0
        assert order[:place_].count(0) == 3
