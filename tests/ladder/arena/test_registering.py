"""Remote bots in the register: a name, the games, and what the author calls the version; no files."""

from __future__ import annotations

import json
import socket
from pathlib import Path

import pytest

from serai.ladder.arena.lobby import dialled
from serai.ladder.bots import registry
from serai.ladder.bots.manifest import read_manifest
from serai.ladder.bots.version import BotVersion, is_remote, remote_bot
from serai.ladder.commands.bot.register import show, show_list
from serai.ladder.commands.bot.remote import add_remote
from serai.ladder.errors import UserProblem
from serai.ladder.storage.store import Store

ANNA = remote_bot("anna", ["yspahan"], "1.2")


def test_it_is_registered_and_marked_wherever_it_is_shown(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    add_remote("anna", "yspahan, catan", "1.2", as_json=False)
    (version,) = store.versions("anna")
    assert is_remote(version)
    assert capsys.readouterr().out == f"anna@{version[:8]} is registered as a remote bot\n"
    add_remote("anna", "yspahan,catan", "1.2", as_json=True)
    assert json.loads(capsys.readouterr().out)["new"] is False
    show_list(as_json=True)
    rows = {row["name"]: row["remote"] for row in json.loads(capsys.readouterr().out)}
    assert (rows["anna"], rows["greedy"]) == ("1.2", None)
    show("anna", as_json=False)
    assert "it runs elsewhere; its author calls this version 1.2" in capsys.readouterr().out


def test_it_comes_back_from_the_store_as_it_went_in(store: Store) -> None:
    store.add_bot(ANNA)
    assert store.package(ANNA.bot.version) == ANNA
    assert BotVersion.from_json(ANNA.bot.as_json()) == ANNA.bot


@pytest.mark.parametrize(
    ("name", "games", "label", "line"),
    [
        ("anna", "chess", "1", "there is no game called chess"),
        ("greedy", "yspahan", "1", "greedy is the name of a built-in bot"),
        ("Anna!", "yspahan", "1", "name 'Anna!' should be up to 40"),
        ("anna", "yspahan", "", "cannot be the label of a version"),
        ("anna", "yspahan", "1\n2", "cannot be the label of a version"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(store: Store, name: str, games: str, label: str, line: str) -> None:
    with pytest.raises(UserProblem, match=line):
        add_remote(name, games, label, as_json=False)
    assert store.bots() == []


def test_it_has_nothing_to_install_and_no_twin() -> None:
    for attempt in (registry.install, registry.twin):
        with pytest.raises(UserProblem, match="runs elsewhere and cannot be started here"):
            attempt(ANNA)


def test_a_folder_is_not_remote_nor_does_a_version_lie_about_it(tmp_path: Path) -> None:
    (tmp_path / "bot.toml").write_text('name = "x"\nlanguage = "python"\ngames = ["*"]\nrun = ["x"]\nremote = "1"\n')
    with pytest.raises(UserProblem, match="a bot with a folder is not remote"):
        read_manifest(tmp_path)
    with pytest.raises(UserProblem, match="is remote or not, but not both"):
        BotVersion.from_json({**ANNA.bot.as_json(), "version": "1c586fd5d59564b1"})


def test_workers_dial_this_machine_where_it_listens_everywhere() -> None:
    assert dialled("127.0.0.1:7470") == "127.0.0.1:7470"
    assert dialled("0.0.0.0:7470") == dialled("[::]:7470") == f"{socket.gethostname()}:7470"
    assert dialled("unix:/run/arena") == "unix:/run/arena"
