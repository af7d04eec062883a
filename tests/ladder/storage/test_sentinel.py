"""A master dies and Sentinel makes its replica the master: no fact is lost, and nothing is done by hand."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest
from redis import Redis
from redis.exceptions import RedisError

from serai.ladder.commands.main import run
from serai.ladder.storage import redis_connection
from serai.ladder.storage.redis_waiting import silently
from serai.ladder.storage.replication import replicated
from serai.ladder.storage.store import open_store
from tests.ladder.storage.real_redis import KEPT, RealRedis
from tests.waiting import wait_until

PASSWORD = "of-the-data"
SENTINEL_PASSWORD = "of-the-sentinel"


class Group:
    """A master, its replica and a sentinel, which all want passwords."""

    def __init__(self, folder: Path) -> None:
        secret = ("--requirepass", PASSWORD, "--masterauth", PASSWORD, "--repl-diskless-sync-delay", "0")
        self.master = RealRedis(folder / "master", *KEPT, *secret)
        self.replica = RealRedis(folder / "replica", *KEPT, *secret, "--replicaof", f"127.0.0.1 {self.master.port}")
        configuration = (
            f"sentinel monitor main 127.0.0.1 {self.master.port} 1\n"
            f"sentinel auth-pass main {PASSWORD}\n"
            "sentinel down-after-milliseconds main 1000\n"
            "sentinel failover-timeout main 2000\n"
            f"requirepass {SENTINEL_PASSWORD}\n"
        )
        self.sentinel = RealRedis(folder / "sentinel", "--sentinel", configuration=configuration)

    @property
    def url(self) -> str:
        # The first sentinel is not there: the next is asked.
        hosts = f"127.0.0.1:1,127.0.0.1:{self.sentinel.port}"
        return f"redis+sentinel://:{PASSWORD}@{hosts}/main/0?sentinel_password={SENTINEL_PASSWORD}"

    def client(self, server: RealRedis) -> Redis:
        password = SENTINEL_PASSWORD if server is self.sentinel else PASSWORD
        return Redis.from_url(server.url, password=password)

    def fail_over(self) -> None:
        """Wait until the replica is the master; then the old master comes back, and becomes the replica."""
        wait_until(lambda: self._leads(self.replica))
        self.master.start()

    def _leads(self, server: RealRedis) -> bool:
        """Whether it is the master; a server that is just made one ends the connections of all its clients."""
        with suppress(RedisError), self.client(server) as client:
            return bool(client.info("replication")["role"] == "master")
        return False

    def knows_the_replica(self) -> bool:
        with self.client(self.sentinel) as client:
            found = client.sentinel_slaves("main")
        return any(replica["master-link-status"] == "ok" for replica in found)


@pytest.fixture
def group(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Group]:
    made = Group(tmp_path)
    monkeypatch.setenv("REDIS_URL", made.url)
    for server in (made.master, made.replica, made.sentinel):
        server.start()
    try:
        wait_until(made.knows_the_replica)
        yield made
    finally:
        for server in (made.master, made.replica, made.sentinel):
            server.kill()


def record(number: int) -> Callable[[Redis], object]:
    return lambda client: client.hset("facts", str(number), "fact")


def unless_failed(over: Future[None], write: Callable[[Redis], object]) -> Callable[[Redis], object]:
    """A write that ends the test instead of waiting for a fail-over that went wrong."""

    def check_and_write(client: Redis) -> object:
        assert not (over.done() and over.exception()), over.exception()
        return write(client)

    return check_and_write


def test_a_fail_over_loses_nothing_that_was_recorded(group: Group) -> None:
    with redis_connection.connection(waiting=silently) as connection, ThreadPoolExecutor(1) as pool:
        assert connection.replicas == 1
        for number in range(100):
            replicated(connection.redis, 1, record(number))
        group.master.kill()
        over = pool.submit(group.fail_over)
        for number in range(100, 200):
            replicated(connection.redis, 1, unless_failed(over, record(number)))
        over.result()
        assert sorted(map(int, connection.redis.hkeys("facts"))) == list(range(200))


def test_what_no_replica_has_is_not_taken_for_recorded(group: Group) -> None:
    """The replica is gone for a while: recording waits for it, says so, and goes on."""
    said: list[str] = []
    with redis_connection.connection(waiting=said.append) as connection:
        group.replica.kill()
        with ThreadPoolExecutor(1) as pool:
            waiting = pool.submit(replicated, connection.redis, 1, record(1))
            wait_until(lambda: said)
            group.replica.start()
            waiting.result()
    assert said[0].endswith(": it has too few replicas")
    assert said[1].endswith("is back: going on")


def test_who_ends_a_tournament_waits_until_a_replica_has_its_record(group: Group) -> None:
    said: list[str] = []
    with open_store(waiting=said.append) as store:
        group.replica.kill()
        store.redis.set("what somebody else wrote", 1)
        with ThreadPoolExecutor(1) as pool:
            waiting = pool.submit(store.wait_for_replicas, "spring")
            wait_until(lambda: said)
            assert not waiting.done()
            group.replica.start()
            waiting.result()
    with group.client(group.replica) as client:
        assert client.get("what somebody else wrote") == b"1"


def test_doctor_says_how_it_is_reached_and_no_password(
    group: Group, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("serai.ladder.commands.doctor.TOOLCHAINS", {})
    assert run(["doctor"]) == 0
    printed = "".join(capfd.readouterr())
    assert (
        f"redis+sentinel://:***@127.0.0.1:1,127.0.0.1:{group.sentinel.port}/main/0 (REDIS_URL, by Sentinel)" in printed
    )
    assert PASSWORD not in printed
    assert SENTINEL_PASSWORD not in printed
