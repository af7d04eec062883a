"""Output of commands: aligned tables, JSON, and colour on a terminal."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import click

from serai.ladder.plain_text import json_text, one_line, printable

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

C = TypeVar("C", bound=Callable[..., Any])

# In a pipe nothing is cut or folded: a program that reads a table wants all of it.
_PIPE_WIDTH = 10_000
_MOST_VERSION_DIGITS = 8


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: its title, where its cells stand, how they look, and whether a reader can do without."""

    title: str
    justify: Literal["left", "right"] = "left"
    style: str = ""
    spare: bool = False


def number(title: str, spare: bool = False) -> Column:
    """Return a column of numbers: aligned to the right."""
    return Column(title, "right", spare=spare)


def json_option(command: C) -> C:
    """Add the option --json, for every listing and result."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")(command)


@cache
def console() -> Console:
    """Return the console of standard output, with colour on a terminal unless NO_COLOR is set."""
    from rich.console import Console

    found = Console(highlight=False, markup=False, emoji=False)
    if not found.is_terminal:
        found.width = _PIPE_WIDTH
    return found


def say(text: str = "", style: str = "") -> None:
    """Print a line for people; the terminal wraps it, we do not."""
    console().print(printable(text), style=style or None, soft_wrap=True)


def note(text: str) -> None:
    """Print a line to stderr: it is not part of the result that a program reads."""
    click.echo(printable(text), err=True)


def table(columns: Sequence[Column], rows: Iterable[Sequence[str]]) -> None:
    """Print an aligned table. On a terminal too narrow for all of it, columns that can be spared are left out."""
    from rich.measure import Measurement

    kept, cells = list(columns), [list(row) for row in rows]
    shown = _table(kept, cells)
    while Measurement.get(console(), console().options.update(width=_PIPE_WIDTH), shown).maximum > console().width:
        spare = [at for at, column in enumerate(kept) if column.spare]
        if not spare:
            break
        del kept[spare[-1]]
        for row in cells:
            del row[spare[-1]]
        shown = _table(kept, cells)
    console().print(shown)


def _table(columns: Sequence[Column], rows: Iterable[Sequence[str]]) -> Table:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    shown = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, show_edge=False, header_style="bold")
    for column in columns:
        fixed = column.justify == "right"
        shown.add_column(column.title, justify=column.justify, style=column.style, no_wrap=fixed, overflow="fold")
    for row in rows:
        shown.add_row(*(Text(one_line(cell)) for cell in row))
    return shown


def say_json(value: Mapping[str, Any]) -> None:
    """Print one object over several lines."""
    click.echo(json_text(json.dumps(value, indent=2, ensure_ascii=False)))


def say_json_list(rows: Iterable[Mapping[str, Any]]) -> None:
    """Print a list with a row a line: JSON as a whole, and easy to read by eye. Each row is printed as it comes."""
    before = "[\n"
    for row in rows:
        click.echo(before + json_text(json.dumps(row, ensure_ascii=False)), nl=False)
        before = ",\n"
    click.echo("[]" if before == "[\n" else "\n]")


def say_json_lines(rows: Iterable[Mapping[str, Any]]) -> None:
    """Print an object a line, each JSON of its own."""
    for row in rows:
        click.echo(json_text(json.dumps(row, ensure_ascii=False)))


def short(version: str) -> str:
    """Return a version or a game id as people read it; commands take it abbreviated too."""
    return version[:_MOST_VERSION_DIGITS]


def when(moment: str | None) -> str:
    """Return a time in ISO 8601, UTC, to the minute; empty if there is none."""
    return "" if moment is None else moment[:16].replace("T", " ")


def counted(count: int, thing: str) -> str:
    """Return `1 game`, `2 games`."""
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def retirements(causes: Mapping[str, int]) -> str:
    """Return how often a bot was retired, by cause: `2 crash, 1 time`."""
    return ", ".join(f"{count} {cause}" for cause, count in causes.items())
