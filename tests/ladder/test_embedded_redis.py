"""The embedded server is there for as long as somebody uses it, and the server of REDIS_URL is used or nothing."""

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from serai.ladder.errors import PlatformProblem
from serai.ladder.storage import embedded_redis, redis_connection
from serai.ladder.storage.embedded_program import Program, Release, packaged_server
from serai.ladder.storage.locks import exclusive_at_once, is_free
from serai.ladder.storage.redis_connection import Connection
from tests.waiting import wait_until

USER = """
import sys
from serai.ladder.storage import redis_connection
with redis_connection.connection() as connection:
    print(connection.redis.info("server")["process_id"], flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """An unused SERAI_HOME, deeper than any socket's path may be; gives the folder of its server."""
    home = tmp_path / ("deep" * 20) / "home"
    monkeypatch.setenv("SERAI_HOME", str(home))
    return home / "valkey"


@pytest.fixture
def user(data: Path) -> Iterator[Callable[[], tuple[subprocess.Popen[str], int]]]:
    """Starts other processes that use the server; gives each with the process number of the server it found."""
    running: list[subprocess.Popen[str]] = []

    def start() -> tuple[subprocess.Popen[str], int]:
        line = [sys.executable, "-c", USER]
        process = subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        running.append(process)
        assert process.stdout is not None
        return process, int(process.stdout.readline())

    yield start
    for process in running:
        process.kill()
        process.communicate()


def server_of(connection: Connection) -> int:
    return int(connection.redis.info("server")["process_id"])


