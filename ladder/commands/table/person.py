"""A person at the table, shown the board and what happened, and asked: on a terminal key by key, else by lines."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from textwrap import wrap

from serai.ladder.commands.console import say
from serai.ladder.commands.replay.paint import say_painted
from serai.ladder.commands.table.menu import BOARD, LEAVE, RULE, Menu
from serai.ladder.commands.viewer.terminal import can_view, keys
from serai.referee.core.picture import WIDTH, Picture

_ERASE = "\r\x1b[J"  # from here to the end of the screen
_UP = "\x1b[{}A"


@dataclass(frozen=True, slots=True)
class Asked:
    """What a person is shown: the table as the seat may know it, what happened since, the options and their rule."""

    picture: Picture
    told: Sequence[str]
    options: list[str]
    rule: Sequence[str]
    can_undo: bool = False
    is_open: bool = False
    message: str = field(default="")


class Person:
    """Whoever sits at the keyboard. `ask` returns the place of an option, `undo`, an answer in words, or `leave`."""

    def __init__(self) -> None:
        self._on_terminal = can_view()
        self._seen: tuple[str, ...] = ()

    def ask(self, asked: Asked) -> int | str:
        self._show(asked)
        menu = Menu(asked.options, asked.can_undo, asked.is_open, message=asked.message)
        while True:
            chosen = self._by_keys(menu) if self._on_terminal else self._by_lines(menu)
            if chosen == RULE:
                for line in asked.rule:
                    say(line, "dim")
            elif chosen == BOARD:
                self._draw(asked.picture)
            else:
                return chosen

    def _show(self, asked: Asked) -> None:
        """Say what happened, and draw the table if it has changed."""
        for event in asked.told:
            for line in wrap(event, WIDTH - 4) or [""]:
                say_painted(f"  · {line}", "dim")
        board = (*asked.picture.board, *asked.picture.seats)
        if board != self._seen:
            self._seen = board
            self._draw(asked.picture)
        for line in wrap(f"-> {asked.picture.question}", WIDTH, subsequent_indent="   "):
            say_painted(line, "bold")

    @staticmethod
    def _draw(picture: Picture) -> None:
        say()
        for line in picture.lines():
            say_painted(line)
        say()

    # By lines, as a pipe has them

    @staticmethod
    def _by_lines(menu: Menu) -> int | str:
        while True:
            for line in menu.lines():
                say(line)
            typed = sys.stdin.readline()
            if not typed:
                return LEAVE
            menu.typed = typed.strip()
            chosen = menu.enter()
            if chosen is not None:
                menu.typed = ""
                return chosen

    # Key by key, on a terminal

    def _by_keys(self, menu: Menu) -> int | str:
        drawn = 0
        while True:
            drawn = self._redraw(menu, drawn)
            text = os.read(sys.stdin.fileno(), 1024).decode(errors="replace")
            if not text or "\x04" in text:
                return self._done(drawn, LEAVE)
            for key in keys(text):
                chosen = menu.press(key)
                if chosen is not None:
                    menu.typed = ""
                    return self._done(drawn, chosen)

    @staticmethod
    def _redraw(menu: Menu, drawn: int) -> int:
        """Draw the options over those that were there, and return how many lines above the prompt they take."""
        columns = os.get_terminal_size(sys.stdout.fileno()).columns or WIDTH
        lines = menu.lines(columns - 1)
        _write((_UP.format(drawn) if drawn else "") + _ERASE + "\r\n".join([*lines, f"> {menu.typed}"[: columns - 1]]))
        return len(lines)

    @staticmethod
    def _done(drawn: int, chosen: int | str) -> int | str:
        """Take the options away; what was chosen is told as it happens."""
        _write(_UP.format(drawn) + _ERASE)
        return chosen


def _write(text: str) -> None:
    sys.stdout.buffer.write(text.encode(sys.stdout.encoding, "replace"))
    sys.stdout.buffer.flush()


def rule_lines(asked: object, options: Sequence[object], game: str) -> list[str]:
    """Return what the rules say on a decision and on each kind of answer, as the code that keeps them says it."""
    kinds = dict.fromkeys(type(option) for option in options)
    told = [_said(type(asked)), *(f"{kind.form.partition(':')[0]}: {_said(kind)}" for kind in kinds)]  # type: ignore[attr-defined]  # every action has a form
    lines = [line for text in told if text for line in wrap(text, WIDTH, subsequent_indent="  ")]
    return [*lines, f"All the rules: serai rules {game}"]


def _said(kind: type) -> str:
    return " ".join((kind.__doc__ or "").split())


Ask = Callable[[Asked], int | str]
