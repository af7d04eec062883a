"""The tables of the family are checked when they are read: a wrong edit fails, and says where."""

import dataclasses
from pathlib import Path
from types import ModuleType

import pytest

from serai.referee.catan_rules.assembly import founding_orders
from serai.referee.catan_rules.cards import effect_of
from serai.referee.catan_rules.components import DATA, DEV_CARDS, TERRAINS, counts, terrains_of
from serai.referee.catan_rules.layout import HexRow, PortRow, read_hex, read_map, read_ports
from serai.referee.core.data_file import DataFile
from serai.referee.core.errors import DataError
from serai.referee.games.catan import board as catan
from serai.referee.games.cheops import board as cheops
from tests.catan_rules.edited_board import READ, outcome


def data_file(tmp_path: Path, text: str) -> DataFile:
    path = tmp_path / "data.toml"
    path.write_text(text)
    return DataFile(path)


def test_a_terrain_is_land_or_water(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="bog: ground 'mud'"):
        terrains_of(data_file(tmp_path, '[[terrains]]\nid = "bog"\nletter = "b"\nground = "mud"\nyields = ""\n'))


def test_a_number_fits_its_terrain() -> None:
    wrong = [HexRow("q0r0", "desert", 6), *(HexRow("q0r0", "forest", number) for number in (0, 1, 7, 13))]
    for row in wrong:
        with pytest.raises(DataError, match=f"number {row.number} does not fit {row.terrain}"):
            read_map(DATA, [row], TERRAINS)
    right = [HexRow("q0r0", "desert", 0), HexRow("q0r1", "forest", 2), HexRow("q0r2", "forest", 12)]
    assert [number for _, number in read_map(DATA, right, TERRAINS).values()] == [0, 2, 12]


def test_a_hex_is_read_by_its_name() -> None:
    assert read_hex(DATA, "q-1r2", "hex") == (-1, 2)
    with pytest.raises(DataError, match="should read like q0r-2"):
        read_hex(DATA, "0,2", "hex")


def test_a_port_lies_on_a_coast() -> None:
    with pytest.raises(DataError, match="q0r0E is no coast"):
        read_ports(DATA, [PortRow("P1", "any", 3, "q0r0E")], catan.GROUND)
    with pytest.raises(DataError, match="kind 'fish' is unknown"):
        read_ports(DATA, [PortRow("P1", "fish", 3, "q0r-3SE")], catan.GROUND)


def test_a_cost_names_goods() -> None:
    assert counts(DATA, ["ore", "grain", "ore"], cheops.GOODS, "city") == ((3, 1), (4, 2))
    with pytest.raises(DataError, match="'fish' is unknown"):
        counts(DATA, ["fish"], cheops.GOODS, "city")


def test_a_card_names_an_effect_and_its_arguments() -> None:
    card = DEV_CARDS[2]
    with pytest.raises(
        DataError, match="card road_building: effect 'build_router' is none of keep, knight, build_routes"
    ):
        effect_of(dataclasses.replace(card, effect="build_router"))
    with pytest.raises(DataError, match="card road_building: unknown key 'peices'; known are pieces"):
        effect_of(dataclasses.replace(card, arguments={"peices": 2}))


def test_everybody_founds_equally_often(tmp_path: Path) -> None:
    text = "[[founding_orders]]\nseats = 2\norder = [0, 1, 0]\n"
    with pytest.raises(DataError, match="for 2 seats"):
        founding_orders(data_file(tmp_path, text))


@pytest.mark.parametrize("read", [DATA, catan.DATA, cheops.DATA])
def test_every_table_says_how_sure_it_is(read: DataFile) -> None:
    for name, table in read.data.items():
        for part in table if isinstance(table, list) else [table]:
            assert part["source"] in {"rulebook", "cross-checked", "single-source", "reconstructed"}, name


# Edits of a board that must not go unseen, and what is said of them; the tables as they are can be read.
EDITS = [
    (catan, {"ports = 9": "ports = 8"}, "data.toml: [checks] wants"),
    (
        catan,
        {'"fields", hexes = 4': '"fields", hexes = 5'},
        "data.toml: [random_boards] terrain: 20 hexes",
    ),
    (catan, {'"q1r-2"]': '"q0r-2"]'}, "data.toml: [spiral] should touch every hex once"),
    (catan, {"3, 11]": "3]"}, "data.toml: [spiral] one token for each letter"),
    (catan, {"PQR": "PQ"}, "data.toml: [spiral] one token for each letter"),
    (catan, {"PQR": "PQ", "3, 11]": "3]"}, "data.toml: [spiral] one token for each letter"),
    (catan, {'"pasture", number = 4': '"pasture", number = 8'}, "data.toml: [beginner] a 6 or 8 touches another"),
    (catan, {}, READ),
    (cheops, {"founding_vertices = ": "founding_vertices = 1"}, "data.toml: [checks] wants"),
    (cheops, {'"fields", number = 5': '"fields", number = 8'}, "data.toml: [map] a 6 or 8 touches another"),
    (cheops, {'site = "q-1r4"': 'site = "q2r2"'}, "data.toml: [pyramid] the site should not touch the river"),
    (cheops, {}, READ),
]


@pytest.mark.parametrize(("board", "edits", "said"), EDITS)
def test_a_wrong_edit_of_a_board_is_told(board: ModuleType, edits: dict[str, str], said: str, tmp_path: Path) -> None:
    """B-GE-01, H-MA-01: counts, rings, tokens and red numbers are checked when the table is read."""
    assert outcome(board, edits, tmp_path).startswith(said)
