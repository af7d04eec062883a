"""`serai doctor` warns of a Redis that could lose facts."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from serai.ladder.commands.doctor import all_findings
from serai.ladder.storage.embedded_program import packaged_server
from serai.ladder.storage.redis_settings import Settings
from tests.ladder.storage.real_redis import RealRedis, running


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealRedis]:
    made = RealRedis(tmp_path_factory.mktemp("redis"))
    with running(made):
        yield made


@pytest.mark.parametrize(
    ("appendonly", "save", "policy", "danger"),
    [
        ("yes", "", "noeviction", ""),
        ("no", "", "noeviction", "nothing is kept on disk"),
        ("no", "3600 1", "noeviction", "a crash loses all since the last snapshot"),
        ("yes", "", "allkeys-lru", "maxmemory-policy allkeys-lru drops data"),
    ],
)
def test_settings_that_could_lose_facts(
    server: RealRedis, appendonly: str, save: str, policy: str, danger: str
) -> None:
    for name, value in (("appendonly", appendonly), ("save", save), ("maxmemory-policy", policy)):
        server.says("CONFIG", "SET", name, value)
    with server.client() as client:
        found = Settings.of(client).danger()
    assert danger in found
    assert bool(danger) == found.startswith("facts could be lost: ")


def test_a_server_that_does_not_tell_its_configuration_is_judged_by_the_rest(server: RealRedis) -> None:
    """Users of a managed Redis may not ask for its configuration."""
    server.says("CONFIG", "SET", "appendonly", "no")
    server.says("ACL", "SETUSER", "default", "-config")
    try:
        with server.client() as client:
            assert "a crash loses all" in Settings.of(client).danger()
    finally:
        server.says("ACL", "SETUSER", "default", "+config")


def test_doctor_names_the_embedded_program_and_its_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SERAI_HOME", str(tmp_path))
    monkeypatch.setattr("serai.ladder.commands.doctor.TOOLCHAINS", {})
    found = {finding.check: finding for finding in all_findings()}
    assert found["redis"].detail.endswith(f"served by {packaged_server()}")
    assert found["persistence"].works
    assert found["persistence"].detail == "appendonly yes, maxmemory-policy noeviction"
