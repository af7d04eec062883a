"""A store of format 1 is converted when it is opened, whatever happens meanwhile; nothing in it changes for readers.

`format_1.json` is a store as Serai 0.1.0 wrote it, all keys with their content in base64: three tournaments of small
bots, of which one is half played and paused, one is finished and one has not begun.
"""

import json
import multiprocessing
import os
import signal
import zlib
from base64 import b64decode
from pathlib import Path
from typing import Any

import pytest
from redis import ConnectionPool, Redis, UnixDomainSocketConnection

from serai.ladder.errors import PlatformProblem
from serai.ladder.model.verification import verify_game
from serai.ladder.storage import keys, migration, tournaments
from serai.ladder.storage.redis_connection import Connection
from serai.ladder.storage.store import Store, open_store
from serai.referee.replay import ReplayError

OLD: dict[str, Any] = json.loads(Path(__file__).with_name("format_1.json").read_text())
NAMES = ["spring", "autumn", "winter"]


def restore(redis: Redis) -> None:
    redis.flushall()
    for key, kept in OLD.items():
        value = kept["value"]
        if kept["type"] == "string":
            redis.set(key, b64decode(value))
        elif kept["type"] == "hash":
            redis.hset(key, mapping={b64decode(field): b64decode(text) for field, text in value.items()})
        elif kept["type"] == "list":
            redis.rpush(key, *map(b64decode, value))
        elif kept["type"] == "set":
            redis.sadd(key, *map(b64decode, value))
        else:
            redis.zadd(key, {b64decode(member): 0 for member in value})


def old(name: str, part: str) -> dict[str, bytes]:
    """What format 1 keeps of each game."""
    found = OLD.get(keys.tournament(name, part), {"value": {}})["value"]
    return {b64decode(game_id).decode(): b64decode(text) for game_id, text in found.items()}


def assert_converted(store: Store) -> None:
    """Everything is what format 1 said, and nothing is left of its way to keep it."""
    assert store.redis.get(keys.FORMAT) == b"3"
    assert store.tournaments() == NAMES
    for name in NAMES:
        facts = [json.loads(fact) for fact in old(name, "facts").values()]
        assert list(store.facts(name)) == sorted(facts, key=lambda fact: (fact["block"], fact["rotation"]))
        for game_id, replay in old(name, "replays").items():
            assert store.game(game_id).replay == json.loads(zlib.decompress(replay))
        spec = json.loads(b64decode(OLD[keys.tournament(name)]["value"]))
        tournament = tournaments.load(store, name)
        blocks = [{"line_up": list(block.line_up), "commitment": block.commitment} for block in tournament.blocks]
        assert {**tournament.header(), "blocks": blocks} == spec
        assert store.secret(name) == b64decode(OLD[keys.tournament(name, "secret")]["value"])
        assert not store.redis.exists(keys.tournament(name, "secret"))
        assert store.count(name) == len(facts)
        for part in ("facts", "replays"):
            assert store.redis.hlen(keys.tournament(name, part)) == store.done(name).count
    assert store.redis.zcard(keys.GAMES) == sum(len(old(name, "facts")) for name in NAMES)


def test_an_old_store_is_converted_when_it_is_opened(connection: Connection) -> None:
    restore(connection.redis)
    with open_store() as store:
        assert_converted(store)
        assert [tournaments.state(store, each) for each in tournaments.load_all(store)] == ["paused", "finished", "new"]
        assert tournaments.missing(store, tournaments.load(store, "spring")) == [2, 3, 5]
        assert store.bots() == ["first", "last", "any"]
        assert store.is_disabled("any")


def test_converted_games_are_whole(connection: Connection) -> None:
    """They are of an epoch that nobody plays any more, so they cannot be played again; that is what is said of them."""
    restore(connection.redis)
    with open_store() as store:
        for name in NAMES:
            for fact in store.facts(name):
                game = store.game(fact["game_id"])
                assert (game.replay["digest"], game.replay["commitment"]) == (fact["digest"], fact["commitment"])
                assert len(game.replay["decisions"]) == fact["decisions"]
                with pytest.raises(ReplayError, match="the game is of epoch 1, these rules are epoch 2"):
                    verify_game(game, tournaments.load(store, name))


class Deadly(UnixDomainSocketConnection):
    """A connection whose process is killed when it has sent so many commands."""

    left = 0

    def send_packed_command(self, command: Any, check_health: bool = True) -> None:
        super().send_packed_command(command, check_health)  # type: ignore[no-untyped-call]  # redis-py has no type
        Deadly.left -= 1
        if Deadly.left == 0:
            os.kill(os.getpid(), signal.SIGKILL)


def convert_and_die(path: str, after: int) -> None:
    Deadly.left = after
    migration.ensure_format(Store(Redis(connection_pool=ConnectionPool(connection_class=Deadly, path=path))))


def test_a_conversion_that_is_killed_is_taken_up_again(connection: Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed after every single command that it sends."""
    monkeypatch.setattr(migration, "_BLOCKS_AT_ONCE", 2)
    path = connection.redis.connection_pool.connection_kwargs["path"]
    exit_code, after = -signal.SIGKILL, 0
    while exit_code == -signal.SIGKILL:
        after += 1
        restore(connection.redis)
        child = multiprocessing.get_context("fork").Process(target=convert_and_die, args=(path, after))
        child.start()
        child.join()
        assert child.exitcode is not None
        exit_code = child.exitcode
        connection.redis.delete(keys.MIGRATING)  # it would go by itself, but later
        store = Store(connection.redis)
        migration.ensure_format(store)
        assert_converted(store)
    assert exit_code == 0
    assert after > 20


def test_two_that_convert_at_once_do_no_harm(connection: Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    """The lock may be lost while a process is stopped: then another one converts the same games."""
    restore(connection.redis)
    store = Store(connection.redis)
    before = migration._old_games

    def overtaken(*given: Any) -> Any:
        read = before(*given)
        monkeypatch.setattr(migration, "_old_games", before)
        connection.redis.delete(keys.MIGRATING)
        migration.ensure_format(Store(connection.redis))
        return read

    monkeypatch.setattr(migration, "_old_games", overtaken)
    migration.ensure_format(store)
    assert_converted(store)


def test_the_secrets_of_format_2_are_set_apart(connection: Connection) -> None:
    """All else in such a store is as it is today."""
    restore(connection.redis)
    with open_store() as store:
        headers = [store.header(name) for name in NAMES]
        for name in NAMES:
            store.redis.rename(keys.secret(name), keys.tournament(name, "secret"))
        store.redis.set(keys.FORMAT, "2")
    with open_store() as store:
        assert_converted(store)
        assert [store.header(name) for name in NAMES] == headers


def test_a_new_store_gets_the_format_of_today(connection: Connection) -> None:
    connection.redis.flushall()
    with open_store() as store:
        assert store.redis.get(keys.FORMAT) == b"3"
        assert store.tournaments() == []


def test_a_store_of_a_newer_serai_is_refused(connection: Connection) -> None:
    connection.redis.flushall()
    connection.redis.set(keys.FORMAT, "4")
    with pytest.raises(PlatformProblem, match="the store has format 4, this Serai reads formats up to 3"), open_store():
        pass
    connection.redis.flushall()
