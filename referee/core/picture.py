"""A game as text for people: what a `picture` is made of.

Characters that belong to a seat are *painted*: each is shifted into a private range of Unicode that says which seat
it belongs to. A painted character is still one character, so painted text is padded, cut, wrapped and written on a
canvas like any other. `plain` takes the paint off again; `strokes` tells it to whoever has colours.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from textwrap import wrap
from typing import NamedTuple

WIDTH = 80  # a picture is never wider
LETTERS = "ABCD"  # of the seats
UNNAMED = tuple(f"seat {seat}" for seat in range(len(LETTERS)))
NAME_WIDTH = 12  # of a name in a column

_FIRST = 0xF0000  # the private range that painted characters lie in
_EACH = 0x2000  # how many there are of each seat; what lies beyond stays unpainted

Lines = tuple[str, ...]


class Picture(NamedTuple):
    """The parts of a picture, top to bottom. `title` says where in the game we are and changes with turns only."""

    title: str
    question: str
    board: Lines
    seats: Lines
    beside: Lines

    def lines(self) -> list[str]:
        """All of it, painted."""
        asked = wrap(self.question, WIDTH)
        parts = (wrap(self.title, WIDTH), asked, ("",), self.board, ("",), self.seats, ("",), self.beside)
        return [line.rstrip() for part in parts for line in part]

    def __str__(self) -> str:
        return plain("\n".join(self.lines()))


def painted(seat: int, text: str) -> str:
    """The text as belonging to a seat; spaces stay as they are, so that it can be wrapped."""
    first = _FIRST + seat * _EACH
    return "".join(chr(first + ord(char)) if char != " " and ord(char) < _EACH else char for char in text)


def plain(text: str) -> str:
    """The text without paint."""
    return "".join(char if ord(char) < _FIRST else chr((ord(char) - _FIRST) % _EACH) for char in text)


def strokes(text: str) -> Iterator[tuple[str, int | None]]:
    """Yield the plain text in pieces, each with the seat it belongs to."""
    for seat, piece in groupby(text, _seat):
        yield plain("".join(piece)), seat


def _seat(char: str) -> int | None:
    return None if ord(char) < _FIRST else (ord(char) - _FIRST) // _EACH


def letter(seat: int) -> str:
    """The letter of a seat, painted."""
    return painted(seat, LETTERS[seat])


def who(names: Sequence[str], seat: int) -> str:
    """A seat by its letter and its name, painted: `B greedy`."""
    return painted(seat, f"{LETTERS[seat]} {names[seat]}")


def all_of(names: Sequence[str], seats: Iterable[int]) -> str:
    """Several seats: `A random, B greedy`."""
    return ", ".join(who(names, seat) for seat in seats)


def letters(seats: Iterable[int]) -> str:
    """Several seats by their letters alone."""
    return " ".join(map(letter, seats))


def row_head(names: Sequence[str], seat: int, is_asked: bool) -> str:
    """How the line of a seat begins, as wide as `COLUMN_HEAD`; `>` marks who is asked."""
    name = names[seat] if len(names[seat]) <= NAME_WIDTH else names[seat][: NAME_WIDTH - 1] + "~"
    return f"{'>' if is_asked else ' '}{letter(seat)} {painted(seat, name):{NAME_WIDTH}}"


COLUMN_HEAD = " " * (3 + NAME_WIDTH)


def legend_lines(legend: str, width: int = WIDTH) -> list[str]:
    """A legend wrapped to a width: a paragraph after the other, without empty lines."""
    return [line for paragraph in legend.split("\n\n") for line in wrap(paragraph, width, subsequent_indent="  ")]


def listed(title: str, cells: Iterable[str], separator: str = ",", column: int = 0) -> list[str]:
    """A titled list that is broken between its cells only; its further lines begin at the column."""
    unbroken = f"{separator} ".join(cell.replace(" ", "\0") for cell in cells) or "none"
    start = f"{title} ".ljust(column)
    lines = wrap(unbroken, WIDTH, initial_indent=start, subsequent_indent=" " * (column or 2), break_on_hyphens=False)
    return [line.replace("\0", " ") for line in lines]
