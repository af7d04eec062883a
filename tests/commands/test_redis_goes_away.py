"""Redis goes away in the middle of a tournament: the commands wait, say so, go on, and the facts are complete (D4)."""

import queue
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from serai.ladder.bots import registry
from serai.ladder.storage import tournaments
from serai.ladder.storage.store import open_store
from tests.commands.terminal import LINE
from tests.ladder.storage.real_redis import KEPT, RealRedis, running
from tests.waiting import wait_until

BLOCKS = 12


class Command:
    """A command that runs beside the test; what it writes to stderr is read line by line."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen([*LINE, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.lines: queue.Queue[str] = queue.Queue()
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.lines.put(line)

    def says(self, text: str) -> None:
        """Wait for a line that holds this text."""
        while text not in self.lines.get():
            pass

    def close(self) -> None:
        self.process.terminate()
        self._reader.join()
        self.process.communicate()


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[RealRedis]:
    made = RealRedis(tmp_path / "redis", *KEPT)
    monkeypatch.setenv("REDIS_URL", made.url)
    monkeypatch.setenv("SERAI_HOME", str(tmp_path / "home"))
    with running(made):
        yield made


@pytest.fixture
def commands() -> Iterator[list[Command]]:
    started: list[Command] = []
    yield started
    for command in started:
        command.close()


def create() -> None:
    packages = [registry.find("greedy"), registry.find("random")]
    settings = {"two_players": "on"}
    with open_store() as store:
        tournaments.create(store, "spring", "yspahan", packages, seats=2, blocks=BLOCKS, settings=settings)


def recorded() -> int:
    with open_store() as store:
        return store.count("spring")


def test_a_tournament_survives_that_redis_is_away_for_a_while(server: RealRedis, commands: list[Command]) -> None:
    create()
    worker, run, watch = (
        Command("worker", "-n", "1"),
        Command("tournament", "run", "spring", "--workers", "1"),
        Command("tournament", "watch", "spring"),
    )
    commands += [worker, run, watch]
    worker.says("1 worker for")
    wait_until(lambda: recorded() > 0)
    server.kill()
    for command in commands:
        command.says("waiting for Redis at")
    server.start()
    for command in (run, watch):
        assert command.process.wait() == 0
    worker.says("is back: going on")
    with open_store() as store:
        facts = store.facts("spring")
    assert [(fact["block"], fact["rotation"]) for fact in facts] == [(b, r) for b in range(BLOCKS) for r in range(2)]


def test_a_worker_that_is_started_before_redis_waits_for_it(server: RealRedis, commands: list[Command]) -> None:
    server.kill()
    worker = Command("worker", "-n", "1")
    commands.append(worker)
    worker.says(f"waiting for Redis at {server.url}: it cannot be reached")
    server.start()
    worker.says("is back: going on")
    worker.says("1 worker for Valkey")


def test_a_short_command_does_not_wait(server: RealRedis) -> None:
    server.kill()
    answer = subprocess.run([*LINE, "ladder"], check=False, capture_output=True, text=True)
    assert answer.returncode == 3
    assert answer.stderr.startswith(f"serai: REDIS_URL is {server.url}, but nothing usable answers there:")
    assert answer.stderr.count("\n") == 1
