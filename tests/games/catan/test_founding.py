"""The set-up: placement, first cards, first turn (rules 3)."""

import pytest

from serai.referee.catan_rules.building import place_route
from serai.referee.catan_rules.components import DECK
from serai.referee.catan_rules.founding import FirstRoute, Found
from serai.referee.catan_rules.layout import ROAD, Layout
from serai.referee.catan_rules.turn import PreRoll
from serai.referee.core.agenda import decision, options, push, waiting
from serai.referee.games.catan.board import DESERT, GROUND, PORTS, YIELDS
from serai.referee.games.catan.setup import ANYWHERE
from tests.games.catan.table import CATAN
from tests.table import Table

ORDERS = {2: [0, 1, 1, 0], 3: [0, 1, 2, 2, 1, 0], 4: [0, 1, 2, 3, 3, 2, 1, 0]}
NAMES = {2: "anna ben", 3: "anna ben carla", 4: "anna ben carla dirk"}


def founding(seats: int = 4) -> Table:
    return Table(CATAN, NAMES[seats])


def place(table: Table, settlement: str, road: str) -> None:
    """Whoever is asked places these."""
    (seat,) = waiting(table.state)
    table.players[seat].does(f"setup_settlement:{settlement}", f"setup_road:{road}")


def test_bank_and_deck_at_the_start() -> None:
    """B-SU-08: all cards in the bank, the 25 development cards shuffled differently by every deal."""
    decks = {CATAN.begin(4, bytes([n]) * 32, {}).deck for n in range(10)}  # type: ignore[attr-defined]  # begin gives any State
    assert len(decks) == 10
    assert all(sorted(deck) == sorted(DECK) for deck in decks)
    assert founding().state.bank == [19] * 5


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_placement_runs_out_and_back(seats: int) -> None:
    """B-SU-09, B-SU-16: 0 to n-1 and back, each a settlement and then a road; two use 0, 1, 1, 0."""
    state = founding(seats).state
    asked = []
    while not isinstance(decision(state), PreRoll):
        (seat,) = waiting(state)
        asked.append((type(decision(state)), seat))
        push(state, seat, options(state, seat)[0])
    assert asked == [(kind, seat) for seat in ORDERS[seats] for kind in (Found, FirstRoute)]


@pytest.mark.parametrize(("seats", "fits"), [(1, False), (2, True), (3, True), (4, True), (5, False)])
def test_two_to_four_seats(seats: int, fits: bool) -> None:
    """B-SU-16."""
    if fits:
        assert CATAN.complete(seats, {}) == {"layout": "beginner"}
    else:
        with pytest.raises(ValueError, match="2 or 3 or 4 seats"):
            CATAN.complete(seats, {})


def test_a_road_beside_the_settlement_just_placed() -> None:
    """B-SU-10: only the edges that touch it, and only empty ones."""
    table = founding()
    table.anna.does("setup_settlement:q0r0N")
    assert table.anna.options == ["setup_road:q0r-1E", "setup_road:q0r-1SE", "setup_road:q0r0NE"]


def test_the_road_takes_an_empty_edge() -> None:
    """B-SU-10: not where another's road lies."""
    table = founding()
    place_route(table.state, 1, ROAD, table.state.layout.grid.edge_names.index("q0r-1SE"))
    table.anna.does("setup_settlement:q0r0N")
    assert table.anna.options == ["setup_road:q0r-1E", "setup_road:q0r0NE"]


def test_what_is_told_of_the_founding() -> None:
    """B-SU-10, B-SU-12, B-SU-13: who places what, the cards of the second settlement, whose turn it is."""
    table = founding(2)
    steps = (("anna", "q0r0N", "q0r0NE"), ("ben", "q0r1S", "q0r1SE"), ("ben", "q-1r0N", "q-1r0NE"))
    for name, vertex, edge in steps:
        seat, view = table.names.index(name), table.anna.view
        assert (view.active, view.card_played, view.offers_made, view.ending) == (seat, False, 0, 0)
        table.players[seat].does(f"setup_settlement:{vertex}", f"setup_road:{edge}")
    table.anna.does("setup_settlement:q0r-2N", "setup_road:q0r-2NE")
    assert table.heard_by(None) == [
        "seat 0 founds q0r0N",
        "seat 0 places a road on q0r0NE",
        "seat 1 founds q0r1S",
        "seat 1 places a road on q0r1SE",
        "seat 1 founds q-1r0N",
        "seat 1 receives 1,1,0,1,0",
        "seat 1 places a road on q-1r0NE",
        "seat 0 founds q0r-2N",
        "seat 0 receives 0,0,0,0,1",
        "seat 0 places a road on q0r-2NE",
        "turn 1 of seat 0",
    ]


