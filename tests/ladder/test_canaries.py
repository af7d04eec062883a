"""Secrets planted in a running event, and searched for in all that can be read of it."""

from __future__ import annotations

import base64
import logging
import traceback
import zlib
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, cast

import pytest
from redis import Redis

from serai.ladder.bots.version import Package
from serai.ladder.model.tournament import Tournament
from serai.ladder.queue import jobs
from serai.ladder.queue.jobs import Task
from serai.ladder.queue.play_job import play
from serai.ladder.service import json_rows
from serai.ladder.storage import keys, tournaments
from serai.ladder.storage.packing import unpack, unpack_facts
from serai.ladder.storage.store import Store

SECRET = b"canary! " * 4
BLOCKS = 3


@pytest.fixture
def event(store: Store, packages: list[Package]) -> Tournament:
    """A tournament of three blocks, of which one is on record and one in the queue."""
    settings = {"two_players": "on"}
    found = tournaments.create(
        store, "spring", "yspahan", packages[:2], seats=2, blocks=BLOCKS, settings=settings, secret=SECRET
    )
    jobs.enqueue(store.redis, frozenset({"python"}), Task(jobs.new_id("spring"), "spring", (1,)))
    play("spring", [0])
    return found


def traces(secret: bytes) -> list[bytes]:
    """Return a secret as it could be written down."""
    return [secret, secret.hex().encode(), base64.b64encode(secret), base64.urlsafe_b64encode(secret).rstrip(b"=")]


def hidden(store: Store, event: Tournament) -> list[bytes]:
    """Return all that nobody may know yet: what deals are made from, and the deals of blocks not on record."""
    deals = [tournaments.deals(store, event.name)(index) for index in range(1, BLOCKS)]
    return [trace for secret in (SECRET, *deals) for trace in traces(secret)]


def everything(redis: Redis) -> Iterator[tuple[str, bytes]]:
    """Yield all keys of Redis with all that they hold, packed or not."""
    for key in cast("Iterator[bytes]", redis.scan_iter()):
        name = key.decode()
        for value in values(redis, name, cast("bytes", redis.type(name)).decode()):
            yield name, value
            yield name, unpacked(value)


def values(redis: Any, key: str, kind: str) -> list[bytes]:
    match kind:
        case "hash":
            return [part for pair in redis.hgetall(key).items() for part in pair]
        case "list":
            return cast("list[bytes]", redis.lrange(key, 0, -1))
        case "set":
            return list(redis.smembers(key))
        case "zset":
            return cast("list[bytes]", redis.zrange(key, 0, -1))
        case "string":
            return [redis.get(key)]
    raise AssertionError(f"{key} is a {kind}: look into it here")


def unpacked(value: bytes) -> bytes:
    """Return what was compressed as it was before; nothing if it was not."""
    found = b""
    for read in (unpack, unpack_facts):
        with suppress(zlib.error, ValueError):
            found += repr(read(value)).encode()
    return found


def test_only_the_key_of_the_secret_holds_it(store: Store, event: Tournament) -> None:
    """Not jobs, not notes, not facts, not replays, not schedules."""
    secrets = hidden(store, event)
    places = {key for key, value in everything(store.redis) if any(secret in value for secret in secrets)}
    assert places == {keys.secret("spring")}
    assert store.count("spring") == 2
    assert any(key.startswith("rq:") for key, _ in everything(store.redis))


def test_what_is_on_record_has_its_deal(store: Store, event: Tournament) -> None:
    """The search would find one: the deal of the block that is on record is in its facts."""
    [deal] = {fact["deal"] for fact in store.facts("spring")}
    assert any(deal.encode() in value for key, value in everything(store.redis) if key.endswith(":facts"))


def test_listings_hold_none_of_it(store: Store, event: Tournament) -> None:
    shown = repr([json_rows.tournament_row(store, event), json_rows.bot_rows(store), list(store.facts("spring"))])
    shown += repr([store.game(fact["game_id"]).as_json() for fact in store.facts("spring")])
    assert not any(secret in shown.encode() for secret in hidden(store, event))


def test_errors_and_logs_hold_none_of_it(
    store: Store, event: Tournament, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    """A block is played with a store that breaks."""
    caplog.set_level(logging.DEBUG)
    store.redis.set(keys.tournament("spring", "blocks"), "broken")
    with pytest.raises(Exception, match="WRONGTYPE") as raised:
        play("spring", [1])
    printed = "".join(capfd.readouterr()) + caplog.text + "".join(traceback.format_exception(raised.value))
    assert not any(secret in printed.encode() for secret in hidden(store, event))
