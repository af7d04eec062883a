"""The whole life of an event from two machines that know nothing but `serai login`: an organiser's and an author's."""

from __future__ import annotations

import signal
from contextlib import ExitStack
from pathlib import Path

import pytest

from serai.ladder.access import arenas
from serai.ladder.storage.store import open_store
from serai.ladder.storage.wanted import wanted
from tests.commands.arena_afar import Arena, machine, serving, token_of
from tests.commands.terminal import Here, start, succeeded
from tests.ports import free_ports
from tests.waiting import wait_until

WAITS = "spring waits for a worker: serai worker, on any machine with the same REDIS_URL"
TABLE = ("--game", "yspahan", "--option", "two_players=on", "--seats", "2", "--blocks", "1")


def is_wanted(home: Path) -> bool:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SERAI_HOME", str(home))
        with open_store() as store:
            return "spring" in wanted(store.redis)


def test_an_event_from_beginning_to_end(home: Path, here: Here, twin: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run is interrupted, the arena ends and comes back, and the event is played to its end all the same."""
    for name in (arenas.ARENA, arenas.TOKEN, "REDIS_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("SERAI_HOME", str(home))
    with ExitStack() as machines, open_store():  # the embedded server stays while no arena is there
        with serving(home, f"127.0.0.1:{free_ports(1)[0]}", WAITS) as arena:
            organiser = machines.enter_context(machine(arena, token_of(home, "olga", "organiser")))
            author = machines.enter_context(machine(arena, let_in(organiser, "anna", here)))
            enter(author, twin, here)
            succeeded(here(organiser, "tournament", "create", "spring", *TABLE, "--bot", "twin", "--bot", "greedy"))
            interrupt_a_run(organiser, home, arena)
        with serving(home, arena.address, WAITS):
            play_to_the_end(author, home, here)
            look_back(organiser, author, here)


def let_in(organiser: Path, owner: str, here: Here) -> str:
    """Return the token of a new author."""
    succeeded(here(organiser, "owner", "add", owner, "--about", f"{owner}@example.org"))
    return str(succeeded(here(organiser, "token", "create", owner, "--role", "author", "--json")).json["token"])


def enter(author: Path, folder: Path, here: Here) -> None:
    """The author brings a bot, and may do no more."""
    assert "anna as author" in succeeded(here(author, "whoami")).out
    added = succeeded(here(author, "bot", "add", folder, "--json")).json
    assert (added["new"], added["owner"]) == (True, "anna")
    refused = here(author, "tournament", "create", "spring", *TABLE, "--bot", "twin", "--bot", "greedy")
    assert (refused.code, "this needs a token for the role organiser" in refused.err) == (2, True)


def interrupt_a_run(organiser: Path, home: Path, arena: Arena) -> None:
    """The command ends, the event does not."""
    with start(organiser, "tournament", "run", "spring") as run:
        wait_until(lambda: is_wanted(home))
        run.send_signal(signal.SIGINT)
        _, err = run.communicate()
    assert run.returncode == 130
    assert f"serai: interrupted; {arena.address} plays on: serai tournament watch spring follows it" in err


def play_to_the_end(author: Path, home: Path, here: Here) -> None:
    """The arena goes on with what it was told before; a worker beside it plays it."""
    with start(home, "worker", "--count", "1") as worker:
        watched = succeeded(here(author, "tournament", "watch", "spring", "--json")).json
        assert (watched["state"], watched["played"]) == ("finished", 2)
        worker.terminate()
        worker.communicate()


def look_back(organiser: Path, author: Path, here: Here) -> None:
    """Everybody reads the same table; what was done is on record with the name of who did it."""
    assert succeeded(here(author, "ladder")).out == succeeded(here(organiser, "ladder")).out
    game = succeeded(here(author, "tournament", "games", "spring", "--json")).json[0]["game_id"]
    assert "accepted" in succeeded(here(author, "replay", "verify", game)).out
    assert game in succeeded(here(author, "replay", "show", game, "--moves")).out
    lines = succeeded(here(organiser, "audit", "--json")).json
    done = [
        (line["who"].partition(",")[0], line["what"])
        for line in lines
        if line["who"].partition(",")[0] in ("olga", "anna")
    ]
    assert done == [
        ("olga", "add-owner"),
        ("olga", "create-token"),
        ("anna", "add"),
        ("olga", "create"),
        ("olga", "run"),
    ]
    assert here(author, "audit").code == 2
