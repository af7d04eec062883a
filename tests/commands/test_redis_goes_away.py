"""Redis goes away in the middle of a tournament: the commands wait, say so, go on, and the facts are complete (D4)."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from serai.ladder.bots import registry
from serai.ladder.storage import tournaments
from serai.ladder.storage.store import open_store
from tests.commands.background import Command
from tests.commands.terminal import LINE
from tests.ladder.storage.real_redis import KEPT, RealRedis, running
from tests.waiting import wait_until

BLOCKS = 12
RESTARTS = 10  # more than a block may lose workers before a bot is withheld from it


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[RealRedis]:
    made = RealRedis(tmp_path / "redis", *KEPT)
    monkeypatch.setenv("REDIS_URL", made.url)
    monkeypatch.setenv("SERAI_HOME", str(tmp_path / "home"))
    with running(made):
        yield made


def create() -> None:
    packages = [registry.find("greedy"), registry.find("random")]
    settings = {"two_players": "on"}
    with open_store() as store:
        tournaments.create(store, "spring", "yspahan", packages, seats=2, blocks=BLOCKS, settings=settings)


def recorded() -> int:
    with open_store() as store:
        return store.count("spring")


def test_a_tournament_survives_that_redis_is_away_for_a_while(server: RealRedis) -> None:
    create()
    with (
        Command("worker", "-n", "1") as worker,
        Command("tournament", "run", "spring", "--workers", "1") as run,
        Command("tournament", "watch", "spring") as watch,
    ):
        worker.says("1 worker for")
        wait_until(lambda: recorded() > 0)
        server.kill()
        for command in (worker, run, watch):
            command.says("waiting for Redis at")
        server.start()
        for command in (run, watch):
            assert command.process.wait() == 0
        worker.says("is back: going on")
    assert_complete()


def assert_complete() -> None:
    """Every game is on record, and nobody was retired."""
    with open_store() as store:
        facts = list(store.facts("spring"))
    assert [(fact["block"], fact["rotation"]) for fact in facts] == [(b, r) for b in range(BLOCKS) for r in range(2)]
    assert {seat["ending"] for fact in facts for seat in fact["seats"]} == {"played"}


def test_restarts_of_redis_are_no_reason_to_give_anything_up(server: RealRedis) -> None:
    """A job used to be given up after a few: "its worker died again and again"."""
    create()
    with Command("tournament", "run", "spring", "--workers", "1") as run:
        wait_until(lambda: recorded() > 0)
        for _ in range(RESTARTS):
            server.kill()
            server.start()
            wait_until(server.is_ready)
        assert run.process.wait() == 0
        assert not [line for line in run.all_lines() if "failed" in line or "died" in line]
    assert_complete()


def test_a_worker_that_is_started_before_redis_waits_for_it(server: RealRedis) -> None:
    server.kill()
    with Command("worker", "-n", "1") as worker:
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
