"""`serai bot connect`: a bot plays from its author's folder, comes back when it is cut off, and shows its games."""

from __future__ import annotations

import os
import signal

import pytest

from serai.ladder.access.address import Address
from serai.ladder.arena.connecting import dialler
from serai.ladder.bots.version import Package
from serai.ladder.errors import UserProblem
from serai.ladder.storage.store import Store
from tests.commands.background import Command
from tests.ladder.arena.background import arena_in_background
from tests.ladder.arena.test_remote_tournament import create, facts, play
from tests.ladder.conftest import MakeBot


def test_a_folder_is_connected_plays_and_shows_its_games(
    store: Store, packages: list[Package], make_bot: MakeBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    create(store, packages)
    folder = make_bot("at_home", "len(options) - 1")
    monkeypatch.setenv("SERAI_TOKEN", "key-anna")
    with (
        arena_in_background(store) as arena,
        Command("bot", "connect", str(folder), "--arena", f"127.0.0.1:{arena.port}") as command,
    ):
        command.says("connected; waiting for games")
        play(store)
        for words in ("begins: seat", "is over: rank"):
            command.says(words)
        arena.do(arena.send_away("anna"))
        command.says("again in 1 s")
        command.says("connected; waiting for games")
        os.kill(command.process.pid, signal.SIGINT)
        assert command.process.wait() == 0
    assert [seat["cause"] for fact in facts(store) for seat in fact["seats"]] == [None] * 4


def test_a_token_that_opens_nothing_ends_it_with_one_line(
    store: Store, make_bot: MakeBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = make_bot("at_home")
    monkeypatch.setenv("SERAI_TOKEN", "guess-me")
    with (
        arena_in_background(store) as arena,
        Command("bot", "connect", str(folder), "--arena", f"127.0.0.1:{arena.port}") as command,
    ):
        command.says("the arena does not let at_home in: the token is not that of a bot, or not valid")
        assert command.process.wait() == 2


def test_plain_text_is_for_this_machine_or_wanted() -> None:
    with pytest.raises(UserProblem, match="give one of them"):
        dialler(Address("arena.example", 7470), b"", insecure=True)
