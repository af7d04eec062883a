"""Workers are kept alive, told to stop, and what they leave behind goes back into the queue."""

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from rq import Callback, Queue

from serai.ladder.bots import registry
from serai.ladder.bots.version import Package
from serai.ladder.errors import PlatformProblem, UserProblem
from serai.ladder.model.tournament import Tournament
from serai.ladder.queue import jobs, supervisor
from serai.ladder.queue.requeue_dead import Requeuer
from serai.ladder.queue.supervisor import Progress, Supervisor, progress_of, run_tournament, run_workers
from serai.ladder.queue.worker import JobTimeout
from serai.ladder.queue.worker_names import is_dead, own_name
from serai.ladder.storage import tournaments
from serai.ladder.storage.store import Store
from serai.referee.clock import TimeControl
from tests.ladder.conftest import write_bot
from tests.waiting import wait_until

TWO = {"two_players": "on"}
SECRET = bytes(range(32))
FOREVER = TimeControl(100_000, 0, 100_000)
SLEEPER = "__import__('threading').Event().wait()"

WORKERS = """
from serai.ladder.queue import supervisor
from serai.ladder.storage import redis_connection
with redis_connection.connection() as connection:
    supervisor.run_workers(connection.redis, 1, print)
"""


def create(store: Store, packages: list[Package], blocks: int = 1, control: TimeControl | None = None) -> Tournament:
    return tournaments.create(
        store, "spring", "yspahan", packages, seats=2, blocks=blocks, settings=TWO, secret=SECRET, control=control
    )


def workers_at_play(store: Store) -> list[int]:
    """The process numbers of workers that have begun to play."""
    return [int(name.split(".")[-2]) for name in store.progress("spring") if not is_dead(name)]


def children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


@pytest.fixture
def endless(store: Store, packages: list[Package], tmp_path: Path) -> Tournament:
    """A tournament whose first game does not end: one of its bots never answers."""
    sleeper = registry.package(write_bot(tmp_path / "sleeper", "sleeper", SLEEPER))
    return create(store, [packages[0], sleeper], control=FOREVER)


def test_a_tournament_is_played_to_its_end(store: Store, packages: list[Package]) -> None:
    tournament = create(store, packages)
    heard: list[Progress] = []
    run_tournament(store, tournament, 2, heard.append)
    assert tournaments.state(store, tournament) == "finished"
    assert len(list(store.facts("spring"))) == tournament.games == 6
    assert heard[0] == Progress(0, 0, 6)
    assert heard[-1] == Progress(6, 0, 6)
    assert not jobs.is_pending(store.redis, "spring")


def test_a_finished_tournament_is_not_played_again(store: Store, packages: list[Package]) -> None:
    tournament = create(store, packages[:2])
    jobs.play("spring", [0])
    facts = list(store.facts("spring"))
    run_tournament(store, tournament, 1)
    assert list(store.facts("spring")) == facts


def test_a_paused_tournament_is_not_run(store: Store, packages: list[Package]) -> None:
    tournament = create(store, packages[:2])
    store.halt("spring", "paused")
    with pytest.raises(UserProblem, match="spring is paused; serai tournament resume spring"):
        run_tournament(store, tournament, 1)


def test_a_job_that_fails_every_time_is_reported_with_its_error(
    store: Store, packages: list[Package], tmp_path: Path
) -> None:
    build = 'build = ["{python}", "-c", "raise SystemExit(\'no compiler\')"]'
    broken = registry.package(write_bot(tmp_path / "broken", "broken", extra=build))
    tournament = create(store, [packages[0], broken])
    for _ in range(2):
        with pytest.raises(PlatformProblem, match=r"spring cannot go on: block 0: .*cannot be built \(no compiler\)"):
            run_tournament(store, tournament, 1)


def test_workers_that_cannot_start_are_given_up(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "_LINE", [sys.executable, "-c", "raise SystemExit('no such module')"])
    complaint = "workers die before they begin .exited with code 1.: no such module"
    with pytest.raises(PlatformProblem, match=complaint):
        run_workers(store.redis, 2)


