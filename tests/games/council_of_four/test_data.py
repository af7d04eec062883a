"""The data table: what it says, and that a wrong edit fails at import with one clear line."""

import pytest

from serai.referee.core.data_file import PROVENANCE
from serai.referee.games.council_of_four.board import DATA
from tests import edited_data
from tests.games.council_of_four.table import COUNCIL

EDITS = [
    ("hand = 6", "hand = ", "data.toml: Invalid value"),
    ("hand = 6", 'hand = "6"', "data.toml: [setup]: hand should be int, not '6'"),
    ("hand = 6", "cards = 6", "data.toml: [setup]: unknown key 'cards'; known are coins, assistants, hand"),
    ("hand = 6\n", "", "data.toml: [setup]: hand is missing"),
    ("[tracks]", "[trackz]", "data.toml: [tracks] is missing"),
    ('source = "rulebook"', 'source = "hearsay"', "data.toml: [setup]: source 'hearsay' is none of"),
    ("[10, 7, 4, 0]", "[10, 7, 4]", "data.toml: [costs] council_price: one price for each number of cards up to 4"),
    ("per_colour = 4", "per_colour = 2", "data.toml: [councillors]: nobody is left beside the board"),
    ('"white", "black"', '"black", "black"', "data.toml: [councillors] colours = 'black' stands twice"),
    ('id = "B"\nname', 'id = "A"\nname', "data.toml: [[cities]] id = 'A' stands twice"),
    ('id = "A"\nname', 'id = "Z"\nname', "data.toml: [[cities]] should stand in alphabetical order"),
    ('region = "hills"', 'region = "moor"', "data.toml: region 'moor' is unknown; known are coast,"),
    ('id = "ABC"', 'id = "ABX"', "data.toml: city 'X' is unknown; known are A,"),
    ('id = "ABC"', 'id = "ABK"', "data.toml: [[permits]] ABK names cities of two regions"),
    ('id = "ABC"', 'id = "KN"', "data.toml: [[permits]]: every region needs the same number of tiles"),
    ('bonus = ["vp 7"]', 'bonus = ["pv 7"]', "data.toml: [[permits]] D: effect 'pv' is none of coins,"),
    ('bonus = ["vp 7"]', 'bonus = ["vp"]', "data.toml: [[permits]] D: 'vp' should be a symbol and how often"),
    ('bonus = ["vp 7"]', 'bonus = ["token 1"]', "data.toml: [[permits]] D: effect 'token' is none of coins,"),
    ('bonus = ["vp 7"]', "bonus = []", "data.toml: [[permits]] D: a bonus needs a symbol"),
    ('bonus = ["reuse_permit 1"]', 'bonus = ["reuse 1"]', "data.toml: [[nobility]] space 14: effect 'reuse' is none"),
    ("space = 20", "space = 21", "data.toml: [[nobility]] space 21 is not on the track"),
    ('[[tokens]]\nid = "T14"', '[[spare]]\nid = "T14"', "data.toml: [[tokens]]: one for each city but the king's"),
    ('id = "coast.B"', 'id = "coast.C"', "data.toml: [[sides]] coast.B is missing"),
    (
        '"iron", "gold", "silver", "silver", "bronze"',
        '"iron"',
        "data.toml: [[sides]] coast.A: one colour for each city",
    ),
    ('"A-B", "A-C"', '"A-Q", "A-C"', "data.toml: city 'Q' is unknown; known are A,"),
    ('"A-B", "A-C", ', "", "data.toml: [[sides]]: no road leads from A to every city"),
    ('"bronze", "purple"', '"bronze", "silver"', "data.toml: [[sides]]: every map needs one purple city"),
    ('hills = "hills.B"', 'hills = "hills.C"', "data.toml: [[crossings]] for hills.B are missing"),
    ('id = "gold"', 'id = "golden"', "data.toml: [[bonus_tiles]] golden: no city has this colour"),
]


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """What importing the game says after each edit, and last with the table as it is."""
    return edited_data.outcomes(COUNCIL, EDITS, tmp_path_factory.mktemp("edited"))


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
