"""Ships, mixed routes and connection (special rules 3 and 4; rules 7.2 and 7.3)."""

import pytest

from serai.referee.catan_rules.layout import SHIP
from serai.referee.core.errors import IllegalAction
from serai.referee.games.cheops.board import GRID, GROUND, LAYOUT, TERRAINS, edge_class
from serai.referee.games.cheops.routes import connected
from tests.games.cheops.table import GameTable

PLENTY = "9 lumber 9 brick 9 wool 9 grain 9 ore"


def built(table: GameTable, name: str = "anna") -> set[str]:
    """The routes listed to somebody, with the kind of piece."""
    return {option.removeprefix("build_") for option in table.starting(name, "build_") if "q" in option}


def settled(vertex: str = "q2r4N") -> GameTable:
    """Anna with a settlement and all she needs."""
    table = GameTable()
    table.settlements("anna", vertex)
    table.hand("anna", PLENTY)
    return table


def test_the_price_of_a_ship() -> None:
    """H-SH-01: lumber and wool."""
    table = settled()
    table.hand("anna", "1 lumber 1 wool")
    table.anna.does("build_ship:q2r3E")
    assert table.holds("anna") == ""
    assert table.anna.routes == (0, 1)


def test_ships_on_all_waters() -> None:
    """H-SH-02, C19: Nile, delta, Red Sea and open sea; not where water meets the map's border."""
    waters = {
        TERRAINS[LAYOUT.terrain[hex_]].id
        for edge in range(len(GRID.edges))
        if edge_class(edge) == "water"
        for hex_ in GRID.hexes_of_edge[edge]
    }
    assert waters == {"sea", "delta", "nile", "red_sea"}
    assert "ship:q3r3SE" in built(settled("q3r3S"))
    assert edge_class(GRID.edge_names.index("q3r-1SE")) == "unusable"
    assert not [edge for edge in GROUND.takes[SHIP] if edge_class(edge) == "unusable"]


def test_a_coast_takes_either() -> None:
    """H-SH-03."""
    table = settled()
    assert {"road:q2r3SE", "ship:q2r3SE"} <= built(table)


def test_ships_stay() -> None:
    """H-SH-04: no action moves or removes one."""
    table = settled()
    table.anna.does("build_ship:q2r3E", "build_ship:q2r3SE")
    assert not [option for option in table.anna.options if "move" in option]
    assert table.state.edges.count(5) == 2


def test_example_4_mixed_route() -> None:
    """H-SH-05: from S at (2,4,N) road, ship, ship, road; each edge only what its class allows, one piece only."""
    table = settled()
    assert "ship:q2r4NE" not in built(table)
    table.anna.does("build_road:q2r4NE")
    assert {"road:q3r3SE", "ship:q3r3SE"} <= built(table)
    table.anna.does("build_ship:q3r3SE")
    assert not {"road:q3r3SE", "ship:q3r3SE"} & built(table)
    assert "road:q3r4NE" not in built(table)
    table.anna.does("build_ship:q3r4NE", "build_road:q4r3SE")
    assert table.anna.routes == (2, 2)


def test_where_a_piece_may_start() -> None:
    """H-SH-06: at an own building, or an own piece where no foreign building stands."""
    table = settled()
    table.roads("anna", "q2r4NE")
    assert "ship:q3r3SE" in built(table)
    table.settlements("ben", "q3r3S")
    assert "ship:q3r3SE" not in built(table)
    assert "ship:q2r3E" in built(table)


def test_a_settlement_at_the_end_of_a_ship() -> None:
    """H-SH-07: a road or a ship of the own leads there."""
    table = settled()
    table.roads("anna", "q2r4NE")
    assert not table.starting("anna", "build_settlement")
    table.ships("anna", "q3r3SE")
    assert table.starting("anna", "build_settlement") == ["build_settlement:q3r4N"]


def test_no_sea_expansion() -> None:
    """H-SH-08, C20: no pirate, no moving of ships, no gold choice: the list of actions knows nothing of them."""
    table = settled()
    table.ships("anna", "q2r3E")
    kinds = {option.partition(":")[0] for option in table.anna.options}
    assert kinds == {
        "build_road", "build_ship", "build_city", "buy_dev_card", "bank_trade", "end_turn",
    }  # fmt: skip


