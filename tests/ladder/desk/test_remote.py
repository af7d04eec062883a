"""The desk of an arena, as commands ask it: pieces are put together, limits are waited for, older arenas are told."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import grpc
import pytest

from serai.ladder.access.address import Address
from serai.ladder.desk import games, people, tables
from serai.ladder.desk.desk import LocalDesk
from serai.ladder.desk.remote import RemoteDesk
from serai.ladder.errors import PlatformProblem, UserProblem
from serai.ladder.service import desk_service
from serai.ladder.storage.store import Store
from tests.ladder.access.served import Loop
from tests.ports import free_ports

_AGAIN_SOON = [("grpc.initial_reconnect_backoff_ms", 100), ("grpc.max_reconnect_backoff_ms", 100)]


@pytest.fixture(scope="module")
def loop() -> Iterator[Loop]:
    found = Loop()
    yield found
    found.stop()


def test_an_answer_is_the_same_in_however_many_pieces(
    store: Store, loop: Loop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desk_service, "_PIECE_BYTES", 1000)
    with loop.arena(store, None) as arena, grpc.insecure_channel(str(arena.address)) as channel:
        desk, local = RemoteDesk(channel, arena.address), LocalDesk(lambda: store)
        assert list(desk.ask(games.listed)) == list(local.ask(games.listed))
        assert desk.ask(games.rules, game="yspahan") == local.ask(games.rules, game="yspahan")


def test_who_asks_too_often_waits_and_is_answered(store: Store, loop: Loop) -> None:
    with loop.arena(store, None, rate=4.0) as arena, grpc.insecure_channel(str(arena.address)) as channel:
        desk = RemoteDesk(channel, arena.address)
        assert [desk.ask(tables.signatures, tournament=None)["blocks"] for _ in range(12)] == [[]] * 12


def test_an_arena_that_goes_away_is_waited_for_by_who_follows_an_event(store: Store, loop: Loop) -> None:
    """It was there; it goes, and comes back in the moment in which that is said."""
    listen, said = Address("127.0.0.1", free_ports(1)[0]), list[str]()
    with ExitStack() as later, grpc.insecure_channel(str(listen), _AGAIN_SOON) as channel:

        def say(line: str) -> None:
            said.append(line)
            if line.startswith("waiting"):
                later.enter_context(loop.arena(store, None, listen=listen))

        desk, impatient = RemoteDesk(channel, listen, say), RemoteDesk(channel, listen)
        with loop.arena(store, None, listen=listen):
            before = [asked.ask(tables.signatures, tournament=None) for asked in (desk, impatient)]
        with pytest.raises(PlatformProblem, match=f"^{listen}: "):
            impatient.ask(tables.signatures, tournament=None)
        assert [desk.ask(tables.signatures, tournament=None)] * 2 == before
    assert said == [f"waiting for {listen}: it does not answer", f"{listen} is back: going on"]


def test_an_arena_that_was_never_there_is_not_waited_for(store: Store) -> None:
    listen = Address("127.0.0.1", free_ports(1)[0])
    with grpc.insecure_channel(str(listen)) as channel, pytest.raises(PlatformProblem, match=f"^{listen}: "):
        RemoteDesk(channel, listen, pytest.fail).ask(tables.signatures, tournament=None)


def test_what_is_wrong_is_said_as_if_it_were_here(store: Store, loop: Loop) -> None:
    with loop.arena(store, None) as arena, grpc.insecure_channel(str(arena.address)) as channel:
        desk = RemoteDesk(channel, arena.address)
        with pytest.raises(UserProblem, match="chess") as far:
            desk.ask(games.rules, game="chess")
        with pytest.raises(UserProblem) as near:
            LocalDesk(lambda: store).ask(games.rules, game="chess")
        assert str(far.value) == str(near.value)
        with pytest.raises(UserProblem, match=f"^{arena.address}: this needs a token"):
            list(desk.ask(people.owners))


def test_an_older_arena_is_told_in_one_line() -> None:
    with ThreadPoolExecutor(1) as threads:
        server = grpc.server(threads)
        port = server.add_insecure_port("127.0.0.1:0")
        server.start()
        with grpc.insecure_channel(f"127.0.0.1:{port}") as channel:
            desk = RemoteDesk(channel, Address("127.0.0.1", port))
            with pytest.raises(PlatformProblem, match=r"runs an older Serai that cannot do this: games.rules$"):
                desk.ask(games.rules, game="yspahan")
        server.stop(None)
