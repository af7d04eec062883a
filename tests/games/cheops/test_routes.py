"""Ships, mixed routes and connection (special rules 3 and 4; rules 7.2 and 7.3)."""

import pytest

from serai.referee.catan_rules.layout import SHIP
from serai.referee.core.errors import IllegalAction
from serai.referee.games.cheops.board import GRID, GROUND, LAYOUT, TERRAINS, edge_class
from serai.referee.games.cheops.routes import connected
from tests.games.cheops.table import River

PLENTY = "9 lumber 9 brick 9 wool 9 grain 9 ore"


def built(river: River, name: str = "anna") -> set[str]:
    """The routes listed to somebody, with the kind of piece."""
    return {option.removeprefix("build_") for option in river.starting(name, "build_") if "q" in option}


def settled(vertex: str = "q2r4N") -> River:
    """Anna with a settlement and all she needs."""
    river = River()
    river.settlements("anna", vertex)
    river.hand("anna", PLENTY)
    return river


def test_the_price_of_a_ship() -> None:
    """H-SH-01: lumber and wool."""
    river = settled()
    river.hand("anna", "1 lumber 1 wool")
    river.anna.does("build_ship:q2r3E")
    assert river.holds("anna") == ""
    assert river.anna.routes == (0, 1)


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
    river = settled()
    assert {"road:q2r3SE", "ship:q2r3SE"} <= built(river)


def test_ships_stay() -> None:
    """H-SH-04: no action moves or removes one."""
    river = settled()
    river.anna.does("build_ship:q2r3E", "build_ship:q2r3SE")
    assert not [option for option in river.anna.options if "move" in option]
    assert river.state.edges.count(5) == 2


def test_example_4_mixed_route() -> None:
    """H-SH-05: from S at (2,4,N) road, ship, ship, road; each edge only what its class allows, one piece only."""
    river = settled()
    assert "ship:q2r4NE" not in built(river)
    river.anna.does("build_road:q2r4NE")
    assert {"road:q3r3SE", "ship:q3r3SE"} <= built(river)
    river.anna.does("build_ship:q3r3SE")
    assert not {"road:q3r3SE", "ship:q3r3SE"} & built(river)
    assert "road:q3r4NE" not in built(river)
    river.anna.does("build_ship:q3r4NE", "build_road:q4r3SE")
    assert river.anna.routes == (2, 2)


def test_where_a_piece_may_start() -> None:
    """H-SH-06: at an own building, or an own piece where no foreign building stands."""
    river = settled()
    river.roads("anna", "q2r4NE")
    assert "ship:q3r3SE" in built(river)
    river.settlements("ben", "q3r3S")
    assert "ship:q3r3SE" not in built(river)
    assert "ship:q2r3E" in built(river)


def test_a_settlement_at_the_end_of_a_ship() -> None:
    """H-SH-07: a road or a ship of the own leads there."""
    river = settled()
    river.roads("anna", "q2r4NE")
    assert not river.starting("anna", "build_settlement")
    river.ships("anna", "q3r3SE")
    assert river.starting("anna", "build_settlement") == ["build_settlement:q3r4N"]


def test_no_sea_expansion() -> None:
    """H-SH-08, C20: no pirate, no moving of ships, no gold choice: the list of actions knows nothing of them."""
    river = settled()
    river.ships("anna", "q2r3E")
    kinds = {option.partition(":")[0] for option in river.anna.options}
    assert kinds == {
        "build_road", "build_ship", "build_city", "buy_dev_card", "bank_trade", "offer", "end_turn",
    }  # fmt: skip


def test_free_pieces_of_either_kind() -> None:
    """H-SH-09, C13: the card is playable with ships alone, and each piece may be a road or a ship."""
    river = settled()
    river.cards("anna", "road_building")
    river.main("anna")
    river.anna.set(routes=(15, 0))
    assert "play_road_building" in river.anna.options
    river.anna.does("play_road_building")
    assert {option.partition(":")[0] for option in river.anna.options} == {"place_free_ship"}
    river.anna.set(routes=(15, 8))
    river.main("anna")
    river.cards("anna", "road_building")
    assert "play_road_building" not in river.anna.options


def test_routes_bring_no_points() -> None:
    """H-SH-10, H-BA-02: no length is computed and nobody holds the card."""
    river = settled()
    river.roads("anna", "q2r4NE q2r3SE")
    river.ships("anna", "q3r3SE q3r4NE q2r3E q3r2SE")
    assert river.points("anna") == 1
    assert river.anna.road_length == 0
    assert river.holder("longest_road") is None


# Connection


def test_routes_of_any_owners_connect() -> None:
    """H-RO-01: a road of Ben and a ship of Carla lead from Anna's building to Ben's port."""
    river = River()
    river.settlements("ben", "q3r2N")
    river.settlements("anna", "q3r3N")
    river.roads("ben", "q3r2NE")
    port = river.vertex("q3r2N")
    assert not connected(river.state, 0, port)
    river.ships("carla", "q3r2E")
    assert connected(river.state, 0, port)


def test_buildings_do_not_interrupt() -> None:
    """H-RO-02, C14: a building of Dirk on the way changes nothing."""
    river = River()
    river.settlements("ben", "q3r2N")
    river.settlements("anna", "q3r3N")
    river.roads("ben", "q3r2NE")
    river.ships("carla", "q3r2E")
    river.state.vertices[river.vertex("q4r1S")] = 4
    assert connected(river.state, 0, river.vertex("q3r2N"))


def test_without_a_piece_no_connection() -> None:
    """H-RO-03: a building alone is connected to nothing, not even to itself."""
    river = River()
    river.settlements("anna", "q3r3N")
    assert not connected(river.state, 0, river.vertex("q3r3N"))
    river.ships("anna", "q3r2E")
    assert connected(river.state, 0, river.vertex("q3r3N"))


def test_foreign_pieces_do_not_help_to_build() -> None:
    """H-RO-04: Ben's ship leads on from Anna's settlement, but what she builds must join her own."""
    river = settled()
    river.ships("ben", "q2r3E")
    assert built(river) == {"road:q2r3SE", "road:q2r4NE", "ship:q2r3SE", "city:q2r4N"}
    with pytest.raises(IllegalAction):
        river.anna.does("build_ship:q3r2SE")


def test_example_22_road_building_card() -> None:
    """One free road on [2,4,NE] and one free ship on [3,3,SE]."""
    river = settled()
    river.cards("anna", "road_building")
    river.main("anna")
    river.anna.does("play_road_building", "place_free_road:q2r4NE", "place_free_ship:q3r3SE")
    assert river.anna.routes == (1, 1)
