"""A real Valkey for the tests of this folder, one per test process, and small bots that always do the same."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from serai.ladder.bots import registry
from serai.ladder.bots.version import Package
from serai.ladder.storage import embedded_redis, redis_connection
from serai.ladder.storage.locks import is_free
from serai.ladder.storage.paths import home
from serai.ladder.storage.redis_connection import Connection
from serai.ladder.storage.store import Store
from tests.waiting import wait_until

BOT = """
import serai

class Test(serai.Bot):
    games = serai.EVERY_GAME

    def choose(self, table, view, options):
        return {choice}

if __name__ == "__main__":
    Test().run()
"""
MANIFEST = """
name = "{name}"
language = "python"
games = ["yspahan"]
run = ["{{python}}", "bot.py"]
"""
CHOICES = {"first": "0", "last": "len(options) - 1", "any": "table.luck.below(len(options))"}

MakeBot = Callable[..., Path]


@pytest.fixture(scope="session")
def connection() -> Iterator[Connection]:
    with redis_connection.connection() as found:
        yield found
    wait_until(lambda: is_free(home() / "valkey" / embedded_redis.SERVER))


@pytest.fixture
def store(connection: Connection) -> Store:
    """An empty store."""
    connection.redis.flushall()
    return Store(connection.redis)


def write_bot(folder: Path, name: str, choice: str = "0", extra: str = "") -> Path:
    """A folder with a bot whose answer to every question is the same expression."""
    folder.mkdir(parents=True)
    (folder / "bot.toml").write_text(MANIFEST.format(name=name) + extra)
    (folder / "bot.py").write_text(BOT.format(choice=choice))
    return folder


@pytest.fixture
def make_bot(tmp_path: Path) -> MakeBot:
    def make(name: str = "first", choice: str = "0", extra: str = "") -> Path:
        return write_bot(tmp_path / "authors" / name, name, choice, extra)

    return make


@pytest.fixture(scope="session")
def packages(tmp_path_factory: pytest.TempPathFactory) -> list[Package]:
    """Three bots that always do the same: they choose the first option, the last, or one drawn from their luck."""
    folder = tmp_path_factory.mktemp("bots")
    return [registry.package(write_bot(folder / name, name, choice)) for name, choice in CHOICES.items()]
