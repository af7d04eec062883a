"""One bot never stops an event (D12): who cannot be built, or brings its worker down, is retired from its games."""

import signal
from pathlib import Path

import pytest

from serai.ladder.bots import building, registry
from serai.ladder.bots.building import BuildFailed, BuildStopped
from serai.ladder.bots.version import Package
from serai.ladder.model.facts import Fact
from serai.ladder.model.tournament import Tournament
from serai.ladder.queue import suspects
from serai.ladder.queue.running import run_tournament
from serai.ladder.storage import tournaments
from serai.ladder.storage.paths import UNSAFE
from serai.ladder.storage.queue_notes import QueueNotes
from serai.ladder.storage.store import Store
from tests.ladder.conftest import write_bot
from tests.waiting import wait_until

TWO = {"two_players": "on"}
SECRET = bytes(range(32))
ENDLESS = 'build = ["sleep", "1000"]'
FAILING = 'build = ["{python}", "-c", "print(1); raise SystemExit(\'no compiler\')"]'

# Looks for its worker among its ancestors, however it was started.
KILLER = """
import os, signal
from pathlib import Path
import serai

def worker(pid):
    while b"serai.ladder.queue.worker" not in Path(f"/proc/{pid}/cmdline").read_bytes():
        pid = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    return pid

class Killer(serai.Bot):
    games = serai.EVERY_GAME

    def choose(self, table, view, options):
        os.kill(worker(os.getppid()), signal.SIGKILL)
        return 0

if __name__ == "__main__":
    Killer().run()
"""


def create(store: Store, packages: list[Package]) -> Tournament:
    return tournaments.create(store, "spring", "yspahan", packages, seats=2, blocks=1, settings=TWO, secret=SECRET)


def causes(fact: Fact) -> dict[str, str | None]:
    return {seat["bot"]: seat["cause"] for seat in fact["seats"]}


def assert_retired(store: Store, bot: str, cause: str) -> None:
    """In all its games, and nobody else in any."""
    facts = list(store.facts("spring"))
    assert len(facts) == 6
    for fact in facts:
        assert causes(fact) == {name: cause if name == bot else None for name in causes(fact)}
    assert any(bot in causes(fact) for fact in facts)


@pytest.mark.parametrize(
    ("build", "why", "log"),
    [
        (ENDLESS, "it cannot be built: it takes longer than 0.5 s", ""),
        (FAILING, "it cannot be built: no compiler", "1\nno compiler"),
    ],
)
def test_a_bot_that_cannot_be_built_is_retired_and_the_rest_goes_on(
    store: Store,
    packages: list[Package],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    build: str,
    why: str,
    log: str,
) -> None:
    monkeypatch.setenv(building.LIMIT, "0.5" if build == ENDLESS else "60")
    broken = registry.package(write_bot(tmp_path / "broken", "broken", extra=build))
    run_tournament(store, create(store, [*packages[:2], broken]), 1)
    assert_retired(store, "broken", "start")
    known = QueueNotes(store.redis).inability(broken.bot.version)
    assert known is not None
    assert (known.why, known.log) == (why, log)
    evidence = [str(store.game(fact["game_id"]).replay) for fact in store.facts("spring") if "broken" in causes(fact)]
    assert all(why in text for text in evidence)


def test_a_bot_that_kills_its_worker_is_withheld_and_the_rest_goes_on(
    store: Store, packages: list[Package], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Confined it could not, so here it is not."""
    monkeypatch.setenv(UNSAFE, "1")
    monkeypatch.setattr(suspects, "MOST_DEATHS", 2)
    folder = write_bot(tmp_path / "killer", "killer")
    (folder / "bot.py").write_text(KILLER)
    said: list[str] = []
    run_tournament(store, create(store, [*packages[:2], registry.package(folder)]), 1, say=said.append)
    assert_retired(store, "killer", "crash")
    assert any("is tried without killer@" in line for line in said)
    assert f"a worker was ended by {signal.SIGKILL.name} and was replaced" in said
    assert QueueNotes(store.redis).withheld("spring") == {2}


def test_a_build_that_takes_too_long_is_ended_with_all_it_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(building.LIMIT, "0.5")
    pid = tmp_path / "pid"
    script = f"sleep 1000 & echo $! > {pid}; wait"
    found = registry.package(write_bot(tmp_path / "slow", "slow", extra=f'build = ["sh", "-c", "{script}"]'))
    with pytest.raises(BuildFailed, match=r"slow@\w+ cannot be built \(it takes longer than 0.5 s\)"):
        registry.install(found)
    wait_until(lambda: not Path(f"/proc/{pid.read_text().strip()}").exists())


def test_a_build_ends_when_its_worker_has_to_stop(tmp_path: Path) -> None:
    import threading

    stop = threading.Event()
    found = registry.package(write_bot(tmp_path / "slow", "slow", extra=ENDLESS))
    threading.Timer(0.2, stop.set).start()
    with pytest.raises(BuildStopped):
        registry.install(found, stop)


def test_a_version_that_is_enabled_is_tried_again(
    store: Store, packages: list[Package], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(UNSAFE, "1")  # Its build looks for a file that it could not see else.
    from serai.ladder.commands.bot.register import set_disabled

    mark = tmp_path / "compiler"
    broken = registry.package(write_bot(tmp_path / "broken", "broken", extra=f'build = ["test", "-e", "{mark}"]'))
    notes = QueueNotes(store.redis)
    run_tournament(store, create(store, [*packages[:2], broken]), 1)
    assert notes.inability(broken.bot.version) is not None
    mark.touch()
    set_disabled("broken", False)
    assert notes.inability(broken.bot.version) is None
