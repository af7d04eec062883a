"""What a dead worker had is taken back: at once on its own machine, after some seconds of silence elsewhere."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from serai.ladder.queue import jobs
from serai.ladder.queue.jobs import Task
from serai.ladder.queue.live_workers import BEAT_SECONDS, LIFE_SECONDS
from serai.ladder.queue.lost_jobs import SILENT_SECONDS, TAKEN_SECONDS, LostJobs
from serai.ladder.queue.worker_names import host_of, is_dead, own_name
from serai.ladder.storage.queue_notes import Death, QueueNotes
from serai.ladder.storage.store import Store
from tests.ladder.live_worker import PLAIN, start


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def lost(store: Store, clock: Clock) -> LostJobs:
    return LostJobs(store.redis, clock)


@pytest.fixture
def task(store: Store) -> Task:
    queued = Task(jobs.new_id("spring"), "spring", (3, 4))
    jobs.enqueue(store.redis, PLAIN, queued)
    return queued


def dead_worker() -> str:
    """The name of a process of this machine that has exited."""
    line = "from serai.ladder.queue.worker_names import own_name; print(own_name())"
    return subprocess.run([sys.executable, "-c", line], stdout=subprocess.PIPE, text=True, check=True).stdout.strip()


def test_the_job_of_a_dead_worker_of_this_machine_is_taken_back_at_once(
    store: Store, lost: LostJobs, task: Task
) -> None:
    execution = start(store, task, dead_worker())
    lost.take_back()
    lost.take_back()
    assert not jobs.is_pending(store.redis, "spring")
    assert QueueNotes(store.redis).deaths("spring") == [Death(b, execution.id, False) for b in task.blocks]


def test_a_worker_that_we_killed_ourselves_says_nothing_about_its_bots(
    store: Store, lost: LostJobs, task: Task
) -> None:
    start(store, task, dead_worker())
    lost.take_back(count=False)
    assert not jobs.is_pending(store.redis, "spring")
    assert QueueNotes(store.redis).deaths("spring") == []


@pytest.mark.parametrize("worker", [own_name(), "afar.0123456789ab.7.42.1"], ids=["here", "afar"])
def test_the_job_of_a_live_worker_is_left_alone(
    store: Store, lost: LostJobs, clock: Clock, task: Task, worker: str
) -> None:
    start(store, task, worker)
    for _ in range(3):
        lost.take_back()
        clock.now += 60
    assert jobs.is_pending(store.redis, "spring")


def test_a_host_that_is_cut_off_loses_its_job_after_its_life_and_a_moment(
    store: Store, lost: LostJobs, clock: Clock, task: Task
) -> None:
    """About 15 s in all; after a restart of Redis its workers have that moment to say that they still live. It is no
    death: a cable, or Redis itself, is none of the bots' doing."""
    assert LIFE_SECONDS + SILENT_SECONDS == 15.0
    assert SILENT_SECONDS > BEAT_SECONDS
    execution = start(store, task, "afar.0123456789ab.7.42.1")
    store.redis.delete(execution.key)
    lost.take_back()
    assert jobs.is_pending(store.redis, "spring")
    clock.now += SILENT_SECONDS
    lost.take_back()
    assert not jobs.is_pending(store.redis, "spring")
    assert QueueNotes(store.redis).deaths("spring") == []


def test_a_host_that_speaks_up_in_time_keeps_its_job(store: Store, lost: LostJobs, clock: Clock, task: Task) -> None:
    execution = start(store, task, "afar.0123456789ab.7.42.1")
    for _ in range(3):
        store.redis.delete(execution.key)
        lost.take_back()
        execution.save(LIFE_SECONDS)
        clock.now += SILENT_SECONDS
        lost.take_back()
    assert jobs.is_pending(store.redis, "spring")


@pytest.mark.parametrize("entry", [None, b"\xff\xfe"])
def test_what_was_taken_by_a_worker_that_died_before_it_began_is_forgotten(
    store: Store, lost: LostJobs, clock: Clock, task: Task, entry: bytes | None
) -> None:
    """D13: also if it is no job at all."""
    queue = jobs.queue(store.redis, PLAIN)
    store.redis.lmove(queue.key, queue.intermediate_queue_key, "RIGHT", "LEFT")
    if entry is not None:
        store.redis.rpush(queue.intermediate_queue_key, entry)
    lost.take_back()
    assert jobs.is_pending(store.redis, "spring")
    clock.now += TAKEN_SECONDS
    lost.take_back()
    assert not jobs.is_pending(store.redis, "spring")
    assert store.redis.llen(queue.intermediate_queue_key) == 0


def test_a_process_is_known_by_its_name() -> None:
    """D8: a machine with the same hostname, or a container of the same machine, is another one."""
    host, boot, namespace, pid, ticks = own_name().rsplit(".", 4)
    assert host_of(own_name()) == host == socket.gethostname()
    assert int(pid) == os.getpid()
    assert not is_dead(own_name())
    assert is_dead(f"{host}.{boot}.{namespace}.{pid}.{int(ticks) + 1}")
    assert not is_dead(f"{host}.{boot[::-1]}.{namespace}.{pid}.{int(ticks) + 1}")
    assert not is_dead(f"{host}.{boot}.{int(namespace) + 1}.{pid}.{int(ticks) + 1}")
    assert is_dead(f"another-{host}.{boot}.{namespace}.{pid}.{int(ticks) + 1}")
    assert not is_dead("anything else")


def test_a_process_in_another_namespace_is_unknown_here() -> None:
    """D8: of a process that is numbered in a namespace of its own nobody outside can say that it is dead."""
    line = "from serai.ladder.queue.worker_names import own_name; print(own_name())"
    namespaced = ["unshare", "--user", "--map-root-user", "--pid", "--fork", "--mount-proc", sys.executable, "-c", line]
    result = subprocess.run(namespaced, capture_output=True, text=True, check=False)
    if result.returncode:
        pytest.skip(f"no namespaces here: {result.stderr.strip()}")
    name = result.stdout.strip()
    assert name.split(".")[-2] == "1"
    assert not is_dead(name)
    assert Path("/proc/1").exists()
