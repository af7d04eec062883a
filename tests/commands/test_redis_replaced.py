"""Whole tournaments on a Redis behind TLS, and through a fail-over by Sentinel: they end as undisturbed (D9)."""

import json
import shutil
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import redirect_stdout, suppress
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from redis.exceptions import RedisError

from bench.slow_redis import far_away
from serai.ladder.bots import registry
from serai.ladder.bots.version import Package
from serai.ladder.commands.main import run as serai
from serai.ladder.queue.play_job import play
from serai.ladder.storage import redis_connection, tournaments
from serai.ladder.storage.redis_waiting import silently
from serai.ladder.storage.store import open_store
from serai.referee.clock import TimeControl
from tests.commands.background import Command
from tests.ladder.storage.real_redis import KEPT, RealRedis
from tests.ladder.storage.test_sentinel import Group
from tests.waiting import wait_until

NAME = "spring"
SECRET = bytes(range(32))
BLOCKS = 2
PASSWORD = "of-the-data"
PATIENT = TimeControl(20_000, 10, 20_000)
SEATS = 2
TABLES = ("ladder", "ladder crosstable", f"tournament games {NAME}")

MANIFEST = """
name = "gated"
language = "python"
games = ["yspahan"]
run = ["{python}", "bot.py"]
"""
# After its first game a process goes on only when the file is there. Of every block each process plays one game.
BOT = """
import pathlib, time
import serai

class Gated(serai.Bot):
    games = ("yspahan",)

    def choose(self, table, view, options):
        return options[0]

    def game_ended(self, table, result):
        while not pathlib.Path("gate").exists():
            time.sleep(0.01)

if __name__ == "__main__":
    Gated().run()
"""


class Outcome(NamedTuple):
    """What is on record: every fact but for its times, and what the commands print of all of them."""

    facts: list[dict[str, Any]]
    tables: list[Any]


@pytest.fixture(scope="module")
def gated(tmp_path_factory: pytest.TempPathFactory) -> Package:
    """A bot whose processes play one game each, and more when somebody opens the gate."""
    folder = tmp_path_factory.mktemp("author") / "gated"
    folder.mkdir()
    (folder / "bot.toml").write_text(MANIFEST)
    (folder / "bot.py").write_text(BOT)
    return registry.package(folder)


def create(gated: Package) -> None:
    """The tournament, one game at a time, in the store and the home of this test."""
    packages = [gated, registry.find("random")]
    terms: dict[str, Any] = {"settings": {"two_players": "on"}, "control": PATIENT, "in_flight": 1, "secret": SECRET}
    with open_store() as store:
        tournaments.create(store, NAME, "yspahan", packages, seats=SEATS, blocks=BLOCKS, **terms)


def open_the_gate(gated: Package) -> None:
    (registry.install(gated) / "gate").touch()


def wait_for_the_first_block() -> None:
    """The second is begun then, and cannot end before the gate is open."""
    with open_store() as store:
        wait_until(lambda: store.count(NAME) == SEATS)


def outcome() -> Outcome:
    with open_store() as store:
        facts = [{key: value for key, value in fact.items() if key != "times"} for fact in store.facts(NAME)]
    return Outcome(facts, [printed(line) for line in TABLES])


def printed(line: str) -> Any:
    """What a command prints for programs; it runs in this process, which is much quicker."""
    with redirect_stdout(StringIO()) as out:
        assert serai([*line.split(), "--json"]) == 0
    return json.loads(out.getvalue())


@pytest.fixture(scope="module")
def undisturbed(gated: Package, tmp_path_factory: pytest.TempPathFactory) -> Outcome:
    """The same tournament with the embedded server, and the gate open from the beginning."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SERAI_HOME", str(tmp_path_factory.mktemp("home")))
        create(gated)
        open_the_gate(gated)
        play(NAME, list(range(BLOCKS)))
        return outcome()


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SERAI_HOME", str(tmp_path / "home"))


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    """A file with a certificate for 127.0.0.1 that vouches for itself, and its key."""
    if not shutil.which("openssl"):
        pytest.skip("openssl is not installed, so no certificate can be made")
    made = tmp_path / "certificate.pem"
    kind = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=here"
    line = ["openssl", *kind.split(), "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", str(made), "-out", str(made)]
    subprocess.run(line, check=True, capture_output=True)
    return made


@pytest.fixture
def behind_tls(tmp_path: Path, certificate: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[RealRedis]:
    """A server with a password that is reached by TLS: the packaged one leaves that to whatever stands before it."""
    server = RealRedis(tmp_path / "redis", *KEPT, "--requirepass", PASSWORD)
    tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    tls.load_cert_chain(certificate)
    server.start()
    try:
        with far_away(server.url, tls=tls) as address:
            url = address.replace("://", f"://:{PASSWORD}@")
            monkeypatch.setenv("REDIS_URL", f"{url}?ssl_ca_certs={certificate}")
            yield server
    finally:
        server.kill()


@pytest.fixture
def group(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Group]:
    """A master, its replica and a sentinel."""
    made = Group(tmp_path)
    monkeypatch.setenv("REDIS_URL", made.url)
    try:
        for server in (made.master, made.replica, made.sentinel):
            server.start()
        wait_until(made.knows_the_replica)
        yield made
    finally:
        for server in (made.master, made.replica, made.sentinel):
            server.kill()


def leads(group: Group, server: RealRedis) -> bool:
    with suppress(RedisError), group.client(server) as client:
        return bool(client.info("replication")["role"] == "master")
    return False


def test_a_command_that_was_cut_off_is_repeated_on_the_new_master(group: Group) -> None:
    """The old one never comes back: redis-py would go on asking there, for the command has begun with it."""
    with redis_connection.connection(waiting=silently) as connection:
        connection.redis.set("before", 1)
        group.master.kill()
        connection.redis.set("after", 1)
        assert leads(group, group.replica)


@pytest.mark.usefixtures("home")
def test_a_tournament_behind_tls_survives_a_restart(
    behind_tls: RealRedis, gated: Package, undisturbed: Outcome
) -> None:
    create(gated)
    with Command("tournament", "run", NAME, "--workers", "1") as run:
        wait_for_the_first_block()
        behind_tls.kill()
        run.says("waiting for Redis at rediss://:***@127.0.0.1")
        open_the_gate(gated)
        behind_tls.start()
        assert run.process.wait() == 0
    assert outcome() == undisturbed


@pytest.mark.usefixtures("home")
def test_a_tournament_survives_a_fail_over(group: Group, gated: Package, undisturbed: Outcome) -> None:
    """Only a block is on record when the master dies; it comes back as the replica that recording waits for."""
    create(gated)
    with Command("tournament", "run", NAME, "--workers", "1") as run:
        wait_for_the_first_block()
        group.master.kill()
        run.says("waiting for Redis at redis+sentinel://:***@")
        open_the_gate(gated)
        wait_until(lambda: leads(group, group.replica))
        group.master.start("--replicaof", f"127.0.0.1 {group.replica.port}")
        assert run.process.wait() == 0
    assert outcome() == undisturbed
