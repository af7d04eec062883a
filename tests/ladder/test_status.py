"""How the platform stands: who is there, what goes on, and everything that is stuck with its reason."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from serai.ladder.arena.presence import Presence, Present
from serai.ladder.bots import registry
from serai.ladder.bots.version import Package, remote_bot
from serai.ladder.model.tournament import Tournament
from serai.ladder.queue import jobs
from serai.ladder.queue.jobs import Task
from serai.ladder.queue.play_job import play
from serai.ladder.service.status import status
from serai.ladder.service.stuck import Circumstances, stuck_rows
from serai.ladder.storage import tournaments
from serai.ladder.storage.queue_notes import Failure, QueueNotes
from serai.ladder.storage.store import Store
from tests.ladder.conftest import write_bot
from tests.ladder.live_worker import appear

SECRET = b"canary! " * 4
ARENA = "arena.example:7470"


def create(store: Store, bots: list[Package], name: str = "spring") -> Tournament:
    settings = {"two_players": "on"}
    return tournaments.create(store, name, "yspahan", bots, seats=2, blocks=1, settings=settings, secret=SECRET)


def kinds(store: Store) -> list[tuple[str, str]]:
    return [(row["kind"], row["about"]) for row in status(store)["stuck"]]


def test_an_empty_store_has_nothing_to_tell(store: Store) -> None:
    found = status(store)
    empty: dict[str, list[Any]] = {name: [] for name in found if name != "redis"}
    assert {name: value for name, value in found.items() if name != "redis"} == empty
    assert found["redis"]["used_bytes"] > 0
    assert found["redis"]["limit_bytes"] is None


def test_what_is_played_and_what_waits_is_told(store: Store, packages: list[Package]) -> None:
    create(store, packages[:2])
    appear(store, "afar.0123456789ab.7.42.1")
    jobs.enqueue(store.redis, frozenset(), Task(jobs.new_id("spring"), "spring", (0,)))
    QueueNotes(store.redis).note_feeder("spring")
    found = status(store)
    [worker] = found["workers"]
    assert (worker["host"], worker["languages"], worker["tournament"]) == ("afar", ["python"], None)
    [event] = found["tournaments"]
    assert (event["state"], event["games"], event["played"], event["jobs_waiting"], event["is_run"]) == (
        *("new", 2, 0, 1, True),
    )
    assert [(row["queue"], row["waiting"], row["workers"]) for row in found["queues"]] == [("serai", 1, 1)]
    assert found["stuck"] == []
    assert not any(canary in repr(found) for canary in (SECRET.decode(), SECRET.hex()))


def test_a_finished_tournament_is_not_under_way(store: Store, packages: list[Package]) -> None:
    create(store, packages[:2])
    play("spring", [0])
    found = status(store)
    assert (found["tournaments"], found["stuck"]) == ([], [])


@pytest.mark.parametrize("why", ["paused", "drained"])
def test_a_tournament_that_is_halted_is_stuck_for_that_alone(store: Store, packages: list[Package], why: str) -> None:
    create(store, packages[:2])
    store.halt("spring", why)
    assert kinds(store) == [(why, "spring")]


def test_jobs_and_bots_without_a_capable_worker_are_named(
    store: Store, packages: list[Package], tmp_path: Path
) -> None:
    folder = write_bot(tmp_path / "rusty", "rusty")
    manifest = folder / "bot.toml"
    manifest.write_text(manifest.read_text().replace('"python"', '"rust"', 1))
    create(store, [packages[0], registry.package(folder)])
    jobs.enqueue(store.redis, frozenset({"rust"}), Task(jobs.new_id("spring"), "spring", (0,)))
    QueueNotes(store.redis).note_feeder("spring")
    assert kinds(store) == [("no-worker", "serai.rust"), ("no-worker", "spring")]
    appear(store, "afar.0123456789ab.7.42.1")
    [_, row] = status(store)["stuck"]
    assert row["why"] == "no worker plays rusty: rust is missing"
    appear(store, "beyond.0123456789ab.7.43.1", frozenset({"rust"}))
    assert kinds(store) == []


def test_remote_bots_that_are_away_are_named_and_so_is_a_missing_arena(store: Store, packages: list[Package]) -> None:
    store.add_bot(far := remote_bot("far_bot", ["yspahan"], "1"))
    create(store, [packages[0], far])
    appear(store, "afar.0123456789ab.7.42.1")
    assert kinds(store) == [("no-arena", "spring")]
    presence = Presence(store.redis)
    presence.announce(ARENA, "", "")
    assert kinds(store) == [("absent", "spring")]
    store.give_bot("far_bot", "anna")
    presence.claim(Present("far_bot", ARENA, 1700000000.0, ("yspahan",), 4))
    found = status(store)
    assert found["stuck"] == []
    assert [(row["bot"], row["owner"], row["arena"], row["max_games"]) for row in found["bots"]] == [
        ("far_bot", "anna", ARENA, 4)
    ]
    assert [row["address"] for row in found["arenas"]] == [ARENA]


def test_a_tournament_that_nobody_runs_any_more_and_one_that_fails_are_told(
    store: Store, packages: list[Package]
) -> None:
    create(store, packages)
    play("spring", [0])
    appear(store, "afar.0123456789ab.7.42.1")
    assert kinds(store) == [("not-run", "spring")]
    notes = QueueNotes(store.redis)
    notes.note_feeder("spring")
    notes.note_failure("spring", Failure("1", (1,), "the disk is full"))
    [row] = status(store)["stuck"]
    assert (row["kind"], row["why"]) == ("failing", "blocks failed: the disk is full")


@pytest.mark.parametrize(("limit", "stuck"), [(None, []), (1000, []), (990, ["memory"]), (100, ["memory"])])
def test_a_redis_that_is_nearly_full_is_told(store: Store, limit: int | None, stuck: list[str]) -> None:
    there = Circumstances([], [], [], {}, {"used_bytes": 899, "limit_bytes": limit})
    assert [row["kind"] for row in stuck_rows(store, [], there)] == stuck
