"""`serai archive`: what `tournament run` has moved is found, and what cannot be found is one clear line."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.commands.conftest import NAME
from tests.commands.terminal import Here, succeeded


def some_game(here: Here, home: Path) -> str:
    game_id: str = succeeded(here(home, "tournament", "games", NAME, "--json")).json[0]["game_id"]
    return game_id


def test_a_finished_tournament_is_archived(arena: Path, here: Here) -> None:
    [file] = (arena / "archive").rglob("*.replays")
    said = succeeded(here(arena, "archive"))
    assert said.out == f"nothing to move: all replays that can be are in {arena}/archive\n"
    assert succeeded(here(arena, "archive", NAME, "--json")).json == {
        "where": f"{arena}/archive",
        "segments": 0,
        "games": 0,
        "bytes": 0,
    }
    assert file.stat().st_size > 0


def test_replays_are_moved_where_they_are_wanted(
    arena: Path, here: Here, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Archives are files: they can be copied elsewhere, and are found there."""
    game = some_game(here, arena)
    before = succeeded(here(arena, "replay", "show", game)).out
    shutil.copytree(arena / "archive", tmp_path / "copy")
    monkeypatch.setenv("SERAI_ARCHIVE", f"file://{tmp_path}/copy")
    assert succeeded(here(arena, "replay", "show", game)).out == before
    [file] = (tmp_path / "copy").rglob("*.replays")
    file.unlink()
    answer = here(arena, "replay", "show", game)
    assert answer.code == 3
    assert answer.err == (
        f"serai: the archive {file} cannot be read (No such file or directory); its SHA-256 is {file.stem}\n"
    )


def test_with_redis_elsewhere_a_place_is_wanted(arena: Path, here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDIS_URL", "redis://127.0.0.1:1/0")
    answer = here(arena, "archive")
    assert answer.code == 2
    assert "set SERAI_ARCHIVE to its URL" in answer.err


def test_an_unknown_tournament_is_a_clear_mistake(arena: Path, here: Here) -> None:
    answer = here(arena, "archive", "autumn")
    assert answer.code == 2
    assert "there is no tournament called autumn" in answer.err
