"""Finished blocks go on record from a thread: the referee's loop never waits for Redis (D6)."""

import threading
from typing import Any

import pytest
from redis.connection import AbstractConnection

from bench.slow_redis import far_away
from serai.ladder.bots import registry
from serai.ladder.bots.version import Package
from serai.ladder.model.game_record import GameRecord
from serai.ladder.model.tournament import Tournament
from serai.ladder.queue.play_job import play
from serai.ladder.queue.recorder import Recorder
from serai.ladder.queue.worker_names import own_name
from serai.ladder.storage import tournaments
from serai.ladder.storage.migration import ensure_format
from serai.ladder.storage.redis_connection import Connection
from serai.ladder.storage.store import Store
from tests.waiting import wait_until

TWO = {"two_players": "on"}
SECRET = bytes(range(32))


def create(store: Store, packages: list[Package]) -> Tournament:
    return tournaments.create(store, "spring", "yspahan", packages[:2], seats=2, blocks=4, settings=TWO, secret=SECRET)


@pytest.fixture
def tournament(store: Store, packages: list[Package]) -> Tournament:
    return create(store, packages)


@pytest.fixture
def games(store: Store, packages: list[Package], tournament: Tournament) -> list[GameRecord]:
    """The games of block 0, which are not on record any more."""
    play("spring", [0])
    records = [store.game(game_id) for game_id in tournament.game_ids(0)]
    store.redis.flushall()
    create(store, packages)
    return records


def recorder(store: Store, tournament: Tournament, **changes: Any) -> Recorder:
    given: dict[str, Any] = {"stop": threading.Event(), "wanted": lambda: True, "gives_up": lambda: False}
    return Recorder(store, tournament, (0, 1), **(given | changes))


@pytest.fixture
def senders(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The thread of every round trip to Redis from now on: what is written at once is one of them."""
    found: list[str] = []
    send: Any = AbstractConnection.send_packed_command

    def note(self: AbstractConnection, command: Any, check_health: bool = True) -> None:
        found.append(threading.current_thread().name)
        send(self, command, check_health)

    monkeypatch.setattr(AbstractConnection, "send_packed_command", note)
    return found


def test_a_job_waits_for_few_round_trips_and_its_games_for_none(
    connection: Connection,
    store: Store,
    packages: list[Package],
    tournament: Tournament,
    senders: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """D6: with a round trip of 100 ms nearly every game recorded a stall of the referee.

    The thread that plays opens two connections, asks which server it is, for the store's format and for the job, and
    says in the end how it went. Whether somebody watches is asked by another thread.
    """
    ensure_format(store)
    for package in packages:
        registry.install(package)
    senders.clear()
    with far_away(connection.url, 0.1) as address:
        monkeypatch.setenv("REDIS_URL", address)
        play("spring", [0, 1, 2, 3])
    assert senders.count(threading.current_thread().name) == 6
    assert set(senders) - {"spectator"} == {threading.current_thread().name, "recorder"}
    assert len(list(store.facts("spring"))) == tournament.games
    assert store.progress("spring") == {}


def test_a_block_is_recorded_when_it_is_finished(store: Store, tournament: Tournament, games: list[GameRecord]) -> None:
    with recorder(store, tournament) as recording:
        recording.block(0, games)
        wait_until(lambda: store.count("spring") == 2)
        assert wait_until(lambda: recording.recorded) == 1


def test_what_redis_does_not_take_is_kept_until_it_does(
    store: Store, tournament: Tournament, games: list[GameRecord]
) -> None:
    """Full memory or disk, a restart, a fail-over: what was played is not played again for that."""
    used = int(store.redis.info("memory")["used_memory"])
    store.redis.config_set("maxmemory", used // 2)
    try:
        with recorder(store, tournament) as recording:
            recording.block(0, games)
            wait_until(lambda: "OutOfMemory" in str(store.redis.info("errorstats")) or "OOM" in errors(store))
            assert recording.recorded == 0
            store.redis.config_set("maxmemory", 0)
        assert store.count("spring") == 2
    finally:
        store.redis.config_set("maxmemory", 0)


def errors(store: Store) -> str:
    """The kinds of errors the server has answered with."""
    return str(store.redis.info("errorstats"))


def test_a_worker_that_has_to_end_lets_go_of_what_redis_does_not_take(
    store: Store, tournament: Tournament, games: list[GameRecord]
) -> None:
    used = int(store.redis.info("memory")["used_memory"])
    store.redis.config_set("maxmemory", used // 2)
    try:
        with recorder(store, tournament, gives_up=lambda: True) as recording:
            recording.block(0, games)
        assert recording.recorded == 0
    finally:
        store.redis.config_set("maxmemory", 0)


def test_what_is_not_wanted_any_more_is_stopped(store: Store, tournament: Tournament) -> None:
    stop = threading.Event()
    with recorder(store, tournament, stop=stop, wanted=lambda: False):
        stop.wait()


def test_games_that_are_over_are_reported_until_their_block_is_on_record(
    store: Store, tournament: Tournament, games: list[GameRecord]
) -> None:
    def reported() -> object:
        return store.progress("spring").get(own_name(), {}).get("done")

    with recorder(store, tournament) as recording:
        recording.game(2)
        wait_until(lambda: reported() == 2)
        recording.block(0, games)
        wait_until(lambda: reported() == 0)
