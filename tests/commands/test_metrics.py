"""`--metrics` of serve and worker: numbers for Prometheus that are right, and tell nothing that is secret."""

from __future__ import annotations

import re
import signal
import socket
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import grpc
import pytest
from prometheus_client.parser import text_string_to_metric_families

from serai.ladder.access.register import Register
from serai.ladder.bots import registry
from serai.ladder.queue import jobs
from serai.ladder.queue.jobs import Task
from serai.ladder.queue.worker_classes import own_languages
from serai.ladder.storage import tournaments
from serai.ladder.storage.store import Store, open_store
from serai.v1 import arena_pb2
from serai.v1.arena_pb2_grpc import AccessServiceStub
from tests.commands.background import Command
from tests.commands.terminal import Here
from tests.waiting import wait_until

SECRET = b"canary! " * 4
URL = re.compile(r"metrics on (http://127\.0\.0\.1:\d+/metrics)")


@pytest.fixture
def event(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    """A tournament of two blocks, the first of which is in the queue."""
    monkeypatch.setenv("SERAI_HOME", str(home))
    with open_store() as store:
        bots = [registry.find("random"), registry.find("greedy")]
        options = {"two_players": "on"}
        tournaments.create(store, "spring", "yspahan", bots, seats=2, blocks=2, settings=options, secret=SECRET)
        jobs.enqueue(store.redis, own_languages(), Task(jobs.new_id("spring"), "spring", (0,)))
        yield store


def url_in(line: str) -> str:
    found = URL.search(line)
    assert found is not None
    return found[1]


def scraped(url: str) -> str:
    with urllib.request.urlopen(url) as answer:
        return str(answer.read().decode())


def numbers(text: str) -> dict[str, float]:
    """Return the sum of each sample over its labels."""
    found: dict[str, float] = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            found[sample.name] = found.get(sample.name, 0.0) + sample.value
    return found


def test_a_worker_and_an_arena_count_what_is_played_and_who_calls(event: Store) -> None:
    register = Register(event)
    register.add_owner("anna")
    _, token = register.create("anna", role="viewer", seconds=3600.0)
    with Command("worker", "-n", "1", "--metrics", "0") as worker:
        url = url_in(worker.line_with("metrics on"))
        played = wait_until(lambda: text if numbers(text := scraped(url)).get("serai_games_total") == 2 else None)
    decisions = sum(fact["decisions"] for fact in event.facts("spring"))
    found = numbers(played)
    assert found["serai_decisions_total"] == decisions
    assert 0 < found["serai_answer_seconds_count"] <= decisions
    assert (found["serai_worker_processes"], found["serai_failed_jobs_total"]) == (1, 0)
    with Command("serve", "--listen", "127.0.0.1:0", "--metrics", "0") as arena:
        line = arena.line_with("metrics on")
        with grpc.insecure_channel(line.split()[2].rstrip(",")) as channel:
            call = AccessServiceStub(channel).WhoAmI
            call(arena_pb2.WhoAmIRequest(), metadata=(("authorization", f"Bearer {token}"),))
            with pytest.raises(grpc.RpcError, match="not the text of a token"):
                call(arena_pb2.WhoAmIRequest(), metadata=(("authorization", f"Bearer {token[:-1]}!"),))
        seen = scraped(url_in(line))
        arena.process.send_signal(signal.SIGTERM)
    found = numbers(seen)
    assert found["serai_recorded_games"] == 2
    assert (found["serai_redis_up"], found["serai_connected_bots"], found["serai_queue_jobs"]) == (1, 0, 0)
    assert 'serai_calls_total{service="serai.v1.AccessService"} 2.0' in seen
    assert 'serai_calls_refused_total{reason="unauthenticated"} 1.0' in seen
    assert nothing_secret(event, token, played + seen)


def nothing_secret(store: Store, token: str, text: str) -> bool:
    deals = [tournaments.deals(store, "spring")(block).hex() for block in range(2)]
    return not any(secret in text for secret in (*token.split("_")[1:], SECRET.decode(), SECRET.hex(), *deals))


@pytest.mark.parametrize("given", ["here", "127.0.0.1:99999", "unix:/tmp/metrics", "-1"])
@pytest.mark.parametrize("command", ["serve", "worker"])
def test_an_address_that_is_none_is_one_clear_line(home: Path, here: Here, command: str, given: str) -> None:
    answer = here(home, command, f"--metrics={given}")
    assert answer.code == 2
    assert f"'{given}' should read PORT or HOST:PORT, for example 9470" in answer.err


def test_a_port_that_is_taken_is_one_clear_line(home: Path, here: Here) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        answer = here(home, "worker", "--metrics", str(taken.getsockname()[1]))
    assert answer.code == 3
    assert answer.err.startswith("serai: cannot show metrics on 127.0.0.1:")