def test_free_pieces_of_either_kind() -> None:
    """H-SH-09, C13: the card is playable with ships alone, and each piece may be a road or a ship."""
    table = settled()
    table.cards("anna", "road_building")
    table.main("anna")
    table.anna.set(routes=(15, 0))
    assert "play_road_building" in table.anna.options
    table.anna.does("play_road_building")
    assert {option.partition(":")[0] for option in table.anna.options} == {"place_free_ship"}
    table.anna.set(routes=(15, 8))
    table.main("anna")
    table.cards("anna", "road_building")
    assert "play_road_building" not in table.anna.options


def test_routes_bring_no_points() -> None:
    """H-SH-10, H-BA-02: no length is computed and nobody holds the card."""
    table = settled()
    table.roads("anna", "q2r4NE q2r3SE")
    table.ships("anna", "q3r3SE q3r4NE q2r3E q3r2SE")
    assert table.points("anna") == 1
    assert table.anna.road_length == 0
    assert table.holder("longest_road") is None


# Connection


def test_routes_of_any_owners_connect() -> None:
    """H-RO-01: a road of Ben and a ship of Carla lead from Anna's building to Ben's port."""
    table = GameTable()
    table.settlements("ben", "q3r2N")
    table.settlements("anna", "q3r3N")
    table.roads("ben", "q3r2NE")
    port = table.vertex("q3r2N")
    assert not connected(table.state, 0, port)
    table.ships("carla", "q3r2E")
    assert connected(table.state, 0, port)


CHAIN = "q0r5N q1r3S q0r4N q1r2S q0r3N q1r1S q1r2N"


@pytest.mark.parametrize("home", CHAIN.split())
def test_a_long_way(home: str) -> None:
    """H-RO-01: six pieces of three owners join all their ends, wherever the building stands; what is apart stays so."""
    table = GameTable()
    for name, edges in (("ben", "q0r4E q0r3NE"), ("carla", "q0r4NE q0r2E"), ("dirk", "q0r3E q1r1SE")):
        table.roads(name, edges)
    table.roads("ben", "q2r4NE")
    table.settlements("anna", home)
    assert all(connected(table.state, 0, table.vertex(name)) for name in CHAIN.split())
    assert not any(connected(table.state, 0, table.vertex(name)) for name in ("q2r4N", "q-1r5N"))
    assert not connected(table.state, 1, table.vertex(home))


def test_buildings_do_not_interrupt() -> None:
    """H-RO-02, C14: a building of Dirk on the way changes nothing."""
    table = GameTable()
    table.settlements("ben", "q3r2N")
    table.settlements("anna", "q3r3N")
    table.roads("ben", "q3r2NE")
    table.ships("carla", "q3r2E")
    table.state.vertices[table.vertex("q4r1S")] = 4
    assert connected(table.state, 0, table.vertex("q3r2N"))


def test_without_a_piece_no_connection() -> None:
    """H-RO-03: a building alone is connected to nothing, not even to itself."""
    table = GameTable()
    table.settlements("anna", "q3r3N")
    assert not connected(table.state, 0, table.vertex("q3r3N"))
    table.ships("anna", "q3r2E")
    assert connected(table.state, 0, table.vertex("q3r3N"))


def test_foreign_pieces_do_not_help_to_build() -> None:
    """H-RO-04: Ben's ship leads on from Anna's settlement, but what she builds must join her own."""
    table = settled()
    table.ships("ben", "q2r3E")
    assert built(table) == {"road:q2r3SE", "road:q2r4NE", "ship:q2r3SE", "city:q2r4N"}
    with pytest.raises(IllegalAction):
        table.anna.does("build_ship:q3r2SE")


def test_example_22_road_building_card() -> None:
    """One free road on [2,4,NE] and one free ship on [3,3,SE]."""
    table = settled()
    table.cards("anna", "road_building")
    table.main("anna")
    table.anna.does("play_road_building", "place_free_road:q2r4NE", "place_free_ship:q3r3SE")
    assert table.anna.routes == (1, 1)
