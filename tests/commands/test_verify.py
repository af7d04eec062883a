"""`serai ladder verify`: what workers recorded is signed; what was changed since is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from serai.ladder.storage import keys
from serai.ladder.storage.packing import pack_facts
from serai.ladder.storage.store import open_store
from tests.commands.conftest import NAME
from tests.commands.terminal import Here, succeeded


def test_what_workers_recorded_is_signed(arena: Path, here: Here) -> None:
    assert (
        "6 games: 6 signed, 0 unsigned, 0 unknown key, 0 changed, 0 lost"
        in succeeded(here(arena, "ladder", "verify")).out
    )
    shown = succeeded(here(arena, "ladder", "verify", "--tournament", NAME, "--json")).json
    assert shown["games"] == {"signed": 6, "unsigned": 0, "unknown key": 0, "changed": 0, "lost": 0}
    assert shown["blocks"] == []


def test_a_changed_fact_is_named_with_exit_code_1(arena: Path, here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SERAI_HOME", str(arena))
    key = keys.tournament(NAME, "facts")
    with open_store() as store:
        before = store.redis.hget(key, "1")
        [facts] = store.blocks_of_facts(NAME, [1])
        facts[0]["seats"][0]["points"] += 1
        store.redis.hset(key, "1", pack_facts(facts))
        try:
            answer = here(arena, "ladder", "verify")
            shown = here(arena, "ladder", "verify", "--json")
        finally:
            store.redis.hset(key, "1", before)
    assert (answer.code, shown.code) == (1, 1)
    assert "4 signed, 0 unsigned, 0 unknown key, 2 changed" in answer.out
    assert shown.json["blocks"] == [
        {"tournament": NAME, "block": 1, "games": 2, "state": "changed", "signer": "this host"}
    ]


def test_the_key_of_a_host_can_be_taken_to_others(arena: Path, here: Here) -> None:
    line = succeeded(here(arena, "ladder", "key")).out.split()
    assert len(bytes.fromhex(line[0])) == 32
    assert succeeded(here(arena, "ladder", "key", "--json")).json["key"] == line[0]


def test_an_unknown_tournament_is_a_clear_mistake(arena: Path, here: Here) -> None:
    answer = here(arena, "ladder", "verify", "--tournament", "nowhere")
    assert answer.code == 2
    assert "nowhere" in answer.err
