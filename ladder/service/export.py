"""Facts and standings as files that other programs read, written as they are read: nothing is held as a whole."""

from __future__ import annotations

import csv
import json
import sys
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import chain, islice
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from serai.ladder.desk import events, replays
from serai.ladder.desk.desk import Desk
from serai.ladder.desk.operation import Row
from serai.ladder.errors import PlatformProblem, UserProblem, unwritable
from serai.ladder.model.game_record import GameRecord
from serai.ladder.service.export_formats import FORMATS

if TYPE_CHECKING:
    from arro3.core import Field

_ROWS_AT_ONCE = 4096
_OF_GAME = ("game_id", "tournament", "block", "rotation", "game", "epoch")
_OF_SEAT = ("bot", "version", "points", "rank", "ending", "cause")
_AFTER = ("commitment", "deal", "decisions", "digest")
# Columns that are not text, for Parquet: a column without a value is text otherwise.
_WHOLE = ("block", "rotation", "epoch", "seat", "points", "rank", "decisions", "games", "blocks", "wins", "shared")
_FLOAT = ("seconds", "stalled", "elo", "low", "high", "score")


def export(asked: Desk, name: str, what: str, kind: str | None, output: str | None, voided: bool) -> None:
    """Write the facts or the standings of a tournament; UserProblem says what does not fit."""
    if what == "replays":
        _write_replays(asked, name, kind, output)
        return
    kind = kind or _by_ending(output)
    if kind == "parquet" and output is None:
        raise UserProblem("Parquet is not for standard output; give --output FILE")
    rows: Iterable[Mapping[str, Any]]
    if what == "standings":
        standings = asked.ask(events.standings, name=name)
        rows = standings if kind == "jsonl" else map(_flat, standings)
    else:
        facts = asked.ask(events.facts, name=name, voided=voided)
        rows = facts if kind == "jsonl" else (row for fact in facts for row in seat_rows(fact))
    _WRITERS[kind](rows, output)


def _by_ending(output: str | None) -> str:
    ending = Path(output or "x.jsonl").suffix.removeprefix(".")
    return ending if ending in FORMATS else "jsonl"


def seat_rows(fact: Mapping[str, Any]) -> Iterator[Row]:
    """Yield a row for each seat of a game."""
    game = {column: fact[column] for column in _OF_GAME}
    after = {column: fact[column] for column in _AFTER}
    times = {"started": fact["times"]["started"], "seconds": fact["times"]["seconds"]}
    options = {"options": json.dumps(fact["options"], sort_keys=True)}
    for seat, result in enumerate(fact["seats"]):
        named = {column: result[column] for column in _OF_SEAT}
        yield {**game, **options, "seat": seat, **named, **after, **times}


def _flat(row: Row) -> Row:
    """Return a row whose lists and mappings are JSON, for formats that have none."""
    return {
        column: json.dumps(value, sort_keys=True) if isinstance(value, (list, dict)) else value
        for column, value in row.items()
    }


@contextmanager
def _opened(output: str | None) -> Iterator[IO[str]]:
    """Open a file that takes its name when it is complete, or standard output."""
    if output is None:
        yield sys.stdout
        return
    with _complete(output) as part, part.open("w", encoding="utf-8", newline="") as file:
        yield file


@contextmanager
def _complete(output: str) -> Iterator[Path]:
    """Yield where to write; what is there at the end gets the name, what is interrupted is removed."""
    part = Path(f"{output}.part")
    try:
        yield part
        part.replace(output)
    except OSError as error:
        raise unwritable(output, error) from None
    finally:
        part.unlink(missing_ok=True)


def _write_lines(rows: Iterable[Mapping[str, Any]], output: str | None) -> None:
    with _opened(output) as file:
        for row in rows:
            file.write(json.dumps(row, ensure_ascii=False) + "\n")


def _write_csv(rows: Iterable[Mapping[str, Any]], output: str | None) -> None:
    left = iter(rows)
    first = next(left, None)
    with _opened(output) as file:
        if first is not None:
            writer = csv.DictWriter(file, list(first), lineterminator="\n")
            writer.writeheader()
            writer.writerows(chain([first], left))


def _write_parquet(rows: Iterable[Mapping[str, Any]], output: str | None) -> None:
    try:
        from arro3.core import Array, RecordBatch, RecordBatchReader, Schema
        from arro3.io import write_parquet
    except ImportError:
        raise PlatformProblem("Parquet needs a library that is not installed: pip install serai[parquet]") from None
    assert output is not None
    left = iter(rows)
    first = next(left, None)
    columns = [_field(column) for column in first or {}]
    schema = Schema(columns)
    left = chain([] if first is None else [first], left)

    def batches() -> Iterator[RecordBatch]:
        while portion := list(islice(left, _ROWS_AT_ONCE)):
            arrays = [Array([row[field.name] for row in portion], field.type) for field in columns]
            yield RecordBatch.from_arrays(arrays, schema=schema)

    with _complete(output) as part:
        write_parquet(RecordBatchReader.from_batches(schema, batches()), str(part))


def _field(column: str) -> Field:
    from arro3.core import DataType, Field

    kind = DataType.int64() if column in _WHOLE else DataType.float64() if column in _FLOAT else DataType.string()
    return Field(column, kind, nullable=True)


def _write_replays(asked: Desk, name: str, kind: str | None, output: str | None) -> None:
    """Write a file for each game into a zip archive. The same games make the same archive."""
    if output is None or kind is not None:
        raise UserProblem("replays are written as a zip archive: leave out --format and give --output FILE.zip")
    with _complete(output) as part, zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as archive:
        for row in asked.ask(replays.games, tournament=name):
            entry = zipfile.ZipInfo(f"{row['fact']['game_id']}.json")
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, GameRecord.from_json(row).public().text())


_WRITERS = {"jsonl": _write_lines, "csv": _write_csv, "parquet": _write_parquet}
