"""The folder of a stranger's build: measured, taken back and removed without following anything out of it (D10)."""

from __future__ import annotations

import os
from pathlib import Path

from serai.ladder.bots import tree


def test_folders_count_as_files_do(tmp_path: Path) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "a" / "file").write_bytes(bytes(10_000))
    found = tree.measure(tmp_path)
    assert found.count == 3
    assert found.size >= 10_000
    assert found.whole


def test_what_is_too_deep_is_said_not_to_be_whole(tmp_path: Path) -> None:
    Path(tmp_path, *["d"] * tree.DEEPEST).mkdir(parents=True)
    assert not tree.measure(tmp_path).whole


def test_a_link_is_measured_and_sealed_as_a_link(tmp_path: Path) -> None:
    """What it leads to is neither counted nor changed."""
    outside, folder = tmp_path / "key", tmp_path / "bot"
    outside.write_bytes(bytes(1 << 20))
    outside.chmod(0o600)
    folder.mkdir()
    (folder / "link").symlink_to(outside)
    (folder / "up").symlink_to("..", target_is_directory=True)
    assert tree.measure(folder).size < 1 << 20
    tree.seal(folder)
    assert outside.stat().st_mode & 0o777 == 0o600


def test_a_sealed_folder_holds_files_that_are_ours_and_change_no_user(tmp_path: Path) -> None:
    folder = tmp_path / "bot"
    (folder / "closed").mkdir(parents=True)
    program, text = folder / "closed" / "program", folder / "text"
    program.write_bytes(b"")
    program.chmod(0o6711)
    text.write_bytes(b"")
    text.chmod(0o600)
    os.mkfifo(folder / "pipe")
    (folder / "closed").chmod(0o700)
    tree.seal(folder)
    modes = {path.name: path.stat().st_mode & 0o7777 for path in folder.rglob("*")}
    assert modes == {"closed": 0o755, "program": 0o755, "text": 0o644}


def test_a_tree_is_removed_however_deep(tmp_path: Path) -> None:
    """Deeper than a path can be long, and deeper than functions can call each other."""
    folder = tmp_path / "bot"
    folder.mkdir()
    here = os.open(folder, os.O_RDONLY)
    for _ in range(2500):
        os.mkdir("d", dir_fd=here)
        below = os.open("d", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = below
    os.close(here)
    tree.remove_tree(folder)
    assert not folder.exists()
