"""The data table: what it says, and that a wrong edit fails at import with one clear line."""

import pytest

from serai.referee.core.data_file import PROVENANCE
from serai.referee.games.yspahan.board import CARDS, DATA, INNER, SHOPS, SHOPS_AT, SOUKS, SQUARES
from tests import edited_data
from tests.games.yspahan.table import YSPAHAN

EDITS = [
    ("weeks = 3", "weeks = ", "data.toml: Invalid value"),
    ("weeks = 3", 'weeks = "3"', "data.toml: [calendar]: weeks should be int, not '3'"),
    ("weeks = 3", "weeks = true", "data.toml: [calendar]: weeks should be int, not True"),
    ("weeks = 3", "months = 3", "data.toml: [calendar]: unknown key 'months'; known are weeks, days"),
    ("weeks = 3\n", "", "data.toml: [calendar]: weeks is missing"),
    ("[setup]", "[start]", "data.toml: [setup] is missing"),
    ('source = "rulebook"', 'source = "hearsay"', "data.toml: [calendar]: source 'hearsay' is none of"),
    ("white = 9", "white = [9]", "data.toml: [dice]: white should be int, not [9]"),
    ('"camel", "bag"', '"bag"', "data.toml: [tower] rows: 5 rows for dice of 6 faces"),
    ('id = "bag.blue"', 'id = "bag.white"', "data.toml: [[souks]] id = 'bag.white' stands twice"),
    ('neighbourhood = "bag"', 'neighbourhood = "sack"', "data.toml: neighbourhood 'sack' is unknown; known are bag,"),
    ('souk = "bag.white"', 'souk = "bag.green"', "data.toml: souk 'bag.green' is unknown; known are bag.white,"),
    ('souk = "bag.white"', 'souk = "bag.pink"', "data.toml: [[shops]] should stand souk by souk"),
    ('squares = ["w1", "s1"]', 'squares = ["w1"]', "data.toml: [[shops]] and [[squares]] disagree"),
    ('shops = ["bag.white.1"]', 'shops = ["bag.white.9"]', "data.toml: shop 'bag.white.9' is unknown"),
    ('arm = "west"\ndistance = 1', 'arm = "west"\ndistance = 2', "data.toml: [[squares]] of the arm west: a step"),
    ("seats = 4", "seats = 5", "data.toml: [[caravan_sizes]] for 2, 3 and 4 seats are needed"),
    ("points = [0, 0, 5, 5, 5, 10]", "points = [0, 5, 10]", "data.toml: [ladder] points: one entry for each"),
    ('id = "hoist"', 'id = "crane"', "data.toml: building 'hoist' is unknown; known are paddock,"),
    ("copies = 2\n", "", "data.toml: [[cards]] no. 1: copies is missing"),
    ('effect = "Gain"', 'effect = "Gian"', "data.toml: card camels3: effect 'Gian' is none of Gain,"),
    ("{ camels = 3 }", "{ camel = 3 }", "data.toml: card camels3: unknown key 'camel'; known are camels, gold"),
    ("{ camels = 3 }", '{ camels = "three" }', "data.toml: card camels3: camels should be int, not 'three'"),
    ('{ what = "camels", most', "{ most", "data.toml: card sell_camels: what is missing"),
    ('what = "camels"', 'what = "camel"', "data.toml: a card sells 'camel'; it can be camels or gold"),
    ('waives = "camels"', 'waives = "goods"', "data.toml: a card waives 'goods'; it can be camels or gold"),
    ('waives = "camels"', 'waives = "gold"', "data.toml: [[cards]]: one card builds without camels, one without"),
]


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """What importing the game says after each edit, and last with the table as it is."""
    return edited_data.outcomes(YSPAHAN, EDITS, tmp_path_factory.mktemp("edited"))


@pytest.mark.parametrize("number", range(len(EDITS)), ids=edited_data.names_of(EDITS))
def test_a_wrong_edit_fails_at_import(outcomes: list[str], number: int) -> None:
    """One line names the file, the row and the key, and what would be right."""
    assert EDITS[number][2] in outcomes[number]


def test_the_table_as_it_is_can_be_imported(outcomes: list[str]) -> None:
    """So it is the edit that fails, and not the copy."""
    assert outcomes[len(EDITS) :] == ["imported"]


def test_every_table_says_how_sure_it_is() -> None:
    """Each record has a source, and what is not from the rulebook says more."""
    tables = [table for value in DATA.data.values() for table in (value if isinstance(value, list) else [value])]
    assert all(table["source"] in PROVENANCE for table in tables)
    assert all("source_note" in table for table in tables if table["source"] in ("single-source", "reconstructed"))


def test_the_numbers_of_the_board() -> None:
    """14 souks, 47 shops, 20 of them inner ones, 29 squares, 30 links between square and shop, nine kinds of cards."""
    assert (len(SOUKS), len(SHOPS), sum(INNER), len(SQUARES), len(CARDS)) == (14, 47, 20, 29, 9)
    assert sum(len(shops) for shops in SHOPS_AT) == 30


def test_shops_are_numbered_from_the_street_inwards() -> None:
    """In each souk the shops at the street come first, and every shop's name is its souk's with its number."""
    for souk in SOUKS:
        shops = [shop for shop in SHOPS if shop.souk == souk.id]
        assert [shop.id for shop in shops] == [f"{souk.id}.{number}" for number in range(1, len(shops) + 1)]
        assert [not shop.squares for shop in shops] == sorted(not shop.squares for shop in shops)


def test_the_rules_print_the_same_street() -> None:
    """The list of squares in RULES.md, section 2, is that of the table."""
    text = YSPAHAN.rules.partition("and the shops each square touches:")[2].partition("hub    no shop")[0]
    words = text.replace("```", " ").split()
    printed: dict[str, list[str]] = {}
    for word in words:
        if "." in word:
            printed[list(printed)[-1]].append(word)
        elif word[-1].isdigit():
            printed[word] = []
    assert printed == {square.id: list(square.shops) for square in SQUARES if square.id != "hub"}
