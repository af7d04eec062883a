"""Workers are kept alive, told to stop, and what they leave behind is played by others."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from rq import Callback

from serai.ladder.bots import registry
from serai.ladder.bots.version import Package
from serai.ladder.errors import PlatformProblem, UserProblem
from serai.ladder.model.tournament import Tournament
from serai.ladder.queue import jobs, supervisor
from serai.ladder.queue.jobs import Task
from serai.ladder.queue.live_workers import LiveWorker, live_workers
from serai.ladder.queue.play_job import play
from serai.ladder.queue.running import Progress, progress_of, run_tournament
from serai.ladder.queue.supervisor import Supervisor, run_workers
from serai.ladder.queue.worker_classes import own_languages, queue_name
from serai.ladder.queue.worker_names import is_dead
from serai.ladder.storage import tournaments
from serai.ladder.storage.queue_notes import QueueNotes
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


def enqueue(store: Store, *blocks: int) -> None:
    jobs.enqueue(store.redis, own_languages(), Task(jobs.new_id("spring"), "spring", blocks))


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
    play("spring", [0])
    facts = list(store.facts("spring"))
    run_tournament(store, tournament, 1)
    assert list(store.facts("spring")) == facts


def test_a_paused_tournament_is_not_run(store: Store, packages: list[Package]) -> None:
    tournament = create(store, packages[:2])
    store.halt("spring", "paused")
    with pytest.raises(UserProblem, match="spring is paused; serai tournament resume spring"):
        run_tournament(store, tournament, 1)


@pytest.mark.parametrize("why", ["paused", "cancelled"])
def test_a_tournament_that_is_halted_stands_though_a_game_does_not_end(
    store: Store, endless: Tournament, why: str
) -> None:
    """M5: what is begun gets a few seconds, whatever the clocks would allow."""

    def halt(_: Progress) -> None:
        if workers_at_play(store):
            store.halt("spring", why)

    with pytest.raises(UserProblem, match=f"spring is {why}"):
        run_tournament(store, endless, 1, halt)
    assert not jobs.is_pending(store.redis, "spring")


def test_a_job_that_was_taken_back_is_not_played_on(store: Store, endless: Tournament) -> None:
    """A host that was cut off for too long has lost its job to others; when it is back, it sees that and lets it go."""
    enqueue(store, 0)
    with Supervisor(store.redis, 1) as running:
        wait_until(lambda: bool(workers_at_play(store)))
        [one] = [one for one in jobs.waiting(store.redis) if one.started]
        jobs.forget(store.redis, one.queue, *one.started[0][:1], [one.started[0][1]])
        wait_until(lambda: not workers_at_play(store))
        assert running.pids
    assert QueueNotes(store.redis).deaths("spring") == []


def test_blocks_that_fail_every_time_are_reported_with_their_error(
    store: Store, packages: list[Package], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What this machine cannot do is not the bots' fault: nobody is retired for it."""
    monkeypatch.setenv("SERAI_BUILD_SECONDS", "soon")
    built = registry.package(write_bot(tmp_path / "built", "built", extra='build = ["true"]'))
    tournament = create(store, [packages[0], built])
    said: list[str] = []
    for _ in range(2):
        with pytest.raises(PlatformProblem, match="spring cannot go on: block 0: SERAI_BUILD_SECONDS is 'soon'"):
            run_tournament(store, tournament, 1, say=said.append)
    assert said[0].startswith("block 0 failed, to be played again: SERAI_BUILD_SECONDS is 'soon'")
    assert QueueNotes(store.redis).inability(built.bot.version) is None


def test_workers_that_cannot_start_are_given_up(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "_LINE", [sys.executable, "-c", "raise SystemExit('no such module')"])
    complaint = "workers die before they begin .exited with code 1.: no such module"
    with pytest.raises(PlatformProblem, match=complaint):
        run_workers(store.redis, 2)


def test_a_worker_that_dies_is_replaced_and_its_blocks_played_again(store: Store, endless: Tournament) -> None:
    said: list[str] = []
    before: list[int] = []

    def kill_once(progress: Progress) -> None:
        playing = workers_at_play(store)
        if playing and not before:
            before.extend(playing)
            os.kill(playing[0], signal.SIGKILL)
        elif set(playing) - set(before):
            assert progress == Progress(0, 0, 2)
            store.halt("spring", "paused")

    with pytest.raises(UserProblem, match="spring is paused"):
        run_tournament(store, endless, 1, kill_once, said.append)
    assert said == ["a worker was ended by SIGKILL and was replaced"]
    [death] = QueueNotes(store.redis).deaths("spring")
    assert (death.block, death.alone, death.withheld) == (0, True, ())


