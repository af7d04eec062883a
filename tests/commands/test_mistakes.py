"""Every row of docs/mistakes.md is typed, and gets the line and the exit code that the page says."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.commands.terminal import ROOT, Here, environment

PAGE = (ROOT / "docs" / "mistakes.md").read_text(encoding="utf-8")
_ROW = re.compile(r"^\| `(?P<typed>.+?)` \| `(?P<said>.+?)` \| (?P<code>\d+) \|$", re.MULTILINE)
_SHELL = re.compile(r"[<>]|^[A-Z_]+=")
_BIN = Path(sys.executable).parent
_AS_OTHERS = ("setpriv", "--bounding-set=-dac_override,-dac_read_search")  # root may else read every folder

# Interrupts the process when it begins to load a module, as Ctrl-C in that moment would.
INTERRUPTED_AT = """
import os, signal, sys

class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            os.kill(os.getpid(), signal.SIGINT)

signal.signal(signal.SIGINT, signal.default_int_handler)
sys.meta_path.insert(0, Interrupting())
from serai.command import main
sys.argv = ["serai", *{words!r}]
sys.exit(main())
"""


class Row(NamedTuple):
    """What is typed, the line that it gets, and the exit code."""

    typed: str
    said: str
    code: int


ROWS = [Row(found["typed"], found["said"].replace(r"\|", "|"), int(found["code"])) for found in _ROW.finditer(PAGE)]


@pytest.fixture
def desk(home: Path, twin: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a bot, `my_bot`, and one that nobody may read, `closed`."""
    (home / "my_bot").mkdir()
    for file in twin.iterdir():
        (home / "my_bot" / file.name).write_bytes(file.read_bytes())
    (home / "closed").mkdir(mode=0)
    monkeypatch.chdir(home)
    return home


def test_the_page_has_rows() -> None:
    assert len(ROWS) == PAGE.count("\n| `")
    assert len(ROWS) > 30


@pytest.mark.parametrize("row", ROWS, ids=[row.typed for row in ROWS])
def test_a_mistake_gets_one_clear_line(desk: Path, here: Here, row: Row) -> None:
    if "closed" in row.typed or _SHELL.search(row.typed):
        path = f"{_BIN}:{os.environ['PATH']}"
        done = subprocess.run(
            [*(_AS_OTHERS if os.geteuid() == 0 else ()), "sh", "-c", row.typed],
            check=False,
            capture_output=True,
            text=True,
            env={**environment(desk), "PATH": path},
            cwd=desk,
        )
        code, said = done.returncode, done.stderr or done.stdout
    else:
        answer = here(desk, *shlex.split(row.typed)[1:])
        code, said = answer.code, answer.err or answer.out
    assert row.said in said
    assert code == row.code
    if row.code:
        assert len(said.splitlines()) == 1, "more than one line"


@pytest.mark.parametrize(
    "module",
    ["serai.ladder.commands.main", "click", "serai.ladder.commands.games", "serai.referee.games", "rich.console"],
)
def test_ctrl_c_while_a_command_loads_is_no_traceback(module: str) -> None:
    program = INTERRUPTED_AT.format(module=module, words=["games"])
    done = subprocess.run([sys.executable, "-c", program], check=False, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (130, "serai: interrupted\n")
