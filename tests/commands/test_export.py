"""Export: whole tournaments as JSON Lines, CSV and Parquet, with the same in all of them."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from pathlib import Path

import pytest

from tests.commands.conftest import NAME
from tests.commands.terminal import Here, succeeded


def test_a_line_is_a_fact(arena: Path, here: Here) -> None:
    facts = succeeded(here(arena, "export", NAME)).json_lines
    games = succeeded(here(arena, "tournament", "games", NAME, "--json")).json
    assert [fact["game_id"] for fact in facts] == [game["game_id"] for game in games]
    assert [fact["seats"] for fact in facts] == [game["seats"] for game in games]
    assert {"commitment", "deal", "options", "times"} <= set(facts[0])


def test_a_row_of_csv_is_a_seat(arena: Path, here: Here, tmp_path: Path) -> None:
    facts = succeeded(here(arena, "export", NAME)).json_lines
    file = tmp_path / "facts.csv"
    succeeded(here(arena, "export", NAME, "--output", file))
    rows = list(csv.DictReader(io.StringIO(file.read_text())))
    seats = [
        (fact["game_id"], str(at), seat["bot"], str(seat["points"]))
        for fact in facts
        for at, seat in enumerate(fact["seats"])
    ]
    assert [(row["game_id"], row["seat"], row["bot"], row["points"]) for row in rows] == seats
    assert json.loads(rows[0]["options"]) == facts[0]["options"]
    assert list(tmp_path.iterdir()) == [file]


def test_parquet_holds_the_same_with_types(arena: Path, here: Here, tmp_path: Path) -> None:
    read_parquet = pytest.importorskip("arro3.io", reason="serai[parquet] is not installed").read_parquet
    file = tmp_path / "facts.parquet"
    succeeded(here(arena, "export", NAME, "--output", file))
    table = read_parquet(str(file)).read_all()
    rows = list(csv.DictReader(io.StringIO(succeeded(here(arena, "export", NAME, "--format", "csv")).out)))
    assert table.num_rows == len(rows)
    for column in ("game_id", "bot", "ending"):
        assert table.column(column).to_pylist() == [row[column] for row in rows]
    assert table.column("points").to_pylist() == [int(row["points"]) for row in rows]
    assert table.column("seconds").to_pylist() == [float(row["seconds"]) for row in rows]
    assert table.column("cause").to_pylist() == [row["cause"] or None for row in rows]


def test_standings_come_as_lines_and_csv(arena: Path, here: Here) -> None:
    rows = succeeded(here(arena, "export", NAME, "--what", "standings")).json_lines
    shown = succeeded(here(arena, "tournament", "show", NAME, "--json")).json["standings"]
    assert rows == shown
    text = succeeded(here(arena, "export", NAME, "--what", "standings", "--format", "csv")).out
    assert [row["bot"] for row in csv.DictReader(io.StringIO(text))] == [row["bot"] for row in shown]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["export", "nobody"], "there is no tournament called nobody"),
        (["export", NAME, "--format", "parquet"], "Parquet is not for standard output; give --output FILE"),
        (["export", NAME, "--output", "/nowhere/x.csv"], "/nowhere/x.csv cannot be written"),
    ],
)
def test_mistakes_are_one_line(arena: Path, here: Here, arguments: list[str], complaint: str) -> None:
    answer = here(arena, *arguments)
    assert (answer.code, answer.err.count("\n")) == (2, 1)
    assert complaint in answer.err


def test_all_replays_come_in_one_archive_that_can_be_proved(arena: Path, here: Here, tmp_path: Path) -> None:
    file = tmp_path / "spring.zip"
    succeeded(here(arena, "export", NAME, "--what", "replays", "--output", file))
    games = succeeded(here(arena, "tournament", "games", NAME, "--json")).json
    with zipfile.ZipFile(file) as archive:
        assert archive.namelist() == [f"{game['game_id']}.json" for game in games]
        archive.extractall(tmp_path / "games")
    proved = succeeded(here(arena, "replay", "verify", *sorted((tmp_path / "games").iterdir()), "--json")).json
    assert [verdict["accepted"] for verdict in proved] == [True] * len(games)
    again = tmp_path / "again.zip"
    succeeded(here(arena, "export", NAME, "--what", "replays", "--output", again))
    assert again.read_bytes() == file.read_bytes()
    assert here(arena, "export", NAME, "--what", "replays").code == 2