def test_a_second_settlement_without_income() -> None:
    """B-SU-12: where nothing but desert and sea is beside it, nothing is received and nothing said."""
    table = founding(2)
    table.set(layout=Layout(GROUND, YIELDS, [DESERT] * 19, [0] * 19, PORTS))
    table.happens(Found(0, 2, ANYWHERE))
    table.anna.does("setup_settlement:q0r-2N")
    assert (table.journal, table.anna.cards) == (["seat 0 founds q0r-2N"], 0)


def test_a_road_beside_the_second_settlement() -> None:
    """B-SU-10: not beside the first; then the next seat founds, and nothing else."""
    table = founding()
    place(table, "q0r0N", "q0r0NE")
    assert table.ben.options[0].startswith("setup_settlement")
    place(table, "q0r1N", "q0r0E")
    place(table, "q-1r0N", "q-1r0NE")
    place(table, "q1r2N", "q1r1SE")
    place(table, "q-1r2N", "q-1r1SE")
    assert list(table.state.options) == [2]
    table.carla.does("setup_settlement:q-1r1N")
    assert table.carla.options == ["setup_road:q-1r0E", "setup_road:q-1r0SE", "setup_road:q-1r1NE"]
    table.carla.does("setup_road:q-1r0SE")
    assert list(table.state.options) == [1]


def test_distance_and_coast_at_placement() -> None:
    """B-SU-11: neighbours are closed to all; a port on the coast is as good as any place."""
    table = founding()
    assert len(table.anna.options) == 54
    assert "setup_settlement:q0r-2N" in table.anna.options
    place(table, "q0r0N", "q0r0NE")
    closed = {f"setup_settlement:{name}" for name in ("q0r0N", "q0r-1S", "q1r-1S", "q1r-2S")}
    assert len(table.ben.options) == 50
    assert not closed & set(table.ben.options)


def test_the_second_settlement_yields_its_hexes() -> None:
    """B-SU-12, B-SU-13: nothing for the first; one card for each producing hex of the second, none for the desert."""
    table = founding(2)
    place(table, "q0r0N", "q0r0NE")
    assert table.anna.hand == [0, 0, 0, 0, 0]
    place(table, "q-1r2N", "q-1r2NE")
    place(table, "q0r1N", "q0r1NE")
    assert table.ben.hand == [1, 0, 0, 1, 0]
    assert table.state.bank == [18, 19, 19, 18, 19]


def test_example_23_duel() -> None:
    """B-SU-12: a corner of the island gives one card; seat 1 draws for its second settlement before seat 0 does."""
    table = founding(2)
    for settlement, road in (("q0r0N", "q0r0NE"), ("q-1r2N", "q-1r2NE"), ("q0r-2N", "q0r-2NE")):
        place(table, settlement, road)
    assert table.ben.hand == [0, 0, 0, 0, 1]
    assert (table.anna.cards, table.ben.cards) == (0, 1)
    place(table, "q2r0S", "q1r1NE")
    assert table.anna.cards == 2


def test_the_robber_does_not_stop_the_first_cards() -> None:
    """B-SU-12."""
    table = founding(2)
    table.set(robber=table.state.layout.grid.hex_names.index("q0r-2"))
    for settlement, road in (("q0r0N", "q0r0NE"), ("q-1r2N", "q-1r2NE"), ("q0r-2N", "q0r-2NE")):
        place(table, settlement, road)
    assert table.ben.hand == [0, 0, 0, 0, 1]


def test_placement_is_free_but_uses_pieces() -> None:
    """B-SU-14: nothing is paid; a settlement and a road of the supply are gone."""
    table = founding()
    place(table, "q0r0N", "q0r0NE")
    assert (table.anna.settlements, table.anna.routes) == (1, (1,))
    assert table.state.bank == [19] * 5


def test_seat_0_takes_the_first_turn() -> None:
    """B-SU-15: after the last road of the placement."""
    table = founding(2)
    for settlement, road in (("q0r0N", "q0r0NE"), ("q-1r2N", "q-1r2NE"), ("q0r-2N", "q0r-2NE"), ("q2r0S", "q1r1NE")):
        place(table, settlement, road)
    assert table.anna.must(PreRoll)
    assert table.state.turn == 1


def test_the_first_move_is_free() -> None:
    """B-SU-17: no starting place is printed for anybody, all 54 vertices are open."""
    table = founding(4)
    assert not any(table.state.vertices)
    assert len(table.anna.options) == 54


def test_a_retired_seat_places_too() -> None:
    """The first place of the list, then the first road."""
    table = founding()
    assert table.anna.default == table.anna.options[0]
