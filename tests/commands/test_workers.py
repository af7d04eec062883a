"""`serai workers`: who is there to play, and what each can play."""

from __future__ import annotations

from pathlib import Path

import pytest

from serai.ladder.storage.store import open_store
from tests.commands.terminal import Here, succeeded
from tests.ladder.live_worker import appear, vanish

NEAR, FAR = "afar.0123456789ab.7.42.1", "beyond.0123456789ab.7.43.1"


def test_workers_of_all_hosts_are_listed_with_what_they_can_play(
    home: Path, here: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SERAI_HOME", str(home))
    with open_store() as store:
        appear(store, NEAR)
        gone = appear(store, FAR, frozenset({"rust", "go"}))
        rows = succeeded(here(home, "workers", "--json")).json
        assert [(row["name"], row["host"], row["languages"], row["tournament"]) for row in rows] == [
            (NEAR, "afar", ["python"], None),
            (FAR, "beyond", ["python", "go", "rust"], None),
        ]
        assert all(row["cores"] >= 1 and row["since"] <= row["seen"] for row in rows)
        _title, _rule, first, second = succeeded(here(home, "workers")).out.splitlines()
        assert first.split()[:2] == ["afar", "42"]
        assert second.split()[:2] == ["beyond", "43"]
        vanish(store, gone)
        assert [row["host"] for row in succeeded(here(home, "workers", "--json")).json] == ["afar"]


def test_where_nobody_is_there_it_says_how_workers_come(home: Path, here: Here) -> None:
    assert succeeded(here(home, "workers", "--json")).json == []
    assert succeeded(here(home, "workers")).out.startswith("No worker is there; serai worker starts some")
