"""`serai status`: the whole platform at a glance."""

from __future__ import annotations

from pathlib import Path

import pytest

from serai.ladder.arena.presence import Presence, Present
from serai.ladder.storage.store import open_store
from tests.commands.conftest import create
from tests.commands.terminal import Here, succeeded
from tests.ladder.live_worker import appear


def test_it_says_who_is_there_what_goes_on_and_what_is_stuck(
    home: Path, here: Here, twin: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SERAI_HOME", str(home))
    create(home, twin)
    with open_store() as store:
        appear(store, "afar.0123456789ab.7.42.1")
        presence = Presence(store.redis)
        presence.announce("arena.example:7470", "", "")
        presence.claim(Present("far_bot", "arena.example:7470", 1700000000.0, ("yspahan",), 4))
        store.halt("spring", "paused")
        found = succeeded(here(home, "status", "--json")).json
        shown = succeeded(here(home, "status")).out
    assert [row["host"] for row in found["workers"]] == ["afar"]
    assert [row["kind"] for row in found["stuck"]] == ["paused"]
    words = " ".join(shown.split())
    for text in (
        "afar 42 python nothing",
        "1 arena: arena.example:7470",
        "far_bot arena.example:7470 2023-11-14 22:13:20",
        "spring yspahan paused 6 0 0 0 no",
        "spring the tournament is paused serai tournament resume spring",
    ):
        assert text in words


def test_an_empty_platform_says_so(home: Path, here: Here) -> None:
    lines = succeeded(here(home, "status")).out.splitlines()
    assert lines[:3] == ["No worker is there.", "No arena is there.", "No tournament is under way."]
    assert lines[-1] == "Nothing is stuck."