def parent_of(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


def is_stopped(data: Path) -> bool:
    return is_free(data / embedded_redis.SERVER)


def test_the_server_keeps_its_data_from_one_use_to_the_next(data: Path) -> None:
    with redis_connection.connection() as connection:
        connection.redis.set("a", "1")
    with redis_connection.connection() as connection:
        assert connection.redis.get("a") == b"1"
        assert str(data) in connection.description


def test_the_server_is_private_to_its_owner(data: Path) -> None:
    with redis_connection.connection() as connection:
        address = Path(connection.redis.connection_pool.connection_kwargs["path"])
        assert address.stat().st_mode & 0o077 == 0
        assert address.parent.stat().st_mode & 0o077 == 0
        assert len(bytes(address)) < 100
        assert data.stat().st_mode & 0o077 == 0
        assert connection.redis.config_get("port") == {"port": "0"}


def test_nothing_is_evicted_and_every_write_is_kept(data: Path) -> None:
    with redis_connection.connection() as connection:
        settings = connection.redis.config_get("append*", "maxmemory-policy")
        assert settings["maxmemory-policy"] == "noeviction"
        assert settings["appendonly"] == "yes"
        assert settings["appendfsync"] == "everysec"


def test_processes_share_one_server_that_ends_with_the_last(
    data: Path, user: Callable[[], tuple[subprocess.Popen[str], int]]
) -> None:
    first, server = user()
    second, same = user()
    assert server == same
    first.communicate()
    assert not is_stopped(data)
    second.communicate()
    wait_until(lambda: is_stopped(data))
    assert not Path(f"/proc/{server}").exists()


def test_the_server_ends_even_if_its_last_user_was_killed(
    data: Path, user: Callable[[], tuple[subprocess.Popen[str], int]]
) -> None:
    process, server = user()
    process.kill()
    process.wait()
    wait_until(lambda: is_stopped(data))
    assert not Path(f"/proc/{server}").exists()


def test_many_processes_that_start_at_once_start_one_server(data: Path) -> None:
    line = [sys.executable, "-c", USER]
    together = [subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(4)]
    servers = set()
    for process in together:
        assert process.stdout is not None
        servers.add(process.stdout.readline())
    for process in together:
        process.communicate()
    assert len(servers) == 1


def test_a_server_that_is_killed_comes_back_with_its_data(data: Path) -> None:
    with redis_connection.connection() as connection:
        connection.redis.set("a", "1")
        before = server_of(connection)
        os.kill(before, signal.SIGKILL)
        assert connection.redis.get("a") == b"1"
        assert server_of(connection) != before


def test_a_watchdog_that_is_killed_is_replaced_by_whoever_misses_the_server(data: Path) -> None:
    with redis_connection.connection() as connection:
        connection.redis.set("a", "1")
        before = server_of(connection)
        os.kill(parent_of(before), signal.SIGKILL)
        wait_until(lambda: is_stopped(data))
        assert connection.redis.get("a") == b"1"
    wait_until(lambda: is_stopped(data))


class SlowServer:
    """A server that says this and that while a clock runs on by 50 s each time it is asked."""

    def __init__(self, *replies: bytes) -> None:
        self.now = 0.0
        self._replies = iter(replies)

    def reply(self, _address: Path) -> bytes:
        self.now += 50.0
        return next(self._replies)


def _without_python(line: list[str], **how: Any) -> subprocess.Popen[bytes]:
    return subprocess.Popen(line, **{**how, "preexec_fn": None})


def started(monkeypatch: pytest.MonkeyPatch, folder: Path, slow: SlowServer) -> None:
    """Start a program that only has to be there, and ask the slow server in its place."""
    monkeypatch.setattr(embedded_redis, "reply", slow.reply)
    monkeypatch.setattr(embedded_redis, "time", SimpleNamespace(monotonic=lambda: slow.now, sleep=lambda _: None))
    (folder / embedded_redis.LOG).write_text("listening\n")
    monkeypatch.setattr(embedded_redis, "command_line", lambda *_: ["sleep", "1000"])
    # The watchdog has no threads, so it may run Python after a fork; we may have some of gRPC, which ends in a crash.
    plain = SimpleNamespace(Popen=_without_python, DEVNULL=subprocess.DEVNULL)
    monkeypatch.setattr(embedded_redis, "subprocess", plain)
    with exclusive_at_once(folder / embedded_redis.SERVER) as lock:
        server = embedded_redis.Server("sleep", folder, folder / "socket", lock)
        try:
            server.start()
        finally:
            server.stop()


def test_a_server_with_much_data_may_load_it_for_as_long_as_it_takes(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A store of a million games takes seconds to load, on a busy machine minutes: it was given up after one."""
    started(
        monkeypatch, tmp_path, SlowServer(b"", *[b"-LOADING Valkey is loading the dataset in memory"] * 20, b"+PONG")
    )


def test_a_server_that_says_nothing_for_a_minute_is_given_up(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with pytest.raises(embedded_redis.StartError, match="listening"):
        started(monkeypatch, tmp_path, SlowServer(b"", b"", b"+PONG"))


def test_a_server_that_cannot_start_is_reported_in_one_line(data: Path) -> None:
    (data / "appendonlydir").mkdir(parents=True)
    (data / "appendonlydir/appendonly.aof.manifest").write_text("nonsense\n")
    with pytest.raises(PlatformProblem, match="did not start on") as problem, redis_connection.connection():
        pass
    assert "\n" not in str(problem.value)


@pytest.mark.parametrize("victim", ["$PPID", "$$"], ids=["watchdog", "server"])
def test_a_start_that_is_killed_is_tried_again(
    data: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, victim: str
) -> None:
    """D3: a watchdog killed while starting was exit 3 with an empty reason. Here the first start kills itself."""
    program = script(tmp_path, f"if mkdir {tmp_path}/once; then kill -9 {victim}; fi; exec {packaged_server()} $*")
    monkeypatch.setattr(redis_connection, "find_program", lambda folder: program)
    with redis_connection.connection() as connection:
        assert connection.redis.ping()
    assert (tmp_path / "once").exists()


def test_a_server_that_is_always_killed_is_reported_in_one_line(
    data: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """D3: the reason is never empty."""
    program = script(tmp_path, "kill -9 $PPID")
    monkeypatch.setattr(redis_connection, "find_program", lambda folder: program)
    with pytest.raises(PlatformProblem, match="is killed whenever it starts"), redis_connection.connection():
        pass


def script(folder: Path, line: str) -> Program:
    """A server program that is one line of shell."""
    path = folder / "server"
    path.write_text(f"#!/bin/sh\n{line}\n")
    path.chmod(0o755)
    return Program(str(path), Release("Valkey", "9.1.2"))


def test_a_server_program_that_cannot_be_run_is_reported(
    data: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    none = Program(str(tmp_path / "none"), Release("Valkey", "9.1.2"))
    monkeypatch.setattr(redis_connection, "find_program", lambda folder: none)
    with pytest.raises(PlatformProblem, match=r"none did not start on .*No such file"), redis_connection.connection():
        pass


def test_a_folder_that_cannot_hold_data_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SERAI_HOME", "/dev/null/home")
    with (
        pytest.raises(PlatformProblem, match=r"cannot hold data .Not a directory.; set SERAI_HOME"),
        redis_connection.connection(),
    ):
        pass


def test_the_server_of_redis_url_is_used(connection: Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDIS_URL", connection.url)
    with redis_connection.connection() as given:
        assert server_of(given) == server_of(connection)
        assert "REDIS_URL" in given.description


@pytest.mark.parametrize("url", ["redis://:secret@127.0.0.1:1/0", "unix:///nowhere.sock", "http://127.0.0.1"])
def test_nothing_takes_the_place_of_a_redis_url_that_does_not_answer(
    data: Path, monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    monkeypatch.setenv("REDIS_URL", url)
    with pytest.raises(PlatformProblem, match="REDIS_URL is") as problem, redis_connection.connection():
        pass
    assert "secret" not in str(problem.value)
    assert "\n" not in str(problem.value)
    assert not data.exists()


def test_an_old_server_is_refused(connection: Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDIS_URL", connection.url)
    monkeypatch.setattr(redis_connection, "OLDEST", (99, 0))
    with pytest.raises(PlatformProblem, match=r"needs 99\.0 or newer"), redis_connection.connection():
        pass


def test_a_runtime_folder_prepared_by_somebody_else_is_refused(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with tempfile.TemporaryDirectory(dir="/tmp") as short:
        prepared = Path(short, f"serai-{os.getuid()}")
        prepared.mkdir()
        prepared.chmod(0o777)
        monkeypatch.setenv("XDG_RUNTIME_DIR", short)
        with pytest.raises(PlatformProblem, match="mode 700"), redis_connection.connection():
            pass
