"""Data tables: a wrong edit fails when the table is read, and the message names file, row and key."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from serai.referee.core.data_file import DataFile
from serai.referee.core.errors import DataError

GOOD = """
[limits]
goods = 25
open = true
source = "rulebook"

[deck.sizes]
small = 3

[[shops]]
id = "north"
squares = ["a", "b"]
price = 2
source = "reconstructed"
source_note = "measured on the picture"

[[shops]]
id = "south"
squares = []
"""


@dataclass(frozen=True, slots=True)
class Limits:
    goods: int
    open: bool


@dataclass(frozen=True, slots=True)
class Sizes:
    small: int


@dataclass(frozen=True, slots=True)
class Shop:
    id: str
    squares: tuple[str, ...]
    price: int = 1


Read = Callable[[str], DataFile]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    def write_and_read(text: str) -> DataFile:
        file = tmp_path / "data.toml"
        file.write_text(text, encoding="utf-8")
        return DataFile(file)

    return write_and_read


def test_tables_become_records(read: Read) -> None:
    tables = read(GOOD)
    assert tables.one("limits", Limits) == Limits(goods=25, open=True)
    assert tables.one("deck.sizes", Sizes) == Sizes(small=3)
    assert tables.rows("shops", Shop) == (Shop("north", ("a", "b"), 2), Shop("south", ()))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[limits]", "[limit]", "data.toml: [limits] is missing"),
        ("[limits]", "[[limits]]", "data.toml: [limits] is missing"),
        ("goods = 25", "", "data.toml: [limits]: goods is missing"),
        ("goods = 25", "god = 25", "data.toml: [limits]: unknown key 'god'; known are goods, open"),
        ("goods = 25", 'goods = "25"', "data.toml: [limits]: goods should be int, not '25'"),
        ("goods = 25", "goods = true", "data.toml: [limits]: goods should be int, not True"),
        ("goods = 25", "goods = 2.5", "data.toml: [limits]: goods should be int, not 2.5"),
        ("open = true", "open = 1", "data.toml: [limits]: open should be bool, not 1"),
        (
            '"rulebook"',
            '"hearsay"',
            "data.toml: [limits]: source 'hearsay' is none of cross-checked, reconstructed, rulebook, single-source",
        ),
    ],
)
def test_a_wrong_table_says_what_is_wrong(read: Read, old: str, new: str, message: str) -> None:
    with pytest.raises(DataError) as error:
        read(GOOD.replace(old, new)).one("limits", Limits)
    assert str(error.value) == message


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('id = "north"', 'id = "south"', "data.toml: [[shops]] id = 'south' stands twice"),
        ("price = 2", 'price = "two"', "data.toml: [[shops]] no. 1: price should be int, not 'two'"),
        ("squares = []", "squares = 3", "data.toml: [[shops]] no. 2: squares should be a list, not 3"),
        ("squares = []", "squares = [3]", "data.toml: [[shops]] no. 2: squares should be str, not 3"),
        ("squares = []", "", "data.toml: [[shops]] no. 2: squares is missing"),
        (
            "squares = []",
            "square = []",
            "data.toml: [[shops]] no. 2: unknown key 'square'; known are id, squares, price",
        ),
        ('id = "south"', 'id = ["south"]', "data.toml: [[shops]] no. 2: id should be str, not ['south']"),
    ],
)
def test_a_wrong_row_says_which_one_it_is(read: Read, old: str, new: str, message: str) -> None:
    with pytest.raises(DataError) as error:
        read(GOOD.replace(old, new)).rows("shops", Shop)
    assert str(error.value) == message


def test_rows_without_their_key_lack_it_and_are_not_the_same(read: Read) -> None:
    with pytest.raises(DataError, match=r"data\.toml: \[\[shops\]\] no\. 1: id is missing"):
        read("[[shops]]\nsquares = []\n[[shops]]\nsquares = []").rows("shops", Shop)


@pytest.mark.parametrize("text", ["", "shops = 3", "shops = [1, 2]", "[shops]\nid = 'north'"])
def test_rows_that_are_no_tables_are_missing(read: Read, text: str) -> None:
    with pytest.raises(DataError, match=r"data\.toml: \[\[shops\]\] is missing"):
        read(text).rows("shops", Shop)


def test_another_key_than_the_id_can_tell_rows_apart(read: Read) -> None:
    text = "[[rows]]\nrow = 1\n[[rows]]\nrow = 1"

    @dataclass(frozen=True, slots=True)
    class Row:
        row: int

    with pytest.raises(DataError, match=r"data\.toml: \[\[rows\]\] row = 1 stands twice"):
        read(text).rows("rows", Row, key="row")


def test_a_file_that_is_no_toml_says_where(read: Read) -> None:
    with pytest.raises(DataError, match=r"^data\.toml: .*line 2"):
        read("[limits]\ngoods = = 3")


def test_names_are_found_by_their_place(read: Read) -> None:
    tables = read(GOOD)
    assert tables.index(("north", "south"), "south", "shop") == 1
    with pytest.raises(DataError, match=r"data\.toml: shop 'west' is unknown; known are north, south"):
        tables.index(("north", "south"), "west", "shop")


def test_a_demand_that_does_not_hold_names_the_file(read: Read) -> None:
    tables = read(GOOD)
    tables.demand(True, "this holds")
    with pytest.raises(DataError, match=r"^data\.toml: two shops are one too many$"):
        tables.demand(False, "two shops are one too many")
