"""One tournament for bots of all languages, through the queue, to the end."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from serai.ladder.bots import registry
from serai.ladder.bots.toolchains import lack
from serai.ladder.queue.running import run_tournament
from serai.ladder.storage import redis_connection, tournaments
from serai.ladder.storage.store import Store
from tests.sample_bots.languages import EVERY_RANDOM, command

pytestmark = pytest.mark.timeout(1200)

ENTRIES = ["random", *EVERY_RANDOM]
SEATS = 4
LINE_UPS = 5


@pytest.fixture
def store(monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    """A store whose workers find the bots that other tests have built."""
    monkeypatch.setenv("SERAI_HOME", os.environ["SERAI_TEST_BUILDS"])
    with redis_connection.connection() as connection:
        connection.redis.flushall()
        yield Store(connection.redis)


def can_be_built(name: str) -> bool:
    return not lack(registry.package(registry.built_in()[name]).bot.manifest.language)


@pytest.mark.parametrize("name", EVERY_RANDOM)
def test_the_language_of_a_bot_is_here(name: str) -> None:
    """Skipped, by name, where it is not: the tournaments are then played without it."""
    assert command(name).folder.is_dir()


@pytest.mark.parametrize("game", ["yspahan", "council_of_four"])
def test_all_languages_play_a_tournament_to_the_end(store: Store, game: str) -> None:
    packages = [registry.package(registry.built_in()[name]) for name in ENTRIES if can_be_built(name)]
    tournament = tournaments.create(store, f"babel-{game}", game, packages, seats=SEATS, blocks=1, limit=LINE_UPS)
    run_tournament(store, tournament, workers=2)
    facts = list(store.facts(tournament.name))
    assert len(facts) == tournament.games
    assert {seat["bot"] for fact in facts for seat in fact["seats"]} == {package.bot.name for package in packages}
    assert [seat for fact in facts for seat in fact["seats"] if seat["ending"] != "played"] == []
