"""What docs/operations.md says of backup and restore: back up, destroy, restore, and everything is as it was."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from redis import Redis

from serai.ladder.access.caller import Caller
from serai.ladder.access.register import Register
from serai.ladder.bots import registry
from serai.ladder.queue.play_job import play
from serai.ladder.service.json_rows import ladder_rows
from serai.ladder.storage import folds, tournaments
from serai.ladder.storage.store import open_store
from tests.ladder.storage.real_redis import KEPT, RealRedis
from tests.waiting import wait_until

Seen = tuple[object, ...]


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="serai-", ignore_cleanup_errors=True) as name:
        monkeypatch.setenv("SERAI_HOME", f"{name}/home")
        yield Path(name)


def cold(server: RealRedis, kept: Path) -> None:
    """Stop the server and copy its folder."""
    server.kill()
    shutil.copytree(server.folder, kept)


def warm(server: RealRedis, kept: Path) -> None:
    """Let the running server write a snapshot, and copy that."""
    with Redis.from_url(server.url) as client:
        client.bgsave()
        wait_until(lambda: not client.info("persistence")["rdb_bgsave_in_progress"])
        assert client.info("persistence")["rdb_last_bgsave_status"] == "ok"
    kept.mkdir()
    shutil.copy(server.folder / "dump.rdb", kept)
    server.kill()


def started_cold(kept: Path) -> RealRedis:
    server = RealRedis(kept, *KEPT)
    server.start()
    return server


def started_warm(kept: Path) -> RealRedis:
    """Begin without the append-only file, which would be empty and win; switch it on, and start as always."""
    server = RealRedis(kept, "--appendonly", "no", "--save", "")
    server.start()
    with Redis.from_url(server.url) as client:
        wait_until(lambda: not client.info("persistence")["loading"])
        client.config_set("appendonly", "yes")
        wait_until(lambda: not client.info("persistence")["aof_rewrite_in_progress"])
    server.kill()
    (kept / "dump.rdb").unlink()
    return started_cold(kept)


@pytest.mark.parametrize(("back_up", "restore"), [(cold, started_cold), (warm, started_warm)], ids=["cold", "warm"])
def test_a_restored_store_is_the_same(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    back_up: Callable[[RealRedis, Path], None],
    restore: Callable[[Path], RealRedis],
) -> None:
    first = RealRedis(folder / "redis", *KEPT)
    with ExitStack() as servers:
        servers.callback(first.kill)
        first.start()
        monkeypatch.setenv("REDIS_URL", first.url)
        token = fill()
        before = seen(token)
        back_up(first, folder / "kept")
        shutil.rmtree(first.folder)
        second = restore(folder / "kept")
        servers.callback(second.kill)
        monkeypatch.setenv("REDIS_URL", second.url)
        assert seen(token) == before


def fill() -> str:
    """An event of which a block is on record, and a token."""
    with open_store() as store:
        bots = [registry.find("random"), registry.find("greedy")]
        settings = {"two_players": "on"}
        tournaments.create(store, "spring", "yspahan", bots, seats=2, blocks=2, settings=settings)
        register = Register(store)
        register.add_owner("anna")
        _, token = register.create("anna", role="organiser", seconds=3600.0)
    play("spring", [0])
    return token


def seen(token: str) -> Seen:
    """What can be read of it: the ladder, facts, replays, deals to come, and who a token is for."""
    with open_store() as store:
        ladder = ladder_rows(folds.standings(store, folds.tournament_scope(store, "spring")))
        facts = list(store.facts("spring"))
        replays = [store.game(fact["game_id"]).as_json() for fact in facts]
        who: Caller = Register(store).identify(token)
        assert len(facts) == 2
        return ladder, facts, replays, tournaments.deals(store, "spring")(1), who
