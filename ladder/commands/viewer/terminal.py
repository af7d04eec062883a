"""The terminal of the viewer: keys come in, screens go out. The standard library, and Rich for the colours."""

from __future__ import annotations

import os
import re
import select
import signal
import sys
import termios
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from serai.ladder.commands.console import console
from serai.ladder.commands.replay.paint import coloured
from serai.ladder.commands.viewer.model import Viewer
from serai.ladder.commands.viewer.screen import Line, screen

_ARROWS = {"A": "up", "B": "down", "C": "right", "D": "left", "H": "home", "F": "end"}
_NAMES = {
    **{f"\x1b{start}{end}": name for start in "[O" for end, name in _ARROWS.items()},
    **dict.fromkeys(("\x1b[1~", "\x1b[7~"), "home"),
    **dict.fromkeys(("\x1b[4~", "\x1b[8~"), "end"),
    "\x1b[5~": "page up",
    "\x1b[6~": "page down",
    "\x1b": "escape",
    "\t": "tab",
    **dict.fromkeys("\r\n", "enter"),
    **dict.fromkeys("\x7f\x08", "backspace"),
}
_COLUMNS, _ROWS = 80, 24  # of a terminal that does not know its size
_KEY = re.compile(r"\x1b(?:\[[0-9;]*[A-Za-z~]|O[A-Z])?|.", re.DOTALL)
_HOME, _TO_LINE_END, _TO_SCREEN_END = "\x1b[H", "\x1b[K", "\x1b[J"
_ENTER, _LEAVE = "\x1b[?1049h\x1b[?25l", "\x1b[?25h\x1b[?1049l"  # another screen, without a cursor


def can_view() -> bool:
    """Whether somebody sits at a terminal that can be drawn on."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"


def view(viewer: Viewer, game: str) -> None:
    """Show a game until its viewer leaves it."""
    with _terminal(), _redrawn_when_resized(lambda: _draw(viewer, game)):
        _draw(viewer, game)
        while not viewer.shown.over:
            for key in keys(_read()):
                viewer.press(key)
            _draw(viewer, game)


@contextmanager
def lines_drawn() -> Iterator[Callable[[list[Line]], None]]:
    """Yield what draws lines on a screen of our own, as many as there is room for."""
    with _terminal():
        yield _draw_lines


def key_within(seconds: float) -> str:
    """Return the key that somebody presses in so many seconds; empty if nobody does."""
    ready, _, _ = select.select([sys.stdin.fileno()], [], [], seconds)
    return next(keys(_read()), "") if ready else ""


def keys(text: str) -> Iterator[str]:
    """Yield the names of the keys that a terminal sent."""
    for found in _KEY.findall(text):
        yield _NAMES.get(found, found)


def _read() -> str:
    """Wait for keys. The end of the input is as good as q."""
    return os.read(sys.stdin.fileno(), 1024).decode(errors="replace") or "q"


def _draw(viewer: Viewer, game: str) -> None:
    columns, rows = _size()
    _draw_lines(screen(viewer, columns, rows, game))


def _size() -> tuple[int, int]:
    found = os.get_terminal_size(sys.stdout.fileno())
    return found.columns or _COLUMNS, found.lines or _ROWS


def _draw_lines(lines: list[Line]) -> None:
    console().width, rows = _size()  # it may have learned another width from COLUMNS
    drawn = f"{_TO_LINE_END}\r\n".join(map(_ansi, lines[:rows]))
    _write(_HOME + drawn + _TO_LINE_END + _TO_SCREEN_END)


def _write(text: str) -> None:
    """Send text at once; what the terminal's encoding does not have becomes a question mark."""
    sys.stdout.buffer.write(text.encode(sys.stdout.encoding, "replace"))
    sys.stdout.buffer.flush()


def _ansi(line: Line) -> str:
    """A line as the terminal takes it: Rich knows which colours there are."""
    shown = console()
    with shown.capture() as drawn:
        shown.print(coloured(line.text, line.style), end="", no_wrap=True, overflow="crop")
    return drawn.get()


@contextmanager
def _terminal() -> Iterator[None]:
    """Keys one by one, unseen, on a screen of our own; all is as before when we leave, however we do."""
    keyboard = sys.stdin.fileno()
    before = termios.tcgetattr(keyboard)
    try:
        tty.setcbreak(keyboard)
        _write(_ENTER)
        yield
    finally:
        termios.tcsetattr(keyboard, termios.TCSADRAIN, before)
        _write(_LEAVE)


@contextmanager
def _redrawn_when_resized(draw: Callable[[], None]) -> Iterator[None]:
    before = signal.signal(signal.SIGWINCH, lambda *_: draw())
    try:
        yield
    finally:
        signal.signal(signal.SIGWINCH, before)