def test_a_worker_stops_within_seconds_and_leaves_nothing_behind(store: Store, endless: Tournament) -> None:
    enqueue(store, 0)
    with Supervisor(store.redis, 1) as running:
        wait_until(lambda: bool(workers_at_play(store)))
        wait_until(lambda: len(children(running.pids[0])) >= 2)
        players = children(running.pids[0])
    assert not any(Path(f"/proc/{pid}").exists() for pid in players)
    assert not jobs.is_pending(store.redis, "spring")
    assert QueueNotes(store.redis).deaths("spring") == []
    assert live_workers(store.redis) == []


def test_workers_without_a_tournament_run_until_they_are_told_to_stop(store: Store, packages: list[Package]) -> None:
    tournament = create(store, packages[:2])
    process = subprocess.Popen([sys.executable, "-c", WORKERS], stdout=subprocess.PIPE, text=True)
    enqueue(store, 0)
    wait_until(lambda: store.count("spring") == tournament.games)
    process.terminate()
    said, _ = process.communicate()
    assert (said, process.returncode) == ("", 0)


def test_a_tournament_without_workers_of_its_own_is_played_by_others(store: Store, packages: list[Package]) -> None:
    """D7: `run --workers 0` queues and watches; it says that nobody is there, and goes on when somebody is."""
    tournament = create(store, packages, blocks=2)
    helpers: list[subprocess.Popen[str]] = []
    said: list[str] = []

    def say(text: str) -> None:
        said.append(text)
        helpers.append(subprocess.Popen([sys.executable, "-c", WORKERS], text=True))

    run_tournament(store, tournament, 0, say=say)
    helpers[0].terminate()
    helpers[0].wait()
    assert said == ["spring waits for a worker: serai worker, on any machine with the same REDIS_URL"]
    assert store.count("spring") == tournament.games


def test_workers_end_when_their_supervisor_is_killed(store: Store, endless: Tournament) -> None:
    process = subprocess.Popen([sys.executable, "-c", WORKERS])
    enqueue(store, 0)
    wait_until(lambda: bool(workers_at_play(store)))
    [worker] = store.progress("spring")
    process.kill()
    process.wait()
    wait_until(lambda: is_dead(worker))
    assert not jobs.is_pending(store.redis, "spring")


def test_a_worker_does_nothing_but_play(store: Store, packages: list[Package], tmp_path: Path) -> None:
    """D13: what is not ours is dropped, be it a job that names another function or bytes that are no text."""
    tournament = create(store, packages[:2])
    queue = jobs.queue(store.redis, own_languages())
    queue.enqueue("os.mkdir", str(tmp_path / "made"), on_failure=Callback("os.getpid"))
    store.redis.rpush(queue.key, b"\xff\xfe")
    said: list[str] = []
    run_tournament(store, tournament, 1, say=said.append)
    assert said == []
    assert not (tmp_path / "made").exists()
    assert (queue.get_job_ids(), store.redis.llen(queue.intermediate_queue_key)) == ([], 0)


def test_a_worker_says_what_it_can_and_what_it_does(store: Store, endless: Tournament) -> None:
    with Supervisor(store.redis, 1) as running:
        [idle] = wait_until(lambda: live_workers(store.redis))
        assert (idle.queue, idle.languages, idle.job) == (queue_name(own_languages()), own_languages(), None)
        assert idle.cores == len(os.sched_getaffinity(0))
        assert int(idle.name.split(".")[-2]) == running.pids[0]
        enqueue(store, 0)

        def busy() -> list[LiveWorker]:
            return [worker for worker in live_workers(store.redis) if worker.tournament == "spring"]

        wait_until(busy)
        os.kill(running.pids[0], signal.SIGKILL)
        wait_until(lambda: live_workers(store.redis) == [])


def test_progress_of_dead_workers_does_not_count(store: Store, packages: list[Package]) -> None:
    tournament = create(store, packages)
    ours = f"{live_name()}.1"
    store.report_progress("spring", ours, {"blocks": [0], "games": 2, "done": 1})
    assert is_dead(ours)
    assert progress_of(store, tournament) == Progress(0, 0, 6)


def live_name() -> str:
    """The name of this process without its start."""
    from serai.ladder.queue.worker_names import own_name

    return own_name().rpartition(".")[0]
