"""Facts are signed by who recorded them: what was changed, added or lost since is named."""

from __future__ import annotations

import stat
from pathlib import Path
from typing import cast

import pytest

from serai.ladder.errors import PlatformProblem, UserProblem
from serai.ladder.model.game_record import GameRecord
from serai.ladder.storage import keys, signing
from serai.ladder.storage.checking import Checked, State, check
from serai.ladder.storage.packing import pack_facts
from serai.ladder.storage.private_files import make_once
from serai.ladder.storage.signing import Signer, Trusted, own_signer, trusted, trusted_file
from serai.ladder.storage.store import Store
from tests.ladder.storage.records import record

OURS, THEIRS = Signer(b"o" * 32), Signer(b"t" * 32)


def games(block: int, points: int = 1) -> list[GameRecord]:
    return [record(f"{block}{turn}", "spring", block, turn, points) for turn in range(2)]


def record_four(store: Store) -> None:
    """Two blocks of ours, one of a stranger, one that nobody signed."""
    store.add_tournament("spring", {"game": "yspahan", "seats": 2}, b"", ())
    store.record_blocks("spring", [(0, games(0)), (1, games(1))], OURS)
    store.record_blocks("spring", [(2, games(2))], THEIRS)
    store.record_blocks("spring", [(3, games(3))])


def states(store: Store) -> list[State]:
    return [block.state for block in check(store, ["spring"], [Trusted(OURS.public, "us")])]


def test_every_block_is_judged_by_its_signature(store: Store) -> None:
    record_four(store)
    assert states(store) == [State.SIGNED, State.SIGNED, State.UNKNOWN, State.UNSIGNED]
    first, *_ = check(store, ["spring"], [Trusted(OURS.public, "us")])
    assert first == Checked("spring", 0, 2, State.SIGNED, "us")


@pytest.mark.parametrize("field", ["points", "deal", "digest", "tournament", "game_id"])
def test_a_changed_fact_is_noticed(store: Store, field: str) -> None:
    """Whoever can write to Redis can change a fact, but not sign it."""
    record_four(store)
    facts = [game.fact for game in games(1)]
    if field == "points":
        facts[0]["seats"][0]["points"] += 1
    else:
        facts[0][field] += "0"  # type: ignore[literal-required]  # one of the fields that are texts
    store.redis.hset(keys.tournament("spring", "facts"), "1", pack_facts(facts))
    assert states(store)[1] is State.CHANGED


def test_a_block_in_the_place_of_another_is_noticed(store: Store) -> None:
    record_four(store)
    for part in ("facts", "signed"):
        key = keys.tournament("spring", part)
        store.redis.hset(key, "1", cast("str", store.redis.hget(key, "0")))
    assert states(store)[:2] == [State.SIGNED, State.CHANGED]


def test_a_forged_signature_is_noticed(store: Store) -> None:
    record_four(store)
    forged = OURS.public + THEIRS.sign("spring", 2, [game.fact for game in games(2)])[signing.KEY_BYTES :]
    store.redis.hset(keys.tournament("spring", "signed"), "2", forged)
    store.redis.hset(keys.tournament("spring", "signed"), "3", b"nonsense")
    assert states(store)[2:] == [State.CHANGED, State.CHANGED]


def test_facts_that_were_taken_away_are_noticed(store: Store) -> None:
    record_four(store)
    store.redis.hdel(keys.tournament("spring", "facts"), "0")
    assert states(store)[0] is State.LOST


def test_a_block_on_record_keeps_its_first_signature(store: Store) -> None:
    record_four(store)
    assert store.record_blocks("spring", [(0, games(0, points=9))], THEIRS) == [False]
    assert states(store)[0] is State.SIGNED


def test_the_key_of_a_host_is_made_once_and_for_its_owner_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SERAI_HOME", str(tmp_path / "new"))
    public = own_signer().public
    path = tmp_path / "new" / "signing.key"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [file.name for file in path.parent.iterdir()] == ["signing.key"]
    signing._signer.cache_clear()
    assert own_signer().public == public
    assert trusted() == [Trusted(public, "this host")]


def test_of_two_processes_that_make_a_key_the_first_wins(tmp_path: Path) -> None:
    one, other = make_once(tmp_path / "key", b"one"), make_once(tmp_path / "key", b"other")
    assert one == other == b"one"
    assert [file.name for file in tmp_path.iterdir()] == ["key"]


def test_keys_of_other_hosts_are_trusted_by_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SERAI_HOME", str(tmp_path))
    trusted_file().write_text(f"# our hosts\n\n{THEIRS.public.hex()} north  # in the cellar\n")
    assert trusted()[1:] == [Trusted(THEIRS.public, "north")]
    trusted_file().write_text("12ab south\n")
    with pytest.raises(UserProblem, match="line 1: '12ab' is no key"):
        trusted()


def test_a_broken_key_is_a_clear_problem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SERAI_HOME", str(tmp_path))
    (tmp_path / "signing.key").write_text("not a key")
    with pytest.raises(PlatformProblem, match="holds no key"):
        own_signer()
