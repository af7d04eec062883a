"""Redis goes away and comes back: commands wait for it, and nothing is lost (D4)."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest
from redis import Redis
from redis.exceptions import RedisError, ResponseError, WatchError

from serai.ladder.errors import PlatformProblem
from serai.ladder.storage import embedded_redis, redis_connection, redis_waiting
from serai.ladder.storage.embedded_program import Program, Release, packaged_server
from serai.ladder.storage.locks import is_free
from serai.ladder.storage.redis_waiting import hurry, passing, plain
from tests.ladder.storage.real_redis import KEPT, SMALL, RealRedis, running
from tests.small_disk import full, on_small_disk
from tests.waiting import wait_until

SCRIPT = "redis.call('SET', KEYS[1], ARGV[1]) return redis.call('GET', KEYS[1])"


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[RealRedis]:
    made = RealRedis(tmp_path / "redis", *KEPT)
    monkeypatch.setenv("REDIS_URL", made.url)
    with running(made):
        yield made


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def redis(server: RealRedis, said: list[str]) -> Iterator[Redis]:
    """A client that waits."""
    with redis_connection.connection(waiting=said.append) as connection:
        yield connection.redis


def command(redis: Redis) -> object:
    return redis.set("a", "1")


def script(redis: Redis) -> object:
    return redis.register_script(SCRIPT)(keys=["a"], args=["1"]) == b"1"


def transaction(redis: Redis) -> object:
    with redis.pipeline() as pipeline:
        pipeline.set("a", "1")
        pipeline.get("a")
        return pipeline.execute() == [True, b"1"]


def pipeline(redis: Redis) -> object:
    with redis.pipeline(transaction=False) as pipeline:
        pipeline.set("a", "1")
        pipeline.get("a")
        return pipeline.execute() == [True, b"1"]


def script_in_pipeline(redis: Redis) -> object:
    with redis.pipeline() as pipeline:
        redis.register_script(SCRIPT)(keys=["a"], args=["1"], client=pipeline)
        return pipeline.execute() == [b"1"]


def watched(redis: Redis) -> object:
    """As RQ does it: begin again if what was watched may have changed."""
    with redis.pipeline() as pipeline:
        while True:
            try:
                pipeline.watch("a")  # type: ignore[no-untyped-call]  # redis-py has left its type out
                pipeline.multi()
                pipeline.set("a", "1")
                return pipeline.execute() == [True]
            except WatchError:
                continue


COMMANDS = [command, script, transaction, pipeline, script_in_pipeline, watched]


def in_background(work: Callable[[], object]) -> Future[object]:
    pool = ThreadPoolExecutor(1)
    future = pool.submit(work)
    pool.shutdown(wait=False)
    return future


def all_in_background(redis: Redis) -> list[Future[object]]:
    return [in_background(partial(run, redis)) for run in COMMANDS]


def test_whatever_is_sent_waits_for_a_server_that_was_killed(server: RealRedis, redis: Redis, said: list[str]) -> None:
    assert all(run(redis) for run in COMMANDS)
    server.kill()
    waiting = all_in_background(redis)
    wait_until(lambda: said)
    server.start()
    assert all(future.result() for future in waiting)
    where = server.url
    assert said == [f"waiting for Redis at {where}: it cannot be reached", f"Redis at {where} is back: going on"]


def test_a_worker_that_waits_for_a_job_waits_for_redis_too(server: RealRedis, redis: Redis, said: list[str]) -> None:
    """RQ takes jobs with BLMOVE, which hangs in the server when that is killed."""
    waiting = in_background(lambda: redis.blmove("queue", "taken", 600))
    wait_until(lambda: redis.info("clients")["blocked_clients"] == 1)
    server.kill()
    wait_until(lambda: said)
    server.start()
    wait_until(lambda: redis.info("clients")["blocked_clients"] == 1)
    redis.rpush("queue", "job")
    assert waiting.result() == b"job"


TROUBLES = {
    "READONLY": (["REPLICAOF", "127.0.0.1", "1"], ["REPLICAOF", "NO", "ONE"], "it is a replica and takes no writes"),
    "OOM": (["CONFIG", "SET", "maxmemory", "1"], ["CONFIG", "SET", "maxmemory", "0"], "its memory is full"),
    "NOREPLICAS": (
        ["CONFIG", "SET", "min-replicas-to-write", "1"],
        ["CONFIG", "SET", "min-replicas-to-write", "0"],
        "it has too few replicas",
    ),
}


@pytest.mark.parametrize("trouble", TROUBLES)
def test_a_refusal_that_may_pass_is_waited_for(server: RealRedis, redis: Redis, said: list[str], trouble: str) -> None:
    begin, end, words = TROUBLES[trouble]
    assert all(run(redis) for run in COMMANDS)
    server.says(*begin)
    waiting = all_in_background(redis)
    wait_until(lambda: said)
    server.says(*end)
    assert all(future.result() for future in waiting)
    assert said == [f"waiting for Redis at {server.url}: {words}", f"Redis at {server.url} is back: going on"]


def test_a_replica_without_its_master_is_waited_for(server: RealRedis, redis: Redis, said: list[str]) -> None:
    """MASTERDOWN: it may not even be read."""
    server.says("CONFIG", "SET", "replica-serve-stale-data", "no")
    server.says("REPLICAOF", "127.0.0.1", "1")
    waiting = in_background(lambda: redis.exists("a"))
    wait_until(lambda: said)
    server.says("REPLICAOF", "NO", "ONE")
    assert waiting.result() == 0
    assert "its master is down" in said[0]


def test_a_server_that_loads_its_data_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: list[str]
) -> None:
    """LOADING: from the first contact on. The server is told to be slow with every key."""
    slow = RealRedis(tmp_path / "slow", "--appendonly", "no", "--save", "")
    monkeypatch.setenv("REDIS_URL", slow.url)
    with running(slow):
        slow.says("MSET", *(text for number in range(4000) for text in (f"key{number}", "x" * 100)))
        slow.says("SAVE")
        slow.kill()
        slow.start("--key-load-delay", "1000", "--loading-process-events-interval-bytes", "1024")
        with redis_connection.connection(waiting=said.append, at_start=True) as connection:
            assert connection.redis.dbsize() == 4000
    assert said[0].endswith(": it is loading its data")
    assert said[1].endswith("is back: going on")


def test_a_full_disk_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: list[str]) -> None:
    """MISCONF: the data lies on a tiny disk of the server's own, in a mount namespace."""
    server = RealRedis(tmp_path / "data", *SMALL, before=on_small_disk(tmp_path / "data", "2m"))
    monkeypatch.setenv("REDIS_URL", server.url)
    with running(server), redis_connection.connection(waiting=said.append) as connection:
        assert all(run(connection.redis) for run in COMMANDS)
        assert server.process is not None
        with full(server.folder, server.process.pid):
            wait_until(lambda: _is_refused(server))
            waiting = all_in_background(connection.redis)
            wait_until(lambda: said)
        assert all(future.result() for future in waiting)
    assert said[0].endswith(": it cannot write to its disk")
    assert said[1].endswith("is back: going on")


