"""How commands print: aligned tables, JSON, and colour only where it can be seen."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import click

if TYPE_CHECKING:
    from rich.console import Console

C = TypeVar("C", bound=Callable[..., Any])

# In a pipe nothing is cut or folded: a program that reads a table wants all of it.
_PIPE_WIDTH = 10_000
_MOST_VERSION_DIGITS = 8


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: its title, where its cells stand, and how they look on a terminal."""

    title: str
    justify: Literal["left", "right"] = "left"
    style: str = ""


def number(title: str) -> Column:
    return Column(title, "right")


def json_option(command: C) -> C:
    """The option --json, for every listing and result."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")(command)


@cache
def console() -> Console:
    """Standard output, with colour on a terminal unless NO_COLOR is set."""
    from rich.console import Console

    found = Console(highlight=False, markup=False, emoji=False)
    if not found.is_terminal:
        found.width = _PIPE_WIDTH
    return found


def say(text: str = "", style: str = "") -> None:
    """A line for people; the terminal wraps it, we do not."""
    console().print(text, style=style or None, soft_wrap=True)


def note(text: str) -> None:
    """A line beside the result: to stderr, so that it never mixes with what a program reads."""
    click.echo(text, err=True)


def table(columns: Sequence[Column], rows: Iterable[Sequence[str]]) -> None:
    """An aligned table."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    shown = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style="bold")
    for column in columns:
        shown.add_column(column.title, justify=column.justify, style=column.style, no_wrap=column.justify == "right")
    for row in rows:
        shown.add_row(*(Text(cell) for cell in row))
    console().print(shown)


def say_json(value: Mapping[str, Any]) -> None:
    """One object over several lines."""
    click.echo(json.dumps(value, indent=2, ensure_ascii=False))


def say_json_list(rows: Iterable[Mapping[str, Any]]) -> None:
    """A list with a row a line: JSON as a whole, and easy to read by eye."""
    lines = [json.dumps(row, ensure_ascii=False) for row in rows]
    click.echo("[\n" + ",\n".join(lines) + "\n]" if lines else "[]")


def say_json_lines(rows: Iterable[Mapping[str, Any]]) -> None:
    """An object a line, each JSON of its own."""
    for row in rows:
        click.echo(json.dumps(row, ensure_ascii=False))


def short(version: str) -> str:
    """A version or a game id as people read it; commands take it abbreviated too."""
    return version[:_MOST_VERSION_DIGITS]


def counted(count: int, thing: str) -> str:
    """`1 game`, `2 games`."""
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"
