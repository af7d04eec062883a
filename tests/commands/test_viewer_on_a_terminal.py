"""The viewer on real terminals: screens captured by tmux, and a pseudo-terminal that is left as it was."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
import termios
from pathlib import Path

import pytest

from serai.ladder.commands.viewer.terminal import can_view
from tests.commands.terminal import LINE, environment
from tests.commands.tmux import Tmux
from tests.recorded import recorded, written

GAME = ("yspahan", "4-seats-06974391-retired")


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return written(recorded(*GAME), tmp_path)


def test_a_game_on_a_terminal(tmux: Tmux, game: Path, tmp_path: Path) -> None:
    """Step, jump, look with other eyes, search, read the help, leave."""
    tmux.starts(tmp_path, "replay", "show", str(game))
    first = tmux.sees(lambda shown: "move 0 of " in shown)
    assert "the set-up" in first
    assert " w10  w9  w8" in first
    tmux.types("Right", "Right")
    tmux.sees(lambda shown: "move 2 of " in shown)
    tmux.types("r")
    assert "(time)" in tmux.sees(lambda shown: " is RETIRED " in shown)
    tmux.types("g", "7", "Enter")
    tmux.sees(lambda shown: "move 7 of " in shown)
    tmux.types("v", "v")
    tmux.sees(lambda shown: "seen by: seat 0" in shown)
    tmux.types("/", "constructs", "Enter")
    tmux.sees(lambda shown: " constructs " in shown and "move 7 of" not in shown)
    tmux.types("?")
    assert "The cross is the street" in tmux.sees(lambda shown: "next, previous turn" in shown)
    tmux("resize-window", "-x", "120", "-y", "40")
    tmux.types("q", "End")
    tmux.sees(lambda shown: "points for" in shown and "| > " in shown)
    tmux.types("q")
    assert "points for" not in tmux.sees(lambda shown: "left with 0" in shown)


def test_the_terminal_is_left_as_it_was(game: Path, tmp_path: Path) -> None:
    """On another screen, without echo, until q; colours are sent, and none with NO_COLOR."""
    coloured, plain = (_session(game, tmp_path, {"NO_COLOR": value} if value else {}) for value in ("", "1"))
    assert "\x1b[1;93m" in coloured
    assert "\x1b[1;93m" not in plain
    for said in (coloured, plain):
        assert said.startswith("\x1b[?1049h")
        assert said.endswith("\x1b[?1049l")


def test_an_interrupt_leaves_the_terminal_as_it_was(game: Path, tmp_path: Path) -> None:
    assert "\x1b[?25h\x1b[?1049l" in _session(game, tmp_path, {}, interrupted=True)


@pytest.mark.parametrize(("term", "possible"), [("xterm", True), ("dumb", False), ("", False)])
def test_a_terminal_that_cannot_be_drawn_on(term: str, possible: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Then the game is printed, as it is in a pipe."""
    ours, theirs = pty.openpty()
    with os.fdopen(theirs, "w") as terminal, os.fdopen(ours):
        monkeypatch.setattr(sys, "stdin", terminal)
        monkeypatch.setattr(sys, "stdout", terminal)
        monkeypatch.setenv("TERM", term) if term else monkeypatch.delenv("TERM", raising=False)
        assert can_view() is possible
        monkeypatch.undo()


def _session(game: Path, home: Path, settings: dict[str, str], interrupted: bool = False) -> str:
    """All that the terminal gets from a viewer who leaves at once."""
    ours, theirs = pty.openpty()
    before = termios.tcgetattr(theirs)
    inherited = {name: value for name, value in environment(home).items() if name not in ("NO_COLOR", "FORCE_COLOR")}
    env = {**inherited, "TERM": "xterm-256color", **settings}
    line = [*LINE, "replay", "show", str(game)]
    with subprocess.Popen(line, stdin=theirs, stdout=theirs, stderr=theirs, env=env, cwd=home) as process:
        said = b""
        while b"the set-up" not in said:
            said += os.read(ours, 65536)
        if interrupted:
            process.send_signal(signal.SIGINT)
        else:
            os.write(ours, b"q")
        while b"\x1b[?1049l" not in said:  # what is said of an interrupt comes after it
            said += os.read(ours, 65536)
        assert process.wait() == (130 if interrupted else 0)
    assert termios.tcgetattr(theirs) == before
    os.close(theirs)
    os.close(ours)
    return said.decode()