def test_a_worker_that_dies_is_replaced_and_its_job_played_again(store: Store, endless: Tournament) -> None:
    said: list[str] = []
    jobs.enqueue_missing(store, endless)
    with Supervisor(store.redis, 1, said.append) as running:
        wait_until(lambda: bool(workers_at_play(store)))
        before = workers_at_play(store)
        os.kill(before[0], signal.SIGKILL)
        while not set(workers_at_play(store)) - set(before):
            running.watch()
        assert progress_of(store, endless) == Progress(0, 0, 2)
    assert said == ["a worker was ended by SIGKILL and was replaced"]


def test_a_job_that_kills_every_worker_is_given_up(store: Store, endless: Tournament) -> None:
    def kill(_: Progress) -> None:
        for pid in workers_at_play(store):
            os.kill(pid, signal.SIGKILL)

    with pytest.raises(PlatformProblem, match="spring cannot go on: block 0: its worker died again and again"):
        run_tournament(store, endless, 1, kill)


def test_a_worker_stops_at_once_and_puts_its_job_back(store: Store, endless: Tournament) -> None:
    jobs.enqueue_missing(store, endless)
    with Supervisor(store.redis, 1) as running:
        wait_until(lambda: bool(workers_at_play(store)))
        wait_until(lambda: len(children(running.pids[0])) == 2)
        players = children(running.pids[0])
    assert [Path(f"/proc/{pid}").exists() for pid in players] == [False, False]
    [job] = jobs.queue(store.redis).jobs
    assert (job.args, job.retries_left) == (["spring", [0]], 3)


def test_workers_without_a_tournament_run_until_they_are_told_to_stop(store: Store, packages: list[Package]) -> None:
    tournament = create(store, packages[:2])
    process = subprocess.Popen([sys.executable, "-c", WORKERS], stdout=subprocess.PIPE, text=True)
    jobs.enqueue_missing(store, tournament)
    wait_until(lambda: store.count("spring") == tournament.games)
    process.terminate()
    said, _ = process.communicate()
    assert (said, process.returncode) == ("", 0)


def test_workers_end_when_their_supervisor_is_killed(store: Store, endless: Tournament) -> None:
    process = subprocess.Popen([sys.executable, "-c", WORKERS])
    jobs.enqueue_missing(store, endless)
    wait_until(lambda: bool(workers_at_play(store)))
    [worker] = store.progress("spring")
    process.kill()
    process.wait()
    wait_until(lambda: is_dead(worker))
    assert [job.args for job in jobs.queue(store.redis).jobs] == [["spring", [0]]]


def test_a_job_taken_by_a_worker_that_died_before_it_began_is_put_back(store: Store, packages: list[Package]) -> None:
    jobs.enqueue_missing(store, create(store, packages[:2]))
    queue = jobs.queue(store.redis)
    [job_id] = queue.get_job_ids()
    store.redis.lmove(queue.key, queue.intermediate_queue_key, "RIGHT", "LEFT")
    now = 100.0
    reaper = Requeuer(store.redis, lambda: now)
    reaper.requeue()
    assert queue.get_job_ids() == []
    now += 2
    reaper.requeue()
    assert queue.get_job_ids() == [job_id]
    assert queue.intermediate_queue.get_job_ids() == []


def test_a_worker_does_nothing_but_play(store: Store, tmp_path: Path) -> None:
    """RQ calls any function that a job names; a job that somebody else wrote into the queue must not."""
    queue = Queue(jobs.QUEUE, connection=store.redis, serializer=jobs.SERIALIZER)
    job = queue.enqueue("os.mkdir", str(tmp_path / "made"), on_failure=Callback("os.getpid"))
    with Supervisor(store.redis, 1):
        wait_until(lambda: job.id in queue.failed_job_registry)
    assert not (tmp_path / "made").exists()
    result = job.latest_result()
    assert result is not None
    assert str(result.exc_string).strip().endswith("PermissionError: os.mkdir is not a job of ours")


def test_a_process_is_known_by_its_name() -> None:
    host, pid, ticks = own_name().rsplit(".", 2)
    assert not is_dead(own_name())
    assert is_dead(f"{host}.{pid}.{int(ticks) + 1}")
    assert not is_dead(f"another-{host}.{pid}.{int(ticks) + 1}")


def test_a_job_that_hangs_in_an_event_loop_is_ended() -> None:
    async def hang() -> None:
        await asyncio.Event().wait()

    with pytest.raises(KeyboardInterrupt), JobTimeout(1):  # type: ignore[no-untyped-call]  # RQ's own
        asyncio.run(hang())
