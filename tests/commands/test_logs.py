"""`--log-format json` of serve and worker: what happens to games and bots, and nothing that is secret."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import grpc
import pytest

from serai.ladder.access.register import Register
from serai.ladder.bots import registry
from serai.ladder.queue import jobs
from serai.ladder.queue.jobs import Task
from serai.ladder.queue.worker_classes import own_languages
from serai.ladder.storage import tournaments
from serai.ladder.storage.store import open_store
from serai.v1 import referee_pb2 as pb
from serai.v1.referee_pb2_grpc import RefereeServiceStub
from tests.commands.background import Command
from tests.ladder.conftest import write_bot
from tests.waiting import wait_until

SECRET = b"canary! " * 4


def test_games_bots_and_refusals_are_told_with_their_ids(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One of the bots cannot be started, one connects from afar, and a stranger is refused."""
    monkeypatch.setenv("SERAI_HOME", str(home))
    monkeypatch.setenv("SERAI_LOG", "json")
    with open_store() as store:
        broken = registry.package(write_bot(home / "broken", "broken", "this is no Python"))
        bots = [registry.find("random"), broken]
        options = {"two_players": "on"}
        tournaments.create(store, "spring", "yspahan", bots, seats=2, blocks=1, settings=options, secret=SECRET)
        jobs.enqueue(store.redis, own_languages(), Task(jobs.new_id("spring"), "spring", (0,)))
        register = Register(store)
        register.add_owner("anna")
        _, token = register.create("anna", bot="far_bot", seconds=3600.0)
        with Command("worker", "-n", "1") as worker:
            wait_until(lambda: store.count("spring") == 2)
        with Command("serve", "--listen", "127.0.0.1:0") as arena:
            address = json.loads(arena.line_with("serving on"))["text"].split()[2].rstrip(";")
            with grpc.insecure_channel(address) as channel:
                welcomed(channel, token)
                with pytest.raises(grpc.RpcError):
                    welcomed(channel, token[:-4] + "aaaa")
        facts = list(store.facts("spring"))
    said = worker.all_lines() + arena.all_lines()
    lines = [json.loads(line) for line in said]
    assert {line["host"] for line in lines} == {os.uname().nodename}
    assert ids(lines, "game_recorded") == sorted(fact["game_id"] for fact in facts)
    assert ids(lines, "bot_retired") == ids(lines, "game_recorded")
    assert {(line["bot"], line["cause"]) for line in of(lines, "bot_retired")} == {("broken", "start")}
    assert [line["bot"] for line in of(lines, "bot_arrived") + of(lines, "bot_left")] == ["far_bot"] * 2
    assert {(line["call"], line["reason"]) for line in of(lines, "call_refused")} == {
        ("/serai.v1.RefereeService/Play", "unauthenticated")
    }
    secret = token.rpartition("_")[2]
    assert not any(canary in line for line in said for canary in (secret, secret[:12], SECRET.hex(), facts[0]["deal"]))


def welcomed(channel: grpc.Channel, token: str) -> None:
    """Connect as a bot, be welcomed and hang up."""
    over = threading.Event()

    def say() -> Iterator[pb.PlayRequest]:
        yield pb.PlayRequest(hello=pb.Hello(token=token, protocol=1, name="far", games=["yspahan"]))
        over.wait()

    call = RefereeServiceStub(channel).Play(say())
    try:
        assert next(call).HasField("welcome")
    finally:
        over.set()
        call.cancel()


def of(lines: list[dict[str, Any]], event: str) -> list[dict[str, Any]]:
    return [line for line in lines if line["event"] == event]


def ids(lines: list[dict[str, Any]], event: str) -> list[str]:
    return sorted(line["game"] for line in of(lines, event))
