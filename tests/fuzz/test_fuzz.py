"""Fuzzing in short, and what it once found."""

from __future__ import annotations

import gzip
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fuzz import arena_streams, calls, documents, operations, streams, trees, worlds
from fuzz.found import Found
from serai.ladder.bots.bot_archive import pack, unpack
from serai.ladder.errors import PlatformProblem
from serai.ladder.model import game_record
from serai.ladder.model.verification import verify_game
from serai.referee.core.errors import UnreadableState
from serai.referee.games import GAMES
from serai.referee.saving import load, save

SHORT: list[tuple[Callable[[int, str], Found], int]] = [
    (streams.fuzz_streams, 400),
    (documents.fuzz_manifests, 300),
    (documents.fuzz_packages, 100),
    (documents.fuzz_replays, 60),
    (documents.fuzz_facts, 300),
    (trees.fuzz_records, 60),
    (trees.fuzz_tables, 200),
    (worlds.fuzz_worlds, 300),
    (documents.fuzz_words, 12),
    (calls.fuzz_calls, 60),
    (arena_streams.fuzz_arena, 60),
    (operations.fuzz_operations, 150),
]


@pytest.mark.parametrize(("work", "count"), SHORT, ids=lambda each: getattr(each, "__name__", ""))
def test_nothing_that_is_sent_does_harm(
    work: Callable[[int, str], Found], count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SERAI_HOME", "")  # put back afterwards: fuzzing has a home of its own
    monkeypatch.setenv("REDIS_URL", "")
    found = work(count, "short")
    assert found.failures == []
    assert found.sent >= count
    assert len(found.came_to) > 0


def test_what_is_mutated_was_right(tmp_path: Path) -> None:
    """A game that would be refused as it is would be refused at the first look, however it is changed."""
    (tmp_path / "game.json").write_bytes(documents.game(random.Random("right")))
    verify_game(game_record.read(tmp_path / "game.json"), None)


def test_a_package_that_is_damaged_within_a_file_is_refused(tmp_path: Path) -> None:
    """The checksum is read: no error of zlib escapes, and no file that was not packed so comes out."""
    folder = tmp_path / "bot"
    folder.mkdir()
    (folder / "bot.py").write_bytes(bytes(range(256)) * 400)
    packed = bytearray(pack(folder))
    packed[len(packed) // 2] ^= 0xFF
    with pytest.raises(PlatformProblem, match="damaged"):
        unpack(bytes(packed), tmp_path / "unpacked")
    assert not (tmp_path / "unpacked").exists()


def test_a_package_with_an_impossible_name_is_refused(tmp_path: Path) -> None:
    """A file and a folder of one name."""
    tar = documents.package().replace(b"deep/down/file", b"bot.py/down/fi")
    header = tar.index(b"bot.py/down/fi")
    fields = bytearray(tar)
    total = sum(fields[header : header + 148]) + 8 * 32 + sum(fields[header + 156 : header + 512])
    fields[header + 148 : header + 156] = f"{total:06o}\0 ".encode()
    with pytest.raises(PlatformProblem, match="damaged"):
        unpack(gzip.compress(bytes(fields)), tmp_path / "unpacked")


def test_a_saved_number_below_all_that_games_have_is_refused() -> None:
    """A hand of less than nothing once made the list of offers longer than any memory."""
    game = GAMES["catan"]
    state: Any = game.begin(3, bytes(32), {})
    state.players[0].hand[0] = -(1 << 31)
    with pytest.raises(UnreadableState, match="a number that no game can come to"):
        load(save(game, state))
