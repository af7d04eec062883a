"""The page for organisers is true: every session runs from top to bottom and prints what is shown."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from serai.ladder.commands.main import run
from serai.ladder.storage.store import open_store
from tests.ports import free_ports
from tests.test_readme import Command, assert_printed, typed

PAGE = (Path(__file__).resolve().parent.parent / "docs" / "organising.md").read_text(encoding="utf-8")

# An event of its own, with commands that go on while others are typed; all the rest is one session.
EVENT, REST = PAGE.split("\n## Formats\n")
# What each command that goes on says when it is there.
READY = {"serai serve": "serving on", "serai worker": "Ctrl-C stops", "serai bot connect": "connected; waiting"}

_BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_GAME_ID = re.compile(r"\b[0-9a-f]{20}\b")


def sessions(page: str) -> Iterator[Command]:
    """What is typed and shown, in the order of a page or a part of it."""
    for block in _BLOCK.findall(page):
        for session in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            line, _, printed = session.partition("\n")
            yield Command(line, printed)


@contextmanager
def going_on(line: str, desk: Path) -> Iterator[None]:
    """Let a command run while the block does, from when it is there."""
    [ready] = [said for command, said in READY.items() if command in line]
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    process = subprocess.Popen(
        ["bash", "-c", re.sub(r"(?=serai (serve|worker|bot))", "exec ", line.removesuffix("&"), count=1)],
        cwd=desk,
        env={**os.environ, "PATH": path, "TMPDIR": str(desk)},
        stderr=subprocess.PIPE,
        text=True,
    )
    with process:
        assert process.stderr is not None
        said = process.stderr.readline()
        while ready not in said:
            assert said, f"{line} ended without a word of {ready!r}"
            said = process.stderr.readline()
        try:
            yield
        finally:
            process.terminate()
            process.communicate()


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
    if not line.startswith("serai ") or " run " in line or any(sign in line for sign in "|>$"):
        return typed(line, desk)
    capsys.readouterr()
    code = run(shlex.split(line)[1:])
    out, err = capsys.readouterr()
    assert code == 0, err
    return out


def test_every_command_succeeds_and_prints_what_is_shown(desk: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The ids of games are those that were printed."""
    ids: dict[str, str] = {}
    for line, shown in sessions(REST):
        printed = printed_by(_GAME_ID.sub(lambda found: ids[found[0]], line), desk, capsys)
        assert shown is not None
        assert_printed(shown, printed)
        named = dict.fromkeys(_GAME_ID.findall(shown))
        ids.update(zip(named, dict.fromkeys(_GAME_ID.findall(printed)), strict=False))
    assert ids


def test_an_event_goes_from_an_empty_server_to_its_last_game(desk: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The arena is this machine, on a port that is free."""
    [port] = free_ports(1)
    places = {"0.0.0.0:7470": f"127.0.0.1:{port}", "arena.example:7470": f"localhost:{port}"}
    with ExitStack() as running:
        for wanted, shown in sessions(EVENT):
            line = re.sub(r"[\w.]+:7470", lambda found: places[found[0]], wanted)
            if line.endswith("&"):
                running.enter_context(going_on(line, desk))
                continue
            printed = printed_by(line, desk, capsys)
            assert shown is not None
            assert_printed(shown, printed)
    assert len((desk / "may.jsonl").read_text().splitlines()) == 6
