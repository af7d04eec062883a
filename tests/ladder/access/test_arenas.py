"""The arenas that a user knows: a private file, and which of them is meant."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest

from serai.ladder.access import arenas
from serai.ladder.access.address import Address
from serai.ladder.access.arenas import PINNED, PLAIN, Arenas, KnownArena
from serai.ladder.errors import UserProblem

NORTH = KnownArena(Address("north.example", 7470), PINNED, "SHA256:abc", "a token")
SOUTH = KnownArena(Address("127.0.0.1", 7470), PLAIN)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SERAI_HOME", str(tmp_path))
    for name in (arenas.ARENA, arenas.TOKEN):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def test_what_is_kept_comes_back_and_is_private() -> None:
    assert arenas.load() == Arenas()
    kept = Arenas().with_chosen(NORTH).with_chosen(SOUTH)
    arenas.save(kept)
    assert arenas.load() == kept
    assert stat.S_IMODE(arenas.file().stat().st_mode) == 0o600
    assert [path.name for path in arenas.file().parent.iterdir()] == ["arenas.json"]
    assert arenas.load().without("127.0.0.1:7470") == Arenas({"north.example:7470": NORTH}, "")
    assert "a token" not in repr(kept)


def test_a_file_that_others_can_read_is_refused() -> None:
    arenas.save(Arenas().with_chosen(NORTH))
    arenas.file().chmod(0o640)
    with pytest.raises(UserProblem, match=r"others can read the tokens in .*: chmod 600 "):
        arenas.load()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"arenas": [], "chosen": ""}',
        '{"arenas": {"a": {}}, "chosen": ""}',
        '{"arenas": {"a": {"address": "a", "trust": "plain"}}, "chosen": ""}',
        '{"arenas": {"a:1": {"address": "a:1", "trust": "blind"}}, "chosen": ""}',
        '{"arenas": {"a:1": {"address": "a:1", "trust": "plain", "more": 1}}, "chosen": ""}',
    ],
)
def test_a_file_of_another_kind_is_told(text: str) -> None:
    arenas.save(Arenas())
    arenas.file().write_text(text)
    with pytest.raises(UserProblem, match="does not hold arenas; delete it"):
        arenas.load()


def test_the_arena_that_is_meant(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UserProblem, match="no arena is named"):
        arenas.meant()
    arenas.save(Arenas().with_chosen(NORTH).with_chosen(SOUTH))
    assert arenas.meant() == SOUTH
    assert arenas.meant("north.example:7470") == NORTH
    assert arenas.meant("west.example:7470") == Address("west.example", 7470)
    monkeypatch.setenv(arenas.ARENA, "north.example:7470")
    monkeypatch.setenv(arenas.TOKEN, "another")
    found = arenas.meant()
    assert isinstance(found, KnownArena)
    assert (found.address, found.fingerprint, found.token) == (NORTH.address, "SHA256:abc", "another")
    assert json.loads(arenas.file().read_text())["arenas"]["north.example:7470"]["token"] == "a token"
