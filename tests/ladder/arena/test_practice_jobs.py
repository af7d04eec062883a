"""Practice as workers and arenas see it: games that nobody waits for are stopped, and what fails is told."""

from __future__ import annotations

from contextlib import closing

import pytest

from serai.ladder.bots.version import Package, remote_bot
from serai.ladder.model.practice import Practice
from serai.ladder.queue import jobs
from serai.ladder.queue.jobs import PracticeTask
from serai.ladder.queue.lost_jobs import LostJobs
from serai.ladder.queue.play_job import JobPlayer
from serai.ladder.storage.practice_notes import BEGUN, ENDED, OVER, PracticeNotes
from serai.ladder.storage.store import Store
from tests.ladder.arena.background import arena_in_background

ANNA = remote_bot("anna", ["yspahan"], "practice").bot
JOB = "PRACTICE-anna-0123456789abcdef"


def put(store: Store, package: Package, blocks: int = 1) -> PracticeNotes:
    store.add_bot(package)
    notes = PracticeNotes(store.redis)
    notes.put(JOB, Practice("yspahan", (ANNA, package.bot), {"two_players": "on"}, blocks))
    return notes


def test_games_are_told_as_they_begin_and_end_and_leave_nothing_behind(store: Store, packages: list[Package]) -> None:
    notes = put(store, packages[0])
    with arena_in_background(store) as arena, closing(JobPlayer(store)) as player:
        arena.connect("key-anna")
        player.practise(PracticeTask(JOB))
    told = notes.told(JOB, 0)
    assert sorted(each["kind"] for each in told) == sorted([BEGUN, BEGUN, OVER, OVER, ENDED])
    assert told[-1] == {"kind": ENDED, "why": ""}
    assert store.redis.ttl(f"serai:practice:{JOB}:told") > 0
    notes.forget(JOB)
    assert store.redis.keys("serai:practice:*") == []
    assert store.redis.keys("serai:tournament*") == []


def test_a_bot_that_is_gone_by_then_is_absent(store: Store, packages: list[Package]) -> None:
    notes = put(store, packages[0])
    with pytest.MonkeyPatch.context() as patch, closing(JobPlayer(store)) as player:
        patch.setattr("serai.ladder.model.practice.WAIT_SECONDS", 0.0)
        player.practise(PracticeTask(JOB))
    over = [told["record"]["fact"] for told in notes.told(JOB, 0) if told["kind"] == OVER]
    assert {fact["rotation"]: [seat["cause"] for seat in fact["seats"]] for fact in over} == {
        0: ["absent", None],
        1: [None, "absent"],
    }


def test_what_nobody_waits_for_is_not_played(store: Store, packages: list[Package]) -> None:
    notes = put(store, packages[0], blocks=20)
    with arena_in_background(store) as arena, closing(JobPlayer(store)) as player:
        anna = arena.connect("key-anna")
        notes.forget(JOB)
        player.practise(PracticeTask(JOB))
        assert anna.told == []


def test_a_job_of_practice_is_told_from_those_of_tournaments_and_taken_back_like_them(store: Store) -> None:
    made = jobs.new_practice_id("anna").encode()
    assert jobs.is_practice(made)
    assert jobs.tournament_of(made) is None
    assert not jobs.is_ours(b"PRACTICE-../x-0123456789abcdef")
    assert jobs.enqueue_practice(store.redis, frozenset(), PracticeTask(JOB)) == 0
    assert jobs.enqueue_practice(store.redis, frozenset(), PracticeTask(made.decode())) == 1
    [one] = jobs.waiting(store.redis)
    for job in one.queued:
        jobs.forget(store.redis, one.queue, job)
    LostJobs(store.redis).take_back()
    assert not jobs.exists(store.redis, JOB)
