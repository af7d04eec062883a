"""Homes for commands, and one tournament that was played in advance for everybody who only looks."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from serai.ladder.bots import registry
from serai.ladder.commands.main import run
from serai.ladder.storage import tournaments
from serai.ladder.storage.store import open_store
from tests.commands.terminal import Answer, Here, serai, succeeded
from tests.commands.tmux import Tmux

SECRET = bytes(range(32))
NAME = "spring"

TWIN = """
name = "twin"
language = "python"
games = ["yspahan"]
run = ["{python}", "bot.py"]
"""


@pytest.fixture(scope="session")
def twin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A bot of an author: the files of random under another name."""
    folder = tmp_path_factory.mktemp("author") / "twin"
    folder.mkdir()
    (folder / "bot.py").write_text((registry.built_in()["random"] / "bot.py").read_text())
    (folder / "bot.toml").write_text(TWIN)
    return folder


@pytest.fixture
def home() -> Iterator[Path]:
    """An empty home. The path is short: sockets live below it."""
    with tempfile.TemporaryDirectory(prefix="serai-", ignore_cleanup_errors=True) as folder:
        yield Path(folder)


def create(home: Path, twin: Path) -> None:
    """A small tournament, the same in every home: three bots, two at a table, a block of each line-up, six games."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SERAI_HOME", str(home))
        packages = [registry.find("greedy"), registry.find("random"), registry.package(twin)]
        settings = {"two_players": "on"}
        with open_store() as store:
            tournaments.create(store, NAME, "yspahan", packages, seats=2, blocks=1, settings=settings, secret=SECRET)


@pytest.fixture(scope="session")
def arena(twin: Path) -> Iterator[Path]:
    """A home in which the tournament was played, undisturbed, by the command line."""
    with tempfile.TemporaryDirectory(prefix="serai-", ignore_cleanup_errors=True) as folder:
        home = Path(folder)
        create(home, twin)
        # As long as somebody uses the embedded server it need not be started again for every command.
        with pytest.MonkeyPatch.context() as patch, ExitStack() as stack:
            patch.setenv("SERAI_HOME", str(home))
            stack.enter_context(open_store())
            patch.undo()
            succeeded(serai(home, "tournament", "run", NAME, "--workers", "2"))
            yield home


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Here:
    """Run a command in this process, which is much quicker than in one of its own."""

    def command(home: Path, *arguments: str | Path) -> Answer:
        monkeypatch.setenv("SERAI_HOME", str(home))
        capsys.readouterr()
        code = run([str(argument) for argument in arguments])
        return Answer(code, *capsys.readouterr())

    return command


@pytest.fixture
def tmux(tmp_path: Path) -> Iterator[Tmux]:
    if shutil.which("tmux") is None:
        pytest.skip("tmux is not installed: no screens are captured")
    server = Tmux(tmp_path)
    yield server
    server.ends()
