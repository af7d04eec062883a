"""The tables of the family are checked when they are read: a wrong edit fails, and says where."""

import dataclasses
from pathlib import Path

import pytest

from referee.catan_rules import cards
from referee.catan_rules.components import DEV_CARDS, TABLES, TERRAINS, counts, terrains_of
from referee.catan_rules.family import founding_orders
from referee.catan_rules.layout import HexRow, PortRow, read_hex, read_map, read_ports
from referee.core.errors import TableError
from referee.core.tables import Tables
from referee.games.catan import board as catan
from referee.games.cheops import board as cheops


def tables(tmp_path: Path, text: str) -> Tables:
    path = tmp_path / "data.toml"
    path.write_text(text)
    return Tables(path)


def test_a_terrain_is_land_or_water(tmp_path: Path) -> None:
    with pytest.raises(TableError, match="bog: ground 'mud'"):
        terrains_of(tables(tmp_path, '[[terrains]]\nid = "bog"\nletter = "b"\nground = "mud"\nyields = ""\n'))


def test_a_number_fits_its_terrain() -> None:
    for row in (HexRow("q0r0", "desert", 6), HexRow("q0r0", "forest", 7), HexRow("q0r0", "forest", 0)):
        with pytest.raises(TableError, match=f"number {row.number} does not fit {row.terrain}"):
            read_map(TABLES, [row], TERRAINS)


def test_a_hex_is_read_by_its_name() -> None:
    assert read_hex(TABLES, "q-1r2", "hex") == (-1, 2)
    with pytest.raises(TableError, match="should read like q0r-2"):
        read_hex(TABLES, "0,2", "hex")


def test_a_port_lies_on_a_coast() -> None:
    with pytest.raises(TableError, match="q0r0E is no coast"):
        read_ports(TABLES, [PortRow("P1", "any", 3, "q0r0E")], catan.GROUND)
    with pytest.raises(TableError, match="kind 'fish' is unknown"):
        read_ports(TABLES, [PortRow("P1", "fish", 3, "q0r-3SE")], catan.GROUND)


def test_a_cost_names_goods() -> None:
    assert counts(TABLES, ["ore", "grain", "ore"], cheops.GOODS, "city") == ((3, 1), (4, 2))
    with pytest.raises(TableError, match="'fish' is unknown"):
        counts(TABLES, ["fish"], cheops.GOODS, "city")


def test_a_card_names_a_verb_and_its_arguments() -> None:
    card = DEV_CARDS[2]
    with pytest.raises(TableError, match="effect 'build_router' is unknown"):
        cards.verb_of(dataclasses.replace(card, effect="build_router"))
    with pytest.raises(TableError, match="build_routes takes no"):
        cards.verb_of(dataclasses.replace(card, arguments={"peices": 2}))


def test_everybody_founds_equally_often(tmp_path: Path) -> None:
    text = "[[founding_orders]]\nseats = 2\norder = [0, 1, 0]\n"
    with pytest.raises(TableError, match="for 2 seats"):
        founding_orders(tables(tmp_path, text))


@pytest.mark.parametrize("read", [TABLES, catan.TABLES, cheops.TABLES])
def test_every_table_says_how_sure_it_is(read: Tables) -> None:
    for name, table in read.data.items():
        for part in table if isinstance(table, list) else [table]:
            assert part["source"] in {"rulebook", "cross-checked", "single-source", "reconstructed"}, name