def _is_refused(server: RealRedis) -> bool:
    try:
        server.says("SET", "big", "x" * 5000)
    except ResponseError as error:
        return "MISCONF" in str(error)
    return False


def test_a_short_command_gives_up_with_one_line(server: RealRedis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redis_waiting, "LIMIT_SECONDS", 0.1)

    def set_after_a_kill() -> None:
        with redis_connection.connection() as connection:
            server.kill()
            connection.redis.set("a", "canary")

    with pytest.raises(PlatformProblem) as problem:
        set_after_a_kill()
    assert str(problem.value) == f"Redis at {server.url} failed: it cannot be reached"


def write_to_a_text_as_to_a_list() -> None:
    with redis_connection.connection() as connection, connection.redis.pipeline() as pipeline:
        pipeline.set("a", "canary")
        pipeline.lpush("a", "canary")
        pipeline.execute()


def test_an_error_that_stays_is_not_repeated_and_quotes_no_command(server: RealRedis) -> None:
    with pytest.raises(PlatformProblem, match="failed: WRONGTYPE") as problem:
        write_to_a_text_as_to_a_list()
    assert "canary" not in str(problem.value)


def test_words_in_a_command_are_not_taken_for_the_error() -> None:
    error = ResponseError("Command # 1 (SET a -MISCONF caused error: MISCONF) of pipeline caused error: WRONGTYPE no")
    assert plain(error) == "WRONGTYPE no"
    assert passing(error) is None


WAITER = """
import sys
from serai.ladder.storage import redis_connection
with redis_connection.connection(waiting=lambda text: print(text, flush=True)) as connection:
    print("ready", flush=True)
    sys.stdin.readline()
    try:
        connection.redis.get("a")
    finally:
        try:
            connection.redis.get("a")
        finally:
            print("cleaned up", flush=True)
"""


def test_ctrl_c_ends_the_wait(server: RealRedis) -> None:
    """Also what is then cleaned up does not wait: it gets a moment."""
    process = subprocess.Popen([sys.executable, "-c", WAITER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    server.kill()
    process.stdin.write("go\n")
    process.stdin.flush()
    assert process.stdout.readline().startswith("waiting for Redis")
    os.kill(process.pid, signal.SIGINT)
    assert process.communicate()[0] == "cleaned up\n"
    assert process.returncode != 0


def test_who_is_told_to_hurry_does_not_wait(server: RealRedis, redis: Redis, said: list[str]) -> None:
    server.kill()
    waiting = in_background(lambda: redis.get("a"))
    wait_until(lambda: said)
    hurry(redis)
    assert isinstance(waiting.exception(), RedisError)


def test_the_embedded_server_is_waited_for_if_it_cannot_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: list[str]
) -> None:
    """Its disk may be full, or its program be replaced just now."""
    monkeypatch.setenv("SERAI_HOME", str(tmp_path / "home"))
    program = tmp_path / "server"
    program.symlink_to(str(packaged_server()))
    monkeypatch.setattr(redis_connection, "find_program", lambda folder: _program(program))
    with redis_connection.connection(waiting=said.append) as connection:
        server = connection.redis.info("server")["process_id"]
        program.unlink()
        os.kill(int(Path(f"/proc/{server}/stat").read_text().rpartition(")")[2].split()[1]), signal.SIGKILL)
        wait_until(lambda: is_free(tmp_path / "home/valkey" / embedded_redis.SERVER))
        waiting = in_background(lambda: connection.redis.set("a", "1"))
        wait_until(lambda: said)
        program.symlink_to(str(packaged_server()))
        assert waiting.result()
    assert "did not start" in said[0]


def _program(path: Path) -> Program:
    return Program(str(path), Release("Valkey", "9.1.2"))


def test_a_transaction_that_begins_again_by_itself_pauses_and_says_so(
    server: RealRedis, redis: Redis, said: list[str]
) -> None:
    """RQ repeats what was watched at once; it must not do so ten thousand times a second."""
    server.says("CONFIG", "SET", "min-replicas-to-write", "1")
    waiting = in_background(partial(watched, redis))
    wait_until(lambda: said)
    server.says("CONFIG", "SET", "min-replicas-to-write", "0")
    assert waiting.result()
    calls = redis.info("commandstats")["cmdstat_watch"]["calls"]
    assert calls < 100
