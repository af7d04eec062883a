"""The page for organisers is true: every session runs from top to bottom and prints what is shown."""

from __future__ import annotations

import re
import shlex
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from serai.ladder.commands.main import run
from serai.ladder.storage.store import open_store
from tests.test_readme import Command, assert_printed, typed

PAGE = (Path(__file__).resolve().parent.parent / "docs" / "organising.md").read_text(encoding="utf-8")

_BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_GAME_ID = re.compile(r"\b[0-9a-f]{20}\b")


def sessions() -> Iterator[Command]:
    """What is typed and shown, in the order of the page."""
    for block in _BLOCK.findall(PAGE):
        for session in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            line, _, printed = session.partition("\n")
            yield Command(line, printed)


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty folder with a home in it, whose server runs all the time. The path is short: sockets live below it."""
    monkeypatch.setenv("SERAI_USER", "organiser")
    with tempfile.TemporaryDirectory(prefix="serai-", ignore_cleanup_errors=True) as name:
        monkeypatch.setenv("SERAI_HOME", f"{name}/home")
        monkeypatch.setattr(tempfile, "tempdir", name)  # where the commands below look for the server's socket
        monkeypatch.chdir(name)
        with open_store():
            yield Path(name)


def printed_by(line: str, desk: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """What a command prints; those that start no process run in this one, which is much quicker."""
    if "|" in line or " run " in line:
        return typed(line, desk)
    capsys.readouterr()
    code = run(shlex.split(line)[1:])
    out, err = capsys.readouterr()
    assert code == 0, err
    return out


def test_every_command_succeeds_and_prints_what_is_shown(desk: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The ids of games are those that were printed."""
    ids: dict[str, str] = {}
    for line, shown in sessions():
        printed = printed_by(_GAME_ID.sub(lambda found: ids[found[0]], line), desk, capsys)
        assert shown is not None
        assert_printed(shown, printed)
        named = dict.fromkeys(_GAME_ID.findall(shown))
        ids.update(zip(named, dict.fromkeys(_GAME_ID.findall(printed)), strict=False))
    assert ids
