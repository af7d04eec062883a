"""Exactly once: whatever is killed while a tournament runs, its facts are those of a run that nothing disturbed."""

import os
import select
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from serai.ladder.bots.version import Package
from serai.ladder.model.tournament import Tournament
from serai.ladder.queue import jobs
from serai.ladder.queue.jobs import Task
from serai.ladder.queue.live_workers import live_workers
from serai.ladder.queue.play_job import play
from serai.ladder.queue.running import Progress, run_tournament
from serai.ladder.storage import tournaments
from serai.ladder.storage.store import Store
from serai.referee.games import GAMES
from serai.referee.replay import Replay, verify

TWO = {"two_players": "on"}
SECRET = bytes(range(32))

RUN = """
from serai.ladder.storage import tournaments
from serai.ladder.queue import running
from serai.ladder.storage import redis_connection
from serai.ladder.storage.store import Store
with redis_connection.connection() as connection:
    store = Store(connection.redis)
    tournament = tournaments.load(store, "spring")
    running.run_tournament(store, tournament, 2, lambda progress: print(progress.recorded, flush=True))
"""

Facts = list[dict[str, Any]]


def create(store: Store, packages: list[Package]) -> Tournament:
    return tournaments.create(store, "spring", "yspahan", packages[1:], seats=2, blocks=4, settings=TWO, secret=SECRET)


def without_times(store: Store) -> Facts:
    return [{key: value for key, value in fact.items() if key != "times"} for fact in store.facts("spring")]


@pytest.fixture(scope="module")
def undisturbed(connection: Any, packages: list[Package]) -> Facts:
    """The facts of a run without workers: all blocks in one job."""
    connection.redis.flushall()
    store = Store(connection.redis)
    tournament = create(store, packages)
    play("spring", [block.index for block in tournament.blocks])
    return without_times(store)


@pytest.fixture
def tournament(store: Store, packages: list[Package], undisturbed: Facts) -> Tournament:
    return create(store, packages)


def assert_as_undisturbed(store: Store, tournament: Tournament, undisturbed: Facts) -> None:
    """The same facts, none missing and none twice, each with a replay that proves it, and nothing left to do."""
    assert without_times(store) == undisturbed
    assert len(undisturbed) == tournament.games == 8
    for fact in store.facts("spring"):
        verify(GAMES["yspahan"], Replay.from_json(store.game(fact["game_id"]).replay))
    assert not jobs.is_pending(store.redis, "spring")


class KillOnce:
    """Kills a process once, while the tournament is under way: some games are over, and some are not on record."""

    def __init__(self, victim: Callable[[], int]) -> None:
        self._victim = victim
        self.done = False

    def __call__(self, progress: Progress) -> None:
        if not self.done and progress.recorded + progress.over > 0 and progress.recorded < progress.games:
            os.kill(self._victim(), signal.SIGKILL)
            self.done = True


def parent_of(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


def children_of(pid: int) -> list[int]:
    everybody = (int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdecimal())
    return [child for child in everybody if child != pid and _has_parent(child, pid)]


def _has_parent(child: int, pid: int) -> bool:
    try:
        return parent_of(child) == pid
    except (FileNotFoundError, ProcessLookupError):  # It ended while we looked.
        return False


def server_of(store: Store) -> int:
    return int(store.redis.info("server")["process_id"])


def test_nothing_is_killed(store: Store, tournament: Tournament, undisturbed: Facts) -> None:
    run_tournament(store, tournament, 2)
    assert_as_undisturbed(store, tournament, undisturbed)


def test_a_worker_is_killed(store: Store, tournament: Tournament, undisturbed: Facts) -> None:
    said: list[str] = []

    def playing() -> int:
        workers = live_workers(store.redis)
        return int(max(workers, key=lambda worker: worker.job is not None).name.split(".")[-2])

    once = KillOnce(playing)
    run_tournament(store, tournament, 2, once, said.append)
    assert once.done
    assert said == ["a worker was ended by SIGKILL and was replaced"]
    assert_as_undisturbed(store, tournament, undisturbed)


def test_the_server_is_killed(store: Store, tournament: Tournament, undisturbed: Facts) -> None:
    before = server_of(store)
    once = KillOnce(lambda: before)
    run_tournament(store, tournament, 2, once)
    assert once.done
    assert server_of(store) != before
    assert_as_undisturbed(store, tournament, undisturbed)


def test_the_watchdog_of_the_server_is_killed(store: Store, tournament: Tournament, undisturbed: Facts) -> None:
    before = server_of(store)
    once = KillOnce(lambda: parent_of(before))
    run_tournament(store, tournament, 2, once)
    assert once.done
    assert server_of(store) != before
    assert_as_undisturbed(store, tournament, undisturbed)


def test_the_command_is_killed_and_given_again(store: Store, tournament: Tournament, undisturbed: Facts) -> None:
    process = subprocess.Popen([sys.executable, "-c", RUN], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    recorded = next(line for line in process.stdout if int(line))
    workers = [os.pidfd_open(child) for child in children_of(process.pid)]
    process.kill()
    process.communicate()
    for worker in workers:
        select.select([worker], [], [])
        os.close(worker)
    assert 0 < int(recorded) <= store.count("spring")
    run_tournament(store, tournament, 2)
    assert_as_undisturbed(store, tournament, undisturbed)


def test_a_job_that_came_back_after_its_last_fact_is_dropped(
    store: Store, tournament: Tournament, undisturbed: Facts
) -> None:
    play("spring", [block.index for block in tournament.blocks[1:]])
    jobs.enqueue(store.redis, frozenset({"nobody", "has"}), Task(jobs.new_id("spring"), "spring", (3,)))
    assert jobs.is_pending(store.redis, "spring")
    run_tournament(store, tournament, 2)
    assert_as_undisturbed(store, tournament, undisturbed)
