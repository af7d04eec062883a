"""Painted text on a terminal: every seat in a colour of its own, where there are colours."""

from __future__ import annotations

from typing import TYPE_CHECKING

from serai.ladder.commands.console import console
from serai.ladder.plain_text import printable
from serai.referee.core.picture import strokes

if TYPE_CHECKING:
    from rich.text import Text

# Told apart by most who do not see red and green; the letters A to D say the same to everybody.
SEAT_STYLES = ("bold bright_yellow", "bold bright_cyan", "bold bright_magenta", "bold bright_green")
# What has just changed, of a seat and of nobody (viewer/changes.py).
_STYLES = (*SEAT_STYLES, *(f"{style} reverse" for style in SEAT_STYLES), "reverse")


def coloured(painted: str, style: str = "") -> Text:
    """Return painted text with the colours of its seats over a style."""
    from rich.text import Text

    text = Text(style=style)
    for piece, seat in strokes(painted):
        text.append(printable(piece), None if seat is None else _STYLES[seat])
    return text


def say_painted(painted: str = "", style: str = "") -> None:
    """Print painted text; in a pipe it is plain."""
    console().print(coloured(painted, style), soft_wrap=True)
