"""Bots of an arena are confined: what is refused, what is recorded, and what others do to them (D2, D10, D11)."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from serai.ladder.bots import confinement, registry
from serai.ladder.bots.version import BotVersion, Package
from serai.ladder.errors import PlatformProblem
from serai.ladder.model import schedule
from serai.ladder.model.game_record import GameRecord
from serai.ladder.model.plan import Plan
from serai.ladder.queue.blocks import BlockPlayer
from serai.referee.clock import TimeControl
from serai.referee.games import GAMES
from serai.server.sandbox.sandbox import NoSandbox, Sandbox
from tests.ladder.conftest import write_bot
from tests.recorded import without_times

SETTINGS = GAMES["yspahan"].complete(2, {"two_players": "on"})
# Writes wherever it can, attacks its worker, and chooses otherwise if it finds what it has written.
CHEAT = """
import contextlib
import os
import pathlib
import signal

import serai

PLACES = [pathlib.Path(place) for place in ("/tmp/dice", "/dev/shm/dice", "dice", "/var/tmp/dice", "/run/dice")]


class Cheat(serai.Bot):
    games = serai.EVERY_GAME

    def __init__(self):
        self.knows = any(place.exists() for place in PLACES)

    def choose(self, table, view, options):
        for place in PLACES:
            with contextlib.suppress(OSError):
                place.write_text(str(view))
        return len(options) - 1 if self.knows else 0

    def game_ended(self, table, result):
        assert not result.deal
        for number in (os.getppid(), 1):
            with contextlib.suppress(OSError):
                os.kill(number, signal.SIGKILL)


if __name__ == "__main__":
    Cheat().run()
"""


def deal_of(block: int) -> bytes:
    return schedule.deal(bytes(32), block)


def cheat(folder: Path) -> Package:
    written = write_bot(folder / "cheat", "cheat")
    (written / "bot.py").write_text(CHEAT)
    return registry.package(written)


def plan(bots: list[BotVersion], blocks: int = 2) -> Plan:
    scheduled = schedule.schedule(len(bots), 2, blocks, None, deal_of)
    return Plan(None, "yspahan", 1, SETTINGS, 2, TimeControl(), 64, tuple(bots), scheduled)


def installed(*packages: Package) -> list[BotVersion]:
    for package in packages:
        registry.install(package)
    return [package.bot for package in packages]


@pytest.fixture
def box() -> Sandbox:
    return confinement.required()


def test_a_block_that_is_played_again_gives_no_advantage(tmp_path: Path, box: Sandbox) -> None:
    """A bot that writes down what it sees and kills what it can plays the same games again, and knows nothing (D11)."""
    bots = installed(cheat(tmp_path), registry.find("random"))
    again: list[list[GameRecord]] = []
    for _ in range(2):
        with BlockPlayer(sandbox=box) as player:
            player.play(plan(bots, 1), [0], deal_of, on_block=lambda _, games: again.append(games))
    assert [without_times(game) for game in again[0]] == [without_times(game) for game in again[1]]
    assert {seat["cause"] for games in again for game in games for seat in game.fact["seats"]} == {None}


def test_a_fact_names_the_layers(box: Sandbox) -> None:
    found: list[GameRecord] = []
    bots = installed(registry.find("random"), registry.find("random"))
    for sandbox in (box, None):
        with BlockPlayer(sandbox=sandbox) as player:
            player.play(plan(bots, 1), [0], deal_of, on_block=lambda _, games: found.extend(games))
    assert [game.fact["sandbox"] for game in found] == [box.layers, box.layers, [], []]
    assert {"bubblewrap", "seccomp", "rlimits"} <= set(box.layers)


def test_a_bot_that_others_kill_is_not_charged_with_it(box: Sandbox) -> None:
    """Its block is played again by fresh processes, and comes out as in peace (D2)."""
    bots = installed(registry.find("random"), registry.find("random"))
    peace: dict[int, list[GameRecord]] = {}
    storm: dict[int, list[GameRecord]] = {}
    killed: list[int] = []

    def kill_one(_: int) -> None:
        if not killed and (found := children()):
            killed.append(min(found))
            os.kill(killed[0], signal.SIGKILL)

    with BlockPlayer(sandbox=box) as player:
        player.play(plan(bots), range(2), deal_of, on_block=peace.__setitem__)
    with BlockPlayer(sandbox=box) as player:
        player.play(plan(bots), range(2), deal_of, on_block=storm.__setitem__, on_game=kill_one)
    assert killed
    assert storm.keys() == peace.keys()
    for block, games in peace.items():
        assert [without_times(game) for game in storm[block]] == [without_times(game) for game in games]


def children() -> set[int]:
    """The processes that this one has started."""
    return {int(pid) for path in Path("/proc/self/task").glob("*/children") for pid in path.read_text().split()}


def test_a_stranger_is_refused_where_there_is_no_sandbox(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One line that says why; what comes with Serai may run, also under another name."""

    def no_sandbox(_: object) -> Sandbox:
        raise NoSandbox("bubblewrap is not installed")

    monkeypatch.setattr(confinement, "sandbox", no_sandbox)
    without = confinement.arena()
    assert without.sandbox is None
    without.check([registry.find("random").bot, registry.twin(registry.find("greedy")).bot])
    with pytest.raises(PlatformProblem, match=r"cheat@.* is not run without a sandbox: bubblewrap is not installed"):
        without.check([cheat(tmp_path).bot])


def test_nobody_is_confined_where_that_is_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SERAI_UNSAFE_NO_SANDBOX", "1")
    unsafe = confinement.arena()
    assert (unsafe.sandbox, unsafe.unsafe) == (None, True)
    unsafe.check([cheat(tmp_path).bot])


def yes(_: int, __: list[GameRecord]) -> bool:
    return True


def no(_: int, __: list[GameRecord]) -> bool:
    return False


def test_a_deal_is_told_only_when_its_block_is_on_record(tmp_path: Path) -> None:
    """GameEnded comes at once, the deal with it only if whoever takes the block says that it is recorded (D11)."""
    book = tmp_path / "book"
    written = write_bot(tmp_path / "listener", "listener")
    source = CHEAT.replace("assert not result.deal", f"open({str(book)!r}, 'a').write(result.deal.hex() + chr(10))")
    (written / "bot.py").write_text(source.partition("        for number in")[0] + "\n\nCheat().run()\n")
    bots = installed(registry.package(written), registry.find("random"))
    for recorded in (False, True):
        book.write_text("")
        with BlockPlayer() as player:
            player.play(plan(bots, 1), [0], deal_of, on_block=yes if recorded else no)
        told = [line for line in book.read_text().splitlines() if line]
        assert told == ([deal_of(0).hex()] if recorded else [])
