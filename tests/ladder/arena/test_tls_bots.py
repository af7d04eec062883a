"""A sample bot of every language plays over TLS, with nothing changed but its environment."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from serai.ladder.access.certificate import Certificate, own
from serai.ladder.access.register import Register
from serai.ladder.arena.presence import Presence
from serai.ladder.bots import registry
from serai.ladder.bots.version import remote_bot
from serai.ladder.model.game_record import GameRecord
from serai.ladder.model.plan import casual_plan
from serai.ladder.queue.afar import Afar
from serai.ladder.queue.batch import RemoteSide
from serai.ladder.queue.blocks import BlockPlayer
from serai.ladder.storage.paths import home
from serai.ladder.storage.redis_connection import Connection
from serai.ladder.storage.store import Store
from serai.referee.clock import TimeControl
from serai.server.bot_process import BotCommand
from tests.ladder.access.served import Loop
from tests.sample_bots.languages import EVERY_RANDOM, command
from tests.waiting import wait_until

# The first build of a language on a machine compiles all that its bots need.
pytestmark = pytest.mark.timeout(1200)

PARTNER = "partner"
GAMES = 2


@pytest.fixture(scope="module")
def certificate() -> Certificate:
    return own(())


@pytest.fixture(scope="module")
def arena(connection: Connection, certificate: Certificate) -> Iterator[tuple[Store, str]]:
    """A store and the address of an arena over TLS, with a bot in Python that waits for others."""
    connection.redis.flushall()
    store, loop = Store(connection.redis), Loop()
    Register(store).add_owner("anna")
    with loop.arena(store, certificate) as serving:
        address = str(serving.address)
        with connected(store, address, python_bot(), PARTNER):
            yield store, address
    loop.stop()


def python_bot() -> BotCommand:
    package = registry.find("random")
    registry.install(package)
    return registry.command(package.bot)


@contextmanager
def connected(store: Store, address: str, bot: BotCommand, name: str, **more: str) -> Iterator[subprocess.Popen[str]]:
    """Run a bot while the block does; its environment is all that it gets."""
    _, token = Register(store).create("anna", bot=name, seconds=3600)
    kept = {key: value for key, value in os.environ.items() if not key.startswith("SERAI_")}
    told = {"SERAI_REFEREE": address, "SERAI_TOKEN": token, "SERAI_CA": str(home() / "arena" / "tls.crt"), **more}
    process = subprocess.Popen(
        bot.command, cwd=bot.folder, env={**kept, **told}, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    try:
        wait_until(lambda: process.poll() is not None or Presence(store.redis).present(name) is not None)
        yield process
    finally:
        process.kill()
        process.communicate()


def play(store: Store, name: str) -> list[GameRecord]:
    """Let two remote bots play two games."""
    bots = [remote_bot(each, ["yspahan"], "1").bot for each in (name, PARTNER)]
    plan, deal_of = casual_plan("yspahan", bots, 1, {"two_players": "on"}, TimeControl(), 8, bytes(32))
    played: list[GameRecord] = []

    async def only_attempt(*_: object) -> int:
        return 0

    def on_block(_: int, games: list[GameRecord]) -> bool:
        played.extend(games)
        return True

    with BlockPlayer(locate=Afar(store.redis).locate) as player:
        player.play(plan, [0], deal_of, on_block=on_block, remote=RemoteSide(only_attempt, frozenset([0])))
    return played


@pytest.mark.parametrize("name", EVERY_RANDOM)
def test_a_bot_of_every_language_plays_over_tls(arena: tuple[Store, str], name: str) -> None:
    store, address = arena
    with connected(store, address, command(name), f"far-{name}") as process:
        if process.poll() is not None:
            pytest.fail(f"it has left: {process.stderr.read() if process.stderr else ''}")
        played = play(store, f"far-{name}")
    assert [[seat["cause"] for seat in game.fact["seats"]] for game in played] == [[None, None]] * GAMES


@pytest.mark.parametrize("name", ["random", *EVERY_RANDOM])
def test_no_token_goes_to_an_arena_that_is_not_trusted(arena: tuple[Store, str], name: str, tmp_path: Path) -> None:
    """Its certificate is not the one that is trusted: the bot leaves with a line, and nobody has come in."""
    store, address = arena
    other = tmp_path / "other.pem"
    other.write_bytes(_another_certificate(tmp_path))
    bot = python_bot() if name == "random" else command(name)
    stranger = f"{name}-stranger"
    with connected(store, address, bot, stranger, SERAI_CA=str(other)) as process:
        process.wait()
        assert process.returncode != 0
        assert process.stderr is not None
        assert process.stderr.read().strip()
    assert Presence(store.redis).present(stranger) is None


def _another_certificate(folder: Path) -> bytes:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SERAI_HOME", str(folder))
        return own(()).chain
