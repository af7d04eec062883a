"""What is seen where: bars and colour on a terminal, plain lines in a pipe, and nothing cut that matters."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

from serai.ladder.commands import progress
from tests.commands.terminal import LINE, Here, environment, succeeded

COLOUR = re.compile(r"\x1b\[3\d")
STYLE = re.compile(r"\x1b\[[\d;?]*\w")
KEPT = ["bot", "rating", "95", "%", "place", "group", "games", "wins", "points", "score", "retired"]
ALL = [*KEPT[:1], "version", *KEPT[1:-1], "blocks", "Elo", "trend", *["place", "by", "seat"], "retired"]


def on_terminal(home: Path, *arguments: str, columns: int, **settings: str) -> str:
    """What a command shows on a terminal of so many columns."""
    ours, theirs = os.openpty()
    surroundings = {**environment(home), "TERM": "xterm-256color", "COLUMNS": str(columns), **settings}
    with subprocess.Popen([*LINE, *arguments], stdout=theirs, stderr=theirs, env=surroundings) as command:
        os.close(theirs)
        shown = b"".join(iter(lambda: read(ours), b""))
    os.close(ours)
    assert command.returncode == 0
    return shown.decode()


def read(terminal: int) -> bytes:
    """Whatever is there; nothing when the other side is closed."""
    try:
        return os.read(terminal, 65536)
    except OSError:
        return b""


def table_of(shown: str) -> list[str]:
    """The lines from the heading of the table to the blank line below it."""
    lines = STYLE.sub("", shown.replace("\r", "")).splitlines()
    heading = next(at for at, line in enumerate(lines) if "bot " in line and "score" in line)
    return lines[heading : lines.index("", heading)]


def test_a_narrow_terminal_shows_the_columns_that_matter(arena: Path) -> None:
    wide = table_of(on_terminal(arena, "ladder", columns=130))
    narrow = table_of(on_terminal(arena, "ladder", columns=80))
    assert wide[0].split() == ALL
    assert narrow[0].split() == KEPT
    assert max(map(len, narrow)) <= 80
    assert len(wide) == len(narrow) == 5


def test_there_is_colour_on_a_terminal_unless_it_is_refused(arena: Path) -> None:
    assert COLOUR.search(on_terminal(arena, "ladder", columns=80))
    assert not COLOUR.search(on_terminal(arena, "ladder", columns=80, NO_COLOR="1"))


def test_a_long_job_has_a_bar_on_a_terminal(arena: Path) -> None:
    shown = on_terminal(arena, "replay", "verify", "--all", columns=80)
    assert "verifying" in shown
    assert "6/6" in shown


def test_in_a_pipe_nothing_is_cut(arena: Path, here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    said = succeeded(here(arena, "ladder")).out
    assert table_of(said)[0].split() == ALL
    assert not STYLE.search(said)


def test_plain_lines_tell_how_far_a_job_has_come(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "SECONDS_BETWEEN_LINES", 0.0)
    with progress.progress("sorting", 10, 4) as shown:
        shown.at(7, "all is well")
        shown.say("a shelf fell down")
        shown.at(10)
    lines = capsys.readouterr().err.splitlines()
    assert lines[0].startswith("sorting: 7 of 10, all is well, about ")
    assert lines[1] == "a shelf fell down"
    assert lines[2].startswith("sorting: 10 of 10, ")
    assert len(lines) == 3


def test_a_quick_job_needs_no_lines(capsys: pytest.CaptureFixture[str]) -> None:
    with progress.progress("sorting", 10) as shown:
        shown.at(5)
        shown.at(10)
    assert capsys.readouterr().err == ""
