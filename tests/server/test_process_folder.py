"""Sockets lie in folders named after their process, and those of killed processes are removed by others (D3)."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from serai.server.process_folder import ShortLivedFolder, own_folder_name, sweep, user_folder
from tests.waiting import wait_until

HOLDER = """
import sys
from serai.server.process_folder import ShortLivedFolder
folder = ShortLivedFolder()
(folder.path / "socket").touch()
print(folder.path, flush=True)
sys.stdin.read()
"""
PLAYER = ["play", "yspahan", "random", "random", "random", "--blocks", "500"]


@pytest.fixture
def place(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A runtime folder for this test alone, with a short path."""
    base = Path("/tmp") / f"st-{os.getpid()}"
    base.mkdir(mode=0o700)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(base))
    yield user_folder()
    subprocess.run(["rm", "-rf", str(base)], check=True)


def folders(place: Path) -> list[str]:
    return [path.name for path in place.iterdir() if path.is_dir()]


def test_a_folder_goes_with_its_last_user(place: Path) -> None:
    first, second = ShortLivedFolder(), ShortLivedFolder()
    assert folders(place) == [own_folder_name()]
    assert first.path != second.path
    first.remove()
    assert second.path.is_dir()
    second.remove()
    assert folders(place) == []


def test_what_a_killed_process_leaves_is_removed_and_what_lives_is_not(place: Path) -> None:
    holders = [
        subprocess.Popen([sys.executable, "-c", HOLDER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    held = [Path(process.stdout.readline().strip()) for process in holders if process.stdout]
    holders[0].kill()
    holders[0].communicate()
    assert held[0].exists()
    sweep()
    assert not held[0].parent.exists()
    assert held[1].exists()
    holders[1].communicate()
    sweep()
    assert folders(place) == []


def test_processes_of_another_namespace_are_left_alone(place: Path) -> None:
    """A container that shares the folder counts its processes for itself: nobody here knows whether they live."""
    (place / "1.999999999.1").mkdir()
    sweep()
    assert folders(place) == ["1.999999999.1"]


def test_a_killed_player_leaves_nothing_once_another_has_started(place: Path) -> None:
    player = [sys.executable, "-P", "-m", "serai.ladder.commands", *PLAYER]
    process = subprocess.Popen(player, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wait_until(lambda: folders(place))
    process.kill()
    process.wait()
    assert folders(place)
    short = [*player[:-1], "1"]
    subprocess.run(short, check=True, capture_output=True)
    assert folders(place) == []
