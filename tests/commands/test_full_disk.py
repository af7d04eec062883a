"""A full disk, of the store or of the archives: it is said, waited for or done without, and no fact is lost."""

import errno
import os
import re
import subprocess
from pathlib import Path

import pytest

from serai.ladder.bots import registry
from serai.ladder.storage import tournaments
from serai.ladder.storage.store import open_store
from tests.commands.background import Command
from tests.commands.conftest import NAME, create
from tests.commands.terminal import LINE, Here, environment, serai, succeeded
from tests.ladder.storage.real_redis import SMALL, RealRedis, running
from tests.small_disk import full, on_small_disk
from tests.waiting import wait_until

BLOCKS = 12


def test_a_tournament_waits_for_room_on_the_disk_of_its_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    server = RealRedis(tmp_path / "data", *SMALL, before=on_small_disk(tmp_path / "data", "4m"))
    monkeypatch.setenv("REDIS_URL", server.url)
    monkeypatch.setenv("SERAI_HOME", str(tmp_path / "home"))
    packages = [registry.find("greedy"), registry.find("random")]
    with running(server), open_store() as store:
        tournaments.create(store, NAME, "yspahan", packages, seats=2, blocks=BLOCKS, settings={"two_players": "on"})
        with Command("tournament", "run", NAME, "--workers", "1") as run:
            wait_until(lambda: store.count(NAME) > 0)
            assert server.process is not None
            with full(server.folder, server.process.pid):
                run.says("it cannot write to its disk")
            run.says("is back: going on")
            assert run.process.wait() == 0
        played = [(fact["block"], fact["rotation"]) for fact in store.facts(NAME)]
    assert played == [(block, rotation) for block in range(BLOCKS) for rotation in range(2)]


def test_replays_stay_in_redis_while_the_archives_disk_is_full(home: Path, twin: Path, here: Here) -> None:
    create(home, twin)
    line = [*on_small_disk(home / "archive", "4k"), *LINE, "tournament", "run", NAME, "--workers", "1"]
    run = subprocess.run(line, check=False, capture_output=True, text=True, env=environment(home), cwd=home)
    assert run.returncode == 0
    assert "replays were not archived: " in run.stderr
    assert f"cannot be written: {os.strerror(errno.ENOSPC)}; replays stay in Redis" in run.stderr
    assert "6 accepted, 0 refused" in succeeded(serai(home, "replay", "verify", "--all")).out
    assert succeeded(here(home, "archive", "--json")).json["games"] == 6
    assert "6 accepted, 0 refused" in succeeded(serai(home, "replay", "verify", "--all")).out


@pytest.mark.parametrize(
    ("folder", "typed", "said"),
    [
        ("games", "play yspahan random random random", r".*/games/[0-9a-f]{20}\.json: {full}; set SERAI_HOME .*"),
        ("small", "play yspahan random random random --replays small", r"small/[0-9a-f]{20}\.json: {full}"),
        ("small", "bot new third --into small", r"small/third cannot be written: {full}"),
        ("versions", "bot check random", r".*/versions/.*/bot\.(toml|py): {full}; set SERAI_HOME .*"),
    ],
)
def test_a_full_disk_is_named_and_nobody_elses_fault(home: Path, folder: str, typed: str, said: str) -> None:
    line = [*on_small_disk(home / folder, "4k"), *LINE, *typed.split()]
    done = subprocess.run(line, check=False, capture_output=True, text=True, env=environment(home), cwd=home)
    last = done.stderr.splitlines()[-1]
    assert re.fullmatch("serai: " + said.replace("{full}", os.strerror(errno.ENOSPC)), last)
    assert (done.returncode, "Traceback" in done.stderr) == (3, False)
