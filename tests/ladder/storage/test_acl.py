"""The users of Redis in docker/users.acl, with a real server: workers play, readers read all but secrets of events."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from redis import Redis
from redis.exceptions import AuthenticationError, NoPermissionError, ResponseError

from serai.ladder.access.register import Register
from serai.ladder.bots import registry
from serai.ladder.storage import audit, keys, tournaments
from serai.ladder.storage.redis_connection import connection
from serai.ladder.storage.store import Store, open_store
from tests.commands.terminal import serai, succeeded
from tests.ladder.storage.real_redis import RealRedis
from tests.waiting import wait_until

ACL = Path(__file__).parents[3] / "docker" / "users.acl"
SECRET = b"canary! " * 4


class Arena:
    """A server with these users, and a home for those who use it."""

    def __init__(self, home: Path) -> None:
        self.home = home
        users = home / "users.acl"
        text = ACL.read_text().replace("@WORKER_PASSWORD@", "for-workers").replace("@READER_PASSWORD@", "for-readers")
        text = text.replace("@ARENA_PASSWORD@", "for-arenas")
        users.write_text(text)
        self.server = RealRedis(home / "redis", "--aclfile", str(users), "--save", "")

    def url(self, user: str) -> str:
        return self.server.url.replace("//", f"//{user}:for-{user}s@")


@pytest.fixture(scope="module")
def arena() -> Iterator[Arena]:
    """A tournament of one block, created and played by workers."""
    with tempfile.TemporaryDirectory(prefix="serai-", ignore_cleanup_errors=True) as folder:
        arena = Arena(Path(folder))
        arena.server.start()
        try:
            with pytest.MonkeyPatch.context() as patch:
                patch.setenv("SERAI_HOME", folder)
                patch.setenv("REDIS_URL", arena.url("worker"))
                wait_until(lambda: is_open(arena))
                with open_store() as store:
                    bots = [registry.find("random"), registry.find("greedy")]
                    settings = {"two_players": "on"}
                    tournaments.create(
                        store, "spring", "yspahan", bots, seats=2, blocks=1, settings=settings, secret=SECRET
                    )
                succeeded(serai(arena.home, "tournament", "run", "spring", "--workers", "1"))
            yield arena
        finally:
            arena.server.kill()


def is_open(arena: Arena) -> bool:
    try:
        with Redis.from_url(arena.url("worker")) as client:
            return bool(client.ping())
    except ConnectionError:
        return False


@pytest.fixture
def reader(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> Iterator[Redis]:
    monkeypatch.setenv("REDIS_URL", arena.url("reader"))
    with connection() as found:
        yield found.redis


@pytest.mark.parametrize(
    "words",
    [
        ("ladder",),
        ("ladder", "crosstable"),
        ("ladder", "verify"),
        ("tournament", "list"),
        ("tournament", "show", "spring"),
        ("tournament", "games", "spring"),
        ("replay", "verify", "--tournament", "spring"),
        ("bot", "list"),
        ("workers",),
    ],
    ids=" ".join,
)
def test_a_reader_can_look_at_everything(
    arena: Arena, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from serai.ladder.commands.main import run

    monkeypatch.setenv("SERAI_HOME", str(arena.home))
    monkeypatch.setenv("REDIS_URL", arena.url("reader"))
    code = run(words)
    said = capsys.readouterr()
    assert code == 0, said.err
    assert "canary" not in said.out


def test_a_reader_cannot_read_the_secret_of_an_event(reader: Redis) -> None:
    assert Store(reader).header("spring")["game"] == "yspahan"
    with pytest.raises(NoPermissionError):
        Store(reader).secret("spring")
    with pytest.raises(NoPermissionError):
        reader.dump(keys.secret("spring"))


@pytest.mark.parametrize(
    "command",
    [
        ("GET", "serai:secret:spring"),
        ("SET", "serai:format", "9"),
        ("HSET", "serai:tournament:spring:facts", "0", "forged"),
        ("HDEL", "serai:tournament:spring:facts", "0"),
        ("HSET", "serai:fold:standings:spring", "a", "b"),
        ("RPUSH", "rq:queue:serai", "job"),
        ("FLUSHALL",),
        ("CONFIG", "SET", "dir", "/tmp"),
        ("EVAL", "return redis.call('GET', 'serai:secret:spring')", "0"),
        ("MONITOR",),
        ("ACL", "LIST"),
    ],
    ids=" ".join,
)
def test_a_reader_can_change_nothing(reader: Any, command: tuple[str, ...]) -> None:
    with pytest.raises(NoPermissionError):
        reader.execute_command(*command)


@pytest.mark.parametrize("command", [("FLUSHALL",), ("CONFIG", "SET", "dir", "/tmp"), ("SHUTDOWN",), ("ACL", "LIST")])
def test_a_worker_cannot_administer(arena: Arena, command: tuple[str, ...]) -> None:
    client: Any = Redis.from_url(arena.url("worker"))  # Any: the method has no types
    with client, pytest.raises(NoPermissionError):
        client.execute_command(*command)


def test_nobody_gets_in_without_a_password(arena: Arena) -> None:
    with Redis.from_url(arena.server.url) as client, pytest.raises(AuthenticationError):
        client.ping()


@pytest.fixture
def served(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> Iterator[Redis]:
    monkeypatch.setenv("REDIS_URL", arena.url("arena"))
    with connection() as found:
        yield found.redis


def test_the_arena_keeps_owners_and_tokens_that_readers_cannot_see(served: Redis, arena: Arena) -> None:
    store = Store(served)
    register = Register(store)
    register.add_owner("anna")
    made, text = register.create("anna", bot="far_away", seconds=60.0)
    assert register.identify(text).bot == "far_away"
    register.revoke(made.id)
    assert [line["what"] for line in audit.lines(served, "anna")] == ["add-owner", "create-token", "revoke-token"]
    assert store.header("spring")["game"] == "yspahan"
    with Redis.from_url(arena.url("reader")) as reader:
        assert [owner.name for owner in Register(Store(reader)).owners()] == ["anna"]
        with pytest.raises(NoPermissionError):
            Register(Store(reader)).tokens()


@pytest.mark.parametrize(
    "command",
    [
        ("GET", "serai:secret:spring"),
        ("SET", "serai:format", "9"),
        ("HSET", "serai:tournament:spring:facts", "0", "forged"),
        ("EVAL", "return redis.call('GET', 'serai:secret:spring')", "0"),
        ("HSET", "serai:version:forged", "bot", "forged"),
        ("FLUSHALL",),
        ("CONFIG", "SET", "dir", "/tmp"),
    ],
    ids=" ".join,
)
def test_the_arena_changes_nothing_else_and_foresees_no_deal(served: Any, command: tuple[str, ...]) -> None:
    with pytest.raises((NoPermissionError, ResponseError), match=r"permission|NOPERM"):
        served.execute_command(*command)
